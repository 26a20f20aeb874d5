// Hands that are on this phone and not yet on the server. Each is stored in IndexedDB before it is sent, sent in the
// order of entry, and removed once the server has confirmed that it is stored. Its key makes sending it twice
// harmless. Only the keeper can discard one.
import { writeStorage } from "../browser-storage.js";
import { postHand } from "./post-hand.js";
import * as queue from "./queue.js";
import * as storage from "./storage.js";

const NEWS_KEY = "outbox";

// Stored rows: hands, and the tombstones of removed hands for those after them.
let rows = [];
let hands = [];
// Rows that could not be written, by key: a phone with full storage still sends while its page is open.
const unwrittenRows = {};
const triedKeys = {};
let failures = 0;
let retryTimer = 0;
let currentRun = null;

function setRows(newRows) {
  rows = newRows;
  hands = queue.waitingHands(rows);
}

export async function loadHands() {
  const storedRows = await storage.readAll();
  setRows(storedRows ? queue.mergeRows(storedRows, unwrittenRows) : rows);
  return hands;
}

function dispatch(name, detail) {
  document.dispatchEvent(new CustomEvent(`outbox:${name}`, { detail }));
}

async function reloadHands() {
  await loadHands();
  dispatch("changed", hands);
}

// Other tabs of this phone also show what waits.
function notifyTabs() {
  writeStorage("localStorage", NEWS_KEY, `${Date.now()} ${Math.random()}`);
  return reloadHands();
}

async function writeRow(row) {
  setRows(queue.withoutKey(rows, row.key).concat(row));
  try {
    await storage.write(row);
    delete unwrittenRows[row.key];
  } catch (error) {
    unwrittenRows[row.key] = row;
  }
}

function deleteRow(key) {
  setRows(queue.withoutKey(rows, key));
  delete unwrittenRows[key];
  return storage.remove(key);
}

async function removeHand(hand, storedKey) {
  const now = Date.now();
  await Promise.all(queue.expiredTombstones(rows, now).map((row) => deleteRow(row.key)));
  await (storedKey === hand.key ? deleteRow(hand.key) : writeRow(queue.createTombstone(hand, storedKey, now)));
}

// --- Functions for pages ---

export const findHand = (key) => queue.findByKey(hands, key);

export const handsOf = (table) => hands.filter((hand) => hand.table === table);

export const handsElsewhere = (table) => hands.filter((hand) => hand.table !== table);

export const isPersistent = () => !storage.hasRefused() && !hands.some((hand) => unwrittenRows[hand.key]);

// A hand is `{key, table, encounter, address, page, fields, title, lines, counts}`; putting it again keeps its place.
export async function putHand(hand) {
  await loadHands();
  hand.order = queue.orderOf(hands, hand.key, Date.now());
  hand.state = "waiting";
  await writeRow(hand);
  await notifyTabs();
}

export async function dropHand(key, storedKey) {
  await loadHands();
  const hand = findHand(key);
  if (hand) await removeHand(hand, storedKey);
  await notifyTabs();
  sendWaiting();
}

// Sends a refused hand again: the server may accept it by now, or have stored it.
export async function resendHand(key) {
  const hand = findHand(key);
  if (!hand) return;
  await putHand(hand);
  await sendWaiting();
}

// --- Sending ---

// The answer concerns what was sent; if the hand was replaced since, here or in another tab, it is sent again.
async function applyAnswer(hand, answer) {
  if (answer.state === "gone") {
    dispatch("gone", hand);
    return;
  }
  // The tournament is cancelled, or the table has no keeper yet: the hand waits and is sent again.
  if (answer.state === "held") {
    dispatch("held", hand);
    return;
  }
  await loadHands();
  const currentHand = findHand(hand.key);
  if (currentHand && queue.requestBody(currentHand) !== queue.requestBody(hand)) return;
  if (answer.state === "stored") await handleStored(hand, answer.stored);
  else if (currentHand) await handleRefused(currentHand, answer);
  else await reloadHands();
}

// Another phone may have sent the same hand before: later hands then follow the stored version.
async function handleStored(hand, storedKey) {
  await removeHand(hand, storedKey || hand.key);
  await notifyTabs();
  dispatch("stored", hand);
}

async function handleRefused(hand, answer) {
  const { code, reasons, book } = answer;
  Object.assign(hand, { state: "refused", code, reasons, book, storedKey: answer.stored || "" });
  await writeRow(hand);
  await notifyTabs();
  dispatch("refused", hand);
}

// Another tab may have sent what this one shows as waiting. Returns how many are stored now.
async function sendAll() {
  await reloadHands();
  let sent = 0;
  for (const hand of queue.sendableHands(hands)) {
    triedKeys[hand.key] = true;
    const answer = await postHand(hand);
    if (answer && answer.state) {
      await applyAnswer(hand, answer);
      if (answer.state === "stored") sent += 1;
    }
  }
  return sent;
}

function handleSent(sent) {
  currentRun = null;
  failures = sent ? 0 : failures + 1;
  if (!queue.sendableHands(hands).length) {
    failures = 0;
    return undefined;
  }
  if (sent) return sendWaiting();
  retryTimer = setTimeout(sendWaiting, queue.retryDelay(failures));
  return undefined;
}

// Sends until nothing is left to send; retries with growing pauses if there is no answer.
function sendWaiting() {
  clearTimeout(retryTimer);
  if (currentRun) return currentRun;
  currentRun = sendAll().then(handleSent, () => {
    currentRun = null;
    retryTimer = setTimeout(sendWaiting, queue.LONGEST_DELAY);
  });
  return currentRun;
}

// Resolves to `stored`, `refused` or `waiting` for one hand after at most `timeout` milliseconds. A run in progress
// may have begun before this hand was added: then another run follows.
export function sendHand(key, timeout) {
  return new Promise((resolve) => {
    function resolveState() {
      clearTimeout(timer);
      const hand = findHand(key);
      resolve(hand ? hand.state : "stored");
    }
    const timer = setTimeout(resolveState, timeout);
    sendWaiting().then(() => (findHand(key) && !triedKeys[key] ? sendWaiting() : undefined)).then(resolveState);
  });
}

function sendNow() {
  if (document.hidden) return;
  failures = 0;
  reloadHands().then(sendWaiting);
}

function handleStorageEvent({ key }) {
  if (key === NEWS_KEY) reloadHands().then(() => dispatch("elsewhere"));
}

window.addEventListener("storage", handleStorageEvent);
document.addEventListener("visibilitychange", sendNow);
window.addEventListener("online", sendNow);
window.addEventListener("pageshow", sendNow);
document.addEventListener("DOMContentLoaded", sendNow);
