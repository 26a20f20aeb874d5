// Which tiles are there, and what they count: told by their codes. It knows no page.
import { FALSE_OKEY, isTile, numberOf, okeyOf } from "../judge/tiles.js";

const COPIES = 2;

// Tiles as they stand in a field: one beside the other.
export const read = (text) => text.split(/[\s,]+/).filter(isTile);
export const write = (codes) => codes.join(" ");

export const without = (codes, place) => codes.filter((_code, other) => other !== place);

// Why a tile can't be there once more, beside those that lie there: the indicator is one of its two copies.
export function refusal(code, laid, indicator) {
  const there = laid.filter((one) => one === code).length;
  if (code === indicator) return there < COPIES - 1 ? "" : "turnedUp";
  return there < COPIES ? "" : "both";
}

// What is left on a rack: points without the real okeys, and how many of these. `falseOkey` is what one counts.
export function count(codes, indicator, falseOkey) {
  const plain = codes.filter((code) => code !== okeyOf(indicator));
  const worth = (code) => code === FALSE_OKEY ? falseOkey : numberOf(code);
  return { points: plain.reduce((sum, code) => sum + worth(code), 0), okeys: codes.length - plain.length };
}
