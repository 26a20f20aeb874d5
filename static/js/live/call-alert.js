// Announces that the followed entrant's table is called: in text, in the title of a hidden tab, and by sound if the
// reader switched it on. The page works without it.
import * as bell from "../bell.js";
import { readStorage, writeStorage } from "../browser-storage.js";
import { refreshStrip } from "./followed-entrant.js";

const IN_BACKGROUND = 5000;
const SOUND_KEY = "called-sound";
const ANNOUNCED_KEY = "called";
const MAX_ANNOUNCED = 20;
const PULSES = [300, 150, 300, 150, 300];

const announcement = document.getElementById("called");
const soundButton = () => document.getElementById("call-sound");
const isSoundOn = () => readStorage("localStorage", SOUND_KEY) === "on";

let originalTitle = null; // the title to restore after a call
let isFirst = true;
const announcedHere = { sessionStorage: [], localStorage: [] }; // fallback if storage is blocked

// ── Announced calls ───────────────────────────────────────

// Each window announces a call once, and only one window of a browser rings.
function isNew(store, call) {
  const announced = (readStorage(store, ANNOUNCED_KEY) || "").split(" ").filter(Boolean).concat(announcedHere[store]);
  if (announced.includes(call)) return false;
  announcedHere[store].push(call);
  writeStorage(store, ANNOUNCED_KEY, announced.concat(call).slice(-MAX_ANNOUNCED).join(" "));
  return true;
}

// ── Sound ─────────────────────────────────────────────────

function showSoundState() {
  const button = soundButton();
  if (!button) return;
  const state = !isSoundOn() ? "off" : bell.isReady() ? "on" : "asleep";
  button.hidden = false;
  button.setAttribute("aria-pressed", state === "off" ? "false" : "true");
  button.querySelectorAll("[data-when]").forEach((label) => {
    label.hidden = label.dataset.when !== state;
  });
}

function ringBell() {
  bell.ring([784, 1047, 1319, 1047], 0.22, 0.4);
  if (navigator.vibrate) navigator.vibrate(PULSES);
  const { dataset } = document.documentElement;
  dataset.sounded = String(Number(dataset.sounded || 0) + 1);
}

// Permission to play sound does not carry over from another page: the first tap here wakes the bell.
function toggleSound() {
  const isAsleep = isSoundOn() && !bell.isReady();
  const isTurnedOn = isAsleep || !isSoundOn();
  writeStorage("localStorage", SOUND_KEY, isTurnedOn ? "on" : "off");
  if (isTurnedOn) bell.resumeAudio(showSoundState);
  if (isTurnedOn && !isAsleep) ringBell();
  showSoundState();
}

function resumeSound({ target }) {
  if (target.closest && target.closest("#call-sound")) return;
  if (isSoundOn() && !bell.isReady()) bell.resumeAudio(showSoundState);
}

// ── Calls ─────────────────────────────────────────────────

function showInTitle(text) {
  if (originalTitle === null) originalTitle = document.title;
  document.title = `${text} · ${originalTitle}`;
}

function restoreTitle() {
  if (document.hidden || originalTitle === null) return;
  document.title = originalTitle;
  originalTitle = null;
}

// Encounters that had started before the page opened are not announced.
function announceCall() {
  showSoundState();
  const strip = document.getElementById("mine");
  const { called, words: text, begun } = strip ? strip.dataset : {};
  const isLate = isFirst && begun !== undefined;
  if (strip) isFirst = false;
  if (!called || !isNew("sessionStorage", called)) return;
  const isFirstWindow = isNew("localStorage", called);
  if (isLate) return;
  announcement.textContent = text;
  if (document.hidden) showInTitle(text);
  if (isFirstWindow && isSoundOn()) ringBell();
}

// `live.js` pauses in hidden pages. Polls here, since readers want calls announced there too.
function listenForCalls() {
  document.addEventListener("strip:shown", announceCall);
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#call-sound")) toggleSound();
  });
  ["pointerdown", "keydown"].forEach((name) => document.addEventListener(name, resumeSound));
  document.addEventListener("visibilitychange", restoreTitle);
  window.addEventListener("storage", ({ key }) => {
    if (key === SOUND_KEY) showSoundState();
  });
  setInterval(() => {
    if (document.hidden && isSoundOn()) refreshStrip();
  }, IN_BACKGROUND);
}

if (announcement) listenForCalls();
