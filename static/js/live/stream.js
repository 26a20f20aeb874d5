// Listens for changes on one stream for all windows of this browser with the same topics.
// A browser opens at most six connections to a site, and a stream occupies one. So windows with the same topics elect,
// through shared storage, one that listens and writes down what it hears; the others read it. Without storage each
// window opens its own stream.
import { readStorage, writeStorage } from "../browser-storage.js";
import { isOthersLease, keepsLease, MAX_SILENCE, readLease, retryDelay } from "./listener-lease.js";

const OPEN_TIMEOUT = 6000; // timeout for a stream to open
const CHECK_INTERVAL = 2000;
const TAKEOVER_SPREAD = 300;

// Calls `callbacks.onCounters(counters, spread)` with the counter of each topic and the milliseconds over which all
// readers spread their requests, and `callbacks.onLost()` when an open stream ends.
export function createStream(topics, callbacks) {
  const address = `/live/${topics.join("+")}/`;
  const ownName = Math.random().toString(36).slice(2);
  const key = `stream:${address}`;
  let source = null;
  let isOpen = false;
  let heardAt = 0;
  let failures = 0;
  let retryAt = 0;
  let timer = null;
  let ownLease = null;
  let isClosed = true;

  // ── The lease that windows share ────────────────────────

  function othersLease() {
    const lease = readLease(readStorage("localStorage", key), Date.now());
    return isOthersLease(lease, ownName) ? lease : null;
  }

  function writeLease(message) {
    ownLease = { by: ownName, at: Date.now(), message };
    writeStorage("localStorage", key, JSON.stringify(ownLease));
  }

  function releaseLease() {
    if (!othersLease()) writeStorage("localStorage", key, null);
  }

  // ── The stream ──────────────────────────────────────────

  function closeSource() {
    if (source) source.close();
    source = null;
    isOpen = false;
  }

  function handleFailure(isRefused) {
    const wasOpen = isOpen;
    closeSource();
    releaseLease();
    retryAt = Date.now() + retryDelay(failures, isRefused, Math.random());
    failures += 1;
    if (wasOpen) callbacks.onLost();
  }

  function handleMessage(message) {
    isOpen = true;
    heardAt = Date.now();
    failures = 0;
    writeLease(message);
    callbacks.onCounters(message.counters, message.spread);
  }

  function openSource() {
    writeLease(null);
    heardAt = Date.now();
    source = new EventSource(address);
    source.onmessage = (event) => handleMessage(JSON.parse(event.data));
    source.addEventListener("beat", () => {
      if (ownLease && ownLease.message) handleMessage({ counters: ownLease.message.counters, spread: 0 });
    });
    source.onerror = () => handleFailure(source.readyState === EventSource.CLOSED);
  }

  function checkSource() {
    clearTimeout(timer);
    if (document.hidden) return;
    if (source && Date.now() - heardAt > (isOpen ? MAX_SILENCE : OPEN_TIMEOUT)) handleFailure(false);
    else if (!source && Date.now() >= retryAt && !othersLease()) openSource();
    timer = setTimeout(checkSource, CHECK_INTERVAL);
  }

  // The lease was given up: a random delay keeps windows from reaching for it at once.
  function takeOverSoon() {
    clearTimeout(timer);
    timer = setTimeout(checkSource, Math.random() * TAKEOVER_SPREAD);
  }

  window.addEventListener("storage", (event) => {
    if (event.key !== key || isClosed || document.hidden) return;
    const lease = othersLease();
    if (!lease) {
      if (!source && !event.newValue) takeOverSoon();
    } else if (source && keepsLease(ownName, lease.by)) {
      writeLease(ownLease && isOpen ? ownLease.message : null);
    } else {
      closeSource();
      if (lease.message) callbacks.onCounters(lease.message.counters, lease.message.spread);
    }
  });

  return {
    // Returns whether the stream is alive, here or in another window.
    isLive() {
      if (source) return isOpen && Date.now() - heardAt < MAX_SILENCE;
      const lease = othersLease();
      return Boolean(lease && lease.message);
    },
    open() {
      if (!window.EventSource) return;
      isClosed = false;
      failures = 0;
      retryAt = 0;
      checkSource();
    },
    // An open stream may be dead: replace it soon.
    drop() {
      if (source) handleFailure(false);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      const openedSource = source;
      closeSource();
      if (openedSource) releaseLease();
    },
  };
}
