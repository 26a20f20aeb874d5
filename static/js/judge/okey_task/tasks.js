// Checks openings by a task: whether melds on the table fulfil it, and whether a rack can. `rules` are the tasks from
// the server; `*` is a joker, which plays as any tile.
import { piled, starts, taken } from "../round/laying.js";
import { facesOf, readMeld, readRun, readSet, runFrom } from "../round/melds.js";
import { mostPairs } from "../series.js";
import { COLOURS, HIGHEST } from "../tiles.js";

const fits = { run: readRun, set: readSet };
const isPairs = (wanted) => !wanted.length;

// Returns whether the melds match the wanted ones exactly; jokers may make a group either kind.
function areWanted(groups, wanted) {
  if (groups.length !== wanted.length) return false;
  if (!groups.length) return true;
  const [first, ...others] = groups;
  return wanted.some(({ kind, size }, at) => {
    const fit = first.length === size && fits[kind](facesOf(first, ""));
    return fit && areWanted(others, wanted.filter((_one, place) => place !== at));
  });
}

// Returns the meld of a group; prefers a set if jokers allow both and the task wants only sets of this size.
export function readFor(codes, task, rules) {
  const wanted = (rules.tasks[task] || []).filter(({ size }) => size === codes.length);
  const wantsSets = wanted.length && wanted.every(({ kind }) => kind === "set");
  return (wantsSets && readSet(facesOf(codes, ""))) || readMeld(codes, "");
}

// `hinders` lists every reason why these melds don't open by the task. One tile must remain to discard.
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

// Returns the melds with which a rack opens by the task, and no more; nothing if it can't, or if no tile would remain
// to discard.
export function judgeRack(codes, task, rules) {
  const played = facesOf(codes, "");
  const wanted = rules.tasks[task];
  const groups = isPairs(wanted) ? pairsOf(played, rules.pairs) : laid(wanted, piled(played));
  const opens = Boolean(groups) && groups.flat().length < codes.length;
  return { opens, melds: opens ? groups.map((places) => places.map((place) => codes[place])) : [] };
}
