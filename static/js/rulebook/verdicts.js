// Builds the tile referee's texts from the page's words, tiles as its keys show them, and links to the rules.
import { tileName, tilePicture } from "../tiles/pad.js";

const PLACEHOLDER = /%s/;

export function element(name, className, ...content) {
  const created = document.createElement(name);
  if (className) created.className = className;
  created.append(...content);
  return created;
}

// Fills figures into a sentence in order.
export const fillIn = (text, ...figures) => figures.reduce((text, value) => text.replace(PLACEHOLDER, value), text);

export function pictures(pad, codes) {
  return element("span", "ref-tiles", ...codes.map((code) => tilePicture(pad, code)));
}

// Links the rule behind a verdict; nothing if the book has none or is not available.
function ruleLink(pageData, key) {
  const rule = pageData.sentences[key];
  if (!rule) return "";
  const link = element("a", "src", rule.number || pageData.words.rule);
  link.href = rule.address;
  return link;
}

// Returns one line of a verdict; its state is good, error-text or neither.
export function line(pageData, state, text, ...keys) {
  const sign = state ? document.getElementById(`sign-${state}`).content.cloneNode(true) : "";
  return element("p", `line ${state}`, sign, element("span", "", text, ...keys.flatMap((key) => [" ", ruleLink(pageData, key)])));
}

export function infractionLine(pageData, code) {
  const entry = pageData.infractions[code];
  if (!entry) return "";
  return line(pageData, "error-text", fillIn(pageData.words.infraction, entry.name, entry.amount), `infraction.${code}`);
}

// --- A group ---

// Joins names as they are spoken: "red 7, blue 7 and black 7".
export function joinNames(pageData, names) {
  const last = names.slice(-1);
  return [names.slice(0, -1).join(", ")].filter(Boolean).concat(last).join(` ${pageData.words.and} `);
}

export function faultText(pageData, pad, { code, tiles }) {
  return fillIn(pageData.faults[code], joinNames(pageData, tiles.map((tile) => tileName(pad, tile))));
}

// Explains what each okey and false okey plays as.
export function substitutionLines(pageData, pad, codes, meld, isWild) {
  const text = () => element("span", "", pageData.words.standsFor);
  return codes
    .map((code, place) => [code, meld.standsFor[place]])
    .filter(([code, playedAs]) => isWild(code) && playedAs && playedAs !== code)
    .map(([code, playedAs]) => element("p", "joker-meanings", tilePicture(pad, code), text(), tilePicture(pad, playedAs)));
}
