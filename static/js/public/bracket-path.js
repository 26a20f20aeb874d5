// Paints an entrant's path through a bracket: the chosen one, or temporarily the hovered one.
import { selectAll, toggleClass } from "./rounds.js";

const finder = document.getElementById("finder");

let chosenEntrant = (finder && finder.dataset.path) || "";
let highlightedEntrant = chosenEntrant;

export const readChosenEntrant = () => chosenEntrant;

const includesNumber = (list, number) => ` ${list || ""} `.includes(` ${number} `);

export function entrantOption(number) {
  return number ? document.querySelector(`#path-of option[data-entrant-number="${number}"]`) : null;
}

function paintBoxes() {
  selectAll(".slot, .crown, .four .ab").forEach((row) => {
    toggleClass(row, "me", highlightedEntrant !== "" && row.dataset.entrantNumber === highlightedEntrant);
  });
  selectAll(".bk li, .fours > li").forEach((item) => {
    const isOwnRow = (row) => row.dataset.entrantNumber === highlightedEntrant && row.closest("li") === item;
    const isOnPath = highlightedEntrant !== "" && selectAll("[data-entrant-number]", item).some(isOwnRow);
    toggleClass(item, "through", isOnPath);
    toggleClass(item, "path-out", isOnPath && item.dataset.sends === highlightedEntrant);
    toggleClass(item, "path-in", isOnPath && includesNumber(item.dataset.came, highlightedEntrant));
  });
  selectAll(".bk").forEach((board) => toggleClass(board, "tracing", highlightedEntrant !== ""));
}

function setHidden(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

// The previous card keeps its space until the requested one arrives.
function paintControls() {
  const entrant = entrantOption(chosenEntrant);
  selectAll("[data-release]").forEach((link) => setHidden(link, chosenEntrant === ""));
  selectAll("[data-page]").forEach((link) => {
    setHidden(link, !entrant);
    if (entrant) link.setAttribute("href", `${link.dataset.page}${entrant.value}/`);
  });
  selectAll(".trail").forEach((trail) => {
    setHidden(trail, chosenEntrant === "");
    toggleClass(trail, "old", trail.dataset.entrantNumber !== chosenEntrant);
  });
}

export function paintPath() {
  paintBoxes();
  paintControls();
}

export function highlightEntrant(number) {
  if (highlightedEntrant === number) return;
  highlightedEntrant = number;
  paintBoxes();
}

export function chooseEntrant(number) {
  const entrant = entrantOption(number);
  const select = document.getElementById("path-of");
  if (select) select.value = entrant ? entrant.value : "";
  chosenEntrant = number;
  highlightedEntrant = number;
  paintPath();
}
