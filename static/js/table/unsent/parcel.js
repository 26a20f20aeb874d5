// Packs hands for the same table on another laptop, after the server of this page is gone: in the URL fragment, which
// is never sent to a server. The input may come from anybody, so only valid hands of this table are read.

const SIGN = "#unsent=";
const MOST = 60;
const A_LINE = 2000;
const SCHEME = /^https?:\/\//i;

const isText = (value, most) => typeof value === "string" && value.length <= most;

const isList = (value, fits) => Array.isArray(value) && value.length <= A_LINE && value.every(fits);

const isField = (field) => isList(field, (part) => isText(part, A_LINE)) && field.length === 2;

// The server computes summaries and the keeper confirms warnings, so only the fields are packed.
const packed = ({ table, fields }) => ({ table, fields: fields.filter(([name]) => name !== "accepted") });

const fits = (hand, table) => hand !== null && typeof hand === "object" && hand.table === table
  && isList(hand.fields, isField);

function unpacked(fragment) {
  try {
    return JSON.parse(decodeURIComponent(fragment.slice(SIGN.length)));
  } catch (spoiled) {
    return null;
  }
}

export const fragmentOf = (hands) => SIGN + encodeURIComponent(JSON.stringify(hands.map(packed)));

// Returns null if there are none; an empty list if the fragment can't be hands of this table.
export function handsIn(fragment, table) {
  if (!fragment.startsWith(SIGN)) return null;
  const hands = unpacked(fragment);
  const whole = isList(hands, (hand) => fits(hand, table)) && hands.length <= MOST;
  return whole ? hands.map(packed) : [];
}

// Returns the origin of the other laptop from a typed address, with or without path.
export function originOf(typed) {
  const words = typed.trim();
  try {
    if (/\s/.test(words)) return "";
    return new URL(SCHEME.test(words) ? words : `http://${words}`).origin;
  } catch (unreadable) {
    return "";
  }
}
