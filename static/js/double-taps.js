// Ignores the second tap of a double tap if the first one replaced the question under the finger: it would answer a
// question that the user has not read. Taps elsewhere count at once.
import { readStorage, writeStorage } from "./browser-storage.js";

// Milliseconds: a question that appeared less long ago was not read.
const REPEAT_TIME = 400;

// Pixels from the first tap within which a second one counts as repeated.
const REPEAT_DISTANCE = 24;

const STORAGE_KEY = "tap";

let questions = 0;
let questionsAtTouch = null;
let lastTap = null;

export function markNewQuestion() {
  questions += 1;
}

// Returns whether a tap repeats the previous one, which replaced the question.
export function isRepeated(previous, tap) {
  if (!previous || previous.questions === tap.questions || tap.time - previous.time >= REPEAT_TIME) return false;
  return Math.hypot(tap.x - previous.x, tap.y - previous.y) < REPEAT_DISTANCE;
}

function handlePointerDown() {
  questionsAtTouch = questions;
}

// Events from keys, scripts and screen readers have no position, so they always count.
const isPointerTap = (event) => event.isTrusted && event.detail > 0 && questionsAtTouch !== null;

// When the finger tapped, not when a busy phone comes to it; comparable on the next page.
const touchedAt = ({ timeStamp }) => Date.now() - performance.now() + timeStamp;

function handleClick(event) {
  if (!isPointerTap(event)) return;
  const tap = { questions, time: touchedAt(event), x: event.clientX, y: event.clientY };
  if (questionsAtTouch !== questions || isRepeated(lastTap, tap)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else lastTap = tap;
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
