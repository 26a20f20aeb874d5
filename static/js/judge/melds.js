// Reads the meld that a group of tiles makes, by the same rules as the server. `rules` are the rule set's switches
// from the server. A reason why there is no meld is a code and the tiles it names; the server supplies the texts.
import { colourOf, COLOURS, FALSE_OKEY, HIGHEST, isIndicator, NUMBERED, numberOf, okeyOf } from "./tiles.js";

export const SHORTEST = 3;
const PAIR = 2;

const withoutWild = (faces) => faces.filter((face) => face !== null);
const distinct = (values) => [...new Set(values)];
const invalidMeld = (code, tiles = []) => ({ kind: "invalid", value: 0, standsFor: [], fault: { code, tiles } });
const validMeld = (kind, value, standsFor) => ({ kind, value, standsFor, fault: null });

// Returns the tile that a false okey plays as: itself if there is no okey.
function falseOkeyTile(indicator, rules) {
  if (!isIndicator(indicator)) return FALSE_OKEY;
  return rules.falseOkeyValue === "indicator" ? indicator : okeyOf(indicator);
}

function mapFaces(codes, falseOkeyFace, wild) {
  return codes.map((code) => wild.includes(code) ? null : code === FALSE_OKEY ? falseOkeyFace : code);
}

// Returns the tile that each code plays as in runs and sets; null is wild.
export function facesInMelds(codes, indicator, rules) {
  return mapFaces(codes, falseOkeyTile(indicator, rules), [okeyOf(indicator)]);
}

// The same for pairs, where the player's copy of the indicator is wild too if the rules say so.
export function facesInPairs(codes, indicator, rules) {
  const wild = rules.indicatorInPairs ? [okeyOf(indicator), indicator] : [okeyOf(indicator)];
  return mapFaces(codes, falseOkeyTile(indicator, rules), wild);
}

// Whether the code is the player's copy of the indicator and the rules keep it out of pairs.
export const isBarredFromPairs = (code, indicator, rules) => code === indicator && !rules.indicatorInPairs;

// Returns the best meld of these tiles in any order; prefers a set on equal points.
export function readMeld(codes, indicator, rules) {
  const knownIndicator = isIndicator(indicator) ? indicator : null;
  if (codes.length < SHORTEST) return readPair(codes, knownIndicator, rules);
  return readGroup(facesInMelds(codes, knownIndicator, rules));
}

function readGroup(played) {
  const [set, run] = [readSet(played), readRun(played)];
  if (set && run) return run.value > set.value ? run : set;
  return set || run || faultOfGroup(played);
}

function readPair(codes, indicator, rules) {
  if (codes.length < PAIR) return invalidMeld("too_few_tiles");
  const fixed = withoutWild(facesInPairs(codes, indicator, rules));
  if (distinct(fixed).length > 1) return invalidMeld("not_the_same", fixed);
  if (codes.some((code) => isBarredFromPairs(code, indicator, rules))) return invalidMeld("indicator_in_pair", [indicator]);
  const [face = okeyOf(indicator)] = fixed;
  return validMeld("pair", 1, [face, face]);
}

function fillWild(played, missingTiles) {
  return played.map((face) => face === null ? missingTiles.shift() : face);
}

function readSet(played) {
  const fixed = withoutWild(played);
  const colours = distinct(fixed.map(colourOf));
  const [number = HIGHEST, ...others] = distinct(fixed.map(numberOf));
  if (played.length > COLOURS.length || colours.length < fixed.length || others.length) return null;
  const missingTiles = COLOURS.filter((colour) => !colours.includes(colour)).map((colour) => `${colour}${number}`);
  return validMeld("set", number * played.length, fillWild(played, missingTiles));
}

// Places the run as high as possible. 1 is only low, so no run goes past 13.
function readRun(played) {
  const fixed = withoutWild(played);
  const [colour = COLOURS[0], ...others] = distinct(fixed.map(colourOf));
  const numbers = distinct(fixed.map(numberOf));
  const first = Math.min(...numbers, HIGHEST + 1 - played.length);
  const span = played.map((_face, place) => first + place);
  if (first < 1 || others.length || numbers.length < fixed.length) return null;
  if (!numbers.every((number) => span.includes(number))) return null;
  const missingTiles = span.filter((number) => !numbers.includes(number)).map((number) => `${colour}${number}`);
  return validMeld("run", span.reduce((sum, number) => sum + number, 0), fillWild(played, missingTiles));
}

// --- Why there is no meld, by the closest kind ---

export function faultOfGroup(played) {
  const fixed = withoutWild(played);
  if (distinct(fixed.map(numberOf)).length === 1) return faultOfSet(fixed);
  if (distinct(fixed.map(colourOf)).length === 1) return faultOfRun(fixed.map(numberOf), played.length);
  return invalidMeld("no_meld");
}

function faultOfSet(fixed) {
  const duplicates = [FALSE_OKEY, ...NUMBERED].filter((tile) => fixed.filter((face) => face === tile).length > 1);
  return duplicates.length ? invalidMeld("colour_twice", duplicates) : invalidMeld("set_too_long");
}

function faultOfRun(numbers, length) {
  if (distinct(numbers).length < numbers.length) return invalidMeld("number_twice");
  if (length > HIGHEST) return invalidMeld("run_too_long");
  const passesHighest = numbers.includes(1) && numbers.includes(HIGHEST);
  return invalidMeld(passesHighest ? "run_past_highest" : "run_with_a_gap");
}
