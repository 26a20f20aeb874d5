// Pure functions on the list of waiting hands: their order, which may be sent, what follows a removed one.

const FIXABLE_CODES = ["hand_refused", "warnings_not_accepted", "hand_already_recorded", "previous_hand_missing"];
const DAY = 24 * 3600 * 1000;
const RETRY_DELAYS = [1000, 2000, 4000, 8000, 15000];

export const inOrder = (hands) => hands.slice().sort((first, second) => first.order - second.order);

export const withoutKey = (hands, key) => hands.filter((hand) => hand.key !== key);

export const findByKey = (hands, key) => hands.find((hand) => hand.key === key);

// Rows that could not be written replace their older versions from the database.
export function mergeRows(rows, unwrittenRows) {
  const unwritten = Object.keys(unwrittenRows).map((key) => unwrittenRows[key]);
  return inOrder(rows.filter((hand) => !unwrittenRows[hand.key]).concat(unwritten));
}

// A hand that is put again keeps its place; a new one is last, even if the phone's clock was set back.
export function orderOf(hands, key, now) {
  const existing = findByKey(hands, key);
  const last = hands.length ? hands[hands.length - 1].order : 0;
  return existing ? existing.order : Math.max(last + 1, now);
}

// Returns the first hand of each table that may be sent: a refused hand holds back later ones.
export function sendableHands(hands) {
  const seenTables = {};
  return hands.filter((hand) => {
    const isFirst = !seenTables[hand.table];
    seenTables[hand.table] = true;
    return isFirst && hand.state !== "refused";
  });
}

// Whether the keeper can fix the refusal on the server's page of this hand.
export const isFixable = ({ state, code }) => state === "refused" && FIXABLE_CODES.includes(code);

// --- Positions of hands ---

function placeOf(fields) {
  const place = { after: "", match: "", deal: "" };
  fields.forEach(([name, value]) => {
    if (name in place) place[name] = value;
  });
  return place;
}

function withPlace(fields, place) {
  const others = fields.filter(([name]) => !(name in place));
  return others.concat(Object.keys(place).map((name) => [name, place[name]]));
}

// Returns the tombstone of a removed hand: hands entered after it follow the hand in its place, or take its place.
export function createTombstone({ key, order, fields }, storedKey, removedAt) {
  return { key, order, at: removedAt, left: storedKey ? { after: storedKey, match: "", deal: "" } : placeOf(fields) };
}

function relinkHand(hand, places) {
  const passedKeys = [];
  let place = placeOf(hand.fields);
  while (places[place.after] && !passedKeys.includes(place.after)) {
    passedKeys.push(place.after);
    place = places[place.after];
  }
  return passedKeys.length ? Object.assign({}, hand, { fields: withPlace(hand.fields, place) }) : hand;
}

// Returns the hands among the rows, in order.
export function waitingHands(rows) {
  const places = {};
  rows.filter((row) => row.left).forEach((row) => {
    places[row.key] = row.left;
  });
  return inOrder(rows.filter((row) => !row.left)).map((hand) => relinkHand(hand, places));
}

// Nobody types for so long on one page, so older tombstones can go.
export const expiredTombstones = (rows, now) => rows.filter((row) => row.left && row.at < now - DAY);

// Returns the hands of an encounter that a page doesn't know, given the last one it knows.
export function handsUnknownTo(hands, encounter, lastKnown) {
  const encounterHands = hands.filter((hand) => hand.encounter === encounter);
  return encounterHands.slice(encounterHands.map((hand) => hand.key).indexOf(lastKnown) + 1);
}

// --- Sending ---

export function requestBody(hand) {
  return hand.fields.map((field) => field.map(encodeURIComponent).join("=")).join("&");
}

// Returns the delay after this many failures in a row.
export const retryDelay = (failures) => RETRY_DELAYS[Math.min(Math.max(failures, 1), RETRY_DELAYS.length) - 1];

export const LONGEST_DELAY = RETRY_DELAYS[RETRY_DELAYS.length - 1];
