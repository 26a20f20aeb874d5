// Hands on their way from a page whose server is gone to the same table on another laptop: in the part of an
// address that no server is sent. What comes so may be anybody's: only what could be a hand of this table is read.

const SIGN = "#unsent=";
const MOST = 60;
const A_WORD = 100;
const A_LINE = 2000;
const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SCHEME = /^https?:\/\//i;

const isText = (value, most) => typeof value === "string" && value.length <= most;

const isList = (value, fits) => Array.isArray(value) && value.length <= A_LINE && value.every(fits);

const isField = (field) => isList(field, (part) => isText(part, A_LINE)) && field.length === 2;

// An address of the table itself, on whichever laptop the page lies.
const isOfTable = (path, table) => isText(path, A_LINE) && new RegExp(`^(?:/\\w\\w)?/table/${table}/[\\w/-]*$`).test(path);

function packed({ key, table, encounter, address, page, action, fields, title, number, isVoid, lines, enteredAt }) {
  return { key, table, encounter, address, page, action, fields, title, number, isVoid, lines, enteredAt };
}

const namesIt = (hand, table) => hand.table === table && KEY.test(hand.key) && KEY.test(hand.encounter);

const leadsToIt = (hand, table) => ["address", "page", "action"].every((name) => isOfTable(hand[name], table));

const tellsIt = ({ fields, title, lines }) => isList(fields, isField) && isText(title, A_WORD)
  && isList(lines, (line) => isText(line, A_LINE));

const countsIt = ({ number, isVoid, enteredAt }) => Number.isFinite(number) && Number.isFinite(enteredAt)
  && typeof isVoid === "boolean";

const fits = (hand, table) => hand !== null && typeof hand === "object" && namesIt(hand, table)
  && leadsToIt(hand, table) && tellsIt(hand) && countsIt(hand);

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
