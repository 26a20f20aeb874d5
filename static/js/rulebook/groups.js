// Texts of 101's tile referee about one group: its worth, or its fault and the price.
import { broken } from "./laid.js";
import { faultWords, filledIn, infraction, line, standing } from "./verdicts.js";

export function groupVerdict(told, pad, codes, meld, isWild, indicator) {
  if (meld.kind === "invalid") {
    const words = filledIn(told.words.invalidGroup, faultWords(told, pad, meld.fault));
    const rule = `fault.${broken(codes, meld, indicator, told.rules)}`;
    return [line(told, "amiss", words, rule), infraction(told, "invalid_meld")].filter(Boolean);
  }
  const worth = meld.kind === "pair" ? told.words.pair : filledIn(told.words[meld.kind], meld.value);
  const indicatorPairs = meld.kind === "pair" && codes.includes(indicator);
  return [line(told, "good", worth, ...(indicatorPairs ? ["pair.indicator"] : []))].concat(standing(told, pad, codes, meld, isWild));
}
