// Openings by a task: whether melds that lie there fulfil it, and whether a rack does. `rules` are the tasks as the server
// hands them down; `*` is a joker, which stands for any tile.
import { piled, starts, taken } from "../round/laying.js";
import { facesOf, readMeld, readRun, readSet, runFrom } from "../round/melds.js";
import { mostPairs } from "../series.js";
import { COLOURS, HIGHEST } from "../tiles.js";

const fits = { run: readRun, set: readSet };
const isPairs = (wanted) => !wanted.length;

// Each meld is one that is wanted, none is left over and none is lacking; jokers may make it either kind.
function areWanted(groups, wanted) {
  if (groups.length !== wanted.length) return false;
  if (!groups.length) return true;
  const [first, ...others] = groups;
  return wanted.some(({ kind, size }, at) => {
    const fit = first.length === size && fits[kind](facesOf(first, ""));
    return fit && areWanted(others, wanted.filter((_one, place) => place !== at));
  });
}

// What a group makes: a set rather than a run where jokers let it be both and the task wants sets of so many tiles alone.
export function readFor(codes, task, rules) {
  const wanted = (rules.tasks[task] || []).filter(({ size }) => size === codes.length);
  const wantsSets = wanted.length && wanted.every(({ kind }) => kind === "set");
  return (wantsSets && readSet(facesOf(codes, ""))) || readMeld(codes, "");
}

// `hinders` has everything for which these melds are no opening by the task; a tile is kept back to discard.
export function judgeLaid(groups, task, rules) {
  const melds = groups.map((group) => readMeld(group, ""));
  const wanted = rules.tasks[task];
  const pairs = melds.filter((meld) => meld.kind === "pair").length;
  const isDone = isPairs(wanted) ? pairs === groups.length && pairs >= rules.pairs : areWanted(groups, wanted);
  const invalid = melds.some((meld) => meld.kind === "invalid");
  const reasons = { invalid, task: !isDone && !invalid, kept: groups.flat().length >= rules.most };
  const hinders = Object.keys(reasons).filter((reason) => reasons[reason]);
  return { melds, pairs, hinders, opens: !hinders.length, isOfPairs: isPairs(wanted) };
}

// --- Racks ---

function setsOf(size) {
  const ways = size === COLOURS.length ? [COLOURS] : COLOURS.map((left) => COLOURS.filter((colour) => colour !== left));
  return Array.from({ length: HIGHEST }, (_place, at) => ways.map((way) => way.map((colour) => `${colour}${at + 1}`))).flat();
}

const runsOf = (size) => COLOURS.flatMap((colour) => starts(size).map((first) => runFrom(colour, first, size)));
const every = { run: runsOf, set: setsOf };

function laid([wanted, ...more], piles) {
  if (!wanted) return [];
  for (const faces of every[wanted.kind](wanted.size)) {
    const meld = taken(faces, piles);
    const rest = meld && laid(more, meld.rest);
    if (rest) return [meld.group, ...rest];
  }
  return null;
}

function pairsOf(played, fewest) {
  const pairs = mostPairs(played).slice(0, fewest);
  return pairs.length === fewest ? pairs : null;
}

// The melds with which a rack opens by the task, no tile more; none where it can't, or no tile is left to discard.
export function judgeRack(codes, task, rules) {
  const played = facesOf(codes, "");
  const wanted = rules.tasks[task];
  const groups = isPairs(wanted) ? pairsOf(played, rules.pairs) : laid(wanted, piled(played));
  const opens = Boolean(groups) && groups.flat().length < codes.length;
  return { opens, melds: opens ? groups.map((places) => places.map((place) => codes[place])) : [] };
}
