// Pure functions on the list of waiting hands: their order, which may be sent, what follows a removed one.

const MENDED = ["hand_refused", "doubts_not_accepted", "hand_already_recorded", "hand_before_missing"];
const A_DAY = 24 * 3600 * 1000;
const PAUSES = [1000, 2000, 4000, 8000, 15000];

export const inOrder = (hands) => hands.slice().sort((one, other) => one.order - other.order);

export const without = (hands, key) => hands.filter((hand) => hand.key !== key);

export const find = (hands, key) => hands.find((hand) => hand.key === key);

// Rows that could not be written replace their older versions from the database.
export function together(rows, unkept) {
  const held = Object.keys(unkept).map((key) => unkept[key]);
  return inOrder(rows.filter((hand) => !unkept[hand.key]).concat(held));
}

// A hand that is put again keeps its place; a new one is last, even if the phone's clock was set back.
export function orderOf(hands, key, now) {
  const before = find(hands, key);
  const last = hands.length ? hands[hands.length - 1].order : 0;
  return before ? before.order : Math.max(last + 1, now);
}

// Returns the first hand of each table that may be sent: a refused hand holds back later ones.
export function sendable(hands) {
  const tables = {};
  return hands.filter((hand) => {
    const first = !tables[hand.table];
    tables[hand.table] = true;
    return first && hand.state !== "refused";
  });
}

// Whether the keeper can fix the refusal on the server's page of this hand.
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

// Returns the tombstone of a removed hand: hands entered after it follow the hand in its place, or take its place.
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

// Returns the hands among the rows, in order.
export function standing(rows) {
  const left = {};
  rows.filter((row) => row.left).forEach((row) => {
    left[row.key] = row.left;
  });
  return inOrder(rows.filter((row) => !row.left)).map((hand) => inPlace(hand, left));
}

// Nobody types for so long on one page, so older tombstones can go.
export const outlived = (rows, now) => rows.filter((row) => row.left && row.at < now - A_DAY);

// Returns the hands of an encounter that a page doesn't know, given the last one it knows.
export function unknownTo(hands, encounter, last) {
  const ours = hands.filter((hand) => hand.encounter === encounter);
  return ours.slice(ours.map((hand) => hand.key).indexOf(last) + 1);
}

// --- Sending ---

export function body(hand) {
  return hand.fields.map((field) => field.map(encodeURIComponent).join("=")).join("&");
}

// Returns the delay after this many failures in a row.
export const pauseAfter = (failures) => PAUSES[Math.min(Math.max(failures, 1), PAUSES.length) - 1];

export const LONGEST_PAUSE = PAUSES[PAUSES.length - 1];
