// Announces new calls to the referee by title, text and, if switched on, sound. The page works without it.
import "../live/live.js";
import * as bell from "../bell.js";
import { remember, remembered } from "../memory.js";

const IN_BACKGROUND = 5000;
const KEY = "referee-sound";

const live = document.getElementById("live");
const sound = document.getElementById("sound");

// ── Sound ─────────────────────────────────────────────────

function ring() {
  bell.ring([880, 1175], 0.18, 0.25);
  sound.setAttribute("data-rang", String(Number(sound.getAttribute("data-rang") || 0) + 1));
}

function show(on) {
  sound.setAttribute("aria-pressed", on ? "true" : "false");
  sound.querySelector("[data-on]").hidden = !on;
  sound.querySelector("[data-off]").hidden = on;
}

const isOn = () => sound.getAttribute("aria-pressed") === "true";

function switched() {
  show(!isOn());
  remember("localStorage", KEY, isOn() ? "on" : "off");
  if (isOn()) ring();
}

// ── Calls ─────────────────────────────────────────────────

const waiting = () => Array.from(live.querySelectorAll("[data-call]"));

let known = [];

function tell() {
  const words = waiting().filter(({ dataset }) => !known.includes(dataset.call)).map(({ dataset }) => dataset.words);
  known = waiting().map(({ dataset }) => dataset.call);
  const { title } = document.getElementById("waiting").dataset;
  document.title = (known.length ? `(${known.length}) ` : "") + title;
  if (!words.length) return;
  document.getElementById("announce").textContent = words.join(". ");
  if (isOn()) ring();
}

if (live && sound) {
  known = waiting().map(({ dataset }) => dataset.call);
  sound.hidden = false;
  show(remembered("localStorage", KEY) === "on");
  sound.addEventListener("click", switched);
  document.body.addEventListener("htmx:afterSettle", tell);
  // live.js pauses in hidden pages, but a referee must hear calls there too.
  setInterval(() => {
    if (document.hidden) window.htmx.trigger(live, "look");
  }, IN_BACKGROUND);
}
