// Follows the tournament: hears on a stream that something changed, asks for it, and lets only that change.
// While there is no stream it asks every three seconds.
import { change, glide, letGo, places, steady } from "./change.js";
import { say } from "./connection.js";
import { versionOf } from "./handed.js";
import { stream as streamOf } from "./stream.js";

const PAUSE = 3000;
const BETWEEN = 250; // hands that come in quick succession are asked for together
const GONE = [404, 410];

let timer = null;
let soon = null;
let asked = 0;
let told = null; // the counter that was heard and not asked for yet
let news = 0;
let covered = 0;
let shared = false; // whether what all are given was asked for
let barred = false; // it did not come: the page's own address is asked instead

window.htmx.defineExtension("follow", {
  isInlineSwap: (style) => style === "follow",
  handleSwap(style, target, fragment) {
    if (style !== "follow") return false;
    target.dispatchEvent(new CustomEvent("follow:arrived", { detail: fragment }));
    const before = places(target);
    steady(letGo(), () => {
      change(target, fragment.firstElementChild || fragment);
      target.dispatchEvent(new Event("follow:changed"));
    });
    glide(before);
    return [target];
  },
});

// ── Asking ────────────────────────────────────────────────

const root = () => document.querySelector("[data-topic]") || document.getElementById("live");

function ask() {
  clearTimeout(soon);
  soon = null;
  const live = root();
  if (!live || document.hidden) return;
  asked = Date.now();
  window.htmx.trigger(live, "look");
}

// The live part stands for another address from now on: it is asked for at once, and whenever something changes.
export function lookFor(address) {
  const live = root();
  live.setAttribute("hx-get", address);
  window.htmx.process(live);
  ask();
}

function look() {
  clearTimeout(timer);
  if (document.hidden) return;
  if (!isHearing()) ask();
  timer = setTimeout(look, PAUSE);
}

function askSoon(spread) {
  if (soon) return;
  soon = setTimeout(ask, Math.max(Math.random() * spread, asked + BETWEEN - Date.now(), 0));
}

// ── Hearing ───────────────────────────────────────────────

function behind() {
  const live = root();
  return told !== null && live && live.dataset.counter !== String(told);
}

function hear(counters, spread) {
  if (also && counters[also.topic] !== undefined) also.told(counters[also.topic], spread);
  const counter = counters[topic];
  if (counter !== told) news += 1;
  told = counter;
  if (behind()) askSoon(spread);
  else say(false);
}

const followed = root();
const topic = followed && followed.dataset.topic;
let also = null; // what else of the page is told of on the same stream
let stream = null;

function listen() {
  if (stream) stream.close();
  stream = topic ? streamOf(also ? [topic, also.topic] : [topic], { told: hear, lost: look }) : null;
  if (stream && !document.hidden) stream.open();
}

// `more` is another topic, and who is told its counter and over how many milliseconds to ask for what is new.
export function listenAlso(more) {
  also = more;
  listen();
}

export const isHearing = () => Boolean(stream && stream.live());

// A page that comes to light, or back, asks at once and then listens; one that nobody sees does neither.
function wake() {
  if (document.hidden) {
    if (stream) stream.close();
    clearTimeout(timer);
    return;
  }
  ask();
  if (stream) stream.open();
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
}

// ── Questions and answers ─────────────────────────────────

const isOurs = ({ elt }) => elt.id === "live" || elt.hasAttribute("data-topic");

// Who asks for the same as a thousand others says what he heard of: then it is at hand where he heard of it.
function configured({ detail }) {
  if (!isOurs(detail)) return;
  detail.sought = detail.elt.getAttribute("hx-get");
  const before = detail.elt.dataset.shared;
  shared = Boolean(before) && told !== null && !barred;
  if (shared) detail.path = versionOf(detail.path, before, told);
}

// Whoever searched or chose in the meantime reads something else by now: what was asked for before is not for him.
function beforeSwap({ detail }) {
  const { elt: live, sought } = detail.requestConfig;
  if (!live.hasAttribute("data-topic") || live.getAttribute("hx-get") === sought) return;
  detail.shouldSwap = false;
  askSoon(0);
}

function answered({ detail }) {
  if (!isOurs(detail)) return;
  barred = shared && !detail.successful;
  if (barred) {
    askSoon(0);
    return;
  }
  // What is there no longer, or for nobody to see, does not stay in an open window.
  if (GONE.includes(detail.xhr.status)) {
    window.location.reload();
    return;
  }
  say(!detail.successful);
  if (detail.successful && covered === news) told = null;
  else if (detail.successful && behind()) askSoon(0);
}

document.body.addEventListener("htmx:configRequest", configured);
// An answer covers what was heard before it was asked for; what was heard since is asked for again.
document.body.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (isOurs(detail)) covered = news;
});
document.body.addEventListener("htmx:beforeSwap", beforeSwap);
document.body.addEventListener("htmx:afterRequest", answered);
document.addEventListener("visibilitychange", wake);
window.addEventListener("online", wake);
window.addEventListener("offline", () => {
  if (stream) stream.drop();
  look();
});
// A page kept for the back button holds no connection; it may be old when it comes back.
window.addEventListener("pagehide", () => {
  if (stream) stream.close();
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) wake();
});
timer = setTimeout(look, PAUSE);
listen();
say(false);
