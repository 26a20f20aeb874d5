// Announces new calls to the referee by title, text and, if switched on, sound. The page works without it.
import "../live/live.js";
import * as bell from "../bell.js";
import { readStorage, writeStorage } from "../browser-storage.js";

const IN_BACKGROUND = 5000;
const SOUND_KEY = "referee-sound";

const live = document.getElementById("live");
const soundButton = document.getElementById("sound");

// ── Sound ─────────────────────────────────────────────────

function ringBell() {
  bell.ring([880, 1175], 0.18, 0.25);
  soundButton.setAttribute("data-sounded", String(Number(soundButton.getAttribute("data-sounded") || 0) + 1));
}

function showSoundState(isTurnedOn) {
  soundButton.setAttribute("aria-pressed", isTurnedOn ? "true" : "false");
  soundButton.querySelector("[data-on]").hidden = !isTurnedOn;
  soundButton.querySelector("[data-off]").hidden = isTurnedOn;
}

const isSoundOn = () => soundButton.getAttribute("aria-pressed") === "true";

function toggleSound() {
  showSoundState(!isSoundOn());
  writeStorage("localStorage", SOUND_KEY, isSoundOn() ? "on" : "off");
  if (isSoundOn()) ringBell();
}

// ── Calls ─────────────────────────────────────────────────

const waitingCalls = () => Array.from(live.querySelectorAll("[data-call]"));

let knownCalls = [];

function announceNewCalls() {
  const announcements = waitingCalls()
    .filter(({ dataset }) => !knownCalls.includes(dataset.call))
    .map(({ dataset }) => dataset.words);
  knownCalls = waitingCalls().map(({ dataset }) => dataset.call);
  const { title } = document.getElementById("waiting").dataset;
  document.title = (knownCalls.length ? `(${knownCalls.length}) ` : "") + title;
  if (!announcements.length) return;
  document.getElementById("announce").textContent = announcements.join(". ");
  if (isSoundOn()) ringBell();
}

if (live && soundButton) {
  knownCalls = waitingCalls().map(({ dataset }) => dataset.call);
  soundButton.hidden = false;
  showSoundState(readStorage("localStorage", SOUND_KEY) === "on");
  soundButton.addEventListener("click", toggleSound);
  document.body.addEventListener("htmx:afterSettle", announceNewCalls);
  // live.js pauses in hidden pages, but a referee must hear calls there too.
  setInterval(() => {
    if (document.hidden) window.htmx.trigger(live, "refresh");
  }, IN_BACKGROUND);
}
