// Highlights an entrant's path in a bracket. Without it names are links that mark a path, and rounds are anchors.
import { hold, steady } from "../live/change.js";
import { lookFor } from "../live/live.js";
import "./pan.js";
import { all, bringTo, sayRound } from "./rounds.js";
import { paintSize } from "./size.js";
import { chosenWay, choose, option, paintWay, show } from "./way.js";

const live = document.getElementById("live");

// ── What was chosen ───────────────────────────────────────

// The address keeps the section that is shown, whichever section the chosen entrant began in.
function addressOf(number) {
  const query = new URLSearchParams(location.search);
  const entrant = option(number);
  const section = document.querySelector(".sections [aria-current]");
  if (entrant) query.set("path", entrant.value);
  else query.delete("path");
  if (section) query.set("section", new URL(section.href).searchParams.get("section"));
  const text = query.toString();
  return location.pathname + (text ? `?${text}` : "");
}

// Keeps what is under the finger in place when the card of the path appears or goes.
function turnTo(number, at) {
  steady(at, () => choose(number));
  hold(at);
  lookFor(location.pathname + location.search);
}

// Choosing and releasing are steps in the browser's history.
function pin(number, at) {
  history.pushState(null, "", addressOf(number) + location.hash);
  turnTo(number, at);
}

window.addEventListener("popstate", () => {
  const path = new URLSearchParams(location.search).get("path");
  const entrant = all("#path-of option[data-e]").find(({ value }) => value === path);
  const number = entrant ? entrant.dataset.e : "";
  if (number !== chosenWay()) turnTo(number, null);
});

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
  pin(number === chosenWay() ? "" : number, name);
  if (release) document.getElementById("path-of").focus();
});

const over = ({ target }) => show(numberAt(target) || chosenWay());

if (matchMedia("(hover: hover)").matches) document.addEventListener("mouseover", over);
document.addEventListener("focusin", over);

document.addEventListener("change", ({ target }) => {
  if (target.id !== "path-of") return;
  const selected = target.selectedOptions[0];
  const number = (selected && selected.dataset.e) || "";
  const rows = number ? all(`.bk [data-e="${number}"], .fours [data-e="${number}"]`) : [];
  if (number && !rows.length) {
    target.form.submit();
    return;
  }
  const row = rows[rows.length - 1];
  if (row) reveal(row);
  pin(number, row);
});

// Without animation: code that measures during one would get wrong positions.
function reveal(row) {
  const moved = bringIntoSight(row);
  const { top, bottom } = row.getBoundingClientRect();
  if (!moved && top > 60 && bottom < window.innerHeight) return;
  row.scrollIntoView({ behavior: "instant", block: "center", inline: "nearest" });
}

// Escape releases; left and right move focus through the rounds.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && chosenWay()) {
    pin("", event.target.closest(".nm"));
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

// ── Beginning, and what comes from the server ─────────────

function bringIntoSight(row) {
  const board = row.closest(".bk");
  return board ? bringTo(board, row.closest(".bk > section")) : false;
}

// HTML from the server has the marks of its address; apply the current choice again.
function repaint() {
  paintSize();
  paintWay();
  all(".bk").forEach(sayRound);
}

live.addEventListener("follow:changed", repaint);
repaint();
if (chosenWay()) all(`.bk .slot[data-e="${chosenWay()}"]`).slice(-1).forEach(bringIntoSight);
