// Packs hands for the same table on another laptop, after the server of this page is gone: in the URL fragment, which
// is never sent to a server. The input may come from anybody, so only valid hands of this table are read.

const PREFIX = "#unsent=";
const MAX_HANDS = 60;
const MAX_LENGTH = 2000;
const SCHEME = /^https?:\/\//i;

const isText = (value, maxLength) => typeof value === "string" && value.length <= maxLength;

const isList = (value, isValid) => Array.isArray(value) && value.length <= MAX_LENGTH && value.every(isValid);

const isField = (field) => isList(field, (part) => isText(part, MAX_LENGTH)) && field.length === 2;

// The server computes summaries and the keeper confirms warnings, so only the fields are packed.
const packHand = ({ table, fields }) => ({ table, fields: fields.filter(([name]) => name !== "accepted") });

const isHandOf = (hand, table) => hand !== null && typeof hand === "object" && hand.table === table
  && isList(hand.fields, isField);

function parseFragment(fragment) {
  try {
    return JSON.parse(decodeURIComponent(fragment.slice(PREFIX.length)));
  } catch (error) {
    return null;
  }
}

export const fragmentOf = (hands) => PREFIX + encodeURIComponent(JSON.stringify(hands.map(packHand)));

// Returns null if there are none; an empty list if the fragment can't be hands of this table.
export function handsIn(fragment, table) {
  if (!fragment.startsWith(PREFIX)) return null;
  const hands = parseFragment(fragment);
  const isWhole = isList(hands, (hand) => isHandOf(hand, table)) && hands.length <= MAX_HANDS;
  return isWhole ? hands.map(packHand) : [];
}

// Returns the origin of the other laptop from a typed address, with or without path.
export function originOf(typed) {
  const text = typed.trim();
  try {
    if (/\s/.test(text)) return "";
    return new URL(SCHEME.test(text) ? text : `http://${text}`).origin;
  } catch (error) {
    return "";
  }
}
