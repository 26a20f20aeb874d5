// Shows the round clock by the server's time and announces its moments.
import { figure, isSoon, left, part, passed, phase } from "./figures.js";
import { measure, now } from "./time.js";

const TICK = 250;
const AGAIN = 60000;

const last = {};
let asked = 0;

const all = () => Array.from(document.querySelectorAll("[data-clock]"));

// ── What it shows ─────────────────────────────────────────

// Writes only changes, so that the page is not rebuilt every second.
function write(element, words) {
  if (!element.firstChild) element.appendChild(document.createTextNode(""));
  if (element.firstChild.nodeValue !== words) element.firstChild.nodeValue = words;
}

function hide(element, hidden) {
  if (element && element.hidden !== hidden) element.hidden = hidden;
}

function paint(clock) {
  const known = Boolean(clock.dataset.ends);
  if (clock.id === "round-clock") hide(clock, !known);
  if (!known) return;
  const seconds = left(clock.dataset, now());
  face(clock, figure(clock.dataset, seconds));
  phases(clock, seconds);
  const ring = clock.querySelector("[data-clock-ring]");
  if (ring) ring.setAttribute("stroke-dasharray", `${part(clock.dataset, seconds)} 100`);
  tell(clock, seconds);
}

function face(clock, words) {
  const shown = clock.querySelector("[data-clock-figure]");
  write(shown, words);
  hide(shown, false);
  hide(clock.querySelector("[data-clock-static]"), true);
  shown.classList.toggle("wide", words.length > 5);
}

function phases(clock, seconds) {
  const shown = phase(clock.dataset, seconds);
  if (clock.dataset.phase !== shown) clock.dataset.phase = shown;
  clock.classList.toggle("soon", shown === "runs" && isSoon(clock.dataset, seconds));
  clock.querySelectorAll("[data-clock-phase]").forEach((one) => {
    hide(one, one.getAttribute("data-clock-phase") !== shown);
  });
}

// Announces a moment when the clock passes it, not when the page opened later or slept.
function tell(clock, seconds) {
  const newest = passed(clock.dataset, last[clock.id], seconds);
  last[clock.id] = seconds;
  if (newest) document.dispatchEvent(new CustomEvent("roundclock", { detail: newest }));
}

// ── The server's time and, where the page is not live, the clock itself ──

function takeOver(clock, one) {
  clock.dataset.ends = one ? String(one.ends) : "";
  clock.dataset.rests = one && one.rests !== null ? String(one.rests) : "";
  if (!one) return;
  clock.dataset.length = String(one.length);
  clock.dataset.extra = one.extra;
  clock.dataset.amount = String(one.amount);
}

function take(said, sent) {
  measure(said.now, sent, Date.now());
  all().filter((clock) => clock.dataset.clock === "ask").forEach((clock) => takeOver(clock, said.clock));
  document.dispatchEvent(new CustomEvent("roundclock:asked", { detail: said }));
  all().forEach(paint);
}

async function ask() {
  const [first] = all();
  const address = first ? first.dataset.address : document.documentElement.dataset.clockAddress;
  if (!address || document.hidden) return;
  const sent = Date.now();
  asked = sent;
  try {
    const answer = await fetch(address, { cache: "no-store", credentials: "same-origin" });
    if (answer.ok) take(await answer.json(), sent);
  } catch (lost) {
    // Without a connection the clock keeps counting, and asks again in a minute.
  }
}

// A page without a clock asks for nothing; a live page asks once, others every minute.
function due() {
  const clocks = all();
  const waits = clocks.some((clock) => clock.dataset.clock === "ask");
  if (waits || document.documentElement.dataset.clockAddress) return Date.now() - asked >= AGAIN || Date.now() < asked;
  return !asked && clocks.some((clock) => clock.dataset.ends);
}

function tick() {
  if (document.hidden) return;
  if (due()) ask();
  all().forEach(paint);
}

document.addEventListener("visibilitychange", tick);
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "follow" || event.target.id === "screen") asked = 0;
  tick();
});
window.addEventListener("online", ask);
setInterval(tick, TICK);
tick();
