// Shows what is on this phone and not yet on the server: how much, what, and why not.
(function () {
  "use strict";

  var tray = document.getElementById("tray");
  if (!tray) return;
  var outbox = window.outbox;
  var list = tray.querySelector("ul");
  var drawn = "";

  function part(id) {
    return document.getElementById(id).content.firstElementChild.cloneNode(true);
  }

  function time(one) {
    var options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    return new Date(one.enteredAt).toLocaleTimeString(document.documentElement.lang, options);
  }

  function row(one) {
    var shown = part("tray-hand");
    shown.querySelector("b").textContent = one.title;
    shown.querySelector("time").textContent = time(one);
    shown.querySelector(".lines").textContent = one.lines.join(" · ");
    var refused = one.state === "refused";
    shown.querySelector(".waiting").hidden = refused;
    shown.querySelector(".refused").hidden = !refused;
    if (refused) shown.querySelector(".reasons").textContent = (one.reasons || []).join(" ");
    shown.querySelector("[data-look]").hidden = !refused || !document.getElementById("screen");
    shown.querySelector("[data-look]").addEventListener("click", function () {
      document.dispatchEvent(new CustomEvent("outbox:look", { detail: one }));
    });
    var discard = shown.querySelector("[data-discard]");
    if (discard) discard.addEventListener("click", function () {
      if (window.confirm(discard.dataset.discard)) outbox.drop(one.key, one.stands);
    });
    return shown;
  }

  // Rows stay the same elements while they say the same: a finger may be on one of their buttons.
  function fill(waiting) {
    var says = JSON.stringify([waiting, Boolean(document.getElementById("screen"))]);
    if (says === drawn) return;
    drawn = says;
    list.replaceChildren.apply(list, waiting.map(row));
  }

  function here() {
    var screen = document.getElementById("screen");
    return screen ? screen.dataset.table : tray.dataset.table;
  }

  function draw() {
    var waiting = outbox.of(here());
    var elsewhere = outbox.elsewhere(here());
    var all = waiting.concat(elsewhere);
    tray.hidden = !all.length;
    tray.classList.toggle("bad", all.some(function (one) {
      return one.state === "refused";
    }));
    tray.querySelector("[data-count]").textContent = all.length;
    tray.querySelector(".elsewhere").hidden = !elsewhere.length;
    if (elsewhere.length) tray.querySelector(".elsewhere a").href = elsewhere[0].page;
    tray.querySelector(".volatile").hidden = outbox.keeps();
    fill(waiting);
    var text = tray.querySelector("textarea");
    if (!text) return;
    text.value = waiting.map(function (one) {
      return [one.title + " (" + time(one) + ")"].concat(one.lines).join("\n");
    }).join("\n\n");
    text.rows = Math.min(16, text.value.split("\n").length + 1);
  }

  // Copies without `navigator.clipboard`, which a page over plain http has not.
  tray.addEventListener("click", function (event) {
    var button = event.target.closest("[data-copy]");
    if (!button) return;
    tray.querySelector("textarea").select();
    if (document.execCommand("copy")) button.textContent = button.dataset.copied;
  });
  document.addEventListener("outbox:changed", draw);
  document.addEventListener("htmx:load", draw);
  window.addEventListener("beforeunload", function (event) {
    if (!outbox.keeps() && outbox.of(here()).length) event.preventDefault();
  });
})();
