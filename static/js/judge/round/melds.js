// What a group of tiles makes where 1 may follow 13: 12-13-1 is a run, 13-1-2 is none, and 1 to 13 with another 1 is one.
// Why there is no meld is a code, for which the server hands down the words, and the tiles that they name.
import { SHORTEST, faultOfGroup } from "../melds.js";
import { COLOURS, FALSE_OKEY, HIGHEST, colourOf, numberOf, okeyOf } from "../tiles.js";

export const PAIR = 2;
export const LONGEST = HIGHEST + 1;

const distinct = (values) => [...new Set(values)];
const without = (faces) => faces.filter((face) => face !== null);
const meld = (kind, standsFor) => ({ kind, standsFor, fault: null });
const invalid = (code, tiles = []) => ({ kind: "invalid", standsFor: [], fault: { code, tiles } });

// The tile that each one plays as, a false okey as the okey's own; null is free to stand for any. Where no indicator is
// turned up there is no okey, and the two tiles without a number are wild themselves.
export function facesOf(codes, indicator) {
  const okey = okeyOf(indicator);
  return codes.map((code) => code === okey ? null : code === FALSE_OKEY ? okey : code);
}

// The tiles of a run that begins there; after 13 comes 1.
export function runFrom(colour, first, length) {
  return Array.from({ length }, (_place, more) => `${colour}${((first + more - 1) % HIGHEST) + 1}`);
}

// Each of these tiles in its place, the free ones in the places that are left; null where one has no place.
function placed(played, wanted) {
  const left = [...wanted];
  for (const face of without(played)) {
    const at = left.indexOf(face);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return played.map((face) => face === null ? left.shift() : face);
}

// Named in any order; a run stands at its highest place, and where tiles make both a run and a set they are a run.
export function readMeld(codes, indicator) {
  const played = facesOf(codes, indicator);
  if (codes.length < SHORTEST) return readPair(played, indicator);
  return readRun(played) || readSet(played) || faultOf(played);
}

function readPair(played, indicator) {
  if (played.length < PAIR) return invalid("too_few_tiles");
  const fixed = without(played);
  if (distinct(fixed).length > 1) return invalid("not_the_same", fixed);
  const [face = okeyOf(indicator)] = fixed;
  return meld("pair", [face, face]);
}

export function readRun(played) {
  const [colour = COLOURS[0], ...others] = distinct(without(played).map(colourOf));
  if (others.length) return null;
  for (let first = LONGEST + 1 - played.length; first > 0; first -= 1) {
    const standsFor = placed(played, runFrom(colour, first, played.length));
    if (standsFor) return meld("run", standsFor);
  }
  return null;
}

export function readSet(played) {
  const [number = HIGHEST, ...others] = distinct(without(played).map(numberOf));
  if (others.length || played.length > COLOURS.length) return null;
  const standsFor = placed(played, COLOURS.map((colour) => `${colour}${number}`));
  return standsFor && meld("set", standsFor);
}

// By what the tiles come closest to; what goes on past 13 is wrong only where it goes on past 1.
function faultOf(played) {
  const found = faultOfGroup(played);
  const isAround = found.fault.code !== "run_past_highest" || without(played).map(numberOf).includes(2);
  return isAround ? invalid(found.fault.code, found.fault.tiles) : invalid("run_with_a_gap");
}
