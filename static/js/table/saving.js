// Saves a hand: first on this phone, then on the server. Where no answer comes in time the next hand begins here,
// and what was saved is sent as soon as there is a way.
import { answers, current, inSteps, screen } from "./current.js";
import { forgetDraft, keepDraftsOf } from "./drafts.js";
import { isBegun, isTyping } from "./follow.js";
import { hinders, limits } from "./hindrances.js";
import { isVoid } from "./limits.js";
import { comesAfter, newKey, nextHere } from "./next.js";
import * as outbox from "./outbox.js";
import { token } from "./post.js";
import { finished } from "./questions.js";
import { isMended, unknownTo } from "./queue.js";
import { sending, unsent } from "./sending.js";
import { lines } from "./words.js";

const ENOUGH = 4000;

// By what htmx knows a page again that nobody asked for.
const UNASKED = "hand:unasked";

let busy = false;
// The key of the hand that the keeper looks at, on the page that the server makes of it.
let looked = "";

const keepable = (form) => form && "outbox" in form.dataset;

// --- A hand as it is kept ---

function isTold(field) {
  const silent = !field.name || field.name === "csrfmiddlewaretoken" || /BUTTON|FIELDSET/.test(field.tagName);
  return !silent && !field.matches(":disabled") && (!/radio|checkbox/.test(field.type) || field.checked);
}

// A part of a whole form says itself how each of its fields is told.
function partLine(part) {
  const told = Array.from(part.querySelectorAll("[data-word]")).filter((field) => isTold(field) && field.value.trim());
  const words = told.map((field) => field.dataset.word.replace("%s", field.value.trim()));
  return words.length ? [`${part.dataset.named}: ${words.join(", ")}`] : [];
}

const partLines = (form) => Array.from(form.querySelectorAll("[data-named]"), partLine).flat();

function kept(form) {
  const hand = answers();
  const number = document.getElementById("hand-number");
  const now = Date.now();
  form.elements.entered_at.value = String(now);
  return {
    key: form.elements.entry_key.value,
    table: screen().dataset.table,
    encounter: form.elements.encounter.value,
    address: form.dataset.outbox,
    page: form.dataset.page,
    action: form.getAttribute("action"),
    fields: Array.from(form.elements).filter(isTold).map((field) => [field.name, field.value]),
    title: number.textContent.trim(),
    number: Number(number.dataset.number),
    isVoid: inSteps() && !finished(hand) && isVoid(hand, limits()),
    lines: lines().concat(partLines(form)),
    enteredAt: now,
  };
}

// --- Saving ---

async function saveHand(form) {
  const one = kept(form);
  busy = true;
  sending(true);
  unsent(false);
  const state = await sent(one).catch(() => null);
  busy = false;
  if (current.form === form) goOn(one, state);
}

async function sent(one) {
  await outbox.put(one);
  forgetDraft();
  return outbox.send(one.key, ENOUGH);
}

function goOn(one, state) {
  sending(false);
  if (state === null) unsent(true);
  else if (state === "stored") showPage(one);
  else if (state === "refused") look(one);
  else nextHere(one);
}

const WHOLE = { source: "#tray", target: "#tray", select: "#screen", swap: "outerHTML" };

function showPage(one, unasked) {
  function unlessShown() {
    if (current.form && current.form.elements.entry_key.value === one.key) nextHere(one);
  }
  const event = unasked ? new CustomEvent(UNASKED) : undefined;
  window.htmx.ajax("GET", one.page, Object.assign({ event }, WHOLE)).then(unlessShown, unlessShown);
}

function valuesOf(fields) {
  const values = {};
  fields.forEach(([name, value]) => {
    values[name] = name in values ? [].concat(values[name], value) : value;
  });
  return values;
}

// The server's own page says what is wrong, each thing on its field, with everything that was typed.
function look(one) {
  const values = Object.assign(valuesOf(one.fields), { csrfmiddlewaretoken: token() });
  looked = one.key;
  window.htmx.ajax("POST", one.action, Object.assign({ values }, WHOLE));
}

// --- A page that comes from the server does not know of what waits here ---

function lastHere(form) {
  const waiting = unknownTo(outbox.of(screen().dataset.table), form.elements.encounter.value, form.dataset.last);
  return waiting[waiting.length - 1];
}

async function catchUp({ detail }) {
  const { form } = current;
  if (!keepable(form) || "typed" in form.dataset) return;
  const tapped = isBegun();
  if (tapped && !detail.own) return;
  // A copy of a page, kept here or by the browser, may bear the key of a hand that is stored by now. One that
  // was tapped before this script was there may be on its way already: it keeps its own.
  if (!tapped) form.elements.entry_key.value = newKey();
  await outbox.load();
  if (current.form !== form) return;
  const last = lastHere(form);
  if (!last || form.elements.after.value === last.key) return;
  // What the keeper began to type before this was known stays, and takes its place after the last one.
  if (isBegun()) comesAfter(last);
  // One that was refused and that nothing follows is what the keeper was mending.
  else if (isMended(last)) look(last);
  else if (last.state !== "refused") nextHere(last);
}

// What was stored in the background shows itself, unless somebody is just typing.
function stored({ detail }) {
  if (busy || !screen() || screen().dataset.table !== detail.table) return;
  const follow = document.getElementById("follow");
  if (keepable(current.form) && !isBegun() && !outbox.of(detail.table).length) showPage(detail, true);
  else if (follow && window.htmx) window.htmx.trigger(follow, "look");
  // The copy that the worker keeps for a reload without a network must know of this hand.
  const { serviceWorker } = navigator;
  const kept = serviceWorker && serviceWorker.controller;
  if (kept) fetch(detail.page, { credentials: "same-origin" }).catch(() => {}); // the network went meanwhile
}

// Another tab got rid of the hand that this form was to follow: the server knows what comes next.
function elsewhere() {
  const { form } = current;
  const follows = keepable(form) && form.elements.after.value;
  if (!follows || busy || isBegun() || outbox.find(follows)) return;
  showPage({ page: form.dataset.page }, true);
}

function gone({ detail }) {
  if (screen() && screen().dataset.table === detail.table) window.location.reload();
}

// The server's page says why nothing can be entered now; a page that shows no form has said so.
function held(event) {
  if (keepable(current.form)) gone(event);
}

// --- What the keeper and the server do about it ---

function submitted(event) {
  const form = event.target;
  if (!keepable(form) || form !== current.form) return;
  if (event.submitter && event.submitter.hasAttribute("formaction")) return;
  event.preventDefault();
  if (!busy && !hinders()) saveHand(form);
}

// Somebody decided between two versions of a hand, or corrected the one that stands by his own.
function clicked(event) {
  const link = event.target.closest("[data-drop]");
  if (!link || !outbox.find(link.dataset.drop)) return;
  event.preventDefault();
  outbox.drop(link.dataset.drop, link.dataset.stands).then(() => {
    window.location.href = link.href;
  });
}

const isUnasked = ({ triggeringEvent }) => Boolean(triggeringEvent) && triggeringEvent.type === UNASKED;

function trayAnswered(detail, verb) {
  // The screen that was shown when it was asked may have been exchanged while the answer was on its way.
  detail.target = screen();
  // Nothing hindered it any more, and the server led on from it.
  if (verb === "post" && detail.xhr.status === 200) outbox.again(looked);
  // What is typed by now stays, though another page may have come since this one was asked for.
  if (isUnasked(detail.requestConfig) && isTyping()) detail.shouldSwap = false;
}

function beforeSwap({ detail }) {
  const { elt, verb } = detail.requestConfig;
  if (elt.id === "tray") trayAnswered(detail, verb);
  if (elt.id !== "hand" || !("correcting" in elt.dataset) || detail.xhr.status !== 200) return;
  const key = elt.elements.entry_key.value;
  if (outbox.find(key)) outbox.drop(key, key);
}

keepDraftsOf(outbox.load);
document.addEventListener("submit", submitted);
document.addEventListener("click", clicked);
document.addEventListener("hand:begun", catchUp);
document.addEventListener("outbox:stored", stored);
document.addEventListener("outbox:elsewhere", elsewhere);
document.addEventListener("outbox:gone", gone);
document.addEventListener("outbox:held", held);
document.addEventListener("outbox:look", (event) => look(event.detail));
document.addEventListener("htmx:beforeSwap", beforeSwap);
