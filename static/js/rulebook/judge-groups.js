// Judges groups on the table as an opening and as a direct finish. `rules` are the switches of racks.js and those that
// only these questions need.
import { readMeld, SHORTEST } from "../judge/melds.js";
import { threshold } from "../judge/racks.js";
import { FALSE_OKEY, okeyOf } from "../judge/tiles.js";

const isFree = (rules) => rules.ending === "free";
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// Returns the kind by the valid melds, or by what was attempted if none is valid.
function kindOf(groups, melds) {
  const kinds = melds.filter((meld) => meld.kind !== "invalid").map((meld) => meld.kind === "pair");
  if (kinds.includes(true) && kinds.includes(false)) return "mixed";
  if (kinds.length) return kinds[0] ? "pairs" : "series";
  return groups.length && groups.every((group) => group.length === 2) ? "pairs" : "series";
}

// Returns the last opening of a kind in the form that the judge takes.
export const lastOpening = (kind, previous) => previous[kind] ? { kind, total: previous[kind] } : null;

export const neededTotal = (kind, rules, previous) => threshold(kind, rules, lastOpening(kind, previous));

// `problems` lists every reason why it is no opening; `needed` and `total` are points or pairs.
export function judgeGroups(groups, indicator, rules, previous) {
  const melds = groups.map((group) => readMeld(group, indicator, rules));
  const kind = kindOf(groups, melds);
  const total = kind === "mixed" ? 0 : sum(melds.map((meld) => meld.value));
  const needed = kind === "mixed" ? 0 : neededTotal(kind, rules, previous);
  const judged = { melds, kind, total, tiles: groups.flat().length, needed };
  return Object.assign(judged, { problems: findProblems(judged, rules) });
}

function findProblems({ melds, kind, total, tiles, needed: neededTotal }, rules) {
  const problems = melds.some((meld) => meld.kind === "invalid") ? ["invalid"] : [];
  if (kind === "mixed") problems.push("mixed");
  else if (total < neededTotal) problems.push("below");
  if (tiles > rules.most) problems.push("many");
  return problems;
}

// Returns the kinds with which a mixed opening would open once the other kind is taken back.
export function sufficientKinds({ melds }, rules, previous) {
  const validMelds = melds.filter((meld) => meld.kind !== "invalid");
  return ["series", "pairs"].map((kind) => {
    const meldsOfKind = validMelds.filter((meld) => (meld.kind === "pair") === (kind === "pairs"));
    return { kind, total: sum(meldsOfKind.map((meld) => meld.value)), needed: neededTotal(kind, rules, previous) };
  }).filter((judgedKind) => judgedKind.total >= judgedKind.needed);
}

// Returns the rule that an invalid group breaks. If an okey would make it valid, the false okey was mistaken for it.
export function brokenRule(codes, meld, indicator, rules) {
  const withOkeys = codes.map((code) => code === FALSE_OKEY ? okeyOf(indicator) : code);
  const isFalseOkeyMistaken = codes.includes(FALSE_OKEY) && readMeld(withOkeys, indicator, rules).kind !== "invalid";
  return isFalseOkeyMistaken ? "false_okey" : meld.fault.code;
}

// --- Finishing in the turn of opening, while nobody else has opened (S0 V) ---

// Splits the groups into melds and the tile thrown last: a single tile, or both okeys beside runs and sets.
export function splitThrown(groups, indicator) {
  const areOkeys = (group) => group.every((code) => code === okeyOf(indicator));
  const hasSeries = groups.some((group) => group.length >= SHORTEST);
  const isThrown = (group) => group.length === 1 || (hasSeries && group.length === 2 && areOkeys(group));
  return { melds: groups.filter((group) => !isThrown(group)), thrown: groups.filter(isThrown).flat() };
}

// Returns whether both okeys can be thrown: the rules know that finish, and the two tiles are nothing else.
function canThrowBoth(groups, thrown, kind, indicator, rules) {
  const okey = okeyOf(indicator);
  const isKnown = rules.doubleOkey && (kind === "series" || (isFree(rules) && rules.doubleOkeyWithPairs));
  return isKnown && !groups.flat().includes(okey) && thrown.every((code) => code === okey);
}

// Returns how a hand ends with these tiles left. All tiles must be on the table, but for the thrown one if the rules
// need a discard. `any` is an unknown last tile; `if_double_okey` applies if both tiles left are okeys.
function lastTileKind(left, groups, thrown, kind, indicator, rules) {
  if (left === 0 && isFree(rules)) return "none";
  if (left === 1 && !thrown.length) return "any";
  if (left === 1) return thrown[0] === okeyOf(indicator) ? "okey" : "plain";
  if (left !== 2 || !canThrowBoth(groups, thrown, kind, indicator, rules)) return "";
  return thrown.length === 2 ? "double_okey" : "if_double_okey";
}

// `groups` are the melds and `thrown` the known thrown tile from `splitThrown`. `last` is how the hand ends, if it
// does; `missing` are tiles that should be in a group and are not.
export function judgeFinish(judged, groups, indicator, rules, thrown) {
  const lastKind = lastTileKind(rules.most - judged.tiles, groups, thrown, judged.kind, indicator, rules);
  const isSpared = judged.kind === "series" && rules.directBelowThreshold;
  const blockers = judged.problems.filter((problem) => problem !== "below" || !isSpared);
  const missing = Math.max(0, rules.most - 1 - judged.tiles);
  const isBarredPairs = judged.kind === "pairs" && !isFree(rules);
  const leftover = missing ? "missing" : "thrown";
  return {
    last: blockers.length || isBarredPairs ? "" : lastKind,
    blockers: blockers.concat(isBarredPairs ? ["pairs"] : !lastKind && judged.tiles <= rules.most ? [leftover] : []),
    missing,
    spared: isSpared && judged.problems.includes("below"),
  };
}
