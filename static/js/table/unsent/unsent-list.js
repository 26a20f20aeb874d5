// Shows the hands that are on this phone and not yet on the server: how many, which, and why not.
import { showWithCitations } from "../citation.js";
import { screenElement } from "../form-state.js";
import "./move-hands.js";
import * as outbox from "../outbox.js";

const tray = document.getElementById("tray");
let shownState = "";

const isRefused = (hand) => hand.state === "refused";

function entryTime(hand) {
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return new Date(hand.enteredAt).toLocaleTimeString(document.documentElement.lang, options);
}

// --- One hand ---

function createRow(hand) {
  const element = document.getElementById("tray-hand").content.firstElementChild.cloneNode(true);
  const select = (selector) => element.querySelector(selector);
  const wasRefused = isRefused(hand);
  select("b").textContent = hand.title;
  select("time").textContent = entryTime(hand);
  select(".lines").textContent = hand.lines.join(" · ");
  select(".waiting").hidden = wasRefused;
  select(".refused").hidden = !wasRefused;
  if (wasRefused) showWithCitations(select(".reasons"), (hand.reasons || []).join(" "), hand.book || []);
  select("[data-review]").hidden = !wasRefused || !screenElement();
  select("[data-review]").addEventListener("click", () => {
    document.dispatchEvent(new CustomEvent("outbox:review", { detail: hand }));
  });
  enableDiscard(select("[data-discard]"), hand);
  return element;
}

function enableDiscard(button, hand) {
  if (!button) return;
  button.addEventListener("click", () => {
    if (window.confirm(button.dataset.discard)) outbox.dropHand(hand.key, hand.storedKey);
  });
}

// --- All of them ---

// Unchanged rows keep their elements: a finger may be on one of their buttons.
function showRows(waitingHands) {
  const state = JSON.stringify([waitingHands, Boolean(screenElement())]);
  if (state === shownState) return;
  shownState = state;
  tray.querySelector("ul").replaceChildren(...waitingHands.map(createRow));
}

// The hand whose form is open to be fixed: it need not show in the tray.
function isBeingFixed({ key }) {
  const form = document.getElementById("hand");
  return form !== null && "typed" in form.dataset && form.elements.entry_key.value === key;
}

const currentTable = () => (screenElement() || tray).dataset.table;

function describeHand(hand) {
  return [`${hand.title} (${entryTime(hand)})`].concat(hand.lines).join("\n");
}

function showText(textarea, waitingHands) {
  textarea.value = waitingHands.map(describeHand).join("\n\n");
  textarea.rows = Math.min(16, textarea.value.split("\n").length + 1);
}

// The totals come from the server: hands it lacks are counted beside them.
function showCount(waitingHands) {
  const counter = document.querySelector("#head .pending");
  if (!counter) return;
  counter.hidden = !waitingHands.length;
  counter.textContent = counter.dataset.words.replace("%s", waitingHands.length);
}

// A refused hand waits for its keeper, not for the network.
function showReason(hasRefused) {
  const [waiting, refused] = tray.querySelectorAll("[data-count] ~ span");
  waiting.hidden = hasRefused;
  refused.hidden = !hasRefused;
  // A page without the table's code has other advice, and the hands as text.
  tray.querySelector("details > p").hidden = hasRefused && !tray.querySelector("textarea");
}

function drawList() {
  const waitingHands = outbox.handsOf(currentTable());
  showCount(waitingHands.filter((hand) => !isRefused(hand)));
  const handsElsewhere = outbox.handsElsewhere(currentTable());
  const allHands = waitingHands.concat(handsElsewhere);
  tray.hidden = !allHands.length;
  tray.classList.toggle("bad", allHands.some((hand) => isRefused(hand) && !isBeingFixed(hand)));
  showReason(allHands.some(isRefused));
  tray.querySelector("[data-count]").textContent = allHands.length;
  tray.querySelector(".elsewhere").hidden = !handsElsewhere.length;
  if (handsElsewhere.length) tray.querySelector(".elsewhere a").href = handsElsewhere[0].page;
  tray.querySelector(".volatile").hidden = outbox.isPersistent();
  showRows(waitingHands);
  const textarea = tray.querySelector("textarea");
  if (textarea) showText(textarea, waitingHands);
}

// Copies without `navigator.clipboard`, which is missing over plain http.
function handleCopy({ target }) {
  const button = target.closest("[data-copy]");
  if (!button) return;
  tray.querySelector("textarea").select();
  if (document.execCommand("copy")) button.textContent = button.dataset.copied;
}

if (tray) {
  tray.addEventListener("click", handleCopy);
  document.addEventListener("outbox:changed", drawList);
  document.addEventListener("htmx:load", drawList);
  window.addEventListener("beforeunload", (event) => {
    if (!outbox.isPersistent() && outbox.handsOf(currentTable()).length) event.preventDefault();
  });
}
