// Enters a rack tile by tile instead of as points: points and okeys are counted with each tap, and the tiles are sent
// with the hand. It is optional; typed points remain the default. Without an indicator field there is no okey.
import { markNewQuestion } from "../double-taps.js";
import {
  countTiles, FALSE_OKEY, formatTiles, okeyOf, parseTiles, whyUnavailable, withoutTileAt,
} from "../tiles/tile-counts.js";
import { disableTiles, markOkey, moveFocus, showMessage, showTiles, tilePicture } from "../tiles/pad.js";
import {
  chooseValue, currentStep, formState, isInSteps, pointsField, screenElement, seatOpening, tilesField,
} from "./form-state.js";
import { closeTilePad, refreshForm } from "./form-display.js";
import { limits } from "./limits.js";
import { handleEdit, showStep } from "./steps.js";

// Whether the next tap is the indicator, which is asked once per hand.
let isAskingIndicator = false;

// Where the pad opens: on a player's sheet or in their row.
const tappedSheet = () => formState.form.querySelector(".tapping");
const padSeat = () => tappedSheet().dataset.seat;
const rackPad = () => tappedSheet().querySelector(".rackpad");
const tilePad = () => rackPad().querySelector("[data-tilepad]");
const padPart = (name) => rackPad().querySelector(`[data-part="${name}"]`);
const indicatorField = () => formState.form.elements.indicator;
const chosenIndicator = () => indicatorField() ? indicatorField().value : "";

const isTapping = () => formState.form && "tapping" in screenElement().dataset;

// --- Counting ---

const tilesOf = (seat) => parseTiles(tilesField(seat).value);

// The seats whose racks can be entered now.
function enterableSeats() {
  const fields = Array.from(formState.form.querySelectorAll("[name$='-tiles']"));
  return fields.filter((input) => !input.matches(":disabled")).map(({ name }) => name.split("-")[0]);
}

// All tiles on all racks.
const allTiles = () => enterableSeats().flatMap(tilesOf);

function countRack(seat) {
  const { falseOkey } = indicatorField() ? indicatorField().selectedOptions[0].dataset : {};
  return countTiles(tilesOf(seat), chosenIndicator(), Number(falseOkey || 0));
}

function updateFigures(seat) {
  const figures = tilesOf(seat).length ? countRack(seat) : { points: "", okeys: 0 };
  pointsField(seat).value = String(figures.points);
  chooseValue(`${seat}-okeys`, String(figures.okeys));
}

// A prefilled form may have tiles without points, and a new indicator changes the points.
function updateAllFigures() {
  const seatsWithTiles = enterableSeats().filter((seat) => tilesOf(seat).length);
  seatsWithTiles.forEach(updateFigures);
  if (seatsWithTiles.length) refreshForm();
}

// --- Unavailable tiles ---

// A whole form has no limit of tiles.
function isFull() {
  return isInSteps() && tilesOf(padSeat()).length >= limits().tiles[seatOpening(padSeat())];
}

const whyNotTappable = (code) => whyUnavailable(code, allTiles(), chosenIndicator()) || (isFull() ? "full" : "");

function whyNotIndicator(code) {
  if (code === FALSE_OKEY) return "noIndicator";
  return whyUnavailable(code, allTiles(), "");
}

// --- Taps ---

function setTiles(codes) {
  tilesField(padSeat()).value = formatTiles(codes);
  updateFigures(padSeat());
  showMessage(tilePad(), "");
  handleEdit();
  drawPad();
}

function setIndicator(code) {
  indicatorField().value = code;
  updateAllFigures();
  markNewQuestion();
  isAskingIndicator = false;
  showMessage(tilePad(), "");
  handleEdit();
  drawPad();
}

function tapTile(code) {
  const reason = isAskingIndicator ? whyNotIndicator(code) : whyNotTappable(code);
  if (reason) showMessage(tilePad(), reason, code);
  else if (isAskingIndicator) setIndicator(code);
  else setTiles(tilesOf(padSeat()).concat(code));
}

// Removing a tile moves another one under the finger.
function removeTile(index) {
  markNewQuestion();
  setTiles(withoutTileAt(tilesOf(padSeat()), index));
}

// --- Display ---

function showIndicator() {
  const indicatorTile = chosenIndicator();
  padPart("asks").hidden = !isAskingIndicator;
  padPart("count").hidden = isAskingIndicator;
  padPart("turned").replaceChildren(...(indicatorTile ? [tilePicture(tilePad(), indicatorTile)] : []));
  markOkey(tilePad(), okeyOf(indicatorTile));
}

function drawPad() {
  const { points: sum, okeys } = countRack(padSeat());
  if (indicatorField()) showIndicator();
  padPart("sum").textContent = rackPad().dataset.sum.replace("%s", sum).replace("%s", okeys);
  showTiles(tilePad(), padPart("tapped"), tilesOf(padSeat()));
  disableTiles(tilePad(), isAskingIndicator ? whyNotIndicator : whyNotTappable);
}

const headingOf = (sheet) => sheet.querySelector("h2, .who");

function askIndicator(isWanted) {
  isAskingIndicator = isWanted;
  markNewQuestion();
  showMessage(tilePad(), "");
  drawPad();
  (isAskingIndicator ? padPart("asks") : headingOf(tappedSheet())).focus({ preventScroll: true });
}

function openPad(sheet) {
  const existingPad = formState.form.querySelector(".rackpad");
  sheet.lastElementChild.before(existingPad || document.getElementById("rackpad").content.firstElementChild.cloneNode(true));
  sheet.classList.add("tapping");
  screenElement().dataset.tapping = "";
  askIndicator(Boolean(indicatorField()) && !chosenIndicator());
  window.scrollTo(0, 0);
}

// Returns to where the pad was opened, which can be anywhere on a whole page.
function leavePad() {
  const sheet = tappedSheet();
  markNewQuestion();
  closeTilePad();
  sheet.querySelector("[data-tiles]").focus({ preventScroll: true });
  if (!isInSteps()) sheet.scrollIntoView({ block: "center" });
}

// Returns to typing: the counted figures stay, and the first digit replaces them.
function switchToTyping({ dataset }, sheet) {
  if (!window.confirm(dataset.typeInstead)) return;
  tilesField(sheet.dataset.seat).value = "";
  handleEdit();
  if (isInSteps()) {
    showStep(currentStep());
    headingOf(sheet).focus({ preventScroll: true });
  } else {
    leavePad();
    pointsField(sheet.dataset.seat).focus();
    pointsField(sheet.dataset.seat).select();
  }
}

function handleClick({ target }) {
  const button = target.closest("button");
  if (!button || !formState.form || !formState.form.contains(button)) return;
  const { dataset } = button;
  if ("tiles" in dataset) openPad(button.closest("[data-seat]"));
  else if ("rackDone" in dataset) leavePad();
  else if ("typeInstead" in dataset) switchToTyping(button, button.closest("[data-seat]"));
  else if ("turnAnother" in dataset) askIndicator(true);
  else if (dataset.tile) tapTile(dataset.tile);
  else if (dataset.takeAway) removeTile(Number(dataset.takeAway));
  else if (dataset.pad === "undo") setTiles(tilesOf(padSeat()).slice(0, -1));
}

function handleKeyDown(event) {
  if (event.key === "Escape" && isTapping()) leavePad();
  else moveFocus(event);
}

document.addEventListener("click", handleClick);
document.addEventListener("keydown", handleKeyDown);
document.addEventListener("hand:begun", updateAllFigures);
document.addEventListener("change", ({ target }) => {
  if (target.name === "indicator") updateAllFigures();
});
// The form may have been in the page before this script.
if (formState.form) updateAllFigures();
