// The clock's sound on a large screen, after a user gesture.
import * as bell from "../bell.js";
import { isPressed } from "./controls.js";

const TONES = { warning: [880, 880], end: [1175, 988, 784, 1175, 988, 784], over: [784, 784, 784] };

const root = document.documentElement;
const preview = root.classList.contains("tv-preview");
let muted = false;

const audible = () => bell.ready() && !muted;

export function hint() {
  const clock = document.getElementById("tv-clock");
  document.getElementById("tv-silent").hidden = preview || muted || bell.ready() || !clock;
  document.getElementById("tv-muted").hidden = !muted || !clock;
  isPressed("sound", audible());
}

export function switchOver() {
  muted = !muted;
  hint();
}

function ring(what) {
  root.setAttribute("data-rang", (root.dataset.rang || "").split(" ").slice(-5).concat(what).join(" ").trim());
  if (audible()) bell.ring(TONES[what], 0.42, 0.5);
}

document.addEventListener("roundclock", (event) => ring(event.detail.what));
if (!preview) ["keydown", "pointerdown", "click"].forEach((name) => {
  document.addEventListener(name, () => bell.wake(hint));
});
