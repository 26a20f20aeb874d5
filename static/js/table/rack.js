// Enters a rack tile by tile instead of as points: points and okeys are counted with each tap, and the tiles are sent
// with the hand. It is optional; typed points remain the default. Without an indicator field there is no okey.
import { newQuestion } from "../double-taps.js";
import { FALSE_OKEY, okeyOf } from "../judge/tiles.js";
import { count, read, refusal, without, write } from "../tiles/bag.js";
import { arrowed, crown, dim, lay, picture, say } from "../tiles/pad.js";
import { answers, choose, current, inSteps, opening, points, screen, step, tilesField } from "./current.js";
import { limits } from "./hindrances.js";
import { thrown } from "./limits.js";
import { refresh, withoutPad } from "./sheets.js";
import { edited, show } from "./steps.js";

// Whether the next tap is the indicator, which is asked once per hand.
let asksIndicator = false;

// Where the pad opens: on a player's sheet or in their row.
const home = () => current.form.querySelector(".tapping");
const seat = () => home().dataset.seat;
const place = () => home().querySelector(".rackpad");
const pad = () => place().querySelector("[data-tilepad]");
const part = (name) => place().querySelector(`[data-part="${name}"]`);
const field = () => current.form.elements.indicator;
const indicator = () => field() ? field().value : "";

const isTapping = () => current.form && "tapping" in screen().dataset;

// --- What is counted ---

const tiles = (seat) => read(tilesField(seat).value);

// The seats whose racks can be entered now.
function seats() {
  const fields = Array.from(current.form.querySelectorAll("[name$='-tiles']"));
  return fields.filter((one) => !one.matches(":disabled")).map(({ name }) => name.split("-")[0]);
}

// All tiles on all racks.
const laid = () => seats().flatMap(tiles);

function counted(seat) {
  const { falseOkey } = field() ? field().selectedOptions[0].dataset : {};
  return count(tiles(seat), indicator(), Number(falseOkey || 0));
}

function recount(seat) {
  const found = tiles(seat).length ? counted(seat) : { points: "", okeys: 0 };
  points(seat).value = String(found.points);
  choose(`${seat}-okeys`, String(found.okeys));
}

// A prefilled form may have tiles without points, and a new indicator changes the points.
function recountAll() {
  const tiled = seats().filter((seat) => tiles(seat).length);
  tiled.forEach(recount);
  if (tiled.length) refresh();
}

// --- What can't be ---

function okeysTold() {
  const hand = answers();
  return hand.seats.reduce((sum, seat) => sum + hand.okeys[seat], thrown(hand));
}

// A whole form has no limits.
function isBeyond(code) {
  if (!inSteps()) return "";
  if (code === okeyOf(indicator()) && okeysTold() >= limits().okeys) return "okeys";
  return tiles(seat()).length < limits().tiles[opening(seat())] ? "" : "full";
}

const whyNot = (code) => refusal(code, laid(), indicator()) || isBeyond(code);

function whyNotIndicator(code) {
  if (code === FALSE_OKEY) return "noIndicator";
  return refusal(code, laid(), "");
}

// --- What is tapped ---

function put(codes) {
  tilesField(seat()).value = write(codes);
  recount(seat());
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
  else put(tiles(seat()).concat(code));
}

// Removing a tile moves another one under the finger.
function takeAway(at) {
  newQuestion();
  put(without(tiles(seat()), at));
}

// --- What is shown ---

function showIndicator() {
  const up = indicator();
  part("asks").hidden = !asksIndicator;
  part("told").hidden = asksIndicator;
  part("turned").replaceChildren(...(up ? [picture(pad(), up)] : []));
  crown(pad(), okeyOf(up));
}

function draw() {
  const { points: sum, okeys } = counted(seat());
  if (field()) showIndicator();
  part("sum").textContent = place().dataset.sum.replace("%s", sum).replace("%s", okeys);
  lay(pad(), part("tapped"), tiles(seat()));
  dim(pad(), asksIndicator ? whyNotIndicator : whyNot);
}

const heading = (own) => own.querySelector("h2, .who");

function ask(wanted) {
  asksIndicator = wanted;
  newQuestion();
  say(pad(), "");
  draw();
  (asksIndicator ? part("asks") : heading(home())).focus({ preventScroll: true });
}

function open(own) {
  const shown = current.form.querySelector(".rackpad");
  own.lastElementChild.before(shown || document.getElementById("rackpad").content.firstElementChild.cloneNode(true));
  own.classList.add("tapping");
  screen().dataset.tapping = "";
  ask(Boolean(field()) && !indicator());
  window.scrollTo(0, 0);
}

// Returns to where the pad was opened, which can be anywhere on a whole page.
function close() {
  const own = home();
  newQuestion();
  withoutPad();
  own.querySelector("[data-tiles]").focus({ preventScroll: true });
  if (!inSteps()) own.scrollIntoView({ block: "center" });
}

// Returns to typing: the counted figures stay, and the first digit replaces them.
function typeInstead({ dataset }, own) {
  if (!window.confirm(dataset.typeInstead)) return;
  tilesField(own.dataset.seat).value = "";
  edited();
  if (inSteps()) {
    show(step());
    heading(own).focus({ preventScroll: true });
  } else {
    close();
    points(own.dataset.seat).focus();
    points(own.dataset.seat).select();
  }
}

function tapped({ target }) {
  const button = target.closest("button");
  if (!button || !current.form || !current.form.contains(button)) return;
  const { dataset } = button;
  if ("tiles" in dataset) open(button.closest("[data-seat]"));
  else if ("rackDone" in dataset) close();
  else if ("typeInstead" in dataset) typeInstead(button, button.closest("[data-seat]"));
  else if ("turnAnother" in dataset) ask(true);
  else if (dataset.tile) tap(dataset.tile);
  else if (dataset.takeAway) takeAway(Number(dataset.takeAway));
  else if (dataset.pad === "undo") put(tiles(seat()).slice(0, -1));
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
// The form may have been in the page before this script.
if (current.form) recountAll();
