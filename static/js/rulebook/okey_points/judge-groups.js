// Judges groups on the table as a shown hand: whether it is finished, and the price. `rules` are prices from the
// server.
import { LONGEST, readMeld } from "../../judge/round/melds.js";
import { colourOfAll, judgeRack } from "../../judge/okey_points/racks.js";
import { FALSE_OKEY, okeyOf } from "../../judge/tiles.js";

// Returns what each other side pays: with another tile thrown last, and with the okey.
export function priceOf(kind, colour, rules) {
  const times = rules.doubled[kind].includes(colour) ? 2 : 1;
  return { plain: times * rules.prices[kind], okey: times * rules.prices[`${kind}_okey`], isDoubled: times > 1 };
}

// Returns the kind by the valid melds: pairs, runs and sets, the run of fourteen, or both kinds, which make no hand.
function kindOf(melds) {
  const validMelds = melds.filter((meld) => meld.kind !== "invalid");
  const pairs = validMelds.filter((meld) => meld.kind === "pair").length;
  if (pairs && pairs < validMelds.length) return "mixed";
  if (pairs) return "pairs";
  return validMelds.some((meld) => meld.standsFor.length === LONGEST) ? "one_colour_run" : "groups";
}

// `blockers` lists every reason why it is no finish; `colour` is that of all tiles in a finish. `others` are other
// partitions of the same tiles that finish; beside a finish, only more expensive ones.
export function judgeGroups(groups, indicator, rules) {
  const codes = groups.flat();
  const melds = groups.map((group) => readMeld(group, indicator));
  const kind = kindOf(melds);
  const missing = rules.most - codes.length;
  const reasons = { invalid: melds.some((meld) => meld.kind === "invalid"), mixed: kind === "mixed", missing: missing > 0 };
  const blockers = Object.keys(reasons).filter((reason) => reasons[reason]);
  const colour = blockers.length ? "" : colourOfAll(codes, indicator);
  const plainPrice = (handKind) => priceOf(handKind, colour, rules).plain;
  const winningKinds = missing > 0 ? [] : judgeRack(codes, indicator).wins;
  const others = winningKinds.filter((handKind) => blockers.length || plainPrice(handKind) > plainPrice(kind));
  return { melds, kind, missing, blockers, others, colour, finished: !blockers.length };
}

// Returns the rule that an invalid group breaks. If an okey would make it valid, the false okey was mistaken for it.
export function brokenRule(codes, meld, indicator) {
  const withOkeys = codes.map((code) => code === FALSE_OKEY ? okeyOf(indicator) : code);
  const isFalseOkeyMistaken = codes.includes(FALSE_OKEY) && readMeld(withOkeys, indicator).kind !== "invalid";
  return isFalseOkeyMistaken ? "false_okey" : meld.fault.code;
}
