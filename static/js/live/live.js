// Follows the tournament: a stream announces changes, the page fetches and applies them. Without a stream it polls
// every three seconds.
import { animateMoves, keepInPlace, measurePositions, morph, takeAnchor } from "./morph.js";
import { showConnection } from "./connection.js";
import { versionedAddress } from "./shared-response.js";
import { createStream } from "./stream.js";

const POLL_INTERVAL = 3000;
const MIN_INTERVAL = 250; // hands in quick succession are fetched together
const GONE_STATUSES = [404, 410];

let pollTimer = null;
let requestTimer = null;
let requestedAt = 0;
let announcedCounter = null; // the counter that was announced but not fetched yet
let announcements = 0;
let coveredAnnouncements = 0;
let isSharedRequest = false; // whether the shared response was requested
let isSharedFailed = false; // the shared response failed: request the page's own address

window.htmx.defineExtension("follow", {
  isInlineSwap: (style) => style === "follow",
  handleSwap(style, target, fragment) {
    if (style !== "follow") return false;
    target.dispatchEvent(new CustomEvent("follow:arrived", { detail: fragment }));
    const positions = measurePositions(target);
    keepInPlace(takeAnchor(), () => {
      const focused = document.activeElement;
      morph(target, fragment.firstElementChild || fragment);
      window.htmx.process(target); // htmx itself waits for 20 ms, in which a button would load the whole page
      if (target.contains(focused)) focused.focus({ preventScroll: true }); // a moved element loses it
      target.dispatchEvent(new Event("follow:changed"));
    });
    animateMoves(positions);
    return [target];
  },
});

// ── Requests ──────────────────────────────────────────────

const liveElement = () => document.querySelector("[data-topic]") || document.getElementById("live");

function requestUpdate() {
  clearTimeout(requestTimer);
  requestTimer = null;
  const live = liveElement();
  if (!live || document.hidden) return;
  requestedAt = Date.now();
  window.htmx.trigger(live, "refresh");
}

// Switches the live part to another address, fetches it at once and with every change.
export function switchAddress(address) {
  const live = liveElement();
  live.setAttribute("hx-get", address);
  window.htmx.process(live);
  requestUpdate();
}

function poll() {
  clearTimeout(pollTimer);
  if (document.hidden) return;
  if (!isStreaming()) requestUpdate();
  pollTimer = setTimeout(poll, POLL_INTERVAL);
}

function requestUpdateSoon(spread) {
  if (requestTimer) return;
  requestTimer = setTimeout(requestUpdate, Math.max(Math.random() * spread, requestedAt + MIN_INTERVAL - Date.now(), 0));
}

// ── Stream ────────────────────────────────────────────────

function isOutdated() {
  const live = liveElement();
  return announcedCounter !== null && live && live.dataset.counter !== String(announcedCounter);
}

function handleCounters(counters, spread) {
  if (otherTopic && counters[otherTopic.topic] !== undefined) otherTopic.onCounter(counters[otherTopic.topic], spread);
  const counter = counters[topic];
  if (counter !== announcedCounter) announcements += 1;
  announcedCounter = counter;
  if (isOutdated()) requestUpdateSoon(spread);
  else showConnection(false);
}

const initialElement = liveElement();
const topic = initialElement && initialElement.dataset.topic;
let otherTopic = null; // another topic on the same stream
let stream = null;

function startListening() {
  if (stream) stream.close();
  const topics = otherTopic ? [topic, otherTopic.topic] : [topic];
  stream = topic ? createStream(topics, { onCounters: handleCounters, onLost: poll }) : null;
  if (stream && !document.hidden) stream.open();
}

// `newTopic` is another topic with its callback, which gets the counter and the milliseconds over which to spread the
// request.
export function listenToTopic(newTopic) {
  otherTopic = newTopic;
  startListening();
}

export const isStreaming = () => Boolean(stream && stream.isLive());

// A page that becomes visible asks at once and then listens; a hidden page does neither.
function handleVisibility() {
  if (document.hidden) {
    if (stream) stream.close();
    clearTimeout(pollTimer);
    return;
  }
  requestUpdate();
  if (stream) stream.open();
  clearTimeout(pollTimer);
  pollTimer = setTimeout(poll, POLL_INTERVAL);
}

// ── htmx events ───────────────────────────────────────────

const isLiveRequest = ({ elt }) => elt.id === "live" || elt.hasAttribute("data-topic");

// Sends the version that was announced, so that a shared cache can answer.
function configureRequest({ detail }) {
  if (!isLiveRequest(detail)) return;
  detail.requestedAddress = detail.elt.getAttribute("hx-get");
  const prefix = detail.elt.dataset.shared;
  isSharedRequest = Boolean(prefix) && announcedCounter !== null && !isSharedFailed;
  if (isSharedRequest) detail.path = versionedAddress(detail.path, prefix, announcedCounter);
}

// Discards an answer to a request from before the reader searched or chose something else.
function beforeSwap({ detail }) {
  const { elt: live, requestedAddress } = detail.requestConfig;
  if (!live.hasAttribute("data-topic") || live.getAttribute("hx-get") === requestedAddress) return;
  detail.shouldSwap = false;
  requestUpdateSoon(0);
}

function handleAnswer({ detail }) {
  if (!isLiveRequest(detail)) return;
  isSharedFailed = isSharedRequest && !detail.successful;
  if (isSharedFailed) {
    requestUpdateSoon(0);
    return;
  }
  // An open window must not keep showing a page that is gone or hidden.
  if (GONE_STATUSES.includes(detail.xhr.status)) {
    window.location.reload();
    return;
  }
  showConnection(!detail.successful);
  if (detail.successful && coveredAnnouncements === announcements) announcedCounter = null;
  else if (detail.successful && isOutdated()) requestUpdateSoon(0);
}

document.body.addEventListener("htmx:configRequest", configureRequest);
// An answer covers what was announced before the request; later changes are requested again.
document.body.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (isLiveRequest(detail)) coveredAnnouncements = announcements;
});
document.body.addEventListener("htmx:beforeSwap", beforeSwap);
document.body.addEventListener("htmx:afterRequest", handleAnswer);
document.addEventListener("visibilitychange", handleVisibility);
window.addEventListener("online", handleVisibility);
window.addEventListener("offline", () => {
  if (stream) stream.drop();
  poll();
});
// A page in the back/forward cache holds no connection and may be outdated when it returns.
window.addEventListener("pagehide", () => {
  if (stream) stream.close();
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) handleVisibility();
});
pollTimer = setTimeout(poll, POLL_INTERVAL);
startListening();
showConnection(false);
