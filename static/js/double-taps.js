// A finger that comes down twice answers once. Where the first tap brought another question, a second one at the
// same place would answer what nobody has read yet: for so long it is nobody's answer. Taps elsewhere count at once.
import { remember, remembered } from "./memory.js";

const HOLDS = 700;

// How far beyond what was touched a second tap may land.
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

// Whether a tap belongs to the one before it, after which another question was put.
export function isRepeated(before, tap) {
  if (!before || before.questions === tap.questions || tap.time - before.time >= HOLDS) return false;
  const { left, top, right, bottom } = before.place;
  return tap.x >= left && tap.x <= right && tap.y >= top && tap.y <= bottom;
}

function touched() {
  seenByFinger = questions;
}

// Keys, scripts and screen readers have no place on the page: what they choose they have chosen.
const isOfFinger = (event) => event.isTrusted && event.detail > 0 && seenByFinger !== null;

function clicked(event) {
  if (!isOfFinger(event)) return;
  const tap = { questions, time: Date.now(), x: event.clientX, y: event.clientY };
  if (seenByFinger !== questions || isRepeated(last, tap)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else last = Object.assign(tap, { place: placeOf(event.target) });
}

// A tap may lead to another page, and the finger come down again on that.
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
// The browser's own way back is a tap between the two.
window.addEventListener("popstate", () => {
  last = null;
});
