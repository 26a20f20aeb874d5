// Ignores the second tap of a double tap if the first one replaced the question under the finger: it would answer a
// question that the user has not read. Taps elsewhere count at once.
import { remember, remembered } from "./memory.js";

const HOLDS = 700;

// Pixels around the first tap within which a second one counts as repeated.
const AROUND = 8;

const KEPT = "tap";

let questions = 0;
let seenByFinger = null;
let last = null;

export function newQuestion() {
  questions += 1;
}

function placeOf(target) {
  const { left, top, right, bottom } = (target.closest("label, button, summary, a[href]") || target).getBoundingClientRect();
  return { left: left - AROUND, top: top - AROUND, right: right + AROUND, bottom: bottom + AROUND };
}

// Returns whether a tap repeats the previous one, which replaced the question.
export function isRepeated(before, tap) {
  if (!before || before.questions === tap.questions || tap.time - before.time >= HOLDS) return false;
  const { left, top, right, bottom } = before.place;
  return tap.x >= left && tap.x <= right && tap.y >= top && tap.y <= bottom;
}

function touched() {
  seenByFinger = questions;
}

// Events from keys, scripts and screen readers have no position, so they always count.
const isOfFinger = (event) => event.isTrusted && event.detail > 0 && seenByFinger !== null;

function clicked(event) {
  if (!isOfFinger(event)) return;
  const tap = { questions, time: Date.now(), x: event.clientX, y: event.clientY };
  if (seenByFinger !== questions || isRepeated(last, tap)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else last = Object.assign(tap, { place: placeOf(event.target) });
}

// A tap may open another page, where the second tap of the same finger lands.
function leaves() {
  remember("sessionStorage", KEPT, last && JSON.stringify(Object.assign({}, last, { questions: -1 })));
}

function comes() {
  last = JSON.parse(remembered("sessionStorage", KEPT));
  remember("sessionStorage", KEPT, null);
}

comes();
document.addEventListener("pointerdown", touched, true);
document.addEventListener("click", clicked, true);
window.addEventListener("pagehide", leaves);
// Going back in the browser takes a tap of its own, so the next tap is not a repeat.
window.addEventListener("popstate", () => {
  last = null;
});
