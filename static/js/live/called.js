// Announces that the followed entrant's table is called: in text, in the title of a hidden tab, and by sound if the
// reader switched it on. The page works without it.
import * as bell from "../bell.js";
import { remember, remembered } from "../memory.js";
import { renew } from "./strip.js";

const IN_BACKGROUND = 5000;
const SWITCH = "called-sound";
const TOLD = "called";
const MOST_KEPT = 20;
const PULSES = [300, 150, 300, 150, 300];

const words = document.getElementById("called");
const sound = () => document.getElementById("call-sound");
const isOn = () => remembered("localStorage", SWITCH) === "on";

let before = null; // the title to restore after a call
let first = true;
const here = { sessionStorage: [], localStorage: [] }; // fallback if storage is blocked

// ── Never twice ───────────────────────────────────────────

// Each window announces a call once, and only one window of a browser rings.
function isNew(store, call) {
  const announced = (remembered(store, TOLD) || "").split(" ").filter(Boolean).concat(here[store]);
  if (announced.includes(call)) return false;
  here[store].push(call);
  remember(store, TOLD, announced.concat(call).slice(-MOST_KEPT).join(" "));
  return true;
}

// ── Sound ─────────────────────────────────────────────────

function show() {
  const button = sound();
  if (!button) return;
  const state = !isOn() ? "off" : bell.ready() ? "on" : "asleep";
  button.hidden = false;
  button.setAttribute("aria-pressed", state === "off" ? "false" : "true");
  button.querySelectorAll("[data-when]").forEach((one) => {
    one.hidden = one.dataset.when !== state;
  });
}

function ring() {
  bell.ring([784, 1047, 1319, 1047], 0.22, 0.4);
  if (navigator.vibrate) navigator.vibrate(PULSES);
  const { dataset } = document.documentElement;
  dataset.rang = String(Number(dataset.rang || 0) + 1);
}

// Permission to play sound does not carry over from another page: the first tap here wakes the bell.
function switched() {
  const asleep = isOn() && !bell.ready();
  const on = asleep || !isOn();
  remember("localStorage", SWITCH, on ? "on" : "off");
  if (on) bell.wake(show);
  if (on && !asleep) ring();
  show();
}

function touched({ target }) {
  if (target.closest && target.closest("#call-sound")) return;
  if (isOn() && !bell.ready()) bell.wake(show);
}

// ── Calls ─────────────────────────────────────────────────

function titled(said) {
  if (before === null) before = document.title;
  document.title = `${said} · ${before}`;
}

function seen() {
  if (document.hidden || before === null) return;
  document.title = before;
  before = null;
}

// Encounters that had started before the page opened are not announced.
function tell() {
  show();
  const strip = document.getElementById("mine");
  const { called, words: said, begun } = strip ? strip.dataset : {};
  const late = first && begun !== undefined;
  if (strip) first = false;
  if (!called || !isNew("sessionStorage", called)) return;
  const rings = isNew("localStorage", called);
  if (late) return;
  words.textContent = said;
  if (document.hidden) titled(said);
  if (rings && isOn()) ring();
}

// `live.js` pauses in hidden pages. Polls here, since readers want calls announced there too.
function listen() {
  document.addEventListener("strip:shown", tell);
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#call-sound")) switched();
  });
  ["pointerdown", "keydown"].forEach((name) => document.addEventListener(name, touched));
  document.addEventListener("visibilitychange", seen);
  window.addEventListener("storage", ({ key }) => {
    if (key === SWITCH) show();
  });
  setInterval(() => {
    if (document.hidden && isOn()) renew();
  }, IN_BACKGROUND);
}

if (words) listen();
