// Tile counts and values by their codes. Independent of the page.
import { FALSE_OKEY, isTile, numberOf, okeyOf } from "../judge/tiles.js";

const COPIES = 2;

// Parses tiles from a field, separated by spaces or commas.
export const read = (text) => text.split(/[\s,]+/).filter(isTile);
export const write = (codes) => codes.join(" ");

export const without = (codes, place) => codes.filter((_code, other) => other !== place);

// Returns why one more copy of a tile is impossible, given those in use: the indicator is one of its two copies.
export function refusal(code, laid, indicator) {
  const there = laid.filter((one) => one === code).length;
  if (code === indicator) return there < COPIES - 1 ? "" : "turnedUp";
  return there < COPIES ? "" : "both";
}

// Returns the points left on a rack without real okeys, and the number of these. `falseOkey` is the value of one.
export function count(codes, indicator, falseOkey) {
  const plain = codes.filter((code) => code !== okeyOf(indicator));
  const worth = (code) => code === FALSE_OKEY ? falseOkey : numberOf(code);
  return { points: plain.reduce((sum, code) => sum + worth(code), 0), okeys: codes.length - plain.length };
}
