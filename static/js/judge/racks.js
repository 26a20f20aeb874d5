// Finds exactly what a rack could do: the best runs and sets, the most pairs, and whether these open.
import { facesInMelds, facesInPairs, isBarredFromPairs, readMeld } from "./melds.js";
import { bestSeries, mostPairs } from "./best-series.js";
import { HIGHEST, numberOf } from "./tiles.js";

const KINDS = ["series", "pairs"];
const findMelds = { series: bestSeries, pairs: mostPairs };

// Returns the points or pairs that an opening of this kind needs. With a rising threshold it must exceed `previous`,
// the last opening of its kind.
export function threshold(kind, rules, previous) {
  const floor = rules.thresholds[kind];
  return rules.rising && previous && previous.kind === kind ? Math.max(floor, previous.total + 1) : floor;
}

// Returns the tile that each code plays as; undefined for one that can't be in a pair.
function playedTiles(kind, codes, indicator, rules) {
  if (kind === "series") return facesInMelds(codes, indicator, rules);
  const faces = facesInPairs(codes, indicator, rules);
  return faces.map((face, place) => isBarredFromPairs(codes[place], indicator, rules) ? undefined : face);
}

function bestMelds(kind, codes, indicator, rules) {
  const melds = findMelds[kind](playedTiles(kind, codes, indicator, rules))
    .map((places) => places.map((place) => codes[place]));
  const values = melds.map((meld) => readMeld(meld, indicator, rules).value);
  return { total: values.reduce((sum, value) => sum + value, 0), melds };
}

// Yields the rack without each distinct tile, low tiles first.
function racksWithoutOneTile(kind, codes, indicator, rules) {
  const faces = playedTiles(kind, codes, indicator, rules);
  const tileValue = (place) => faces[place] ? numberOf(faces[place]) : HIGHEST;
  const lastPlaces = codes.map((_code, place) => place).filter((place) => faces.lastIndexOf(faces[place]) === place);
  return lastPlaces
    .sort((first, second) => tileValue(first) - tileValue(second))
    .map((removed) => codes.filter((_code, place) => place !== removed));
}

// One tile must remain if the rules require a discard.
function canOpen(kind, best, needed, codes, indicator, rules) {
  if (best.total < needed || rules.ending === "free") return best.total >= needed;
  if (best.melds.flat().length < codes.length) return true;
  return racksWithoutOneTile(kind, codes, indicator, rules)
    .some((rest) => bestMelds(kind, rest, indicator, rules).total >= needed);
}

// `codes` are tiles that can be on one rack with this indicator; `previous` is null, or the kind and total of the
// hand's last opening.
export function judgeRack(codes, indicator, rules, previous) {
  const [series, pairs] = KINDS.map((kind) => bestMelds(kind, codes, indicator, rules));
  const bestByKind = { series, pairs };
  const opens = KINDS.filter((kind) => {
    return canOpen(kind, bestByKind[kind], threshold(kind, rules, previous), codes, indicator, rules);
  });
  return { series, pairs, opens };
}
