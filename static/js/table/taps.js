// Taps and keys on the form.
import { newQuestion } from "../double-taps.js";
import { remember, remembered } from "../memory.js";
import { answers, countOf, current, isChoice, points, screen, step, tiles } from "./current.js";
import { saveDraft } from "./drafts.js";
import { asked, direct, goesOnByEnter, leadsOn, tellsRack } from "./questions.js";
import { withoutMark } from "./score.js";
import { edited, endChanged, firstDigit, go, onward } from "./steps.js";

const MOST_DIGITS = 3;

// A choice that arrow keys pass over is not chosen yet.
let arrows = false;

// Returns the content of a digit field after a key.
export function digitsAfter(before, key, first) {
  if (key === "back") return before.slice(0, -1);
  const value = first ? "" : before;
  return value.length < MOST_DIGITS ? (value === "0" ? "" : value) + key : value;
}

function press(key) {
  const field = points(step());
  field.value = digitsAfter(field.value, key, firstDigit());
  edited();
}

function countFoul(button) {
  const foul = button.closest(".foul");
  foul.querySelector("input").value = Math.max(0, countOf(foul) + Number(button.dataset.stepBy)) || "";
  edited();
}

// Shows the whole list of infractions in place of the sheet.
function list(button, shown) {
  newQuestion();
  button.closest(".sheet").classList.toggle("listing", shown);
}

function radioTapped({ name, value }) {
  if (arrows) return;
  const hand = answers();
  if (leadsOn(hand, step(), name, value)) onward();
  else if (name === "finish" && direct(hand) && !asked(hand).length && step() !== "finish") go("review");
}

export function tapped({ target }) {
  if (target.type === "radio") {
    radioTapped(target);
    return;
  }
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.key) press(button.dataset.key);
  else if ("on" in button.dataset) onward();
  else if (button.dataset.go) go(button.dataset.go);
  else if (button.dataset.stepBy) countFoul(button);
  else if ("turn" in button.dataset) turn();
  else if ("fouls" in button.dataset) list(button, true);
  else if ("foulsDone" in button.dataset) list(button, false);
}

function reasonTyped(field) {
  const problem = document.getElementById("reason-problems");
  if (problem && field.value.trim()) {
    problem.remove();
    field.closest("[data-reasons]").querySelectorAll(".wrong, [aria-invalid]").forEach(withoutMark);
  }
  saveDraft();
}

export function changed({ target, type }) {
  // Typed text was handled letter by letter: leaving the field changes nothing.
  if (type === "change" && target.tagName === "INPUT" && !isChoice(target)) return;
  if (target.name === "accepted") {
    current.confirmed[target.value] = target.checked;
    return;
  }
  if (target.name === "end") endChanged();
  if (target.name && target.name.indexOf("-opening") > 0) current.opened[target.name.slice(0, 2)] = false;
  if (["because", "reason"].includes(target.name)) reasonTyped(target);
  else edited();
}

function typedDigit(key, target) {
  const writing = target.tagName === "INPUT" && target.type === "text";
  if (writing || target.closest(".points") || !current.seats.includes(step())) return;
  if (!tellsRack(answers(), step()) || tiles(step()).length || "tapping" in screen().dataset) return;
  if (/^\d$/.test(key)) press(key);
  else if (key === "Backspace") press("back");
}

export function keyed(event) {
  const { key, target } = event;
  arrows = key.indexOf("Arrow") === 0;
  if (!current.form || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Enter" && target.tagName === "INPUT" && current.form.contains(target)) {
    event.preventDefault();
    if (goesOnByEnter(answers(), step())) onward();
  } else typedDigit(key, target);
}

export function released() {
  arrows = false;
}

const turnKey = () => `turn:${screen().dataset.table}`;

const turned = () => Number(remembered("localStorage", turnKey())) || 0;

function turn() {
  remember("localStorage", turnKey(), String((turned() + 1) % 4));
  drawTurned();
}

export function drawTurned() {
  document.querySelectorAll(".round, .mini").forEach((table) => {
    table.className = table.className.replace(/ turn-\d/, "") + (turned() ? ` turn-${turned()}` : "");
  });
}
