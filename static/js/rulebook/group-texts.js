// Texts of 101's tile referee about one group: its worth, or its fault and the price.
import { brokenRule } from "./judge-groups.js";
import { faultText, fillIn, infractionLine, line, substitutionLines } from "./verdicts.js";

export function groupVerdict(pageData, pad, codes, meld, isWild, indicator) {
  if (meld.kind === "invalid") {
    const text = fillIn(pageData.words.invalidGroup, faultText(pageData, pad, meld.fault));
    const ruleKey = `fault.${brokenRule(codes, meld, indicator, pageData.rules)}`;
    return [line(pageData, "error-text", text, ruleKey), infractionLine(pageData, "invalid_meld")].filter(Boolean);
  }
  const meldText = meld.kind === "pair" ? pageData.words.pair : fillIn(pageData.words[meld.kind], meld.value);
  const indicatorPairs = meld.kind === "pair" && codes.includes(indicator);
  const verdict = line(pageData, "good", meldText, ...(indicatorPairs ? ["pair.indicator"] : []));
  return [verdict].concat(substitutionLines(pageData, pad, codes, meld, isWild));
}
