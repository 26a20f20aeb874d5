// Saves a hand: first on this phone, then on the server. If no answer comes in time, the next hand begins, and the
// saved one is sent once the server is reachable.
import { formState, mayBeVoid, screenElement } from "./form-state.js";
import { deleteDraft, setWaitingHandsLoader } from "./drafts.js";
import { isBegun, isTyping } from "./table-updates.js";
import { showBlockers } from "./blockers.js";
import { newKey, placeAfter, showNextHand } from "./next-hand.js";
import * as outbox from "./outbox.js";
import { csrfToken } from "./post-hand.js";
import { handsUnknownTo, isFixable } from "./queue.js";
import { showSaving, showUnsent } from "./htmx-requests.js";
import { answeredVoid } from "./score.js";
import { summaryLines } from "./hand-summary.js";

const ANSWER_TIMEOUT = 4000;

// Marks pages in htmx that nobody requested.
const UNREQUESTED = "hand:unasked";

let isSaving = false;
// The key of the waiting hand whose server page the keeper has open.
let openedKey = "";

const hasOutbox = (form) => form && "outbox" in form.dataset;

// --- Reading the form ---

function isSubmitted(field) {
  const isExcluded = !field.name || field.name === "csrfmiddlewaretoken" || /BUTTON|FIELDSET/.test(field.tagName);
  return !isExcluded && !field.matches(":disabled") && (!/radio|checkbox/.test(field.type) || field.checked);
}

// In a whole form each part says how its fields are summarized; an empty word is the name in bold.
const wordOf = (field) => field.dataset.word || field.labels[0].querySelector("b").textContent;

function sectionLine(section) {
  const fields = Array.from(section.querySelectorAll("[data-word]"))
    .filter((field) => isSubmitted(field) && field.value.trim());
  const texts = fields.map((field) => wordOf(field).replace("%s", field.value.trim()));
  return texts.length ? [`${section.dataset.named}: ${texts.join(", ")}`] : [];
}

const sectionLines = (form) => Array.from(form.querySelectorAll("[data-named]"), sectionLine).flat();

function readHand(form) {
  const number = document.getElementById("hand-number");
  const now = Date.now();
  form.elements.entered_at.value = String(now);
  return {
    key: form.elements.entry_key.value,
    table: screenElement().dataset.table,
    encounter: form.elements.encounter.value,
    address: form.dataset.outbox,
    page: form.dataset.page,
    action: form.getAttribute("action"),
    fields: Array.from(form.elements).filter(isSubmitted).map((field) => [field.name, field.value]),
    title: number.textContent.trim(),
    number: Number(number.dataset.number),
    isVoid: mayBeVoid() && answeredVoid(),
    lines: summaryLines().concat(sectionLines(form)),
    enteredAt: now,
  };
}

// --- Saving ---

async function saveHand(form) {
  const hand = readHand(form);
  isSaving = true;
  showSaving(true);
  showUnsent(false);
  const state = await storeAndSend(hand).catch(() => null);
  isSaving = false;
  if (formState.form === form) continueAfter(hand, state);
}

async function storeAndSend(hand) {
  await outbox.putHand(hand);
  deleteDraft();
  return outbox.sendHand(hand.key, ANSWER_TIMEOUT);
}

function continueAfter(hand, state) {
  showSaving(false);
  if (state === null) showUnsent(true);
  else if (state === "stored") loadPage(hand);
  else if (state === "refused") openRefusedHand(hand);
  else showNextHand(hand);
}

const WHOLE_SCREEN = { source: "#tray", target: "#tray", select: "#screen", swap: "outerHTML" };

function loadPage(hand, isUnrequested) {
  function showNextIfUnchanged() {
    if (formState.form && formState.form.elements.entry_key.value === hand.key) showNextHand(hand);
  }
  const event = isUnrequested ? new CustomEvent(UNREQUESTED) : undefined;
  window.htmx.ajax("GET", hand.page, Object.assign({ event }, WHOLE_SCREEN)).then(showNextIfUnchanged, showNextIfUnchanged);
}

function valuesOf(fields) {
  const values = {};
  fields.forEach(([name, value]) => {
    values[name] = name in values ? [].concat(values[name], value) : value;
  });
  return values;
}

// Opens the server's page of a refused hand, with each error on its field and everything that was typed.
function openRefusedHand(hand) {
  const values = Object.assign(valuesOf(hand.fields), { csrfmiddlewaretoken: csrfToken() });
  openedKey = hand.key;
  window.htmx.ajax("POST", hand.action, Object.assign({ values }, WHOLE_SCREEN));
}

// --- Pages from the server, which don't know the hands that wait here ---

function lastWaitingHand(form) {
  const hands = outbox.handsOf(screenElement().dataset.table);
  const waiting = handsUnknownTo(hands, form.elements.encounter.value, form.dataset.last);
  return waiting[waiting.length - 1];
}

async function placeAfterWaiting({ detail }) {
  const { form } = formState;
  if (!hasOutbox(form) || "typed" in form.dataset) return;
  const isTapped = isBegun();
  if (isTapped && !detail.isUntouched) return;
  // A cached copy of the page may contain the key of a hand that is stored by now. If it was tapped before this script
  // loaded, the hand may be on its way: it keeps its key.
  if (!isTapped) form.elements.entry_key.value = newKey();
  await outbox.loadHands();
  if (formState.form !== form) return;
  const lastHand = lastWaitingHand(form);
  if (!lastHand || form.elements.after.value === lastHand.key) return;
  // What the keeper began to type stays, and is placed after the last waiting hand.
  if (isBegun()) placeAfter(lastHand);
  // A refused hand that nothing follows is the one the keeper was fixing.
  else if (isFixable(lastHand)) openRefusedHand(lastHand);
  else if (lastHand.state !== "refused") showNextHand(lastHand);
}

// A hand that was stored in the background shows, unless the keeper is typing.
function handleStored({ detail }) {
  if (isSaving || !screenElement() || screenElement().dataset.table !== detail.table) return;
  const followElement = document.getElementById("follow");
  if (hasOutbox(formState.form) && !isBegun() && !outbox.handsOf(detail.table).length) loadPage(detail, true);
  else if (followElement && window.htmx) window.htmx.trigger(followElement, "refresh");
  // The worker's cached copy for an offline reload must include this hand.
  const { serviceWorker } = navigator;
  const isPageCached = serviceWorker && serviceWorker.controller;
  if (isPageCached) fetch(detail.page, { credentials: "same-origin" }).catch(() => {}); // offline since
}

// Another tab removed the hand that this form was to follow: the server knows what comes next.
function handleOtherTab() {
  const { form } = formState;
  const previousKey = hasOutbox(form) && form.elements.after.value;
  if (!previousKey || isSaving || isBegun() || outbox.findHand(previousKey)) return;
  loadPage({ page: form.dataset.page }, true);
}

function reloadIfGone({ detail }) {
  if (screenElement() && screenElement().dataset.table === detail.table) window.location.reload();
}

// The server's page says why nothing can be entered now; a page without a form has already said so.
function reloadIfHeld(event) {
  if (hasOutbox(formState.form)) reloadIfGone(event);
}

// --- Events ---

function handleSubmit(event) {
  const form = event.target;
  if (!hasOutbox(form) || form !== formState.form) return;
  if (event.submitter && event.submitter.hasAttribute("formaction")) return;
  event.preventDefault();
  if (!isSaving && !showBlockers()) saveHand(form);
}

// Someone decided between two versions of a hand, or replaced the stored one with theirs.
function handleDropLink(event) {
  const link = event.target.closest("[data-drop]");
  if (!link || !outbox.findHand(link.dataset.drop)) return;
  event.preventDefault();
  outbox.dropHand(link.dataset.drop, link.dataset.storedKey).then(() => {
    window.location.href = link.href;
  });
}

const isUnrequestedPage = ({ triggeringEvent }) => Boolean(triggeringEvent) && triggeringEvent.type === UNREQUESTED;

function handleTrayAnswer(detail, verb) {
  // The screen element may have been replaced while the request was running.
  detail.target = screenElement();
  // The refusal no longer applies, and the server moved on.
  if (verb === "post" && detail.xhr.status === 200) outbox.resendHand(openedKey);
  // Keep what is typed by now, though another page may have come since the request.
  if (isUnrequestedPage(detail.requestConfig) && isTyping()) detail.shouldSwap = false;
}

function handleBeforeSwap({ detail }) {
  const { elt, verb } = detail.requestConfig;
  if (elt.id === "tray") handleTrayAnswer(detail, verb);
  if (elt.id !== "hand" || !("correcting" in elt.dataset) || detail.xhr.status !== 200) return;
  const key = elt.elements.entry_key.value;
  if (outbox.findHand(key)) outbox.dropHand(key, key);
}

setWaitingHandsLoader(outbox.loadHands);
document.addEventListener("submit", handleSubmit);
document.addEventListener("click", handleDropLink);
document.addEventListener("hand:begun", placeAfterWaiting);
document.addEventListener("outbox:stored", handleStored);
document.addEventListener("outbox:elsewhere", handleOtherTab);
document.addEventListener("outbox:gone", reloadIfGone);
document.addEventListener("outbox:held", reloadIfHeld);
document.addEventListener("outbox:review", (event) => openRefusedHand(event.detail));
document.addEventListener("htmx:beforeSwap", handleBeforeSwap);
