// The score of what stands in the form, which the server works out and shows.
import { current, ending } from "./current.js";

const PAUSE = 250;
const UNTIL_IT_LISTENS = 60;

let waiting = 0;
let asleep = false;

const preview = () => document.getElementById("preview");

// A finger may be quicker than htmx, which listens to what it put on the page a moment after it stands there.
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

// A form that is whole on its page may hide it below: it is told beside the button that saves.
function brief(words) {
  const place = current.form.querySelector("[data-brief]");
  if (place) place.textContent = words;
}

// What was scored before is no answer to the hand as it is now: it is shown to be old until another one comes.
export function isOld() {
  brief("");
  preview().dataset.old = "";
  preview().setAttribute("aria-busy", "true");
}

// Where all of a hand stands beside its score, each change of the one makes the other old.
export function askAnew() {
  if (!ending()) return;
  isOld();
  askSoon();
}

export function isCurrent() {
  delete preview().dataset.old;
  preview().removeAttribute("aria-busy");
}

// A score of what was typed before must not be taken for the score of what is typed now.
export function withoutScore() {
  isCurrent();
  const whole = preview().querySelector(".whole") || preview().appendChild(document.createElement("div"));
  preview().dataset.unscored = "";
  whole.className = "whole";
  whole.textContent = "";
  whole.appendChild(document.getElementById("no-score").content.cloneNode(true));
  document.dispatchEvent(new CustomEvent("hand:unscored", { detail: whole }));
}

// There was no way to the server, and is one now.
export function askAgain() {
  if (current.form && "unscored" in preview().dataset) ask();
}

// An answer that is still on its way would be about the hand before.
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

// Whoever confirmed a doubt has confirmed it in the answer that comes after, too.
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

// What the server complained of is mended: its words and marks must not stay beside a hand that is right.
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
