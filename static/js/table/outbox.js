// Hands that are on this phone and not yet on the server. Each is stored in IndexedDB before it is sent, sent in the
// order of entry, and removed once the server has confirmed that it is stored. Its key makes sending it twice
// harmless. Only the keeper can discard one.
import { remember } from "../memory.js";
import { post } from "./post.js";
import * as queue from "./queue.js";
import * as storage from "./storage.js";

const NEWS = "outbox";

// Stored rows: hands, and the tombstones of removed hands for those after them.
let rows = [];
let hands = [];
// Rows that could not be written, by key: a phone with full storage still sends while its page is open.
const unkept = {};
const tried = {};
let failures = 0;
let timer = 0;
let sending = null;

function keep(all) {
  rows = all;
  hands = queue.standing(rows);
}

export async function load() {
  const found = await storage.readAll();
  keep(found ? queue.together(found, unkept) : rows);
  return hands;
}

function tell(name, detail) {
  document.dispatchEvent(new CustomEvent(`outbox:${name}`, { detail }));
}

async function changed() {
  await load();
  tell("changed", hands);
}

// Other tabs of this phone also show what waits.
function altered() {
  remember("localStorage", NEWS, `${Date.now()} ${Math.random()}`);
  return changed();
}

async function write(row) {
  keep(queue.without(rows, row.key).concat(row));
  try {
    await storage.write(row);
    delete unkept[row.key];
  } catch (full) {
    unkept[row.key] = row;
  }
}

function forget(key) {
  keep(queue.without(rows, key));
  delete unkept[key];
  return storage.remove(key);
}

async function leave(hand, stands) {
  const now = Date.now();
  await Promise.all(queue.outlived(rows, now).map((row) => forget(row.key)));
  await (stands === hand.key ? forget(hand.key) : write(queue.leftBy(hand, stands, now)));
}

// --- What a page does with it ---

export const find = (key) => queue.find(hands, key);

export const of = (table) => hands.filter((hand) => hand.table === table);

export const elsewhere = (table) => hands.filter((hand) => hand.table !== table);

export const keeps = () => !storage.isRefused() && !hands.some((hand) => unkept[hand.key]);

// A hand is `{key, table, encounter, address, page, fields, title, lines, counts}`; putting it again keeps its place.
export async function put(hand) {
  await load();
  hand.order = queue.orderOf(hands, hand.key, Date.now());
  hand.state = "waiting";
  await write(hand);
  await altered();
}

export async function drop(key, stands) {
  await load();
  const gone = find(key);
  if (gone) await leave(gone, stands);
  await altered();
  pump();
}

// Sends a refused hand again: the server may accept it by now, or have stored it.
export async function again(key) {
  const hand = find(key);
  if (!hand) return;
  await put(hand);
  await pump();
}

// --- Sending ---

// The answer concerns what was sent; if the hand was replaced since, here or in another tab, it is sent again.
async function settle(hand, said) {
  if (said.state === "gone") {
    tell("gone", hand);
    return;
  }
  // The tournament is cancelled, or the table has no keeper yet: the hand waits and is sent again.
  if (said.state === "held") {
    tell("held", hand);
    return;
  }
  await load();
  const now = find(hand.key);
  if (now && queue.body(now) !== queue.body(hand)) return;
  if (said.state === "stored") await stored(hand, said.stands);
  else if (now) await refused(now, said);
  else await changed();
}

// Another phone may have sent the same hand before: later hands then follow the stored version.
async function stored(hand, stands) {
  await leave(hand, stands || hand.key);
  await altered();
  tell("stored", hand);
}

async function refused(hand, said) {
  const { code, reasons, book } = said;
  Object.assign(hand, { state: "refused", code, reasons, book, stands: said.stored || "" });
  await write(hand);
  await altered();
  tell("refused", hand);
}

// Another tab may have sent what this one shows as waiting. Returns how many are stored now.
async function sendAll() {
  await changed();
  let sent = 0;
  for (const hand of queue.sendable(hands)) {
    tried[hand.key] = true;
    const answer = await post(hand);
    if (answer && answer.state) {
      await settle(hand, answer);
      if (answer.state === "stored") sent += 1;
    }
  }
  return sent;
}

function sentSoMany(sent) {
  sending = null;
  failures = sent ? 0 : failures + 1;
  if (!queue.sendable(hands).length) {
    failures = 0;
    return undefined;
  }
  if (sent) return pump();
  timer = setTimeout(pump, queue.pauseAfter(failures));
  return undefined;
}

// Sends until nothing is left to send; retries with growing pauses if there is no answer.
function pump() {
  clearTimeout(timer);
  if (sending) return sending;
  sending = sendAll().then(sentSoMany, () => {
    sending = null;
    timer = setTimeout(pump, queue.LONGEST_PAUSE);
  });
  return sending;
}

// Resolves to `stored`, `refused` or `waiting` for one hand after at most `patience` milliseconds. A run in progress
// may have begun before this hand was added: then another run follows.
export function send(key, patience) {
  return new Promise((resolve) => {
    function answer() {
      clearTimeout(late);
      const hand = find(key);
      resolve(hand ? hand.state : "stored");
    }
    const late = setTimeout(answer, patience);
    pump().then(() => (find(key) && !tried[key] ? pump() : undefined)).then(answer);
  });
}

function hurry() {
  if (document.hidden) return;
  failures = 0;
  changed().then(pump);
}

function heard({ key }) {
  if (key === NEWS) changed().then(() => tell("elsewhere"));
}

window.addEventListener("storage", heard);
document.addEventListener("visibilitychange", hurry);
window.addEventListener("online", hurry);
window.addEventListener("pageshow", hurry);
document.addEventListener("DOMContentLoaded", hurry);
