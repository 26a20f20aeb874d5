// Reads the meld that a group of tiles makes, by the same rules as the server. `rules` are the rule set's switches
// from the server. A reason why there is no meld is a code and the tiles it names; the server supplies the texts.
import { COLOURS, FALSE_OKEY, HIGHEST, NUMBERED, colourOf, isIndicator, numberOf, okeyOf } from "./tiles.js";

export const SHORTEST = 3;
const PAIR = 2;

const without = (faces) => faces.filter((face) => face !== null);
const distinct = (values) => [...new Set(values)];
const fault = (code, tiles = []) => ({ kind: "invalid", value: 0, standsFor: [], fault: { code, tiles } });
const meld = (kind, value, standsFor) => ({ kind, value, standsFor, fault: null });

// Returns the tile that a false okey plays as: itself if there is no okey.
function falseOkey(indicator, rules) {
  if (!isIndicator(indicator)) return FALSE_OKEY;
  return rules.falseOkeyValue === "indicator" ? indicator : okeyOf(indicator);
}

function faces(codes, plain, wild) {
  return codes.map((code) => wild.includes(code) ? null : code === FALSE_OKEY ? plain : code);
}

// Returns the tile that each code plays as in runs and sets; null is wild.
export function facesInMelds(codes, indicator, rules) {
  return faces(codes, falseOkey(indicator, rules), [okeyOf(indicator)]);
}

// The same for pairs, where the player's copy of the indicator is wild too if the rules say so.
export function facesInPairs(codes, indicator, rules) {
  const wild = rules.indicatorInPairs ? [okeyOf(indicator), indicator] : [okeyOf(indicator)];
  return faces(codes, falseOkey(indicator, rules), wild);
}

// Whether the code is the player's copy of the indicator and the rules keep it out of pairs.
export const isBarred = (code, indicator, rules) => code === indicator && !rules.indicatorInPairs;

// Returns the best meld of these tiles in any order; prefers a set on equal points.
export function readMeld(codes, indicator, rules) {
  const named = isIndicator(indicator) ? indicator : null;
  if (codes.length < SHORTEST) return readPair(codes, named, rules);
  return readGroup(facesInMelds(codes, named, rules));
}

function readGroup(played) {
  const [set, run] = [readSet(played), readRun(played)];
  if (set && run) return run.value > set.value ? run : set;
  return set || run || faultOfGroup(played);
}

function readPair(codes, indicator, rules) {
  if (codes.length < PAIR) return fault("too_few_tiles");
  const fixed = without(facesInPairs(codes, indicator, rules));
  if (distinct(fixed).length > 1) return fault("not_the_same", fixed);
  if (codes.some((code) => isBarred(code, indicator, rules))) return fault("indicator_in_pair", [indicator]);
  const [face = okeyOf(indicator)] = fixed;
  return meld("pair", 1, [face, face]);
}

function filled(played, free) {
  return played.map((face) => face === null ? free.shift() : face);
}

function readSet(played) {
  const fixed = without(played);
  const colours = distinct(fixed.map(colourOf));
  const [number = HIGHEST, ...others] = distinct(fixed.map(numberOf));
  if (played.length > COLOURS.length || colours.length < fixed.length || others.length) return null;
  const free = COLOURS.filter((colour) => !colours.includes(colour)).map((colour) => `${colour}${number}`);
  return meld("set", number * played.length, filled(played, free));
}

// Places the run as high as possible. 1 is only low, so no run goes past 13.
function readRun(played) {
  const fixed = without(played);
  const [colour = COLOURS[0], ...others] = distinct(fixed.map(colourOf));
  const numbers = distinct(fixed.map(numberOf));
  const first = Math.min(...numbers, HIGHEST + 1 - played.length);
  const span = played.map((_face, place) => first + place);
  if (first < 1 || others.length || numbers.length < fixed.length) return null;
  if (!numbers.every((number) => span.includes(number))) return null;
  const free = span.filter((number) => !numbers.includes(number)).map((number) => `${colour}${number}`);
  return meld("run", span.reduce((sum, number) => sum + number, 0), filled(played, free));
}

// --- Why there is no meld, by what the tiles come closest to ---

export function faultOfGroup(played) {
  const fixed = without(played);
  if (distinct(fixed.map(numberOf)).length === 1) return faultOfSet(fixed);
  if (distinct(fixed.map(colourOf)).length === 1) return faultOfRun(fixed.map(numberOf), played.length);
  return fault("no_meld");
}

function faultOfSet(fixed) {
  const twice = [FALSE_OKEY, ...NUMBERED].filter((tile) => fixed.filter((face) => face === tile).length > 1);
  return twice.length ? fault("colour_twice", twice) : fault("set_too_long");
}

function faultOfRun(numbers, length) {
  if (distinct(numbers).length < numbers.length) return fault("number_twice");
  if (length > HIGHEST) return fault("run_too_long");
  const around = numbers.includes(1) && numbers.includes(HIGHEST);
  return fault(around ? "run_past_highest" : "run_with_a_gap");
}
