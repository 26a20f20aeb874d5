// Ignores the second tap of a double tap if the first one replaced the question under the finger: it would answer a
// question that the user has not read. Taps elsewhere count at once.
import { readStorage, writeStorage } from "./browser-storage.js";

const REPEAT_TIME = 700;

// Pixels around the first tap within which a second one counts as repeated.
const REPEAT_DISTANCE = 8;

const STORAGE_KEY = "tap";

let questions = 0;
let questionsAtTouch = null;
let lastTap = null;

export function markNewQuestion() {
  questions += 1;
}

function tapArea(target) {
  const { left, top, right, bottom } = (target.closest("label, button, summary, a[href]") || target).getBoundingClientRect();
  return {
    left: left - REPEAT_DISTANCE,
    top: top - REPEAT_DISTANCE,
    right: right + REPEAT_DISTANCE,
    bottom: bottom + REPEAT_DISTANCE,
  };
}

// Returns whether a tap repeats the previous one, which replaced the question.
export function isRepeated(previous, tap) {
  if (!previous || previous.questions === tap.questions || tap.time - previous.time >= REPEAT_TIME) return false;
  const { left, top, right, bottom } = previous.place;
  return tap.x >= left && tap.x <= right && tap.y >= top && tap.y <= bottom;
}

function handlePointerDown() {
  questionsAtTouch = questions;
}

// Events from keys, scripts and screen readers have no position, so they always count.
const isPointerTap = (event) => event.isTrusted && event.detail > 0 && questionsAtTouch !== null;

function handleClick(event) {
  if (!isPointerTap(event)) return;
  const tap = { questions, time: Date.now(), x: event.clientX, y: event.clientY };
  if (questionsAtTouch !== questions || isRepeated(lastTap, tap)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else lastTap = Object.assign(tap, { place: tapArea(event.target) });
}

// A tap may open another page, where the second tap of the same finger lands.
function saveLastTap() {
  writeStorage("sessionStorage", STORAGE_KEY, lastTap && JSON.stringify(Object.assign({}, lastTap, { questions: -1 })));
}

function restoreLastTap() {
  lastTap = JSON.parse(readStorage("sessionStorage", STORAGE_KEY));
  writeStorage("sessionStorage", STORAGE_KEY, null);
}

restoreLastTap();
document.addEventListener("pointerdown", handlePointerDown, true);
document.addEventListener("click", handleClick, true);
window.addEventListener("pagehide", saveLastTap);
// Going back in the browser takes a tap of its own, so the next tap is not a repeat.
window.addEventListener("popstate", () => {
  lastTap = null;
});
