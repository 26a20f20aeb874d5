// Hands that wait, as a list: in which order, which may be sent, what becomes of those after one that is gone.
// It knows no page, no database and no network.

const MENDED = ["hand_refused", "doubts_not_accepted", "hand_already_recorded", "hand_before_missing"];
const A_DAY = 24 * 3600 * 1000;
const PAUSES = [1000, 2000, 4000, 8000, 15000];

export const inOrder = (hands) => hands.slice().sort((one, other) => one.order - other.order);

export const without = (hands, key) => hands.filter((hand) => hand.key !== key);

export const find = (hands, key) => hands.find((hand) => hand.key === key);

// What could not be written stands in for what an earlier one left in the database.
export function together(rows, unkept) {
  const held = Object.keys(unkept).map((key) => unkept[key]);
  return inOrder(rows.filter((hand) => !unkept[hand.key]).concat(held));
}

// Put again, a hand keeps its place; else it comes last, be the phone's clock set back.
export function orderOf(hands, key, now) {
  const before = find(hands, key);
  const last = hands.length ? hands[hands.length - 1].order : 0;
  return before ? before.order : Math.max(last + 1, now);
}

// The first of each table that may be sent: what was refused holds back what was entered after it.
export function sendable(hands) {
  const tables = {};
  return hands.filter((hand) => {
    const first = !tables[hand.table];
    tables[hand.table] = true;
    return first && hand.state !== "refused";
  });
}

// Whether its keeper can do anything about a refusal on the page that the server makes of the hand.
export const isMended = ({ state, code }) => state === "refused" && MENDED.includes(code);

// --- Where a hand has its place ---

function placeOf(fields) {
  const place = { after: "", match: "", deal: "" };
  fields.forEach(([name, value]) => {
    if (name in place) place[name] = value;
  });
  return place;
}

function placed(fields, place) {
  const others = fields.filter(([name]) => !(name in place));
  return others.concat(Object.keys(place).map((name) => [name, place[name]]));
}

// What a hand that is gone leaves under its key: what was entered after it, wherever that is typed, follows what
// stands in its place, or takes its place itself.
export function leftBy({ key, order, fields }, stands, at) {
  return { key, order, at, left: stands ? { after: stands, match: "", deal: "" } : placeOf(fields) };
}

function inPlace(hand, left) {
  const passed = [];
  let place = placeOf(hand.fields);
  while (left[place.after] && !passed.includes(place.after)) {
    passed.push(place.after);
    place = left[place.after];
  }
  return passed.length ? Object.assign({}, hand, { fields: placed(hand.fields, place) }) : hand;
}

// The hands among what is kept, each in its place.
export function standing(rows) {
  const left = {};
  rows.filter((row) => row.left).forEach((row) => {
    left[row.key] = row.left;
  });
  return inOrder(rows.filter((row) => !row.left)).map((hand) => inPlace(hand, left));
}

// Nobody types for so long on a page that he opened before.
export const outlived = (rows, now) => rows.filter((row) => row.left && row.at < now - A_DAY);

// Those of an encounter that a page does not know of which knows this one as the last.
export function unknownTo(hands, encounter, last) {
  const ours = hands.filter((hand) => hand.encounter === encounter);
  return ours.slice(ours.map((hand) => hand.key).indexOf(last) + 1);
}

// --- Sending ---

export function body(hand) {
  return hand.fields.map((field) => field.map(encodeURIComponent).join("=")).join("&");
}

// How long to wait after so many failures in a row.
export const pauseAfter = (failures) => PAUSES[Math.min(Math.max(failures, 1), PAUSES.length) - 1];

export const LONGEST_PAUSE = PAUSES[PAUSES.length - 1];
