// Builds the tile referee's texts from the page's words, tiles as its keys show them, and links to the rules.
import { nameOf, picture } from "../tiles/pad.js";

const FIGURE = /%s/;

export function element(name, className, ...content) {
  const created = document.createElement(name);
  if (className) created.className = className;
  created.append(...content);
  return created;
}

// Fills figures into a sentence in order.
export const filledIn = (words, ...figures) => figures.reduce((text, figure) => text.replace(FIGURE, figure), words);

export function pictures(pad, codes) {
  return element("span", "ref-tiles", ...codes.map((code) => picture(pad, code)));
}

// Links the rule behind a verdict; nothing if the book has none or is not available.
function sentence(told, key) {
  const found = told.sentences[key];
  if (!found) return "";
  const link = element("a", "src", found.number || told.words.rule);
  link.href = found.address;
  return link;
}

// Returns one line of a verdict; its state is good, amiss or neither.
export function line(told, state, words, ...keys) {
  const sign = state ? document.getElementById(`sign-${state}`).content.cloneNode(true) : "";
  return element("p", `line ${state}`, sign, element("span", "", words, ...keys.flatMap((key) => [" ", sentence(told, key)])));
}

export function infraction(told, code) {
  const found = told.infractions[code];
  if (!found) return "";
  return line(told, "amiss", filledIn(told.words.infraction, found.name, found.amount), `infraction.${code}`);
}

// --- A group ---

// Joins names as they are spoken: "red 7, blue 7 and black 7".
export function spoken(told, names) {
  const last = names.slice(-1);
  return [names.slice(0, -1).join(", ")].filter(Boolean).concat(last).join(` ${told.words.and} `);
}

export function faultWords(told, pad, { code, tiles }) {
  return filledIn(told.faults[code], spoken(told, tiles.map((tile) => nameOf(pad, tile))));
}

// Explains what each okey and false okey plays as.
export function standing(told, pad, codes, meld, isWild) {
  return codes.map((code, place) => [code, meld.standsFor[place]]).filter(([code, plays]) => isWild(code) && plays && plays !== code)
    .map(([code, plays]) => element("p", "stands", picture(pad, code), element("span", "", told.words.standsFor), picture(pad, plays)));
}
