// Finds how fourteen tiles win a hand; the same search as rules/games/okey_points/racks.py.
import { SHORTEST } from "../melds.js";
import { groupByTile, numbersBetween, runStarts, takeMeld } from "../round/meld-search.js";
import { facesOf, LONGEST, PAIR, runFrom } from "../round/melds.js";
import { mostPairs } from "../best-series.js";
import { colourOf, COLOURS, HIGHEST, numberOf } from "../tiles.js";

const distinct = (values) => [...new Set(values)];

function setsWith(tile) {
  const number = numberOf(tile);
  const setOfFour = COLOURS.map((colour) => `${colour}${number}`);
  return [...setOfFour.map((omitted) => setOfFour.filter((code) => code !== omitted)), setOfFour]
    .filter((faces) => faces.includes(tile));
}

// Longer runs are not listed because a run of six or more tiles splits into two.
function runsWith(tile) {
  return numbersBetween(SHORTEST, 2 * SHORTEST - 1)
    .flatMap((length) => runStarts(length).map((first) => runFrom(colourOf(tile), first, length)))
    .filter((faces) => faces.includes(tile));
}

// Returns runs and sets that use all tiles, or null. Tries each meld for the lowest tile, then the rest.
function coverAllTiles(piles) {
  const remaining = [...piles].filter(([face, places]) => face && places.length).map(([face]) => face);
  if (!remaining.length) return piles.get(null).length ? null : [];
  const [lowest] = remaining.sort((code, other) => numberOf(code) - numberOf(other));
  for (const faces of [...setsWith(lowest), ...runsWith(lowest)]) {
    const taken = takeMeld(faces, piles);
    const rest = taken && coverAllTiles(taken.rest);
    if (rest) return [taken.group, ...rest];
  }
  return null;
}

function findLongRun(piles) {
  const candidates = COLOURS.flatMap((colour) => {
    return runStarts(LONGEST).map((first) => takeMeld(runFrom(colour, first, LONGEST), piles));
  });
  const taken = candidates.find(Boolean);
  return taken ? [taken.group] : null;
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
  const piles = groupByTile(played);
  const pairs = mostPairs(played);
  const meldsByKind = {
    groups: coverAllTiles(piles),
    pairs: PAIR * pairs.length === codes.length ? pairs : null,
    one_colour_run: codes.length === HIGHEST + 1 ? findLongRun(piles) : null,
  };
  const wins = Object.keys(meldsByKind).filter((kind) => meldsByKind[kind]);
  const codesOf = (kind) => meldsByKind[kind].map((places) => places.map((place) => codes[place]));
  return {
    wins,
    melds: Object.fromEntries(wins.map((kind) => [kind, codesOf(kind)])),
    colour: wins.length ? colourOfAll(codes, indicator) : "",
  };
}
