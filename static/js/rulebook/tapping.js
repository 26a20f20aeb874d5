// The tile referee of any game: tiles are tapped as they lie and judged in the browser. Each game's script passes its
// judge to `begin`.
import { newQuestion } from "../double-taps.js";
import { FALSE_OKEY, okeyOf } from "../judge/tiles.js";
import { arrowed, block, crown, dim, lay, picture, say } from "../tiles/pad.js";
import * as situation from "./situation.js";
import { element, filledIn, pictures } from "./verdicts.js";

const page = document.getElementById("tile-referee");
export const pad = page.querySelector("[data-tilepad]");
export const told = JSON.parse(document.getElementById("told").textContent);
const { rules, words } = told;
const part = (name) => page.querySelector(`[data-part="${name}"]`);

// The browser stores the state with the page, like a typed field; nothing is sent. Without an indicator field there is
// no indicator.
const fresh = Object.assign({}, situation.EMPTY, { turning: Boolean(part("asks")) });
let now = Object.assign(fresh, history.state && history.state.tiles);
// The game's judge of a group, all groups and a rack.
let judge;
const before = [];

const whyNot = (code) => situation.whyNot(now, code, rules.most);
// Why a key that is not a tile is disabled.
const whyBlocked = {
  next: () => now.turning ? "indicatorFirst" : situation.isRack(now) ? "noMelds" : "",
  undo: () => before.length ? "" : "nothingToUndo",
};
// The tiles whose substitution is explained.
export const isWild = (code) => code === FALSE_OKEY || code === okeyOf(now.indicator) || code === now.indicator;

// --- What is shown ---

function showIndicator() {
  const { indicator, turning } = now;
  if (!part("asks")) return;
  part("asks").hidden = !turning;
  part("turned").hidden = turning;
  if (turning) return;
  part("indicator").replaceChildren(picture(pad, indicator));
  part("okey").replaceChildren(picture(pad, okeyOf(indicator)));
}

function groupShown(codes, at) {
  const shown = document.getElementById("group").content.firstElementChild.cloneNode(true);
  const [choose, place, verdict] = ["[data-choose]", ".tapped", "[data-verdict]"].map((one) => shown.querySelector(one));
  shown.classList.toggle("now", at === now.at);
  choose.textContent = filledIn(words.group, at + 1);
  choose.dataset.choose = at;
  choose.setAttribute("aria-pressed", String(at === now.at));
  place.dataset.group = at;
  lay(pad, place, codes);
  if (codes.length > 1) verdict.append(...judge.group(codes, now));
  return shown;
}

const meldsShown = (melds) => element("div", "ref-melds", ...melds.map((codes) => pictures(pad, codes)));

// Each answer is a text about the rack and the melds that show it.
function rackShown() {
  const answers = now.rack.length && !now.turning ? judge.rack(now) : [];
  part("verdict").replaceChildren(...answers.flatMap(({ said }) => said));
  part("melds").replaceChildren(...answers.map(({ melds }) => meldsShown(melds)));
  lay(pad, part("on-rack"), now.rack);
}

function verdict() {
  return now.turning || !situation.laid(now).length ? [] : judge.laid(situation.filled(now), now);
}

// Groups are redrawn; keyboard focus stays on the same one.
function groupsShown() {
  part("verdict").replaceChildren(...verdict());
  const place = part("groups");
  const buttons = () => Array.from(place.querySelectorAll("button"));
  const at = buttons().indexOf(document.activeElement);
  place.replaceChildren(...now.groups.map(groupShown));
  if (at >= 0) buttons()[Math.min(at, buttons().length - 1)].focus({ preventScroll: true });
}

function draw() {
  const isRack = situation.isRack(now);
  showIndicator();
  page.querySelectorAll("[data-ask]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.ask === now.question)));
  part("groups").hidden = isRack || now.turning;
  part("rack").hidden = !isRack || now.turning;
  if (isRack) rackShown();
  else groupsShown();
  part("count").textContent = filledIn(words.tiles, situation.laid(now).length, rules.most);
  for (const [name, why] of Object.entries(whyBlocked)) block(pad, pad.querySelector(`[data-pad=${name}]`), why());
  part("clear").hidden = !situation.laid(now).length;
  crown(pad, okeyOf(now.indicator));
  dim(pad, whyNot);
  part(isRack ? "rack" : "groups").querySelector(".now").scrollIntoView({ block: "nearest" });
}

// --- What is tapped ---

function become(one, unasked) {
  if (!unasked) before.push(now);
  now = one;
  history.replaceState({ tiles: now }, "");
  say(pad, "");
  draw();
}

const tapKey = {
  next: () => become(situation.next(now)),
  undo: () => become(before.pop(), true),
};

function tapPad(name) {
  const why = whyBlocked[name]();
  if (why) say(pad, why);
  else tapKey[name]();
}

// If the meaning of the next tap changes, a double tap must count once.
function becomeAnother(one) {
  newQuestion();
  become(one);
  const asks = part(now.turning ? "asks" : "question");
  asks.focus({ preventScroll: true });
}

function tapTile(code) {
  const why = whyNot(code);
  if (why) say(pad, why, code);
  else if (now.turning) becomeAnother(situation.tap(now, code));
  else become(situation.tap(now, code));
}

// Removing a tile moves another one under the finger.
function takeAway({ dataset, parentNode }) {
  newQuestion();
  become(situation.takeAway(now, Number(dataset.takeAway), Number(parentNode.dataset.group)));
}

function tapped({ target }) {
  const button = target.closest("button");
  if (!button) return;
  const { dataset } = button;
  if (dataset.tile) tapTile(dataset.tile);
  else if (dataset.pad) tapPad(dataset.pad);
  else if (dataset.takeAway) takeAway(button);
  else if (dataset.choose) become(situation.choose(now, Number(dataset.choose)));
  else if (dataset.ask) become(situation.ask(now, dataset.ask));
  else if ("turnAnother" in dataset) becomeAnother(situation.turnAnother(now));
  else if ("clear" in dataset) become(situation.clear(now));
}

function typed({ target }) {
  if (target.dataset.chosen) become(situation.chooseOf(now, target.dataset.chosen, target.value), true);
  else if (target.dataset.previous) become(situation.openedBefore(now, target.dataset.previous, Number(target.value) || 0), true);
}

// `group(codes, now)` and `laid(groups, now)` return lines; `rack(now)` returns answers of lines and melds.
export function begin(judged) {
  judge = judged;
  page.addEventListener("click", tapped);
  page.addEventListener("keydown", arrowed);
  page.addEventListener("input", typed);
  page.querySelectorAll("[data-previous]").forEach((field) => {
    field.value = now.previous[field.dataset.previous] || "";
  });
  page.querySelectorAll("[data-chosen]").forEach((field) => {
    field.value = now.chosen[field.dataset.chosen] || "";
  });
  page.hidden = false;
  draw();
  // On https the page opens offline the next time.
  if (window.isSecureContext && navigator.serviceWorker) navigator.serviceWorker.register("worker.js");
}
