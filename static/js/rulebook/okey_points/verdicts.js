// Texts of classic Okey's tile referee: about a group, a shown hand, a rack.
import { LONGEST } from "../../judge/round/melds.js";
import { nameOf } from "../../tiles/pad.js";
import { faultWords, filledIn, line, spoken, standing } from "../verdicts.js";
import { broken, judgeLaid, priceOf } from "./laid.js";

export function groupVerdict(told, pad, codes, meld, isWild, indicator) {
  const { words } = told;
  if (meld.kind === "invalid") {
    const why = filledIn(words.invalidGroup, faultWords(told, pad, meld.fault));
    return [line(told, "amiss", why, `fault.${broken(codes, meld, indicator)}`)];
  }
  const kind = codes.length === LONGEST ? "one_colour_run" : meld.kind;
  return [line(told, "good", words[kind])].concat(standing(told, pad, codes, meld, isWild));
}

// Returns what the other sides pay.
function price(told, kind, colour) {
  const { plain, okey } = priceOf(kind, colour, told.rules);
  const paid = plain || okey ? filledIn(told.words.price, plain, okey) : told.words.free;
  return line(told, "", paid, `price.${kind}`, `price.${kind}_okey`);
}

function ofOneColour(told, kind, colour) {
  if (!colour) return [];
  const { isDoubled } = priceOf(kind, colour, told.rules);
  return [line(told, "", filledIn(told.words[isDoubled ? "doubled" : "one_colour"], told.colours[colour]), "one_colour")];
}

// --- A hand that is shown ---

// The invalid groups, with index and tiles.
function wrongMelds({ told, pad, all, groups }, { melds }) {
  const names = (codes) => codes.map((code) => nameOf(pad, code)).join(" – ");
  const wrong = groups.filter((_codes, at) => melds[at].kind === "invalid");
  return wrong.map((codes) => `${filledIn(told.words.group, all.indexOf(codes) + 1)}: ${names(codes)}`).join("; ");
}

function others(told, { others: ways }, says) {
  if (!ways.length) return [];
  return [line(told, "", filledIn(told.words.others, spoken(told, ways.map((way) => told.words[`way_${way}`]))), says)];
}

function notFinished(asked, judged) {
  const { told } = asked;
  const { words } = told;
  const figure = { invalid: wrongMelds(asked, judged), missing: judged.missing };
  const why = (one) => line(told, "", filledIn(words[`not_${one}`], figure[one]), `hand.${one}`);
  const goesOn = judged.missing > 0 ? [] : [line(told, "", words.goesOn, "false_finish")];
  return [line(told, "amiss", words.notFinished), ...judged.hinders.map(why), ...others(told, judged, "as_arranged"), ...goesOn];
}

export function shownVerdict(asked) {
  const { told, groups, indicator } = asked;
  const judged = judgeLaid(groups, indicator, told.rules);
  if (!judged.finished) return notFinished(asked, judged);
  const { kind, colour } = judged;
  const good = line(told, "good", told.words[`finished_${kind}`], `hand.${kind}`);
  return [good, ...ofOneColour(told, kind, colour), price(told, kind, colour), ...others(told, judged, "as_shown")];
}

// --- A rack ---

// `judged` is null while tiles are missing.
export function rackVerdict(told, judged, lacking) {
  const { words } = told;
  if (!judged) return [{ said: line(told, "", filledIn(words.lacking, lacking), "hand.missing"), melds: [] }];
  if (!judged.wins.length) return [{ said: line(told, "amiss", words.could_not), melds: [] }];
  return judged.wins.map((kind, at) => ({
    said: [
      ...(at ? [] : ofOneColour(told, kind, judged.colour)),
      line(told, "good", words[`could_${kind}`], `hand.${kind}`),
      price(told, kind, judged.colour),
    ],
    melds: judged.melds[kind],
  }));
}
