// What a rack could do, exactly: the best runs and sets, the most pairs, and whether these open.
import { facesInMelds, facesInPairs, isBarred, readMeld } from "./melds.js";
import { bestSeries, mostPairs } from "./series.js";
import { HIGHEST, numberOf } from "./tiles.js";

const KINDS = ["series", "pairs"];
const find = { series: bestSeries, pairs: mostPairs };

// The points, or pairs, that an opening of a kind needs at least: with a rising threshold more than the last one of
// its kind, which is `previous`.
export function threshold(kind, rules, previous) {
  const floor = rules.thresholds[kind];
  return rules.rising && previous && previous.kind === kind ? Math.max(floor, previous.total + 1) : floor;
}

// The tile that each one plays as; undefined is one that can't be in a pair.
function played(kind, codes, indicator, rules) {
  if (kind === "series") return facesInMelds(codes, indicator, rules);
  const faces = facesInPairs(codes, indicator, rules);
  return faces.map((face, place) => isBarred(codes[place], indicator, rules) ? undefined : face);
}

function best(kind, codes, indicator, rules) {
  const melds = find[kind](played(kind, codes, indicator, rules)).map((places) => places.map((place) => codes[place]));
  const values = melds.map((meld) => readMeld(meld, indicator, rules).value);
  return { total: values.reduce((sum, value) => sum + value, 0), melds };
}

// The rack without one tile, low ones first; it does not matter which of two alike.
function oneLess(kind, codes, indicator, rules) {
  const faces = played(kind, codes, indicator, rules);
  const worth = (place) => faces[place] ? numberOf(faces[place]) : HIGHEST;
  const last = codes.map((_code, place) => place).filter((place) => faces.lastIndexOf(faces[place]) === place);
  return last.sort((one, other) => worth(one) - worth(other)).map((kept) => codes.filter((_code, place) => place !== kept));
}

// A tile is kept back where one has to be thrown.
function lays(kind, found, needed, codes, indicator, rules) {
  if (found.total < needed || rules.ending === "free") return found.total >= needed;
  if (found.melds.flat().length < codes.length) return true;
  return oneLess(kind, codes, indicator, rules).some((rest) => best(kind, rest, indicator, rules).total >= needed);
}

// `codes` are tiles that can lie on one rack beside this indicator; `previous` is null, or the last opening of the
// hand: its kind and its total.
export function judgeRack(codes, indicator, rules, previous) {
  const [series, pairs] = KINDS.map((kind) => best(kind, codes, indicator, rules));
  const found = { series, pairs };
  const opens = KINDS.filter((kind) => {
    return lays(kind, found[kind], threshold(kind, rules, previous), codes, indicator, rules);
  });
  return { series, pairs, opens };
}
