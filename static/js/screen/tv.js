// The large screen: rotates slides, steps by keys and remote, rings the clock. live.js brings the content; this only
// chooses the visible slide. Stores nothing but that slide's name.
import "../live/live.js";
import "../play/clock.js";
import { now } from "../play/time.js";
import { remember, remembered } from "../memory.js";
import { full, isPressed, listen } from "./controls.js";
import { grow } from "./grow.js";
import { goingRound, placeOf, sameOrNearest, stepped } from "./slides.js";
import { hint, switchOver } from "./sound.js";

const ONCE_A_MINUTE = 60000;

const root = document.documentElement;
const preview = root.classList.contains("tv-preview");
const tv = () => document.getElementById("tv");
const { release } = tv().dataset;

let { calls } = tv().dataset;
let present = null;
let changedAt = Date.now();
let paused = false;

// ── Which slide ───────────────────────────────────────────

const every = () => Array.from(document.querySelectorAll(".tv-slide"));

const told = ({ id, dataset }) => ({ id, kind: dataset.kind, until: dataset.until });

function round() {
  const { holds, called } = tv().dataset;
  return goingRound(every().map(told), { now: now(), holds, called });
}

// Writes only changes, because every change calls the observer below.
function mark(element, name, wanted) {
  if (element.classList.contains(name) !== wanted) element.classList.toggle(name, wanted);
}

function show({ id }) {
  if (present !== id) changedAt = Date.now();
  present = id;
  const going = round();
  grow(document.getElementById(id));
  every().forEach((one) => {
    mark(one, "on", one.id === id);
    const step = document.getElementById(`step-${one.dataset.kind}${one.id.slice(one.id.lastIndexOf("-"))}`);
    if (!step) return;
    mark(step, "on", one.id === id);
    mark(step, "past", placeOf(going, one.id) < 0);
  });
}

function step(by) {
  show(stepped(round(), present, by));
  changedAt = Date.now();
}

// After each change from the server: the slide the organizer called, else the same as before.
function keep() {
  if (!tv()) return;
  if (tv().dataset.release !== release) {
    renew();
    return;
  }
  show(calledNow() || sameOrNearest(round(), present));
}

function calledNow() {
  if (tv().dataset.calls === calls) return null;
  ({ calls } = tv().dataset);
  pause(false);
  return round().find((slide) => slide.kind === tv().dataset.called);
}

function goOn() {
  const seconds = Number(tv().dataset.seconds) * 1000;
  const gone = placeOf(round(), present) < 0;
  if (gone || (!paused && Date.now() - changedAt >= seconds)) step(1);
  if (Date.now() < changedAt) changedAt = Date.now();
}

function pause(wanted) {
  paused = wanted;
  if (!wanted) changedAt = Date.now();
  document.getElementById("tv-paused").hidden = !wanted;
  isPressed("pause", wanted);
}

// ── A new release of the program ──────────────────────────

// Without storage it reloads as well: the release differs only once.
function renew() {
  const tried = Number(remembered("sessionStorage", "tv-renewed") || 0);
  remember("sessionStorage", "tv-renewed", String(Date.now()));
  if (Date.now() - tried >= ONCE_A_MINUTE) location.reload();
}

document.addEventListener("roundclock:asked", (event) => {
  if (event.detail.release !== release) renew();
});

// ── The machine stays awake, where the browser lets a page ask for it ──

function stayAwake() {
  if (preview || document.hidden || !navigator.wakeLock) return;
  navigator.wakeLock.request("screen").catch(() => {});
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();

// ── The time of day, as in the club ───────────────────────

function time() {
  const shown = document.getElementById("tv-time");
  const words = new Date(now()).toLocaleTimeString(root.lang, {
    hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: shown.dataset.zone,
  });
  if (shown.firstChild.nodeValue !== words) shown.firstChild.nodeValue = words;
}

// ── Beginning ─────────────────────────────────────────────

if (!preview) {
  const acts = { back: () => step(-1), on: () => step(1), pause: () => pause(!paused), sound: switchOver, full };
  listen(acts);
}
new MutationObserver(keep).observe(document.getElementById("main"), {
  attributeFilter: ["class", "data-calls", "data-called", "data-holds", "data-release"],
  attributes: true,
  childList: true,
  subtree: true,
});
window.addEventListener("resize", keep);
const begun = document.querySelector(".tv-slide.on");
present = begun ? begun.id : null;
keep();
setInterval(() => {
  if (!tv()) return;
  goOn();
  time();
  hint();
}, 250);
