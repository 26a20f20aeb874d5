// A bracket under the hand: the way of an entrant. The page is whole without it: names are links that mark a way,
// rounds are anchors.
import { hold, steady } from "../live/change.js";
import { lookFor } from "../live/live.js";
import "./pan.js";
import { all, bringTo, sayRound } from "./rounds.js";
import { paintSize } from "./size.js";
import { chosenWay, choose, option, paintWay, show } from "./way.js";

const live = document.getElementById("live");

// ── What was chosen ───────────────────────────────────────

// What is asked for is the section that is shown, wherever the one who was chosen began.
function addressOf(number) {
  const query = new URLSearchParams(location.search);
  const one = option(number);
  const section = document.querySelector(".sections [aria-current]");
  if (one) query.set("path", one.value);
  else query.delete("path");
  if (section) query.set("section", new URL(section.href).searchParams.get("section"));
  const said = query.toString();
  return location.pathname + (said ? `?${said}` : "");
}

// Nothing moves that the hand is at, neither now nor when the card of the way comes or goes.
function turnTo(number, at) {
  steady(at, () => choose(number));
  hold(at);
  lookFor(location.pathname + location.search);
}

// To choose and to release are steps, back from which the browser leads.
function pin(number, at) {
  history.pushState(null, "", addressOf(number) + location.hash);
  turnTo(number, at);
}

window.addEventListener("popstate", () => {
  const path = new URLSearchParams(location.search).get("path");
  const one = all("#path-of option[data-e]").find(({ value }) => value === path);
  const number = one ? one.dataset.e : "";
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
  const one = target.selectedOptions[0];
  const number = (one && one.dataset.e) || "";
  const rows = number ? all(`.bk [data-e="${number}"], .fours [data-e="${number}"]`) : [];
  if (number && !rows.length) {
    target.form.submit();
    return;
  }
  const row = rows[rows.length - 1];
  if (row) reveal(row);
  pin(number, row);
});

// At once: a page on its way would measure what is not where it will be.
function reveal(row) {
  const moved = bringIntoSight(row);
  const { top, bottom } = row.getBoundingClientRect();
  if (!moved && top > 60 && bottom < window.innerHeight) return;
  row.scrollIntoView({ behavior: "instant", block: "center", inline: "nearest" });
}

// Escape releases; left and right follow the focused name from round to round.
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

// What is sent anew bears the marks that its address asked for: those of the hand stay.
function repaint() {
  paintSize();
  paintWay();
  all(".bk").forEach(sayRound);
}

live.addEventListener("follow:changed", repaint);
repaint();
if (chosenWay()) all(`.bk .slot[data-e="${chosenWay()}"]`).slice(-1).forEach(bringIntoSight);
