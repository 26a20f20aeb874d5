// Highlights an entrant's path in a bracket. Without it names are links that mark a path, and rounds are anchors.
import { keepInPlace, setAnchor } from "../live/morph.js";
import { switchAddress } from "../live/live.js";
import "./bracket-pan.js";
import { markCurrentRound, scrollToColumn, selectAll } from "./rounds.js";
import { paintSize } from "./bracket-size.js";
import { chooseEntrant, entrantOption, highlightEntrant, paintPath, readChosenEntrant } from "./bracket-path.js";

const live = document.getElementById("live");

// ── Choosing a path ───────────────────────────────────────

// The address keeps the section that is shown, whichever section the chosen entrant began in.
function pathAddress(number) {
  const query = new URLSearchParams(location.search);
  const entrant = entrantOption(number);
  const section = document.querySelector(".sections [aria-current]");
  if (entrant) query.set("path", entrant.value);
  else query.delete("path");
  if (section) query.set("section", new URL(section.href).searchParams.get("section"));
  const text = query.toString();
  return location.pathname + (text ? `?${text}` : "");
}

// Keeps what is under the finger in place when the card of the path appears or goes.
function switchPath(number, anchor) {
  keepInPlace(anchor, () => chooseEntrant(number));
  setAnchor(anchor);
  switchAddress(location.pathname + location.search);
}

// Choosing and releasing are steps in the browser's history.
function pushPath(number, anchor) {
  history.pushState(null, "", pathAddress(number) + location.hash);
  switchPath(number, anchor);
}

window.addEventListener("popstate", () => {
  const path = new URLSearchParams(location.search).get("path");
  const entrant = selectAll("#path-of option[data-entrant-number]").find(({ value }) => value === path);
  const number = entrant ? entrant.dataset.entrantNumber : "";
  if (number !== readChosenEntrant()) switchPath(number, null);
});

// ── Pointer and keyboard ──────────────────────────────────

function entrantNumberAt(target) {
  const row = target.closest && target.closest(".slot, .four .ab");
  return (row && row.dataset.entrantNumber) || "";
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const release = event.target.closest("[data-release]");
  const name = event.target.closest(".nm");
  const number = release ? "" : name && entrantNumberAt(name);
  if (!release && !number) return;
  event.preventDefault();
  pushPath(number === readChosenEntrant() ? "" : number, name);
  if (release) document.getElementById("path-of").focus();
});

const highlightHovered = ({ target }) => highlightEntrant(entrantNumberAt(target) || readChosenEntrant());

// An update gives the focus back to a name that it moved: the reader chose nothing.
let isUpdating = false;

if (matchMedia("(hover: hover)").matches) document.addEventListener("mouseover", highlightHovered);
document.addEventListener("focusin", (event) => {
  if (!isUpdating) highlightHovered(event);
});

document.addEventListener("change", ({ target }) => {
  if (target.id !== "path-of") return;
  const selected = target.selectedOptions[0];
  const number = (selected && selected.dataset.entrantNumber) || "";
  const rows = number ? selectAll(`.bk [data-entrant-number="${number}"], .fours [data-entrant-number="${number}"]`) : [];
  if (number && !rows.length) {
    target.form.submit();
    return;
  }
  const row = rows[rows.length - 1];
  if (row) scrollToRow(row);
  pushPath(number, row);
});

// Without animation: code that measures during one would get wrong positions.
function scrollToRow(row) {
  const hasScrolled = scrollToRoundOf(row);
  const { top, bottom } = row.getBoundingClientRect();
  if (!hasScrolled && top > 60 && bottom < window.innerHeight) return;
  row.scrollIntoView({ behavior: "instant", block: "center", inline: "nearest" });
}

// Escape releases; left and right move focus through the rounds.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && readChosenEntrant()) {
    pushPath("", event.target.closest(".nm"));
    return;
  }
  const number = entrantNumberAt(event.target);
  if (!number || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
  const names = selectAll(`.bk .slot[data-entrant-number="${number}"] .nm`);
  const next = names[names.indexOf(event.target) + (event.key === "ArrowLeft" ? -1 : 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// ── Start and updates ─────────────────────────────────────

function scrollToRoundOf(row) {
  const board = row.closest(".bk");
  return board ? scrollToColumn(board, row.closest(".bk > section")) : false;
}

// HTML from the server has the marks of its address; apply the current choice again.
function repaint() {
  paintSize();
  paintPath();
  selectAll(".bk").forEach(markCurrentRound);
}

live.addEventListener("follow:arrived", () => {
  isUpdating = true;
});
live.addEventListener("follow:changed", () => {
  isUpdating = false;
  repaint();
});
repaint();
if (readChosenEntrant()) selectAll(`.bk .slot[data-entrant-number="${readChosenEntrant()}"]`).slice(-1).forEach(scrollToRoundOf);
