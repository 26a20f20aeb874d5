// Hands that are on this phone and not yet on the server. Each is kept in the browser's own database before
// anything is sent, sent in the order in which it was entered, and removed once the server has answered that
// it is stored. Its key makes sending it twice harmless. Nothing is ever dropped but by the keeper's hand.
import { remember } from "../memory.js";
import { post } from "./post.js";
import * as queue from "./queue.js";
import * as storage from "./storage.js";

const NEWS = "outbox";

// What is kept: hands, and what those that are gone left to those after them.
let rows = [];
let hands = [];
// What could not be written, by its key: a full phone still sends, as long as its page is open.
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

// Other tabs of this phone show what waits, too.
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

// A hand is `{key, table, encounter, address, page, fields, title, lines, counts}`; put again it keeps its place.
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

// What the server refused once may be taken by now, or be stored already: it says so.
export async function again(key) {
  const hand = find(key);
  if (!hand) return;
  await put(hand);
  await pump();
}

// --- Sending ---

// The answer is about what was sent; what was put in its place since, here or in another tab, is sent again.
async function settle(hand, said) {
  if (said.state === "gone") {
    tell("gone", hand);
    return;
  }
  // The tournament is cancelled, or nobody said who keeps the table: it waits here, and is sent again.
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

// Another phone may have sent the very same hand before: what follows it follows what stands.
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

// Another tab may have sent meanwhile what this one shows as waiting. Answers how many are stored now.
async function sendAll() {
  await changed();
  let sent = 0;
  for (const hand of queue.sendable(hands)) {
    tried[hand.key] = true;
    const said = await post(hand);
    if (said && said.state) {
      await settle(hand, said);
      if (said.state === "stored") sent += 1;
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

// Sends until nothing is left that can be sent; what finds no answer is tried again, ever more rarely.
function pump() {
  clearTimeout(timer);
  if (sending) return sending;
  sending = sendAll().then(sentSoMany, () => {
    sending = null;
    timer = setTimeout(pump, queue.LONGEST_PAUSE);
  });
  return sending;
}

// Answers `stored`, `refused` or `waiting` for one hand, at the latest after so many milliseconds. What is
// being sent already may have begun before this hand was there: then it is sent after that.
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
