// Checks a hand on the phone by limits that the server rendered as data. It computes no score, and the server
// validates again.
import { asked, finished, direct, told, tellsRack } from "./questions.js";

const opened = (hand, how) => hand.seats.filter((seat) => hand.openings[seat] === how);

function racks(hand) {
  return hand.seats.filter((seat) => tellsRack(hand, seat)).map((seat) => ({
    seat,
    opening: hand.openings[seat],
    points: Number(hand.points[seat]),
    okeys: hand.okeys[seat],
    tiles: hand.tiles[seat].length,
  }));
}

// Returns how many okeys the finish used.
export function thrown(hand) {
  if (!finished(hand)) return 0;
  return hand.finish.includes("double_okey") ? 2 : hand.finish.includes("okey") ? 1 : 0;
}

const doubt = (code, seat = "") => ({ code, seat });

function impossible(hand, limits) {
  const allRacks = racks(hand);
  const found = allRacks.filter((rack) => rack.points > limits.rack[rack.opening] || rack.tiles > limits.tiles[rack.opening])
    .map((rack) => doubt("rack_out_of_range", rack.seat));
  const okeys = allRacks.reduce((sum, rack) => sum + rack.okeys, thrown(hand));
  if (okeys > limits.okeys) found.push(doubt("too_many_okeys"));
  return found.concat(finishedWithPairs(hand, limits));
}

function finishedWithPairs(hand, limits) {
  if (!finished(hand) || hand.openings[hand.end] !== "pairs") return [];
  if (opened(hand, "pairs").length === hand.seats.length) return [doubt("all_opened_pairs_is_void")];
  if (limits.pairs_alone) return [];
  if (direct(hand)) return [doubt("direct_finish_with_pairs", hand.end)];
  const without = !opened(hand, "series").length && !hand.finish.includes("double_okey");
  return without ? [doubt("pairs_finish_needs_open_series", hand.end)] : [];
}

function sumOf(fouls) {
  return Object.keys(fouls).reduce((sum, code) => sum + fouls[code], 0);
}

function foulsDoubted(hand, limits, seat) {
  const fouls = hand.fouls[seat];
  const found = sumOf(fouls) > limits.infractions.many ? [doubt("many_infractions", seat)] : [];
  if (fouls.playable_discard && !opened(hand, "series").length) {
    found.push(doubt("playable_discard_without_series", seat));
  }
  const twice = limits.infractions.one_act.some((codes) => codes.every((code) => fouls[code]));
  return twice ? found.concat(doubt("one_act_twice", seat)) : found;
}

function doubtful(hand, limits) {
  const empty = racks(hand).filter((rack) => !rack.points && !rack.okeys);
  const found = empty.map((rack) => doubt("empty_rack_without_finish", rack.seat));
  return hand.seats.reduce((all, seat) => all.concat(foulsDoubted(hand, limits, seat)), found);
}

// Returns everything that blocks saving: errors, and warnings that were not confirmed.
export function check(hand, limits) {
  return {
    unanswered: asked(hand).filter((seat) => !told(hand, seat)),
    impossible: impossible(hand, limits),
    doubtful: doubtful(hand, limits).filter((one) => !hand.accepted.includes(one.code)),
  };
}

// Returns whether the hand scores nobody and its number is played again.
export function isVoid(hand, limits) {
  if (hand.end === "all_opened_pairs") return true;
  const nobody = opened(hand, "none").length === hand.seats.length;
  return Boolean(limits.void.nobody_opened) && hand.end === "deck_exhausted" && nobody;
}
