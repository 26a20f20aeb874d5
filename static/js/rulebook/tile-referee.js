// The referee's page: tiles are tapped as they lie, and what they are is read here, without asking anybody.
import { newQuestion } from "../double-taps.js";
import { readMeld } from "../judge/melds.js";
import { judgeRack } from "../judge/racks.js";
import { FALSE_OKEY, okeyOf } from "../judge/tiles.js";
import { arrowed, block, crown, dim, lay, picture, say } from "../tiles/pad.js";
import { judgeLaid, lastOf, needed, parted } from "./laid.js";
import * as situation from "./situation.js";
import { finishing, opening } from "./summaries.js";
import { element, filledIn, groupVerdict, line, pictures } from "./verdicts.js";

const page = document.getElementById("tile-referee");
const pad = page.querySelector("[data-tilepad]");
const told = JSON.parse(document.getElementById("told").textContent);
const { rules, words } = told;
const part = (name) => page.querySelector(`[data-part="${name}"]`);

// The browser itself keeps it with this page, as it keeps what was typed into a field: nothing of it is sent.
let now = Object.assign({}, situation.EMPTY, history.state && history.state.tiles);
const before = [];

const whyNot = (code) => situation.whyNot(now, code, rules.most);
// Why a key that is no tile does nothing now.
const whyBlocked = {
  next: () => now.turning ? "indicatorFirst" : situation.isRack(now) ? "noMelds" : "",
  undo: () => before.length ? "" : "nothingToUndo",
};
const isWild = (code) => code === FALSE_OKEY || code === okeyOf(now.indicator) || code === now.indicator;

// --- What is shown ---

function showIndicator() {
  const { indicator, turning } = now;
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
  if (codes.length > 1) verdict.append(...groupVerdict(told, pad, codes, readMeld(codes, now.indicator, rules), isWild, now.indicator));
  return shown;
}

// Whether the rack could have opened with a kind, and the best melds of that kind.
function couldOpen(kind) {
  const found = judgeRack(now.rack, now.indicator, rules, lastOf(kind, now.previous));
  const opens = found.opens.includes(kind);
  const figures = filledIn(words[`${kind}Of`], found[kind].total, needed(kind, rules, now.previous));
  return {
    said: line(told, opens ? "good" : "amiss", filledIn(opens ? words.couldOpen : words.couldNot, figures), `opening.${kind}`),
    melds: element("div", "ref-melds", ...found[kind].melds.map((codes) => pictures(pad, codes))),
  };
}

function rackShown() {
  const kinds = now.rack.length && !now.turning ? ["series", "pairs"].map(couldOpen) : [];
  part("verdict").replaceChildren(...kinds.map(({ said }) => said));
  part("melds").replaceChildren(...kinds.map(({ melds }) => melds));
  lay(pad, part("on-rack"), now.rack);
}

function verdict() {
  if (now.turning || !situation.laid(now).length) return [];
  const groups = situation.filled(now);
  const { melds, thrown } = now.question === "finish" ? parted(groups, now.indicator) : { melds: groups, thrown: [] };
  const asked = { told, pad, all: now.groups, groups: melds, thrown, indicator: now.indicator, previous: now.previous };
  const judged = judgeLaid(melds, now.indicator, rules, now.previous);
  return now.question === "finish" ? finishing(asked, judged) : opening(asked, judged);
}

// Groups are drawn anew; whoever goes by keys stays where he was among them.
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

// What the next tap means is another question: a finger that comes down twice answers it once.
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

// Another tile slides under the finger that took one away.
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
  if (target.dataset.previous) become(situation.openedBefore(now, target.dataset.previous, Number(target.value) || 0), true);
}

page.addEventListener("click", tapped);
page.addEventListener("keydown", arrowed);
page.addEventListener("input", typed);
page.querySelectorAll("[data-previous]").forEach((field) => {
  field.value = now.previous[field.dataset.previous] || "";
});
page.hidden = false;
draw();

// Where the connection is secure the page opens without a network the next time.
if (window.isSecureContext && navigator.serviceWorker) navigator.serviceWorker.register("worker.js");
