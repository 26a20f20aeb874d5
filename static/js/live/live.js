// Follows the tournament: a stream announces changes, the page fetches and applies them. Without a stream it polls
// every three seconds.
import { change, glide, letGo, places, steady } from "./change.js";
import { say } from "./connection.js";
import { versionOf } from "./handed.js";
import { stream as streamOf } from "./stream.js";

const PAUSE = 3000;
const BETWEEN = 250; // hands in quick succession are fetched together
const GONE = [404, 410];

let timer = null;
let soon = null;
let asked = 0;
let told = null; // the counter that was announced but not fetched yet
let news = 0;
let covered = 0;
let shared = false; // whether the shared response was requested
let barred = false; // the shared response failed: request the page's own address

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

// Switches the live part to another address, fetches it at once and with every change.
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
let also = null; // another topic on the same stream
let stream = null;

function listen() {
  if (stream) stream.close();
  stream = topic ? streamOf(also ? [topic, also.topic] : [topic], { told: hear, lost: look }) : null;
  if (stream && !document.hidden) stream.open();
}

// `more` is another topic with its callback, which gets the counter and the milliseconds over which to spread the
// request.
export function listenAlso(more) {
  also = more;
  listen();
}

export const isHearing = () => Boolean(stream && stream.live());

// A page that becomes visible asks at once and then listens; a hidden page does neither.
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

// Sends the version that was announced, so that a shared cache can answer.
function configured({ detail }) {
  if (!isOurs(detail)) return;
  detail.sought = detail.elt.getAttribute("hx-get");
  const before = detail.elt.dataset.shared;
  shared = Boolean(before) && told !== null && !barred;
  if (shared) detail.path = versionOf(detail.path, before, told);
}

// Discards an answer to a request from before the reader searched or chose something else.
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
  // An open window must not keep showing a page that is gone or hidden.
  if (GONE.includes(detail.xhr.status)) {
    window.location.reload();
    return;
  }
  say(!detail.successful);
  if (detail.successful && covered === news) told = null;
  else if (detail.successful && behind()) askSoon(0);
}

document.body.addEventListener("htmx:configRequest", configured);
// An answer covers what was announced before the request; later changes are requested again.
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
// A page in the back/forward cache holds no connection and may be outdated when it returns.
window.addEventListener("pagehide", () => {
  if (stream) stream.close();
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) wake();
});
timer = setTimeout(look, PAUSE);
listen();
say(false);
