// Finds how fourteen tiles win a hand; the same search as rules/games/okey_points/racks.py.
import { SHORTEST } from "../melds.js";
import { piled, starts, taken, upTo } from "../round/laying.js";
import { LONGEST, PAIR, facesOf, runFrom } from "../round/melds.js";
import { mostPairs } from "../series.js";
import { COLOURS, HIGHEST, colourOf, numberOf } from "../tiles.js";

const distinct = (values) => [...new Set(values)];

function setsWith(tile) {
  const number = numberOf(tile);
  const all = COLOURS.map((colour) => `${colour}${number}`);
  return [...all.map((left) => all.filter((one) => one !== left)), all].filter((faces) => faces.includes(tile));
}

// Longer runs are not listed because a run of six or more tiles splits into two.
function runsWith(tile) {
  return upTo(SHORTEST, 2 * SHORTEST - 1)
    .flatMap((length) => starts(length).map((first) => runFrom(colourOf(tile), first, length)))
    .filter((faces) => faces.includes(tile));
}

// Returns runs and sets that use all tiles, or null. Tries each meld for the lowest tile, then the rest.
function covered(piles) {
  const there = [...piles].filter(([face, places]) => face && places.length).map(([face]) => face);
  if (!there.length) return piles.get(null).length ? null : [];
  const [lowest] = there.sort((one, other) => numberOf(one) - numberOf(other));
  for (const faces of [...setsWith(lowest), ...runsWith(lowest)]) {
    const laid = taken(faces, piles);
    const rest = laid && covered(laid.rest);
    if (rest) return [laid.group, ...rest];
  }
  return null;
}

function longRun(piles) {
  const found = COLOURS.flatMap((colour) => starts(LONGEST).map((first) => taken(runFrom(colour, first, LONGEST), piles)));
  const laid = found.find(Boolean);
  return laid ? [laid.group] : null;
}

// Returns the only colour of these tiles, if there is one. Okeys match any colour.
export function colourOfAll(codes, indicator) {
  const colours = distinct(facesOf(codes, indicator).filter(Boolean).map(colourOf));
  return colours.length === 1 ? colours[0] : "";
}

// `codes` are fourteen tiles that can be on one rack with this indicator. Returns `wins`, the kinds of hands with
// their melds, and `colour`, set if the hand wins in one colour.
export function judgeRack(codes, indicator) {
  const played = facesOf(codes, indicator);
  const piles = piled(played);
  const pairs = mostPairs(played);
  const found = {
    groups: covered(piles),
    pairs: PAIR * pairs.length === codes.length ? pairs : null,
    one_colour_run: codes.length === HIGHEST + 1 ? longRun(piles) : null,
  };
  const wins = Object.keys(found).filter((kind) => found[kind]);
  const named = (kind) => found[kind].map((places) => places.map((place) => codes[place]));
  return {
    wins,
    melds: Object.fromEntries(wins.map((kind) => [kind, named(kind)])),
    colour: wins.length ? colourOfAll(codes, indicator) : "",
  };
}
