// The table of whom the reader follows is called: said in words, by the title of a tab that nobody sees, and by sound once
// he asked for it. The page works without this.
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

let before = null; // the title, while a call stands before it
let first = true;
const here = { sessionStorage: [], localStorage: [] }; // for a browser that remembers nothing

// ── Never twice ───────────────────────────────────────────

// Each window tells a call once, and of all windows of a browser one rings.
function isNew(store, call) {
  const told = (remembered(store, TOLD) || "").split(" ").filter(Boolean).concat(here[store]);
  if (told.includes(call)) return false;
  here[store].push(call);
  remember(store, TOLD, told.concat(call).slice(-MOST_KEPT).join(" "));
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

// What was allowed on another page sounds on this one once it was touched: until then a tap wakes the bell.
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

// What had begun before the page was opened calls nobody to his table any more.
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

// `live.js` rests while nobody sees the page. Who wants to hear of a call hears of it then, too.
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
