// Listens for changes on one stream for all windows of this browser with the same topics.
// A browser opens at most six connections to a site, and a stream occupies one. So windows with the same topics elect,
// through shared storage, one that listens and writes down what it hears; the others read it. Without storage each
// window opens its own stream.
import { remember, remembered } from "../memory.js";
import { SILENCE, goesOn, isAnothers, pauseAfter, standing } from "./lease.js";

const PATIENCE = 6000; // timeout for a stream to open
const TICK = 2000;
const SHARE = 300;

// Calls `page.told(counters, spread)` with the counter of each topic and the milliseconds over which all readers
// spread their requests, and `page.lost()` when an open stream ends.
export function stream(topics, page) {
  const address = `/live/${topics.join("+")}/`;
  const me = Math.random().toString(36).slice(2);
  const key = `stream:${address}`;
  let source = null;
  let opened = false;
  let heard = 0;
  let failures = 0;
  let next = 0;
  let timer = null;
  let own = null;
  let closed = true;

  // ── What the windows remember together ──────────────────

  function elsewhere() {
    const found = standing(remembered("localStorage", key), Date.now());
    return isAnothers(found, me) ? found : null;
  }

  function write(told) {
    own = { by: me, at: Date.now(), told };
    remember("localStorage", key, JSON.stringify(own));
  }

  function release() {
    if (!elsewhere()) remember("localStorage", key, null);
  }

  // ── The stream ──────────────────────────────────────────

  function shut() {
    if (source) source.close();
    source = null;
    opened = false;
  }

  function fail(refused) {
    const was = opened;
    shut();
    release();
    next = Date.now() + pauseAfter(failures, refused, Math.random());
    failures += 1;
    if (was) page.lost();
  }

  function hear(told) {
    opened = true;
    heard = Date.now();
    failures = 0;
    write(told);
    page.told(told.counters, told.spread);
  }

  function listen() {
    write(null);
    heard = Date.now();
    source = new EventSource(address);
    source.onmessage = (event) => hear(JSON.parse(event.data));
    source.addEventListener("beat", () => {
      if (own && own.told) hear({ counters: own.told.counters, spread: 0 });
    });
    source.onerror = () => fail(source.readyState === EventSource.CLOSED);
  }

  function tick() {
    clearTimeout(timer);
    if (document.hidden) return;
    if (source && Date.now() - heard > (opened ? SILENCE : PATIENCE)) fail(false);
    else if (!source && Date.now() >= next && !elsewhere()) listen();
    timer = setTimeout(tick, TICK);
  }

  // The lease was given up: a random delay keeps windows from reaching for it at once.
  function reach() {
    clearTimeout(timer);
    timer = setTimeout(tick, Math.random() * SHARE);
  }

  window.addEventListener("storage", (event) => {
    if (event.key !== key || closed || document.hidden) return;
    const found = elsewhere();
    if (!found) {
      if (!source && !event.newValue) reach();
    } else if (source && goesOn(me, found.by)) {
      write(own && opened ? own.told : null);
    } else {
      shut();
      if (found.told) page.told(found.told.counters, found.told.spread);
    }
  });

  return {
    // Returns whether the stream is alive, here or in another window.
    live() {
      if (source) return opened && Date.now() - heard < SILENCE;
      const found = elsewhere();
      return Boolean(found && found.told);
    },
    open() {
      if (!window.EventSource) return;
      closed = false;
      failures = 0;
      next = 0;
      tick();
    },
    // An open stream may be dead: replace it soon.
    drop() {
      if (source) fail(false);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      const held = source;
      shut();
      if (held) release();
    },
  };
}
