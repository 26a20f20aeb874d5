// Shows the score of the form's content, which the server computes.
import { current, ending } from "./current.js";

const PAUSE = 250;
const UNTIL_IT_LISTENS = 60;

let waiting = 0;
let asleep = false;

const preview = () => document.getElementById("preview");

// A finger may be quicker than htmx, which initializes new elements with a short delay.
export function isAsleep(wanted) {
  asleep = wanted;
}

function wake() {
  asleep = false;
  ask();
}

export function ask() {
  clearTimeout(waiting);
  if (!window.htmx || !preview() || !ending()) return;
  if (asleep) waiting = setTimeout(wake, UNTIL_IT_LISTENS);
  else window.htmx.trigger(preview(), "ask");
}

export function askSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

export function askNoMore() {
  clearTimeout(waiting);
}

// A whole form may hide the score below: a short version shows beside the save button.
function brief(words) {
  const place = current.form.querySelector("[data-brief]");
  if (place) place.textContent = words;
}

// The score is of an earlier version of the hand: it is shown as outdated until the next answer.
export function isOld() {
  brief("");
  preview().dataset.old = "";
  preview().setAttribute("aria-busy", "true");
}

// If the hand and its score are both visible, each change marks the score as outdated.
export function askAnew() {
  if (!ending()) return;
  isOld();
  askSoon();
}

export function isCurrent() {
  delete preview().dataset.old;
  preview().removeAttribute("aria-busy");
}

// The score of an earlier version must not be taken for the current one.
export function withoutScore() {
  isCurrent();
  const whole = preview().querySelector(".whole") || preview().appendChild(document.createElement("div"));
  preview().dataset.unscored = "";
  whole.className = "whole";
  whole.textContent = "";
  whole.appendChild(document.getElementById("no-score").content.cloneNode(true));
  document.dispatchEvent(new CustomEvent("hand:unscored", { detail: whole }));
}

// The server is reachable again.
export function askAgain() {
  if (current.form && "unscored" in preview().dataset) ask();
}

// Discards answers on their way, which are about the previous hand.
export function emptyPreview() {
  askNoMore();
  if (window.htmx) window.htmx.trigger(preview(), "htmx:abort");
  isCurrent();
  brief("");
  const whole = preview().querySelector(".whole");
  if (whole) whole.remove();
  preview().querySelectorAll(".four b").forEach((figure) => {
    figure.textContent = "·";
    figure.className = "quiet";
  });
  ["say", "wrong", "unconfirmed", "unscored"].forEach((name) => {
    delete preview().dataset[name];
  });
}

// A confirmed warning stays confirmed in the next answer.
export function scored() {
  current.form.querySelectorAll("[name=accepted]").forEach((box) => {
    box.checked = box.checked || Boolean(current.confirmed[box.value]);
  });
  withdrawComplaints(preview());
  const words = preview().dataset.say || "";
  brief(words);
  return words;
}

const MARKED = ["fieldset.wrong", "[data-indicator].wrong", "fieldset [aria-invalid]", "[data-indicator] [aria-invalid]"];

export function withoutMark(marked) {
  marked.classList.remove("wrong");
  marked.removeAttribute("aria-invalid");
  marked.removeAttribute("aria-describedby");
}

// The error is fixed: its text and marks must go.
function withdrawComplaints({ dataset }) {
  if ("wrong" in dataset) return;
  const gone = "unconfirmed" in dataset ? "#refused" : "#refused, #doubted";
  current.form.querySelectorAll(`${gone}, fieldset .problem, [data-indicator] .problem`).forEach((words) => words.remove());
  current.form.querySelectorAll(MARKED.join(", ")).forEach(withoutMark);
}

export function withoutComplaints() {
  current.form.querySelectorAll(".problem, .problems").forEach((words) => words.remove());
  current.form.querySelectorAll(".wrong, [aria-invalid]").forEach(withoutMark);
}
