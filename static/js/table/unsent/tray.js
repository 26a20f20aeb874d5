// Shows the hands that are on this phone and not yet on the server: how many, which, and why not.
import { say } from "../citation.js";
import { screen } from "../current.js";
import "./arriving.js";
import "./handing.js";
import * as outbox from "../outbox.js";

const tray = document.getElementById("tray");
let drawn = "";

function time(one) {
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return new Date(one.enteredAt).toLocaleTimeString(document.documentElement.lang, options);
}

// --- One hand ---

function row(one) {
  const shown = document.getElementById("tray-hand").content.firstElementChild.cloneNode(true);
  const part = (selector) => shown.querySelector(selector);
  const refused = one.state === "refused";
  part("b").textContent = one.title;
  part("time").textContent = time(one);
  part(".lines").textContent = one.lines.join(" · ");
  part(".waiting").hidden = refused;
  part(".refused").hidden = !refused;
  if (refused) say(part(".reasons"), (one.reasons || []).join(" "), one.book || []);
  part("[data-look]").hidden = !refused || !screen();
  part("[data-look]").addEventListener("click", () => {
    document.dispatchEvent(new CustomEvent("outbox:look", { detail: one }));
  });
  discards(part("[data-discard]"), one);
  return shown;
}

function discards(button, one) {
  if (!button) return;
  button.addEventListener("click", () => {
    if (window.confirm(button.dataset.discard)) outbox.drop(one.key, one.stands);
  });
}

// --- All of them ---

// Unchanged rows keep their elements: a finger may be on one of their buttons.
function fill(waiting) {
  const says = JSON.stringify([waiting, Boolean(screen())]);
  if (says === drawn) return;
  drawn = says;
  tray.querySelector("ul").replaceChildren(...waiting.map(row));
}

// The hand whose form is open to be fixed: it need not show in the tray.
function isOpen({ key }) {
  const form = document.getElementById("hand");
  return form !== null && "typed" in form.dataset && form.elements.entry_key.value === key;
}

const here = () => (screen() || tray).dataset.table;

function asText(one) {
  return [`${one.title} (${time(one)})`].concat(one.lines).join("\n");
}

function write(text, waiting) {
  text.value = waiting.map(asText).join("\n\n");
  text.rows = Math.min(16, text.value.split("\n").length + 1);
}

// The totals come from the server: hands it lacks are counted beside them.
function count(waiting) {
  const shown = document.querySelector("#head .pending");
  if (!shown) return;
  shown.hidden = !waiting.length;
  shown.textContent = shown.dataset.words.replace("%s", waiting.length);
}

function draw() {
  const waiting = outbox.of(here());
  count(waiting.filter((one) => !isOpen(one)));
  const elsewhere = outbox.elsewhere(here());
  const all = waiting.concat(elsewhere);
  tray.hidden = !all.length;
  tray.classList.toggle("bad", all.some((one) => one.state === "refused" && !isOpen(one)));
  tray.querySelector("[data-count]").textContent = all.length;
  tray.querySelector(".elsewhere").hidden = !elsewhere.length;
  if (elsewhere.length) tray.querySelector(".elsewhere a").href = elsewhere[0].page;
  tray.querySelector(".volatile").hidden = outbox.keeps();
  fill(waiting);
  const text = tray.querySelector("textarea");
  if (text) write(text, waiting);
}

// Copies without `navigator.clipboard`, which is missing over plain http.
function copy({ target }) {
  const button = target.closest("[data-copy]");
  if (!button) return;
  tray.querySelector("textarea").select();
  if (document.execCommand("copy")) button.textContent = button.dataset.copied;
}

if (tray) {
  tray.addEventListener("click", copy);
  document.addEventListener("outbox:changed", draw);
  document.addEventListener("htmx:load", draw);
  window.addEventListener("beforeunload", (event) => {
    if (!outbox.keeps() && outbox.of(here()).length) event.preventDefault();
  });
}
