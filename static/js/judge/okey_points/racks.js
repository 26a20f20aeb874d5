// With what fourteen tiles win a hand, searched as the server searches it (rules/games/okey_points/racks.py).
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

// A run of six tiles and more is two shorter ones.
function runsWith(tile) {
  return upTo(SHORTEST, 2 * SHORTEST - 1)
    .flatMap((length) => starts(length).map((first) => runFrom(colourOf(tile), first, length)))
    .filter((faces) => faces.includes(tile));
}

// All tiles in runs and sets, none left; null where that can't be done. The lowest tile has to lie in some meld: each
// that it could lie in is tried, and then the rest.
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

// The only colour of these tiles; none where they have several. An okey has any.
export function colourOfAll(codes, indicator) {
  const colours = distinct(facesOf(codes, indicator).filter(Boolean).map(colourOf));
  return colours.length === 1 ? colours[0] : "";
}

// `codes` are fourteen tiles that can lie on one rack beside this indicator; `wins` the kinds of hands that all of them
// make, with the melds of each; `colour` is that of all tiles, if they win.
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
