// The referee's pages: a new call is told by the title, by words, and by a sound if that was switched on;
// and of a ruling only what was chosen is asked. Each page works without it.
(function () {
  "use strict";
  var IN_BACKGROUND = 5000;
  var KEY = "referee-sound";

  // ── A ruling asks for what its kind needs ─────────────────
  var ruling = document.querySelector("form[data-ruling]");
  if (ruling && ruling.querySelector("input[type=radio][name=kind]")) {
    var ask = function () {
      var chosen = ruling.querySelector("input[name=kind]:checked");
      ruling.querySelectorAll("fieldset[data-kind]").forEach(function (part) {
        part.hidden = !chosen || part.dataset.kind !== chosen.value;
      });
    };
    ruling.addEventListener("change", ask);
    ask();
  }

  // ── Calls ─────────────────────────────────────────────────
  var live = document.getElementById("live");
  var sound = document.getElementById("sound");
  if (!live || !sound) return;

  function remembered() {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch (refused) {
      return false;
    }
  }

  function remember(on) {
    try {
      localStorage.setItem(KEY, on ? "on" : "off");
    } catch (refused) {
      // A browser that keeps nothing rings until the page is left.
    }
  }

  function ring() {
    window.bell.ring([880, 1175], 0.18, 0.25);
    sound.setAttribute("data-rang", String(Number(sound.getAttribute("data-rang") || 0) + 1));
  }

  function show(on) {
    sound.setAttribute("aria-pressed", on ? "true" : "false");
    sound.querySelector("[data-on]").hidden = !on;
    sound.querySelector("[data-off]").hidden = on;
  }

  function on() {
    return sound.getAttribute("aria-pressed") === "true";
  }

  sound.hidden = false;
  show(remembered());
  sound.addEventListener("click", function () {
    show(!on());
    remember(on());
    if (on()) ring();
  });

  function waiting() {
    return Array.prototype.slice.call(live.querySelectorAll("[data-call]"));
  }

  function names() {
    return waiting().map(function (call) {
      return call.dataset.call;
    });
  }

  var known = names();

  function tell() {
    var words = waiting()
      .filter(function (call) {
        return known.indexOf(call.dataset.call) < 0;
      })
      .map(function (call) {
        return call.dataset.words;
      });
    known = names();
    document.title = (known.length ? "(" + known.length + ") " : "") + document.getElementById("waiting").dataset.title;
    if (!words.length) return;
    document.getElementById("announce").textContent = words.join(". ");
    if (on()) ring();
  }

  document.body.addEventListener("htmx:afterSettle", tell);
  // live.js rests while the page is hidden. A referee's page does not: he may look at something else.
  setInterval(function () {
    if (document.hidden) window.htmx.trigger(live, "look");
  }, IN_BACKGROUND);
})();
