// A bracket under the hand: the way of an entrant. The page is whole without it: names are links that mark a way,
// rounds are anchors.
import "./pan.js";
import { all, leftOf, mark, sayRound } from "./rounds.js";
import { paintSize } from "./size.js";

const live = document.getElementById("live");
const finder = document.getElementById("finder");

let pinned = (finder && finder.dataset.path) || "";
let shown = pinned;

const has = (list, number) => ` ${list || ""} `.includes(` ${number} `);

// ── The way of an entrant ─────────────────────────────────

function paintTies() {
  all(".slot, .crown, .four .ab").forEach((row) => mark(row, "me", shown !== "" && row.dataset.e === shown));
  all(".bk li, .fours > li").forEach((item) => {
    const own = (row) => row.dataset.e === shown && row.closest("li") === item;
    const mine = shown !== "" && all("[data-e]", item).some(own);
    mark(item, "through", mine);
    mark(item, "sends", mine && item.dataset.sends === shown);
    mark(item, "came", mine && has(item.dataset.came, shown));
  });
  all(".bk").forEach((board) => {
    mark(board, "tracing", shown !== "");
    sayRound(board);
  });
}

function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

function paintWords() {
  const chosen = option(pinned);
  all("[data-release]").forEach((link) => hide(link, pinned === ""));
  all("[data-page]").forEach((link) => {
    hide(link, !chosen);
    if (chosen) link.setAttribute("href", `${link.dataset.page}${chosen.value}/`);
  });
  all(".trail").forEach((words) => hide(words, words.dataset.e !== pinned));
}

// What the server sends anew bears the marks that the address asked for: those of the hand stay.
const PAINTED = ["class", "hidden", "aria-current", "aria-pressed", "data-room"];
const watching = new MutationObserver(repaint);

function repaint() {
  watching.disconnect();
  paintSize();
  paintTies();
  paintWords();
  watching.observe(live, { childList: true, subtree: true, attributes: true, attributeFilter: PAINTED });
}

function show(number) {
  if (shown === number) return;
  shown = number;
  repaint();
}

function option(number) {
  return number ? document.querySelector(`#path-of option[data-e="${number}"]`) : null;
}

function writeAddress(chosen) {
  const query = new URLSearchParams(location.search);
  if (chosen) query.set("path", chosen.value);
  else query.delete("path");
  const said = query.toString();
  history.replaceState(history.state, "", location.pathname + (said ? `?${said}` : "") + location.hash);
}

function pin(number) {
  pinned = number;
  const chosen = option(number);
  const select = document.getElementById("path-of");
  if (select) select.value = chosen ? chosen.value : "";
  writeAddress(chosen);
  shown = number;
  repaint();
}

// ── What is under the hand ────────────────────────────────

function numberAt(target) {
  const row = target.closest && target.closest(".slot, .four .ab");
  return (row && row.dataset.e) || "";
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const release = event.target.closest("[data-release]");
  const name = event.target.closest(".nm");
  const number = release ? "" : name && numberAt(name);
  if (!release && !number) return;
  event.preventDefault();
  pin(number === pinned ? "" : number);
  if (release) document.getElementById("path-of").focus();
});

const over = ({ target }) => show(numberAt(target) || pinned);

if (matchMedia("(hover: hover)").matches) document.addEventListener("mouseover", over);
document.addEventListener("focusin", over);

document.addEventListener("change", ({ target }) => {
  if (target.id !== "path-of") return;
  const chosen = target.selectedOptions[0];
  const number = (chosen && chosen.dataset.e) || "";
  const rows = number ? all(`.bk [data-e="${number}"], .fours [data-e="${number}"]`) : [];
  if (number && !rows.length) {
    target.form.submit();
    return;
  }
  pin(number);
  if (number) reveal(rows[rows.length - 1]);
});

function reveal(row) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  row.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "center", inline: "center" });
}

// Escape releases; left and right follow the focused name from round to round.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && pinned) {
    pin("");
    return;
  }
  const number = numberAt(event.target);
  if (!number || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
  const names = all(`.bk .slot[data-e="${number}"] .nm`);
  const next = names[names.indexOf(event.target) + (event.key === "ArrowLeft" ? -1 : 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// ── Beginning ─────────────────────────────────────────────

function bringIntoSight(slot) {
  const board = slot.closest(".bk");
  if (board) board.scrollLeft = leftOf(board, slot.closest("section"));
}

repaint();
if (shown) all(`.bk .slot[data-e="${shown}"]`).slice(-1).forEach(bringIntoSight);
