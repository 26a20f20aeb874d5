// Tile counts and values by their codes: a colour letter and a number, `*` for a false okey. Independent of the page.
export const FALSE_OKEY = "*";
const CODE = /^(\*|[rbyk]([1-9]|1[0-3]))$/;
const HIGHEST = 13;
const COPIES_PER_TILE = 2;

export const isTile = (code) => CODE.test(code);
const numberOf = (code) => Number(code.slice(1));

// Returns the tile one above the indicator (1 after 13); blank without an indicator.
export function okeyOf(indicator) {
  return indicator && `${indicator.charAt(0)}${(numberOf(indicator) % HIGHEST) + 1}`;
}

// Parses tiles from a field, separated by spaces or commas.
export const parseTiles = (text) => text.split(/[\s,]+/).filter(isTile);
export const formatTiles = (codes) => codes.join(" ");

export const withoutTileAt = (codes, index) => codes.filter((_code, other) => other !== index);

// Returns why one more copy of a tile is impossible, given those in use: the indicator is one of its two copies.
export function whyUnavailable(code, used, indicator) {
  const copies = used.filter((tile) => tile === code).length;
  if (code === indicator) return copies < COPIES_PER_TILE - 1 ? "" : "turnedUp";
  return copies < COPIES_PER_TILE ? "" : "both";
}

// Returns the points left on a rack without real okeys, and the number of these. `falseOkey` is the value of one.
export function countTiles(codes, indicator, falseOkey) {
  const withoutOkeys = codes.filter((code) => code !== okeyOf(indicator));
  const tileValue = (code) => code === FALSE_OKEY ? falseOkey : numberOf(code);
  return { points: withoutOkeys.reduce((sum, code) => sum + tileValue(code), 0), okeys: codes.length - withoutOkeys.length };
}
