// Hands on their way from a page whose server is gone to the same table on another laptop: in the part of an
// address that no server is sent. What comes so may be anybody's: only what could be a hand of this table is read.

const SIGN = "#unsent=";
const MOST = 60;
const A_LINE = 2000;
const SCHEME = /^https?:\/\//i;

const isText = (value, most) => typeof value === "string" && value.length <= most;

const isList = (value, fits) => Array.isArray(value) && value.length <= A_LINE && value.every(fits);

const isField = (field) => isList(field, (part) => isText(part, A_LINE)) && field.length === 2;

// What the fields amount to is the server's to say, and what is doubtful the keeper's: nothing else is brought along.
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

// Nothing where none came; an empty list where what came can't be hands of this table.
export function handsIn(fragment, table) {
  if (!fragment.startsWith(SIGN)) return null;
  const hands = unpacked(fragment);
  const whole = isList(hands, (hand) => fits(hand, table)) && hands.length <= MOST;
  return whole ? hands.map(packed) : [];
}

// Where somebody says the other laptop is: an address as its window shows it, with or without what stands around.
export function originOf(typed) {
  const words = typed.trim();
  try {
    if (/\s/.test(words)) return "";
    return new URL(SCHEME.test(words) ? words : `http://${words}`).origin;
  } catch (unreadable) {
    return "";
  }
}
