// The round clock: counts by the server's time, whatever this machine's own clock says.
window.roundClock = (function () {
  "use strict";
  var TICK = 250;
  var AGAIN = 60000;
  var SLEPT = 30;
  var offset = 0;
  var quickest = Infinity;
  var measured = 0;
  var last = {};
  var asked = 0;

  function now() {
    return Date.now() + offset;
  }

  function all() {
    return Array.prototype.slice.call(document.querySelectorAll("[data-clock]"));
  }

  // ── What it shows ─────────────────────────────────────────
  // By the same rules as `clock_face.py`.

  function two(number) {
    return (number < 10 ? "0" : "") + number;
  }

  function text(seconds) {
    var hours = Math.floor(seconds / 3600);
    var minutes = Math.floor((seconds % 3600) / 60);
    return hours ? hours + ":" + two(minutes) + ":" + two(seconds % 60) : minutes + ":" + two(seconds % 60);
  }

  function left(clock) {
    if (clock.dataset.rests) return Number(clock.dataset.rests);
    return Math.ceil((Number(clock.dataset.ends) - now()) / 1000);
  }

  function figure(clock, seconds) {
    var amount = Number(clock.dataset.amount || 0);
    if (seconds > 0) return text(seconds);
    if (clock.dataset.extra === "hands") return amount ? "+" + amount : "0";
    if (clock.dataset.extra !== "minutes") return "+" + text(-seconds);
    return seconds + amount * 60 > 0 ? text(seconds + amount * 60) : "+" + text(-seconds - amount * 60);
  }

  function phase(clock, seconds) {
    if (clock.dataset.rests) return "rests";
    if (seconds > 0) return "runs";
    var over = clock.dataset.extra === "minutes" && seconds + Number(clock.dataset.amount) * 60 <= 0;
    return over ? "over" : "extra";
  }

  // Only what differs is written: nothing on the page is made anew every second.
  function write(element, words) {
    if (!element.firstChild) element.appendChild(document.createTextNode(""));
    if (element.firstChild.nodeValue !== words) element.firstChild.nodeValue = words;
  }

  function hide(element, hidden) {
    if (element && element.hidden !== hidden) element.hidden = hidden;
  }

  function paint(clock) {
    var known = Boolean(clock.dataset.ends);
    if (clock.hasAttribute("id") && clock.id === "round-clock") hide(clock, !known);
    if (!known) return;
    var seconds = left(clock);
    var shown = phase(clock, seconds);
    var face = clock.querySelector("[data-clock-figure]");
    var ring = clock.querySelector("[data-clock-ring]");
    var words = figure(clock, seconds);
    write(face, words);
    hide(face, false);
    hide(clock.querySelector("[data-clock-static]"), true);
    face.classList.toggle("wide", words.length > 5);
    if (clock.dataset.phase !== shown) clock.dataset.phase = shown;
    clock.classList.toggle("soon", shown === "runs" && seconds <= soonest(clock) * 60);
    clock.querySelectorAll("[data-clock-phase]").forEach(function (part) {
      hide(part, part.getAttribute("data-clock-phase") !== shown);
    });
    if (ring) ring.setAttribute("stroke-dasharray", parts(clock, seconds) + " 100");
    return tell(clock, seconds);
  }

  function parts(clock, seconds) {
    return Math.max(0, Math.min(100, Math.round((100 * seconds) / Number(clock.dataset.length))));
  }

  function warnings(clock) {
    return (clock.dataset.warnings || "").split(" ").filter(Boolean).map(Number);
  }

  function soonest(clock) {
    return Math.max.apply(null, [0].concat(warnings(clock)));
  }

  // ── What it rings for ─────────────────────────────────────
  // A moment is told when it is passed, not when the page opened after it or slept through it.

  function tell(clock, seconds) {
    var before = last[clock.id];
    last[clock.id] = seconds;
    if (before === undefined || clock.dataset.rests || before <= seconds) return;
    var marks = warnings(clock).map(function (minutes) {
      return { what: "warning", at: minutes * 60 };
    });
    marks.push({ what: "end", at: 0 });
    if (clock.dataset.extra === "minutes") marks.push({ what: "over", at: -60 * Number(clock.dataset.amount) });
    var passed = marks.filter(function (mark) {
      return before > mark.at && seconds <= mark.at && mark.at - seconds < SLEPT;
    });
    if (!passed.length) return;
    var newest = passed[passed.length - 1];
    document.dispatchEvent(new CustomEvent("roundclock", { detail: newest }));
  }

  // ── The server's time and, where the page is not live, the clock itself ──

  function take(said, sent, came) {
    var took = came - sent;
    var found = said.now + took / 2 - came;
    // The quickest answer is the truest; an old one is given up, and one that the clock here made wrong.
    var moved = Math.abs(found - offset) > took + 2000;
    if (took <= quickest || moved || came - measured > 600000) {
      offset = found;
      quickest = took;
      measured = came;
    }
    all().forEach(function (clock) {
      if (clock.dataset.clock !== "ask") return;
      var one = said.clock;
      clock.dataset.ends = one ? String(one.ends) : "";
      clock.dataset.rests = one && one.rests !== null ? String(one.rests) : "";
      if (!one) return;
      clock.dataset.length = String(one.length);
      clock.dataset.extra = one.extra;
      clock.dataset.amount = String(one.amount);
    });
    document.dispatchEvent(new CustomEvent("roundclock:asked", { detail: said }));
    all().forEach(paint);
  }

  function ask() {
    var clocks = all();
    var address = clocks.length ? clocks[0].dataset.address : document.documentElement.dataset.clockAddress;
    if (!address || document.hidden) return;
    var sent = Date.now();
    asked = sent;
    fetch(address, { cache: "no-store", credentials: "same-origin" })
      .then(function (answer) {
        return answer.ok ? answer.json() : null;
      })
      .then(function (said) {
        if (said) take(said, sent, Date.now());
      })
      .catch(function () {
        // No connection: the clock counts on with what it knows, and asks again in a minute.
      });
  }

  // A page that shows no clock asks for nothing; one that is live asks once, the others every minute.
  function due() {
    var clocks = all();
    var waits = clocks.some(function (clock) {
      return clock.dataset.clock === "ask";
    });
    if (waits || document.documentElement.dataset.clockAddress) return Date.now() - asked >= AGAIN || Date.now() < asked;
    return !asked && clocks.some(function (clock) {
      return clock.dataset.ends;
    });
  }

  function tick() {
    if (document.hidden) return;
    if (due()) ask();
    all().forEach(paint);
  }

  document.addEventListener("visibilitychange", tick);
  document.addEventListener("htmx:afterSwap", function (event) {
    if (event.target.id === "follow" || event.target.id === "screen") asked = 0;
    tick();
  });
  window.addEventListener("online", ask);
  setInterval(tick, TICK);
  tick();

  return { now: now, ask: ask, paint: tick };
})();
