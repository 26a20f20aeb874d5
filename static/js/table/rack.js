// A rack told tile by tile, in place of its points: they and the okeys are counted as it is tapped, and the tiles go
// with the hand. Typed points stay what everybody is asked for; this is opened by whoever wants it.
import { newQuestion } from "../double-taps.js";
import { FALSE_OKEY, okeyOf } from "../judge/tiles.js";
import { count, read, refusal, without, write } from "../tiles/bag.js";
import { arrowed, crown, dim, lay, picture, say } from "../tiles/pad.js";
import { answers, choose, current, opening, points, screen, sheet, step, tilesField } from "./current.js";
import { limits } from "./hindrances.js";
import { thrown } from "./limits.js";
import { refresh } from "./sheets.js";
import { edited, show } from "./steps.js";

// Whether the next tile that is tapped is the indicator, which is asked once in a hand.
let asksIndicator = false;

const place = () => sheet(step()).querySelector(".rackpad");
const pad = () => place().querySelector("[data-tilepad]");
const part = (name) => place().querySelector(`[data-part="${name}"]`);
const field = () => current.form.elements.indicator;
const indicator = () => field().value;

const isTapping = () => current.form && "tapping" in screen().dataset;

// --- What is counted ---

const tiles = (seat) => read(tilesField(seat).value);

// Every tile that lies on some rack.
const laid = () => current.seats.reduce((all, seat) => all.concat(tiles(seat)), []);

function counted(seat) {
  const { falseOkey } = field().selectedOptions[0].dataset;
  return count(tiles(seat), indicator(), Number(falseOkey || 0));
}

function recount(seat) {
  const found = tiles(seat).length ? counted(seat) : { points: "", okeys: 0 };
  points(seat).value = String(found.points);
  choose(`${seat}-okeys`, String(found.okeys));
}

// A form that comes filled in may tell tiles alone, and another indicator counts them anew.
function recountAll() {
  const told = current.seats.filter((seat) => tiles(seat).length);
  told.forEach(recount);
  if (told.length) refresh();
}

// --- What can't be ---

function okeysTold() {
  const hand = answers();
  return hand.seats.reduce((sum, seat) => sum + hand.okeys[seat], thrown(hand));
}

function whyNot(code) {
  const why = refusal(code, laid(), indicator());
  if (why) return why;
  if (code === okeyOf(indicator()) && okeysTold() >= limits().okeys) return "okeys";
  return tiles(step()).length < limits().tiles[opening(step())] ? "" : "full";
}

function whyNotIndicator(code) {
  if (code === FALSE_OKEY) return "noIndicator";
  return refusal(code, laid(), "");
}

// --- What is tapped ---

function put(codes) {
  tilesField(step()).value = write(codes);
  recount(step());
  say(pad(), "");
  edited();
  draw();
}

function turnUp(code) {
  field().value = code;
  recountAll();
  newQuestion();
  asksIndicator = false;
  say(pad(), "");
  edited();
  draw();
}

function tap(code) {
  const why = asksIndicator ? whyNotIndicator(code) : whyNot(code);
  if (why) say(pad(), why, code);
  else if (asksIndicator) turnUp(code);
  else put(tiles(step()).concat(code));
}

// Another tile slides under the finger that took one away.
function takeAway(at) {
  newQuestion();
  put(without(tiles(step()), at));
}

// --- What is shown ---

function draw() {
  const codes = tiles(step());
  const [found, up] = [counted(step()), indicator()];
  part("asks").hidden = !asksIndicator;
  part("told").hidden = asksIndicator;
  part("sum").textContent = place().dataset.sum.replace("%s", found.points).replace("%s", found.okeys);
  part("turned").replaceChildren(...(up ? [picture(pad(), up)] : []));
  lay(pad(), part("tapped"), codes);
  crown(pad(), okeyOf(up));
  dim(pad(), asksIndicator ? whyNotIndicator : whyNot);
}

function ask(wanted) {
  asksIndicator = wanted;
  newQuestion();
  say(pad(), "");
  draw();
  (asksIndicator ? part("asks") : sheet(step()).querySelector("h2")).focus({ preventScroll: true });
}

function open() {
  const own = sheet(step());
  const shown = current.form.querySelector(".rackpad");
  own.lastElementChild.before(shown || document.getElementById("rackpad").content.firstElementChild.cloneNode(true));
  own.classList.add("tapping");
  screen().dataset.tapping = "";
  ask(!indicator());
  window.scrollTo(0, 0);
}

function close() {
  newQuestion();
  sheet(step()).classList.remove("tapping");
  delete screen().dataset.tapping;
  const key = sheet(step()).querySelector("[data-tiles]");
  if (key) key.focus({ preventScroll: true });
}

// Back to typing: the figures stay as they were counted, and the first digit replaces them.
function typeInstead({ dataset }) {
  if (!window.confirm(dataset.typeInstead)) return;
  tilesField(step()).value = "";
  edited();
  show(step());
  sheet(step()).querySelector("h2").focus({ preventScroll: true });
}

function tapped({ target }) {
  const button = target.closest("button");
  if (!button || !current.form || !current.form.contains(button)) return;
  const { dataset } = button;
  if ("tiles" in dataset) open();
  else if ("rackDone" in dataset) close();
  else if ("typeInstead" in dataset) typeInstead(button);
  else if ("turnAnother" in dataset) ask(true);
  else if (dataset.tile) tap(dataset.tile);
  else if (dataset.takeAway) takeAway(Number(dataset.takeAway));
  else if (dataset.pad === "undo") put(tiles(step()).slice(0, -1));
}

function keyed(event) {
  if (event.key === "Escape" && isTapping()) close();
  else arrowed(event);
}

document.addEventListener("click", tapped);
document.addEventListener("keydown", keyed);
document.addEventListener("hand:begun", recountAll);
document.addEventListener("change", ({ target }) => {
  if (target.name === "indicator") recountAll();
});
// The form may have been there before this was.
if (current.form) recountAll();
