// Shows the round clock by the server's time and announces its moments.
import { clockPhase, clockText, isSoon, passedMoment, percentLeft, secondsLeft } from "./clock-face.js";
import { measureOffset, serverNow } from "./server-time.js";

const TICK = 250;
const ASK_INTERVAL = 60000;

const lastSeconds = {};
let askedAt = 0;

const allClocks = () => Array.from(document.querySelectorAll("[data-clock]"));

// ── What it shows ─────────────────────────────────────────

// Writes only changes, so that the page is not rebuilt every second.
function setText(element, text) {
  if (!element.firstChild) element.appendChild(document.createTextNode(""));
  if (element.firstChild.nodeValue !== text) element.firstChild.nodeValue = text;
}

function setHidden(element, hidden) {
  if (element && element.hidden !== hidden) element.hidden = hidden;
}

function paintClock(clock) {
  const hasTime = Boolean(clock.dataset.ends);
  if (clock.id === "round-clock") setHidden(clock, !hasTime);
  if (!hasTime) return;
  const seconds = secondsLeft(clock.dataset, serverNow());
  paintText(clock, clockText(clock.dataset, seconds));
  paintPhase(clock, seconds);
  const ring = clock.querySelector("[data-clock-ring]");
  if (ring) ring.setAttribute("stroke-dasharray", `${percentLeft(clock.dataset, seconds)} 100`);
  announceMoment(clock, seconds);
}

function paintText(clock, text) {
  const shown = clock.querySelector("[data-clock-figure]");
  setText(shown, text);
  setHidden(shown, false);
  setHidden(clock.querySelector("[data-clock-static]"), true);
  shown.classList.toggle("wide", text.length > 5);
}

function paintPhase(clock, seconds) {
  const shown = clockPhase(clock.dataset, seconds);
  if (clock.dataset.phase !== shown) clock.dataset.phase = shown;
  clock.classList.toggle("soon", shown === "runs" && isSoon(clock.dataset, seconds));
  clock.querySelectorAll("[data-clock-phase]").forEach((label) => {
    setHidden(label, label.getAttribute("data-clock-phase") !== shown);
  });
}

// Announces a moment when the clock passes it, not when the page opened later or slept.
function announceMoment(clock, seconds) {
  const newest = passedMoment(clock.dataset, lastSeconds[clock.id], seconds);
  lastSeconds[clock.id] = seconds;
  if (newest) document.dispatchEvent(new CustomEvent("roundclock", { detail: newest }));
}

// ── The server's time and, where the page is not live, the clock itself ──

function applyClock(clock, serverClock) {
  clock.dataset.ends = serverClock ? String(serverClock.ends) : "";
  clock.dataset.rests = serverClock && serverClock.rests !== null ? String(serverClock.rests) : "";
  if (!serverClock) return;
  clock.dataset.length = String(serverClock.length);
  clock.dataset.extra = serverClock.extra;
  clock.dataset.amount = String(serverClock.amount);
}

function applyAnswer(answer, sentAt) {
  measureOffset(answer.now, sentAt, Date.now());
  allClocks().filter((clock) => clock.dataset.clock === "ask").forEach((clock) => applyClock(clock, answer.clock));
  document.dispatchEvent(new CustomEvent("roundclock:asked", { detail: answer }));
  allClocks().forEach(paintClock);
}

async function fetchClock() {
  const [firstClock] = allClocks();
  const address = firstClock ? firstClock.dataset.address : document.documentElement.dataset.clockAddress;
  if (!address || document.hidden) return;
  const sentAt = Date.now();
  askedAt = sentAt;
  try {
    const answer = await fetch(address, { cache: "no-store", credentials: "same-origin" });
    if (answer.ok) applyAnswer(await answer.json(), sentAt);
  } catch (error) {
    // Without a connection the clock keeps counting and requests again in a minute.
  }
}

// A page without a clock asks for nothing; a live page asks once, others every minute.
function isRequestDue() {
  const clocks = allClocks();
  const isPolling = clocks.some((clock) => clock.dataset.clock === "ask");
  if (isPolling || document.documentElement.dataset.clockAddress) {
    return Date.now() - askedAt >= ASK_INTERVAL || Date.now() < askedAt;
  }
  return !askedAt && clocks.some((clock) => clock.dataset.ends);
}

function updateClocks() {
  if (document.hidden) return;
  if (isRequestDue()) fetchClock();
  allClocks().forEach(paintClock);
}

document.addEventListener("visibilitychange", updateClocks);
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "follow" || event.target.id === "screen") askedAt = 0;
  updateClocks();
});
window.addEventListener("online", fetchClock);
setInterval(updateClocks, TICK);
updateClocks();
