// Reads the meld that a group makes where 1 may follow 13: 12-13-1 is a run, 13-1-2 is not, and 1 to 13 with another 1
// is one. A reason why there is no meld is a code and the tiles it names; the server supplies the texts.
import { faultOfGroup, SHORTEST } from "../melds.js";
import { colourOf, COLOURS, FALSE_OKEY, HIGHEST, numberOf, okeyOf } from "../tiles.js";

export const PAIR = 2;
export const LONGEST = HIGHEST + 1;

const distinct = (values) => [...new Set(values)];
const withoutWild = (faces) => faces.filter((face) => face !== null);
const validMeld = (kind, standsFor) => ({ kind, standsFor, fault: null });
const invalidMeld = (code, tiles = []) => ({ kind: "invalid", standsFor: [], fault: { code, tiles } });

// Returns the tile that each code plays as; a false okey plays as the okey and null is wild. Without an indicator
// there is no okey, and the two tiles without a number are wild.
export function facesOf(codes, indicator) {
  const okey = okeyOf(indicator);
  return codes.map((code) => code === okey ? null : code === FALSE_OKEY ? okey : code);
}

// Returns the tiles of a run from `first`; 1 follows 13.
export function runFrom(colour, first, length) {
  return Array.from({ length }, (_place, offset) => `${colour}${((first + offset - 1) % HIGHEST) + 1}`);
}

// Puts each tile in its place and wild ones in the gaps; null if a tile has no place.
function assignTiles(played, tiles) {
  const remaining = [...tiles];
  for (const face of withoutWild(played)) {
    const index = remaining.indexOf(face);
    if (index < 0) return null;
    remaining.splice(index, 1);
  }
  return played.map((face) => face === null ? remaining.shift() : face);
}

// Accepts tiles in any order. Places a run as high as possible; prefers a run to a set.
export function readMeld(codes, indicator) {
  const played = facesOf(codes, indicator);
  if (codes.length < SHORTEST) return readPair(played, indicator);
  return readRun(played) || readSet(played) || closestFault(played);
}

function readPair(played, indicator) {
  if (played.length < PAIR) return invalidMeld("too_few_tiles");
  const fixed = withoutWild(played);
  if (distinct(fixed).length > 1) return invalidMeld("not_the_same", fixed);
  const [face = okeyOf(indicator)] = fixed;
  return validMeld("pair", [face, face]);
}

export function readRun(played) {
  const [colour = COLOURS[0], ...others] = distinct(withoutWild(played).map(colourOf));
  if (others.length) return null;
  for (let first = LONGEST + 1 - played.length; first > 0; first -= 1) {
    const standsFor = assignTiles(played, runFrom(colour, first, played.length));
    if (standsFor) return validMeld("run", standsFor);
  }
  return null;
}

export function readSet(played) {
  const [number = HIGHEST, ...others] = distinct(withoutWild(played).map(numberOf));
  if (others.length || played.length > COLOURS.length) return null;
  const standsFor = assignTiles(played, COLOURS.map((colour) => `${colour}${number}`));
  return standsFor && validMeld("set", standsFor);
}

// Returns the fault of the closest meld; going past 13 is a fault only if the run goes past 1.
function closestFault(played) {
  const invalidGroup = faultOfGroup(played);
  const isMeaningful = invalidGroup.fault.code !== "run_past_highest" || withoutWild(played).map(numberOf).includes(2);
  return isMeaningful ? invalidMeld(invalidGroup.fault.code, invalidGroup.fault.tiles) : invalidMeld("run_with_a_gap");
}
