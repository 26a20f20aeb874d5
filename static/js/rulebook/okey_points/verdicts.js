// Texts of classic Okey's tile referee: about a group, a shown hand, a rack.
import { LONGEST } from "../../judge/round/melds.js";
import { tileName } from "../../tiles/pad.js";
import { faultText, fillIn, joinNames, line, substitutionLines } from "../verdicts.js";
import { brokenRule, judgeGroups, priceOf } from "./judge-groups.js";

export function groupVerdict(pageData, pad, codes, meld, isWild, indicator) {
  const { words } = pageData;
  if (meld.kind === "invalid") {
    const text = fillIn(words.invalidGroup, faultText(pageData, pad, meld.fault));
    return [line(pageData, "error-text", text, `fault.${brokenRule(codes, meld, indicator)}`)];
  }
  const kind = codes.length === LONGEST ? "one_colour_run" : meld.kind;
  return [line(pageData, "good", words[kind])].concat(substitutionLines(pageData, pad, codes, meld, isWild));
}

// Returns what the other sides pay.
function priceLine(pageData, kind, colour) {
  const { plain, okey } = priceOf(kind, colour, pageData.rules);
  const text = plain || okey ? fillIn(pageData.words.price, plain, okey) : pageData.words.free;
  return line(pageData, "", text, `price.${kind}`, `price.${kind}_okey`);
}

function colourLines(pageData, kind, colour) {
  if (!colour) return [];
  const { isDoubled } = priceOf(kind, colour, pageData.rules);
  const text = fillIn(pageData.words[isDoubled ? "doubled" : "one_colour"], pageData.colours[colour]);
  return [line(pageData, "", text, "one_colour")];
}

// --- A shown hand ---

// The invalid groups, with index and tiles.
function wrongMelds({ pageData, pad, all, groups }, { melds }) {
  const names = (codes) => codes.map((code) => tileName(pad, code)).join(" – ");
  const invalidGroups = groups.filter((_codes, at) => melds[at].kind === "invalid");
  return invalidGroups.map((codes) => `${fillIn(pageData.words.group, all.indexOf(codes) + 1)}: ${names(codes)}`).join("; ");
}

function otherKindsLines(pageData, { others: kinds }, ruleKey) {
  if (!kinds.length) return [];
  const names = kinds.map((handKind) => pageData.words[`way_${handKind}`]);
  return [line(pageData, "", fillIn(pageData.words.others, joinNames(pageData, names)), ruleKey)];
}

function unfinishedLines(question, judged) {
  const { pageData } = question;
  const { words } = pageData;
  const figures = { invalid: wrongMelds(question, judged), missing: judged.missing };
  const blockerLine = (blocker) => line(pageData, "", fillIn(words[`not_${blocker}`], figures[blocker]), `hand.${blocker}`);
  const continuationLines = judged.missing > 0 ? [] : [line(pageData, "", words.goesOn, "false_finish")];
  return [
    line(pageData, "error-text", words.notFinished),
    ...judged.blockers.map(blockerLine),
    ...otherKindsLines(pageData, judged, "as_arranged"),
    ...continuationLines,
  ];
}

export function groupsVerdict(question) {
  const { pageData, groups, indicator } = question;
  const judged = judgeGroups(groups, indicator, pageData.rules);
  if (!judged.finished) return unfinishedLines(question, judged);
  const { kind, colour } = judged;
  const finishedLine = line(pageData, "good", pageData.words[`finished_${kind}`], `hand.${kind}`);
  return [
    finishedLine,
    ...colourLines(pageData, kind, colour),
    priceLine(pageData, kind, colour),
    ...otherKindsLines(pageData, judged, "as_shown"),
  ];
}

// --- A rack ---

// `judged` is null while tiles are missing.
export function rackVerdict(pageData, judged, missingCount) {
  const { words } = pageData;
  if (!judged) return [{ lines: line(pageData, "", fillIn(words.lacking, missingCount), "hand.missing"), melds: [] }];
  if (!judged.wins.length) return [{ lines: line(pageData, "error-text", words.could_not), melds: [] }];
  return judged.wins.map((kind, at) => ({
    lines: [
      ...(at ? [] : colourLines(pageData, kind, judged.colour)),
      line(pageData, "good", words[`could_${kind}`], `hand.${kind}`),
      priceLine(pageData, kind, judged.colour),
    ],
    melds: judged.melds[kind],
  }));
}
