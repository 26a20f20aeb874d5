// The large screen: rotates slides, steps by keys and remote, rings the clock. live.js brings the content; this only
// chooses the visible slide. Stores nothing but that slide's name.
import "../live/live.js";
import "../play/clock.js";
import { serverNow } from "../play/server-time.js";
import { readStorage, writeStorage } from "../browser-storage.js";
import { listenForActions, setPressed } from "./controls.js";
import { fitText } from "./fit-text.js";
import { toggleFullscreen } from "./full-screen.js";
import { indexOfSlide, sameOrNearest, slideAfterSteps, slidesInRotation } from "./slides.js";
import { toggleSound, updateHints } from "./sound.js";

const ONCE_A_MINUTE = 60000;

const root = document.documentElement;
const isPreview = root.classList.contains("tv-preview");
const screenElement = () => document.getElementById("tv");
const { release } = screenElement().dataset;

const championSlide = () => document.querySelector(".tv-of-champion");

let { calls } = screenElement().dataset;
let hadChampion = Boolean(championSlide());
let shownId = null;
let changedAt = Date.now();
let isPaused = false;

// ── Which slide ───────────────────────────────────────────

const allSlides = () => Array.from(document.querySelectorAll(".tv-slide"));

const slideInfo = ({ id, dataset }) => ({ id, kind: dataset.kind, until: dataset.until });

function currentRotation() {
  const { holds, called } = screenElement().dataset;
  return slidesInRotation(allSlides().map(slideInfo), { now: serverNow(), holds, called });
}

// Writes only changes, because every change calls the observer below.
function setClass(element, name, isWanted) {
  if (element.classList.contains(name) !== isWanted) element.classList.toggle(name, isWanted);
}

function showSlide({ id }) {
  if (shownId !== id) changedAt = Date.now();
  shownId = id;
  const rotation = currentRotation();
  fitText(document.getElementById(id));
  allSlides().forEach((slide) => {
    setClass(slide, "on", slide.id === id);
    const stepMark = document.getElementById(`step-${slide.dataset.kind}${slide.id.slice(slide.id.lastIndexOf("-"))}`);
    if (!stepMark) return;
    setClass(stepMark, "on", slide.id === id);
    setClass(stepMark, "past", indexOfSlide(rotation, slide.id) < 0);
  });
}

function stepBy(by) {
  showSlide(slideAfterSteps(currentRotation(), shownId, by));
  changedAt = Date.now();
}

// After each change from the server: the slide the organizer called, else the same as before.
function refreshSlide() {
  if (!screenElement()) return;
  if (screenElement().dataset.release !== release) {
    reloadOnce();
    return;
  }
  const calledSlide = newlyCalledSlide();
  showSlide(calledSlide || firstChampionSlide() || sameOrNearest(currentRotation(), shownId));
}

// The slide to jump to once, when a champion appears; a held slide stays.
function firstChampionSlide() {
  const slide = championSlide();
  const isNew = slide && !hadChampion;
  hadChampion = Boolean(slide);
  return isNew ? currentRotation().find(({ id }) => id === slide.id) : null;
}

function newlyCalledSlide() {
  if (screenElement().dataset.calls === calls) return null;
  ({ calls } = screenElement().dataset);
  setPaused(false);
  return currentRotation().find((slide) => slide.kind === screenElement().dataset.called);
}

function advance() {
  const duration = Number(screenElement().dataset.seconds) * 1000;
  const isMissing = indexOfSlide(currentRotation(), shownId) < 0;
  if (isMissing || (!isPaused && Date.now() - changedAt >= duration)) stepBy(1);
  if (Date.now() < changedAt) changedAt = Date.now();
}

function setPaused(isWanted) {
  isPaused = isWanted;
  if (!isWanted) changedAt = Date.now();
  document.getElementById("tv-paused").hidden = !isWanted;
  setPressed("pause", isWanted);
}

// ── A new release of the program ──────────────────────────

// Without storage it reloads as well: the release differs only once.
function reloadOnce() {
  const triedAt = Number(readStorage("sessionStorage", "tv-renewed") || 0);
  writeStorage("sessionStorage", "tv-renewed", String(Date.now()));
  if (Date.now() - triedAt >= ONCE_A_MINUTE) location.reload();
}

document.addEventListener("roundclock:asked", (event) => {
  if (event.detail.release !== release) reloadOnce();
});

// ── The machine stays awake, where the browser lets a page ask for it ──

function stayAwake() {
  if (isPreview || document.hidden || !navigator.wakeLock) return;
  navigator.wakeLock.request("screen").catch(() => {});
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();

// ── The time of day, as in the club ───────────────────────

function showTime() {
  const timeElement = document.getElementById("tv-time");
  const text = new Date(serverNow()).toLocaleTimeString(root.lang, {
    hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: timeElement.dataset.zone,
  });
  if (timeElement.firstChild.nodeValue !== text) timeElement.firstChild.nodeValue = text;
}

// ── Start ─────────────────────────────────────────────────

if (!isPreview) {
  listenForActions({
    back: () => stepBy(-1),
    on: () => stepBy(1),
    pause: () => setPaused(!isPaused),
    sound: toggleSound,
    full: toggleFullscreen,
  });
}
new MutationObserver(refreshSlide).observe(document.getElementById("main"), {
  attributeFilter: ["class", "data-calls", "data-called", "data-holds", "data-release"],
  attributes: true,
  childList: true,
  subtree: true,
});
window.addEventListener("resize", refreshSlide);
const initialSlide = document.querySelector(".tv-slide.on");
shownId = initialSlide ? initialSlide.id : null;
refreshSlide();
setInterval(() => {
  if (!screenElement()) return;
  advance();
  showTime();
  updateHints();
}, 250);
