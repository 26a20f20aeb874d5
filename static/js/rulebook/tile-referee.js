// The tile referee of any game: tiles are tapped as they lie, and the server judges them. Without it the tiles are typed.
import { markNewQuestion } from "../double-taps.js";
import { okeyOf } from "../tiles/tile-counts.js";
import {
  disableTiles, markOkey, moveFocus, setKeyDisabled, showMessage, showTiles, tilePicture,
} from "../tiles/pad.js";
import * as tileState from "./tile-state.js";
import { askServer, listenToAnswers } from "./server-answers.js";

const form = document.getElementById("tile-referee");
const pad = form.querySelector("[data-tilepad]");
const part = (name) => form.querySelector(`[data-part="${name}"]`);
part("fields").disabled = false;
const fields = ["indicator", "melds", "rack"].reduce((found, name) => {
  return Object.assign(found, { [name]: part("fields").elements[name] });
}, { ask: form.querySelector("input[name=ask]") });
const most = Number(form.dataset.most);

let state = tileState.readFields(fields);
const undoStack = [];

const isAskingIndicator = () => Boolean(fields.indicator) && !state.indicator;
const whyNotTappable = (code) => {
  return isAskingIndicator() ? tileState.whyNotIndicator(state, code) : tileState.whyNotTappable(state, code, most);
};
// Why a key that is not a tile is disabled.
const whyKeyDisabled = {
  next: () => isAskingIndicator() ? "indicatorFirst" : tileState.isRackQuestion(state) ? "noMelds" : "",
  undo: () => undoStack.length ? "" : "nothingToUndo",
};

const fillIn = (text, ...figures) => figures.reduce((filled, figure) => filled.replace("%s", figure), text);

// --- Display ---

function showIndicator() {
  const { indicator } = state;
  if (!fields.indicator) return;
  part("asks").hidden = Boolean(indicator);
  part("turned").hidden = !indicator;
  if (!indicator) return;
  part("indicator").replaceChildren(tilePicture(pad, indicator));
  part("okey").replaceChildren(tilePicture(pad, okeyOf(indicator)));
}

// What the server said of the group stays until it answers again.
function renderGroup(codes, at) {
  const shown = document.getElementById("group").content.firstElementChild.cloneNode(true);
  const [chooseButton, tilesElement, reading] = shown.children;
  shown.classList.toggle("now", at === state.at);
  chooseButton.textContent = fillIn(part("groups").dataset.name, at + 1);
  chooseButton.dataset.choose = at;
  chooseButton.setAttribute("aria-pressed", String(at === state.at));
  tilesElement.dataset.group = at;
  showTiles(pad, tilesElement, codes);
  reading.id = `reads-${at}`;
  reading.replaceWith(document.getElementById(reading.id) || reading);
  return shown;
}

// Groups are redrawn; keyboard focus stays on the same one.
function showGroups() {
  const groupsElement = part("groups");
  const buttons = () => Array.from(groupsElement.querySelectorAll("button"));
  const focusedIndex = buttons().indexOf(document.activeElement);
  groupsElement.replaceChildren(...state.groups.map(renderGroup));
  if (focusedIndex >= 0) buttons()[Math.min(focusedIndex, buttons().length - 1)].focus({ preventScroll: true });
}

function draw() {
  const isRackQuestion = tileState.isRackQuestion(state);
  showIndicator();
  form.querySelectorAll("[data-ask]").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.dataset.ask === state.ask));
  });
  part("groups").hidden = isRackQuestion || isAskingIndicator();
  part("rack").hidden = !isRackQuestion || isAskingIndicator();
  showGroups();
  showTiles(pad, part("on-rack"), state.rack);
  part("count").textContent = fillIn(part("count").dataset.text, tileState.tilesInQuestion(state).length, most);
  for (const [name, reasonOf] of Object.entries(whyKeyDisabled)) {
    setKeyDisabled(pad, pad.querySelector(`[data-pad=${name}]`), reasonOf());
  }
  part("clear").hidden = !tileState.tilesInQuestion(state).length;
  markOkey(pad, okeyOf(state.indicator));
  disableTiles(pad, whyNotTappable);
  part(isRackQuestion ? "rack" : "groups").querySelector(".now").scrollIntoView({ block: "nearest" });
}

// --- Taps ---

function setState(newState, skipUndo) {
  if (!skipUndo) undoStack.push(state);
  state = newState;
  tileState.writeFields(fields, state);
  showMessage(pad, "");
  draw();
  askServer(form);
}

const padActions = {
  next: () => setState(tileState.addGroup(state)),
  undo: () => setState(undoStack.pop(), true),
};

function tapPad(name) {
  const reason = whyKeyDisabled[name]();
  if (reason) showMessage(pad, reason);
  else padActions[name]();
}

// If the meaning of the next tap changes, a double tap must count once.
function setIndicator(code) {
  markNewQuestion();
  setState(tileState.setIndicator(state, code));
  part(code ? "question" : "asks").focus({ preventScroll: true });
}

function tapTile(code) {
  const reason = whyNotTappable(code);
  if (reason) showMessage(pad, reason, code);
  else if (isAskingIndicator()) setIndicator(code);
  else setState(tileState.addTile(state, code));
}

// Removing a tile moves another one under the finger.
function removeTile({ dataset, parentNode }) {
  markNewQuestion();
  setState(tileState.removeTile(state, Number(dataset.takeAway), Number(parentNode.dataset.group)));
}

function handleClick(event) {
  const button = event.target.closest("button");
  if (!button) return;
  event.preventDefault();
  const { dataset } = button;
  if (dataset.tile) tapTile(dataset.tile);
  else if (dataset.pad) tapPad(dataset.pad);
  else if (dataset.takeAway) removeTile(button);
  else if (dataset.choose) setState(tileState.chooseGroup(state, Number(dataset.choose)));
  else if (dataset.ask) setState(tileState.askQuestion(state, dataset.ask));
  else if ("turnAnother" in dataset) setIndicator("");
  else if ("clear" in dataset) setState(tileState.clearTiles(state));
}

// Enter would press the first question.
function handleKeyDown(event) {
  if (event.key === "Enter" && event.target.matches("input")) event.preventDefault();
  else moveFocus(event);
}

listenToAnswers(form);
form.addEventListener("click", handleClick);
form.addEventListener("keydown", handleKeyDown);
// A change of the page's language fills the fields in.
form.addEventListener("change", ({ target }) => {
  if (Object.values(fields).includes(target)) setState(tileState.readFields(fields));
});
// A button with a name would be sent beside the field.
form.querySelectorAll("[data-ask]").forEach((button) => button.removeAttribute("name"));
["below-tiles", "pad"].forEach((name) => {
  part(name).hidden = false;
});
form.classList.add("by-taps");
draw();
