// The clock's sound on a large screen, after a user gesture.
import * as bell from "../bell.js";
import { setPressed } from "./controls.js";

const TONES = { warning: [880, 880], end: [1175, 988, 784, 1175, 988, 784], over: [784, 784, 784] };

const root = document.documentElement;
const isPreview = root.classList.contains("tv-preview");
let isMuted = false;

const isAudible = () => bell.isReady() && !isMuted;

export function updateHints() {
  const clock = document.getElementById("tv-clock");
  document.getElementById("tv-silent").hidden = isPreview || isMuted || bell.isReady() || !clock;
  document.getElementById("tv-muted").hidden = !isMuted || !clock;
  setPressed("sound", isAudible());
}

export function toggleSound() {
  isMuted = !isMuted;
  updateHints();
}

function ringMoment(moment) {
  root.setAttribute("data-sounded", (root.dataset.sounded || "").split(" ").slice(-5).concat(moment).join(" ").trim());
  if (isAudible()) bell.ring(TONES[moment], 0.42, 0.5);
}

document.addEventListener("roundclock", (event) => ringMoment(event.detail.what));
if (!isPreview) ["keydown", "pointerdown", "click"].forEach((name) => {
  document.addEventListener(name, () => bell.resumeAudio(updateHints));
});
