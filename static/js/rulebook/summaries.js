// Texts of the tile referee about all groups: whether they open, whether the hand is finished, and the price. `asked`
// has `all` groups by index, `groups` that are or should be melds, `thrown` last, the indicator, earlier openings and
// the texts.
import { nameOf } from "../tiles/pad.js";
import { judgeFinish, opensAlone } from "./laid.js";
import { filledIn, infraction, line, spoken } from "./verdicts.js";

const figuresOf = ({ words }, { kind, total, needed }) => filledIn(words[`${kind}Of`], total, needed);

// The invalid groups, with index and tiles.
function wrongMelds({ told, pad, all, groups }, { melds }) {
  const names = (codes) => codes.map((code) => nameOf(pad, code)).join(" – ");
  const wrong = groups.filter((_codes, at) => melds[at].kind === "invalid");
  return wrong.map((codes) => `${filledIn(told.words.group, all.indexOf(codes) + 1)}: ${names(codes)}`).join("; ");
}

// One act is one infraction: an invalid group is charged first, if the rules charge it. An opening that works once one
// kind is taken back is free.
function price({ told, groups, previous }, judged, amiss) {
  if (!groups.length) return [];
  if (amiss.includes("invalid") && told.infractions.invalid_meld) return [infraction(told, "invalid_meld")];
  if (amiss.includes("below")) return [infraction(told, "invalid_opening")];
  if (!amiss.includes("mixed")) return [];
  const opens = opensAlone(judged, told.rules, previous).length > 0;
  return [opens ? line(told, "", told.words.free, "opening.mixed") : infraction(told, "invalid_opening")];
}

// It opens once one kind is taken back, if the other kind is enough.
function mixed(asked, judged) {
  const { told, previous } = asked;
  const { words } = told;
  const alone = opensAlone(judged, told.rules, previous);
  const wrong = judged.amiss.includes("invalid") ? [line(told, "", filledIn(words.not_invalid, wrongMelds(asked, judged)))] : [];
  const alternatives = alone.map((one) => line(told, "", filledIn(words[`${one.kind}Kept`], figuresOf(told, one)), "opening.mixed"));
  return [line(told, "amiss", words.mixed, "opening.mixed"), ...wrong, ...alternatives];
}

function judgement(asked, judged) {
  const { told } = asked;
  const key = `opening.${judged.kind}`;
  const isWrong = judged.amiss.includes("invalid");
  if (judged.amiss.includes("mixed")) return mixed(asked, judged);
  if (judged.amiss.includes("below")) {
    const short = filledIn(told.words.short, figuresOf(told, judged), judged.needed - judged.total);
    return [line(told, "amiss", short, ...(isWrong ? ["opening.rest", "opening.wrong_meld"] : [key]))];
  }
  if (!isWrong) return [line(told, "good", filledIn(told.words.opens, figuresOf(told, judged)), key)];
  // The invalid meld is taken back, and the rest is measured.
  return [line(told, "good", filledIn(told.words.restOpens, wrongMelds(asked, judged), figuresOf(told, judged)), "opening.rest")];
}

const lines = (...said) => said.flat().filter(Boolean);

export function opening(asked, judged) {
  return lines(judgement(asked, judged), price(asked, judged, judged.amiss));
}

// --- Whether the hand is finished ---

const HINDERED_BY = { invalid: "finish.wrong_meld", mixed: "opening.mixed", below: "finish.below", pairs: "finish.pairs" };

// The thrown tile decides the kind of finish; if it is unknown, the text includes the okey.
function kindOfFinish({ told }, kind, last) {
  const text = told.words[`last_${last}`];
  return text ? line(told, "", text, `finish.${kind}_${last === "double_okey" ? last : "okey"}`) : "";
}

function finished(asked, judged, { last, spared }, key) {
  const { told, pad, thrown } = asked;
  const { words } = told;
  const names = spoken(told, thrown.map((code) => nameOf(pad, code)));
  const figures = filledIn(words.lie, judged.tiles);
  const groupsText = thrown.length ? filledIn(words.lieAndThrown, figures, names) : figures;
  const sure = line(told, "good", filledIn(words.finished, groupsText), key);
  return [
    last === "if_double_okey" ? line(told, "", filledIn(words.finishedIf, figures), "finish.both", key) : sure,
    kindOfFinish(asked, judged.kind, last),
    spared ? line(told, "", filledIn(words.spared, judged.needed), "finish.below", "finish.all_at_once") : "",
  ];
}

// A user who taps the whole hand may have put the thrown tile into a meld.
function hint({ told, groups, thrown }, { hinders }) {
  const all = groups.flat().length === told.rules.most && !thrown.length;
  return all && (hinders.includes("thrown") || hinders.includes("invalid")) ? line(told, "", told.words.thrownAlone) : "";
}

export function finishing(asked, judged) {
  const { told, groups, thrown, indicator } = asked;
  const found = judgeFinish(judged, groups, indicator, told.rules, thrown);
  const key = judged.kind === "pairs" ? "finish.pairs" : "finish.direct";
  if (found.last) return lines(finished(asked, judged, found, key));
  const figure = { missing: found.missing, invalid: wrongMelds(asked, judged) };
  const why = (one) => filledIn(told.words[`not_${one}`], figure[one] || judged.needed);
  // The thrown tile may be in an invalid meld, so don't complain that none is left.
  const hinders = found.hinders.filter((one) => one !== "thrown" || !found.hinders.includes("invalid"));
  const reasons = hinders.map((one) => line(told, "", why(one), ...[HINDERED_BY[one]].filter(Boolean)));
  const not = line(told, "amiss", filledIn(told.words.notFinished, filledIn(told.words.lie, judged.tiles)), key);
  // The price comes before the reasons, so that it is visible without scrolling.
  return lines(not, price(asked, judged, found.hinders), reasons, hint(asked, found));
}
