// Groups that lie on the table as a hand that is shown: whether it is finished, and what that costs. It knows no page;
// `rules` are the prices that the server hands down.
import { LONGEST, readMeld } from "../../judge/round/melds.js";
import { colourOfAll, judgeRack } from "../../judge/okey_points/racks.js";
import { FALSE_OKEY, okeyOf } from "../../judge/tiles.js";

// What each other side pays: with another tile thrown last, and with the okey.
export function priceOf(kind, colour, rules) {
  const times = rules.doubled[kind].includes(colour) ? 2 : 1;
  return { plain: times * rules.prices[kind], okey: times * rules.prices[`${kind}_okey`], isDoubled: times > 1 };
}

// By the melds that stand: pairs, runs and sets, the run of all fourteen, or both kinds, which make no hand.
function kindOf(melds) {
  const standing = melds.filter((meld) => meld.kind !== "invalid");
  const pairs = standing.filter((meld) => meld.kind === "pair").length;
  if (pairs && pairs < standing.length) return "mixed";
  if (pairs) return "pairs";
  return standing.some((meld) => meld.standsFor.length === LONGEST) ? "one_colour_run" : "groups";
}

// `hinders` has everything for which it is no finish; `colour` is that of all tiles, if it is one. `others` are ways in
// which the same tiles, parted otherwise, would finish; beside a finish those that cost more than what was shown.
export function judgeLaid(groups, indicator, rules) {
  const codes = groups.flat();
  const melds = groups.map((group) => readMeld(group, indicator));
  const kind = kindOf(melds);
  const missing = rules.most - codes.length;
  const reasons = { invalid: melds.some((meld) => meld.kind === "invalid"), mixed: kind === "mixed", missing: missing > 0 };
  const hinders = Object.keys(reasons).filter((reason) => reasons[reason]);
  const colour = hinders.length ? "" : colourOfAll(codes, indicator);
  const price = (way) => priceOf(way, colour, rules).plain;
  const ways = missing > 0 ? [] : judgeRack(codes, indicator).wins;
  const others = ways.filter((way) => hinders.length || price(way) > price(kind));
  return { melds, kind, missing, hinders, others, colour, finished: !hinders.length };
}

// What a group that is no meld breaks: where it would be one with an okey in its place, the false okey was taken for it.
export function broken(codes, meld, indicator) {
  const wild = codes.map((code) => code === FALSE_OKEY ? okeyOf(indicator) : code);
  const taken = codes.includes(FALSE_OKEY) && readMeld(wild, indicator).kind !== "invalid";
  return taken ? "false_okey" : meld.fault.code;
}
