// Saves a hand: first on this phone, then on the server. If no answer comes in time, the next hand begins, and the
// saved one is sent once the server is reachable.
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

// Marks pages in htmx that nobody requested.
const UNASKED = "hand:unasked";

let busy = false;
// The key of the waiting hand whose server page the keeper has open.
let looked = "";

const keepable = (form) => form && "outbox" in form.dataset;

// --- A hand as it is kept ---

function isTold(field) {
  const silent = !field.name || field.name === "csrfmiddlewaretoken" || /BUTTON|FIELDSET/.test(field.tagName);
  return !silent && !field.matches(":disabled") && (!/radio|checkbox/.test(field.type) || field.checked);
}

// In a whole form each part says how its fields are summarized.
function partLine(part) {
  const fields = Array.from(part.querySelectorAll("[data-word]")).filter((field) => isTold(field) && field.value.trim());
  const words = fields.map((field) => field.dataset.word.replace("%s", field.value.trim()));
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
  const hand = kept(form);
  busy = true;
  sending(true);
  unsent(false);
  const state = await sent(hand).catch(() => null);
  busy = false;
  if (current.form === form) goOn(hand, state);
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

// Opens the server's page of a refused hand, with each error on its field and everything that was typed.
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
  // A cached copy of the page may contain the key of a hand that is stored by now. If it was tapped before this script
  // loaded, the hand may be on its way: it keeps its key.
  if (!tapped) form.elements.entry_key.value = newKey();
  await outbox.load();
  if (current.form !== form) return;
  const last = lastHere(form);
  if (!last || form.elements.after.value === last.key) return;
  // What the keeper began to type stays, and is placed after the last waiting hand.
  if (isBegun()) comesAfter(last);
  // A refused hand that nothing follows is the one the keeper was fixing.
  else if (isMended(last)) look(last);
  else if (last.state !== "refused") nextHere(last);
}

// A hand that was stored in the background shows, unless the keeper is typing.
function stored({ detail }) {
  if (busy || !screen() || screen().dataset.table !== detail.table) return;
  const follow = document.getElementById("follow");
  if (keepable(current.form) && !isBegun() && !outbox.of(detail.table).length) showPage(detail, true);
  else if (follow && window.htmx) window.htmx.trigger(follow, "look");
  // The worker's cached copy for an offline reload must include this hand.
  const { serviceWorker } = navigator;
  const kept = serviceWorker && serviceWorker.controller;
  if (kept) fetch(detail.page, { credentials: "same-origin" }).catch(() => {}); // offline since
}

// Another tab removed the hand that this form was to follow: the server knows what comes next.
function elsewhere() {
  const { form } = current;
  const follows = keepable(form) && form.elements.after.value;
  if (!follows || busy || isBegun() || outbox.find(follows)) return;
  showPage({ page: form.dataset.page }, true);
}

function gone({ detail }) {
  if (screen() && screen().dataset.table === detail.table) window.location.reload();
}

// The server's page says why nothing can be entered now; a page without a form has already said so.
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

// Someone decided between two versions of a hand, or replaced the stored one with theirs.
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
  // The screen element may have been replaced while the request was running.
  detail.target = screen();
  // The refusal no longer applies, and the server moved on.
  if (verb === "post" && detail.xhr.status === 200) outbox.again(looked);
  // Keep what is typed by now, though another page may have come since the request.
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
