// Paints an entrant's path through a bracket: the chosen one, or temporarily the hovered one.
import { all, mark } from "./rounds.js";

const finder = document.getElementById("finder");

let chosen = (finder && finder.dataset.path) || "";
let shown = chosen;

export const chosenWay = () => chosen;

const has = (list, number) => ` ${list || ""} `.includes(` ${number} `);

export function option(number) {
  return number ? document.querySelector(`#path-of option[data-e="${number}"]`) : null;
}

function paintTies() {
  all(".slot, .crown, .four .ab").forEach((row) => mark(row, "me", shown !== "" && row.dataset.e === shown));
  all(".bk li, .fours > li").forEach((item) => {
    const own = (row) => row.dataset.e === shown && row.closest("li") === item;
    const mine = shown !== "" && all("[data-e]", item).some(own);
    mark(item, "through", mine);
    mark(item, "sends", mine && item.dataset.sends === shown);
    mark(item, "came", mine && has(item.dataset.came, shown));
  });
  all(".bk").forEach((board) => mark(board, "tracing", shown !== ""));
}

function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

// The previous card keeps its space until the requested one arrives.
function paintWords() {
  const entrant = option(chosen);
  all("[data-release]").forEach((link) => hide(link, chosen === ""));
  all("[data-page]").forEach((link) => {
    hide(link, !entrant);
    if (entrant) link.setAttribute("href", `${link.dataset.page}${entrant.value}/`);
  });
  all(".trail").forEach((words) => {
    hide(words, chosen === "");
    mark(words, "old", words.dataset.e !== chosen);
  });
}

export function paintWay() {
  paintTies();
  paintWords();
}

export function show(number) {
  if (shown === number) return;
  shown = number;
  paintTies();
}

export function choose(number) {
  const entrant = option(number);
  const select = document.getElementById("path-of");
  if (select) select.value = entrant ? entrant.value : "";
  chosen = number;
  shown = number;
  paintWay();
}
