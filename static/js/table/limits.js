// Checks a hand on the phone by limits that the server rendered as data. It computes no score, and the server
// validates again.
import { askedSeats, asksRack, isAnswered, isDirectFinish, isFinished } from "./questions.js";

const seatsOpened = (hand, kind) => hand.seats.filter((seat) => hand.openings[seat] === kind);

function askedRacks(hand) {
  return hand.seats.filter((seat) => asksRack(hand, seat)).map((seat) => ({
    seat,
    opening: hand.openings[seat],
    points: Number(hand.points[seat]),
    okeys: hand.okeys[seat],
    tiles: hand.tiles[seat].length,
  }));
}

// Returns how many okeys the finish used.
export function okeysThrown(hand) {
  if (!isFinished(hand)) return 0;
  return hand.finish.includes("double_okey") ? 2 : hand.finish.includes("okey") ? 1 : 0;
}

const createProblem = (code, seat = "") => ({ code, seat });

// Returns the rules' refusal of more points than a rack can have; empty if they are possible.
export function pointsRefusal({ rack, rack_words: words }, opening, text) {
  return Number(text) > rack[opening] ? words[opening] : "";
}

function findErrors(hand, limits) {
  const allRacks = askedRacks(hand);
  const problems = allRacks
    .filter((rack) => rack.points > limits.rack[rack.opening] || rack.tiles > limits.tiles[rack.opening])
    .map((rack) => createProblem("rack_out_of_range", rack.seat));
  const okeys = allRacks.reduce((sum, rack) => sum + rack.okeys, okeysThrown(hand));
  if (okeys > limits.okeys) problems.push(createProblem("too_many_okeys"));
  return problems.concat(pairsFinishErrors(hand, limits));
}

function pairsFinishErrors(hand, limits) {
  if (!isFinished(hand) || hand.openings[hand.end] !== "pairs") return [];
  if (seatsOpened(hand, "pairs").length === hand.seats.length) return [createProblem("all_opened_pairs_is_void")];
  if (limits.pairs_alone) return [];
  if (isDirectFinish(hand)) return [createProblem("direct_finish_with_pairs", hand.end)];
  const isWithoutSeries = !seatsOpened(hand, "series").length && !hand.finish.includes("double_okey");
  return isWithoutSeries ? [createProblem("pairs_finish_needs_open_series", hand.end)] : [];
}

function sumFouls(fouls) {
  return Object.keys(fouls).reduce((sum, code) => sum + fouls[code], 0);
}

function foulWarnings(hand, limits, seat) {
  const fouls = hand.fouls[seat];
  const warnings = sumFouls(fouls) > limits.infractions.many ? [createProblem("many_infractions", seat)] : [];
  if (fouls.playable_discard && !seatsOpened(hand, "series").length) {
    warnings.push(createProblem("playable_discard_without_series", seat));
  }
  const isChargedTwice = limits.infractions.one_act.some((codes) => codes.every((code) => fouls[code]));
  return isChargedTwice ? warnings.concat(createProblem("one_act_twice", seat)) : warnings;
}

function findWarnings(hand, limits) {
  const emptyRacks = askedRacks(hand).filter((rack) => !rack.points && !rack.okeys);
  const warnings = emptyRacks.map((rack) => createProblem("empty_rack_without_finish", rack.seat));
  return hand.seats.reduce((collected, seat) => collected.concat(foulWarnings(hand, limits, seat)), warnings);
}

// Returns everything that blocks saving: errors, and warnings that were not confirmed.
export function checkHand(hand, limits) {
  return {
    unanswered: askedSeats(hand).filter((seat) => !isAnswered(hand, seat)),
    errors: findErrors(hand, limits),
    warnings: findWarnings(hand, limits).filter((warning) => !hand.accepted.includes(warning.code)),
  };
}

// Returns whether the hand scores nobody and its number is played again.
export function isVoid(hand, limits) {
  if (hand.end === "all_opened_pairs") return true;
  const isUnopened = seatsOpened(hand, "none").length === hand.seats.length;
  return Boolean(limits.void.nobody_opened) && hand.end === "deck_exhausted" && isUnopened;
}
