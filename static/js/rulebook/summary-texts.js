// Texts of the tile referee about all groups: whether they open, whether the hand is finished, and the price.
// `question` has `all` groups by index, `groups` that are or should be melds, `thrown` last, the indicator, earlier
// openings and the texts.
import { tileName } from "../tiles/pad.js";
import { judgeFinish, sufficientKinds } from "./judge-groups.js";
import { fillIn, infractionLine, joinNames, line } from "./verdicts.js";

const totalsText = ({ words }, { kind, total, needed }) => fillIn(words[`${kind}Of`], total, needed);

// The invalid groups, with index and tiles.
function wrongMelds({ pageData, pad, all, groups }, { melds }) {
  const names = (codes) => codes.map((code) => tileName(pad, code)).join(" – ");
  const invalidGroups = groups.filter((_codes, at) => melds[at].kind === "invalid");
  return invalidGroups.map((codes) => `${fillIn(pageData.words.group, all.indexOf(codes) + 1)}: ${names(codes)}`).join("; ");
}

// One act is one infraction: an invalid group is charged first, if the rules charge it. An opening that works once one
// kind is taken back is free.
function priceLines({ pageData, groups, previous }, judged, problems) {
  if (!groups.length) return [];
  if (problems.includes("invalid") && pageData.infractions.invalid_meld) return [infractionLine(pageData, "invalid_meld")];
  if (problems.includes("below")) return [infractionLine(pageData, "invalid_opening")];
  if (!problems.includes("mixed")) return [];
  const canOpen = sufficientKinds(judged, pageData.rules, previous).length > 0;
  return [canOpen ? line(pageData, "", pageData.words.free, "opening.mixed") : infractionLine(pageData, "invalid_opening")];
}

// It opens once one kind is taken back, if the other kind is enough.
function mixedLines(question, judged) {
  const { pageData, previous } = question;
  const { words } = pageData;
  const sufficient = sufficientKinds(judged, pageData.rules, previous);
  const invalidGroups = judged.problems.includes("invalid")
    ? [line(pageData, "", fillIn(words.not_invalid, wrongMelds(question, judged)))]
    : [];
  const alternatives = sufficient.map((kindResult) => {
    const text = fillIn(words[`${kindResult.kind}Kept`], totalsText(pageData, kindResult));
    return line(pageData, "", text, "opening.mixed");
  });
  return [line(pageData, "error-text", words.mixed, "opening.mixed"), ...invalidGroups, ...alternatives];
}

function openingLines(question, judged) {
  const { pageData } = question;
  const key = `opening.${judged.kind}`;
  const isWrong = judged.problems.includes("invalid");
  if (judged.problems.includes("mixed")) return mixedLines(question, judged);
  if (judged.problems.includes("below")) {
    const text = fillIn(pageData.words.short, totalsText(pageData, judged), judged.needed - judged.total);
    return [line(pageData, "error-text", text, ...(isWrong ? ["opening.rest", "opening.wrong_meld"] : [key]))];
  }
  if (!isWrong) return [line(pageData, "good", fillIn(pageData.words.opens, totalsText(pageData, judged)), key)];
  // The invalid meld is taken back, and the rest is measured.
  const text = fillIn(pageData.words.restOpens, wrongMelds(question, judged), totalsText(pageData, judged));
  return [line(pageData, "good", text, "opening.rest")];
}

const flatLines = (...parts) => parts.flat().filter(Boolean);

export function openingVerdict(question, judged) {
  return flatLines(openingLines(question, judged), priceLines(question, judged, judged.problems));
}

// --- Whether the hand is finished ---

const RULE_OF_BLOCKER = { invalid: "finish.wrong_meld", mixed: "opening.mixed", below: "finish.below", pairs: "finish.pairs" };

// The thrown tile decides the kind of finish; if it is unknown, the text includes the okey.
function finishKindLine({ pageData }, kind, last) {
  const text = pageData.words[`last_${last}`];
  return text ? line(pageData, "", text, `finish.${kind}_${last === "double_okey" ? last : "okey"}`) : "";
}

function finishLines(question, judged, { last, spared }, key) {
  const { pageData, pad, thrown } = question;
  const { words } = pageData;
  const names = joinNames(pageData, thrown.map((code) => tileName(pad, code)));
  const tilesText = fillIn(words.lie, judged.tiles);
  const wholeText = thrown.length ? fillIn(words.lieAndThrown, tilesText, names) : tilesText;
  const mainLine = line(pageData, "good", fillIn(words.finished, wholeText), key);
  return [
    last === "if_double_okey" ? line(pageData, "", fillIn(words.finishedIf, tilesText), "finish.both", key) : mainLine,
    finishKindLine(question, judged.kind, last),
    spared ? line(pageData, "", fillIn(words.spared, judged.needed), "finish.below", "finish.all_at_once") : "",
  ];
}

// A user who taps the whole hand may have put the thrown tile into a meld.
function hintLine({ pageData, groups, thrown }, { blockers }) {
  const isWholeHand = groups.flat().length === pageData.rules.most && !thrown.length;
  const isThrownMissing = blockers.includes("thrown") || blockers.includes("invalid");
  return isWholeHand && isThrownMissing ? line(pageData, "", pageData.words.thrownAlone) : "";
}

export function finishVerdict(question, judged) {
  const { pageData, groups, thrown, indicator } = question;
  const finish = judgeFinish(judged, groups, indicator, pageData.rules, thrown);
  const key = judged.kind === "pairs" ? "finish.pairs" : "finish.direct";
  if (finish.last) return flatLines(finishLines(question, judged, finish, key));
  const figures = { missing: finish.missing, invalid: wrongMelds(question, judged) };
  const blockerText = (blocker) => fillIn(pageData.words[`not_${blocker}`], figures[blocker] || judged.needed);
  // The thrown tile may be in an invalid meld, so don't complain that none is left.
  const blockers = finish.blockers.filter((blocker) => blocker !== "thrown" || !finish.blockers.includes("invalid"));
  const rulesOf = (blocker) => [RULE_OF_BLOCKER[blocker]].filter(Boolean);
  const reasons = blockers.map((blocker) => line(pageData, "", blockerText(blocker), ...rulesOf(blocker)));
  const tilesText = fillIn(pageData.words.lie, judged.tiles);
  const mainLine = line(pageData, "error-text", fillIn(pageData.words.notFinished, tilesText), key);
  // The price comes before the reasons, so that it is visible without scrolling.
  return flatLines(mainLine, priceLines(question, judged, finish.blockers), reasons, hintLine(question, finish));
}
