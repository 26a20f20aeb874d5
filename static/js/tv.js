// The large screen: slides go round, keys and a remote step through them, the clock rings. What it shows
// comes by live.js; this only chooses which slide is seen. Nothing is kept but the present slide's name.
(function () {
  "use strict";
  var root = document.documentElement;
  var AWAKE = 3000;
  var ONCE_A_MINUTE = 60000;
  var preview = root.classList.contains("tv-preview");
  var present = null;
  var changedAt = Date.now();
  var paused = false;
  var awake = 0;
  var first = screen_();
  var release = first.dataset.release;
  var calls = first.dataset.calls;

  function screen_() {
    return document.getElementById("tv");
  }

  // ── Which slide ───────────────────────────────────────────

  function over(slide) {
    return slide.dataset.until && Number(slide.dataset.until) * 1000 <= window.roundClock.now();
  }

  function every() {
    return Array.prototype.slice.call(document.querySelectorAll(".tv-slide"));
  }

  function of(kind, among) {
    return among.filter(function (slide) {
      return slide.dataset.kind === kind;
    });
  }

  // The slides that go round now: those of the kind that is held, else all; notices that ended are left out.
  function round() {
    var standing = every().filter(function (slide) {
      return !over(slide);
    });
    if (!standing.length) return every().slice(0, 1);
    var held = screen_().dataset.holds ? of(screen_().dataset.called, standing) : [];
    return held.length ? held : standing;
  }

  function place(among) {
    for (var at = 0; at < among.length; at += 1) if (among[at].id === present) return at;
    return -1;
  }

  // Written only where it differs: the observer below is called by every change.
  function mark(element, name, wanted) {
    if (element.classList.contains(name) !== wanted) element.classList.toggle(name, wanted);
  }

  function show(slide) {
    if (present !== slide.id) changedAt = Date.now();
    present = slide.id;
    var going = round();
    every().forEach(function (one) {
      mark(one, "on", one === slide);
      var step = document.getElementById("step-" + one.dataset.kind + one.id.slice(one.id.lastIndexOf("-")));
      if (step) {
        mark(step, "on", one === slide);
        mark(step, "past", going.indexOf(one) < 0);
      }
    });
  }

  function step(by) {
    var going = round();
    var at = place(going);
    show(going[at < 0 ? 0 : (at + by + going.length) % going.length]);
    changedAt = Date.now();
  }

  // After every change from the server: what the organizer called, else the same slide as before.
  function keep() {
    if (!screen_()) return;
    if (screen_().dataset.release !== release) return renew();
    var going = round();
    if (screen_().dataset.calls !== calls) {
      calls = screen_().dataset.calls;
      var wanted = of(screen_().dataset.called, going);
      pause(false);
      if (wanted.length) return show(wanted[0]);
    }
    var at = place(going);
    show(going[at < 0 ? nearest(going) : at]);
  }

  // The slide is gone, as with fewer pages of its kind: its neighbour of the same kind, else the first.
  function nearest(going) {
    var kind = (present || "").replace(/^slide-|-\d+$/g, "");
    var alike = of(kind, going);
    return alike.length ? going.indexOf(alike[alike.length - 1]) : 0;
  }

  function goOn() {
    var seconds = Number(screen_().dataset.seconds) * 1000;
    var gone = round().indexOf(document.getElementById(present)) < 0;
    if (gone || (!paused && Date.now() - changedAt >= seconds)) step(1);
    if (Date.now() < changedAt) changedAt = Date.now();
  }

  // ── A new release of the program ──────────────────────────

  function renew() {
    var tried = 0;
    try {
      tried = Number(sessionStorage.getItem("tv-renewed") || 0);
      sessionStorage.setItem("tv-renewed", String(Date.now()));
    } catch (refused) {
      // A browser that keeps nothing loads again all the same: the release differs only once.
    }
    if (Date.now() - tried < ONCE_A_MINUTE) return;
    location.reload();
  }

  document.addEventListener("roundclock:asked", function (event) {
    if (event.detail.release !== release) renew();
  });

  // ── Keys, a remote, the mouse ─────────────────────────────

  function pause(wanted) {
    paused = wanted;
    if (!wanted) changedAt = Date.now();
    document.getElementById("tv-paused").hidden = !wanted;
    button("pause").setAttribute("aria-pressed", wanted ? "true" : "false");
  }

  function button(what) {
    return document.querySelector('#tv-keys [data-do="' + what + '"]');
  }

  function full() {
    var now = document.fullscreenElement || document.webkitFullscreenElement;
    var open = root.requestFullscreen || root.webkitRequestFullscreen;
    var close = document.exitFullscreen || document.webkitExitFullscreen;
    var asked = now ? close && close.call(document) : open && open.call(root);
    if (asked && asked.catch) asked.catch(function () {});
  }

  var ACTS = {
    back: function () { step(-1); },
    on: function () { step(1); },
    pause: function () { pause(!paused); },
    sound: function () { mute(!muted); },
    full: full,
  };
  var KEYS = {
    " ": "pause", MediaPlayPause: "pause", k: "pause",
    ArrowLeft: "back", ArrowUp: "back", PageUp: "back", MediaTrackPrevious: "back",
    ArrowRight: "on", ArrowDown: "on", PageDown: "on", MediaTrackNext: "on",
    f: "full", F: "full", s: "sound", S: "sound",
  };

  function wake() {
    root.classList.remove("idle");
    clearTimeout(awake);
    awake = setTimeout(function () {
      root.classList.add("idle");
    }, AWAKE);
  }

  if (!preview) {
    document.getElementById("tv-keys").hidden = false;
    document.getElementById("tv-keys").addEventListener("click", function (event) {
      var pressed = event.target.closest("[data-do]");
      if (!pressed) return;
      ACTS[pressed.dataset.do]();
      // The next press of space shall not press this button again.
      if (event.detail) pressed.blur();
    });
    document.addEventListener("keydown", function (event) {
      if (event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
      if (event.key === " " && event.target.closest("button, a")) return;
      event.preventDefault();
      ACTS[KEYS[event.key]]();
    });
    ["mousemove", "touchstart", "focusin"].forEach(function (name) {
      document.addEventListener(name, wake, { passive: true });
    });
    wake();
  }

  // ── Sound, once somebody has touched the machine ──────────

  var muted = false;
  var TONES = { warning: [880, 880], end: [1175, 988, 784, 1175, 988, 784], over: [784, 784, 784] };

  function listen() {
    if (!preview) window.bell.wake(hint);
  }

  function mute(wanted) {
    muted = wanted;
    hint();
  }

  function audible() {
    return window.bell.ready() && !muted;
  }

  function hint() {
    var clock = document.getElementById("tv-clock");
    document.getElementById("tv-silent").hidden = preview || muted || window.bell.ready() || !clock;
    document.getElementById("tv-muted").hidden = !muted || !clock;
    button("sound").setAttribute("aria-pressed", audible() ? "true" : "false");
  }

  function ring(what) {
    root.setAttribute("data-rang", (root.dataset.rang || "").split(" ").slice(-5).concat(what).join(" ").trim());
    if (audible()) window.bell.ring(TONES[what], 0.42, 0.5);
  }

  document.addEventListener("roundclock", function (event) {
    ring(event.detail.what);
  });
  ["keydown", "pointerdown", "click"].forEach(function (name) {
    document.addEventListener(name, listen);
  });

  // ── The machine stays awake, where the browser lets a page ask for it ──

  function stayAwake() {
    if (preview || document.hidden || !navigator.wakeLock) return;
    navigator.wakeLock.request("screen").catch(function () {});
  }

  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();

  // ── The time of day, as in the club ───────────────────────

  function time() {
    var shown = document.getElementById("tv-time");
    var words = new Date(window.roundClock.now()).toLocaleTimeString(root.lang, {
      hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: shown.dataset.zone,
    });
    if (shown.firstChild.nodeValue !== words) shown.firstChild.nodeValue = words;
  }

  new MutationObserver(keep).observe(document.getElementById("main"), {
    attributeFilter: ["class", "data-calls", "data-called", "data-holds", "data-release"],
    attributes: true,
    childList: true,
    subtree: true,
  });
  var begun = document.querySelector(".tv-slide.on");
  present = begun ? begun.id : null;
  keep();
  setInterval(function () {
    if (!screen_()) return;
    goOn();
    time();
    hint();
  }, 250);
})();
