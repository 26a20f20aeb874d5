// The tile referee of any game: tiles are tapped as they lie and judged in the browser. Each game's script passes its
// judge to `startReferee`.
import { markNewQuestion } from "../double-taps.js";
import { FALSE_OKEY, okeyOf } from "../judge/tiles.js";
import {
  disableTiles, markOkey, moveFocus, setKeyDisabled, showMessage, showTiles, tilePicture,
} from "../tiles/pad.js";
import * as tileState from "./tile-state.js";
import { element, fillIn, pictures } from "./verdicts.js";

const page = document.getElementById("tile-referee");
export const pad = page.querySelector("[data-tilepad]");
export const pageData = JSON.parse(document.getElementById("tile-referee-data").textContent);
const { rules, words } = pageData;
const part = (name) => page.querySelector(`[data-part="${name}"]`);

// The browser stores the state with the page, like a typed field; nothing is sent. Without an indicator field there is
// no indicator.
const initialState = Object.assign({}, tileState.EMPTY, { turning: Boolean(part("asks")) });
let state = Object.assign(initialState, history.state && history.state.tiles);
// The game's judge of a group, all groups and a rack.
let gameJudge;
const undoStack = [];

const whyNotTappable = (code) => tileState.whyNotTappable(state, code, rules.most);
// Why a key that is not a tile is disabled.
const whyKeyDisabled = {
  next: () => state.turning ? "indicatorFirst" : tileState.isRackQuestion(state) ? "noMelds" : "",
  undo: () => undoStack.length ? "" : "nothingToUndo",
};
// The tiles whose substitution is explained.
export const isWild = (code) => code === FALSE_OKEY || code === okeyOf(state.indicator) || code === state.indicator;

// --- Display ---

function showIndicator() {
  const { indicator, turning } = state;
  if (!part("asks")) return;
  part("asks").hidden = !turning;
  part("turned").hidden = turning;
  if (turning) return;
  part("indicator").replaceChildren(tilePicture(pad, indicator));
  part("okey").replaceChildren(tilePicture(pad, okeyOf(indicator)));
}

function renderGroup(codes, at) {
  const shown = document.getElementById("group").content.firstElementChild.cloneNode(true);
  const [chooseButton, tilesElement, verdictElement] = ["[data-choose]", ".tapped", "[data-verdict]"]
    .map((selector) => shown.querySelector(selector));
  shown.classList.toggle("now", at === state.at);
  chooseButton.textContent = fillIn(words.group, at + 1);
  chooseButton.dataset.choose = at;
  chooseButton.setAttribute("aria-pressed", String(at === state.at));
  tilesElement.dataset.group = at;
  showTiles(pad, tilesElement, codes);
  if (codes.length > 1) verdictElement.append(...gameJudge.group(codes, state));
  return shown;
}

const renderMelds = (melds) => element("div", "ref-melds", ...melds.map((codes) => pictures(pad, codes)));

// Each answer is a text about the rack and the melds that show it.
function showRack() {
  const answers = state.rack.length && !state.turning ? gameJudge.rack(state) : [];
  part("verdict").replaceChildren(...answers.flatMap(({ lines }) => lines));
  part("melds").replaceChildren(...answers.map(({ melds }) => renderMelds(melds)));
  showTiles(pad, part("on-rack"), state.rack);
}

function judgeAllGroups() {
  return state.turning || !tileState.tilesInQuestion(state).length ? [] : gameJudge.groups(tileState.filledGroups(state), state);
}

// Groups are redrawn; keyboard focus stays on the same one.
function showGroups() {
  part("verdict").replaceChildren(...judgeAllGroups());
  const groupsElement = part("groups");
  const buttons = () => Array.from(groupsElement.querySelectorAll("button"));
  const focusedIndex = buttons().indexOf(document.activeElement);
  groupsElement.replaceChildren(...state.groups.map(renderGroup));
  if (focusedIndex >= 0) buttons()[Math.min(focusedIndex, buttons().length - 1)].focus({ preventScroll: true });
}

function draw() {
  const isRackQuestion = tileState.isRackQuestion(state);
  showIndicator();
  page.querySelectorAll("[data-ask]").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.dataset.ask === state.question));
  });
  part("groups").hidden = isRackQuestion || state.turning;
  part("rack").hidden = !isRackQuestion || state.turning;
  if (isRackQuestion) showRack();
  else showGroups();
  part("count").textContent = fillIn(words.tiles, tileState.tilesInQuestion(state).length, rules.most);
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
  history.replaceState({ tiles: state }, "");
  showMessage(pad, "");
  draw();
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
function setStateOfNewQuestion(newState) {
  markNewQuestion();
  setState(newState);
  const prompt = part(state.turning ? "asks" : "question");
  prompt.focus({ preventScroll: true });
}

function tapTile(code) {
  const reason = whyNotTappable(code);
  if (reason) showMessage(pad, reason, code);
  else if (state.turning) setStateOfNewQuestion(tileState.addTile(state, code));
  else setState(tileState.addTile(state, code));
}

// Removing a tile moves another one under the finger.
function removeTile({ dataset, parentNode }) {
  markNewQuestion();
  setState(tileState.removeTile(state, Number(dataset.takeAway), Number(parentNode.dataset.group)));
}

function handleClick({ target }) {
  const button = target.closest("button");
  if (!button) return;
  const { dataset } = button;
  if (dataset.tile) tapTile(dataset.tile);
  else if (dataset.pad) tapPad(dataset.pad);
  else if (dataset.takeAway) removeTile(button);
  else if (dataset.choose) setState(tileState.chooseGroup(state, Number(dataset.choose)));
  else if (dataset.ask) setState(tileState.askQuestion(state, dataset.ask));
  else if ("turnAnother" in dataset) setStateOfNewQuestion(tileState.changeIndicator(state));
  else if ("clear" in dataset) setState(tileState.clearTiles(state));
}

function handleInput({ target }) {
  const { chosen, previous } = target.dataset;
  if (chosen) setState(tileState.setChoice(state, chosen, target.value), true);
  else if (previous) setState(tileState.setPreviousOpening(state, previous, Number(target.value) || 0), true);
}

// `group(codes, state)` and `groups(groups, state)` return lines; `rack(state)` returns answers of lines and melds.
export function startReferee(judge) {
  gameJudge = judge;
  page.addEventListener("click", handleClick);
  page.addEventListener("keydown", moveFocus);
  page.addEventListener("input", handleInput);
  page.querySelectorAll("[data-previous]").forEach((field) => {
    field.value = state.previous[field.dataset.previous] || "";
  });
  page.querySelectorAll("[data-chosen]").forEach((field) => {
    field.value = state.chosen[field.dataset.chosen] || "";
  });
  page.hidden = false;
  draw();
  // On https the page opens offline the next time.
  if (window.isSecureContext && navigator.serviceWorker) navigator.serviceWorker.register("worker.js");
}
