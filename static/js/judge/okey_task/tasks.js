// Checks openings by a task: whether melds on the table fulfil it, and whether a rack can. `rules` are the tasks from
// the server; `*` is a joker, which plays as any tile.
import { groupByTile, runStarts, takeMeld } from "../round/meld-search.js";
import { facesOf, readMeld, readRun, readSet, runFrom } from "../round/melds.js";
import { mostPairs } from "../best-series.js";
import { COLOURS, HIGHEST } from "../tiles.js";

const readers = { run: readRun, set: readSet };
const isPairs = (wanted) => !wanted.length;

// Returns whether the melds match the wanted ones exactly; jokers may make a group either kind.
function matchesTask(groups, wanted) {
  if (groups.length !== wanted.length) return false;
  if (!groups.length) return true;
  const [first, ...others] = groups;
  return wanted.some(({ kind, size }, at) => {
    const isFit = first.length === size && readers[kind](facesOf(first, ""));
    return isFit && matchesTask(others, wanted.filter((_one, place) => place !== at));
  });
}

// Returns the meld of a group; prefers a set if jokers allow both and the task wants only sets of this size.
export function readMeldForTask(codes, task, rules) {
  const wanted = (rules.tasks[task] || []).filter(({ size }) => size === codes.length);
  const wantsSets = wanted.length && wanted.every(({ kind }) => kind === "set");
  return (wantsSets && readSet(facesOf(codes, ""))) || readMeld(codes, "");
}

// `blockers` lists every reason why these melds don't open by the task. One tile must remain to discard.
export function judgeGroups(groups, task, rules) {
  const melds = groups.map((group) => readMeld(group, ""));
  const wanted = rules.tasks[task];
  const pairs = melds.filter((meld) => meld.kind === "pair").length;
  const isFulfilled = isPairs(wanted) ? pairs === groups.length && pairs >= rules.pairs : matchesTask(groups, wanted);
  const invalid = melds.some((meld) => meld.kind === "invalid");
  const reasons = { invalid, task: !isFulfilled && !invalid, kept: groups.flat().length >= rules.most };
  const blockers = Object.keys(reasons).filter((reason) => reasons[reason]);
  return { melds, pairs, blockers, opens: !blockers.length, isPairsTask: isPairs(wanted) };
}

// --- Racks ---

function setsOf(size) {
  const colourSets = size === COLOURS.length
    ? [COLOURS]
    : COLOURS.map((omitted) => COLOURS.filter((colour) => colour !== omitted));
  return Array.from({ length: HIGHEST }, (_place, index) => {
    return colourSets.map((colours) => colours.map((colour) => `${colour}${index + 1}`));
  }).flat();
}

const runsOf = (size) => COLOURS.flatMap((colour) => runStarts(size).map((first) => runFrom(colour, first, size)));
const facesByKind = { run: runsOf, set: setsOf };

function findMelds([wanted, ...others], piles) {
  if (!wanted) return [];
  for (const faces of facesByKind[wanted.kind](wanted.size)) {
    const meld = takeMeld(faces, piles);
    const rest = meld && findMelds(others, meld.rest);
    if (rest) return [meld.group, ...rest];
  }
  return null;
}

function pairsOf(played, count) {
  const pairs = mostPairs(played).slice(0, count);
  return pairs.length === count ? pairs : null;
}

// Returns the melds with which a rack opens by the task, and no more; nothing if it can't, or if no tile would remain
// to discard.
export function judgeRack(codes, task, rules) {
  const played = facesOf(codes, "");
  const wanted = rules.tasks[task];
  const groups = isPairs(wanted) ? pairsOf(played, rules.pairs) : findMelds(wanted, groupByTile(played));
  const opens = Boolean(groups) && groups.flat().length < codes.length;
  return { opens, melds: opens ? groups.map((places) => places.map((place) => codes[place])) : [] };
}
