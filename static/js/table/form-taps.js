// Taps and keys on the form.
import { markNewQuestion } from "../double-taps.js";
import { readStorage, writeStorage } from "../browser-storage.js";
import {
  currentStep, formState, foulCount, isChoice, pointsField, readAnswers, screenElement, seatOpening, seatTiles,
} from "./form-state.js";
import { saveDraft } from "./drafts.js";
import { limits, pointsRefusal } from "./limits.js";
import { answersStep, askedSeats, asksRack, continuesByEnter, isDirectFinish } from "./questions.js";
import { removeMark } from "./score.js";
import { goToNextStep, goToStep, handleEdit, handleEndChange, takeFirstDigit } from "./steps.js";

// A choice that arrow keys pass over is not chosen yet.
let isArrowPressed = false;

// Returns the content of a digit field after a key.
export function digitsAfter(text, key, isFirst) {
  if (key === "back") return text.slice(0, -1);
  const value = isFirst ? "" : text;
  return (value === "0" ? "" : value) + key;
}

// On a sheet the refusal has its own line, because the browser's bubble would cover the keys.
export function showRefusal(seat, refusal) {
  const field = pointsField(seat);
  const line = field.closest("[data-seat]").querySelector("[data-refusal]");
  field.setCustomValidity(refusal);
  if (line) line.textContent = refusal;
  else if (refusal) field.reportValidity();
}

const refusalOf = (seat, text) => pointsRefusal(limits(), seatOpening(seat), text);

// Undoes a digit too many and shows why.
function enterPoints(seat, text) {
  const refusal = refusalOf(seat, text);
  showRefusal(seat, refusal);
  pointsField(seat).value = refusal ? text.slice(0, -1) : text;
}

function pressKey(key) {
  const seat = currentStep();
  enterPoints(seat, digitsAfter(pointsField(seat).value, key, takeFirstDigit()));
  handleEdit();
}

// Points that one opening allows may be too many for another.
function handleOpening(seat) {
  formState.opened[seat] = false;
  showRefusal(seat, refusalOf(seat, pointsField(seat).value));
}

function countFoul(button) {
  const foul = button.closest(".foul");
  foul.querySelector("input").value = Math.max(0, foulCount(foul) + Number(button.dataset.stepBy)) || "";
  handleEdit();
}

// Shows the whole list of infractions in place of the sheet.
function showFoulList(button, isShown) {
  markNewQuestion();
  button.closest(".sheet").classList.toggle("listing", isShown);
}

function handleChoice({ name, value }) {
  if (isArrowPressed) return;
  const hand = readAnswers();
  if (answersStep(hand, currentStep(), name, value)) goToNextStep();
  else if (name === "finish" && isDirectFinish(hand) && !askedSeats(hand).length && currentStep() !== "finish") {
    goToStep("review");
  }
}

export function handleClick({ target }) {
  if (target.type === "radio") {
    handleChoice(target);
    return;
  }
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.key) pressKey(button.dataset.key);
  else if ("on" in button.dataset) goToNextStep();
  else if (button.dataset.go) goToStep(button.dataset.go);
  else if (button.dataset.stepBy) countFoul(button);
  else if ("turn" in button.dataset) turnTable();
  else if ("fouls" in button.dataset) showFoulList(button, true);
  else if ("foulsDone" in button.dataset) showFoulList(button, false);
}

function handleReason(field) {
  const problem = document.getElementById("reason-problems");
  if (problem && field.value.trim()) {
    problem.remove();
    field.closest("[data-reasons]").querySelectorAll(".wrong, [aria-invalid]").forEach(removeMark);
  }
  saveDraft();
}

export function handleInput({ target, type }) {
  // Typed text was handled letter by letter: leaving the field changes nothing.
  if (type === "change" && target.tagName === "INPUT" && !isChoice(target)) return;
  if (target.name === "accepted") {
    formState.confirmed[target.value] = target.checked;
    return;
  }
  if (target.name === "end") handleEndChange();
  if (target.name && target.name.indexOf("-opening") > 0) handleOpening(target.name.slice(0, 2));
  if (/-points$/.test(target.name)) enterPoints(target.name.slice(0, 2), target.value);
  if (["because", "reason"].includes(target.name)) handleReason(target);
  else handleEdit();
}

function handleDigit(key, target) {
  const isTextField = target.tagName === "INPUT" && target.type === "text";
  if (isTextField || target.closest(".points") || !formState.seats.includes(currentStep())) return;
  const seat = currentStep();
  if (!asksRack(readAnswers(), seat) || seatTiles(seat).length || "tapping" in screenElement().dataset) return;
  if (/^\d$/.test(key)) pressKey(key);
  else if (key === "Backspace") pressKey("back");
}

export function handleKeyDown(event) {
  const { key, target } = event;
  isArrowPressed = key.indexOf("Arrow") === 0;
  if (!formState.form || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Enter" && target.tagName === "INPUT" && formState.form.contains(target)) {
    event.preventDefault();
    if (continuesByEnter(readAnswers(), currentStep())) goToNextStep();
  } else handleDigit(key, target);
}

export function handleKeyUp() {
  isArrowPressed = false;
}

const turnStorageKey = () => `turn:${screenElement().dataset.table}`;

const readTurn = () => Number(readStorage("localStorage", turnStorageKey())) || 0;

function turnTable() {
  writeStorage("localStorage", turnStorageKey(), String((readTurn() + 1) % 4));
  showTurn();
}

const PLACES = ["s", "w", "n", "e"];

// Moves the seats of each drawn table from where the server placed them.
export function showTurn() {
  document.querySelectorAll(".round > .seat, .mini-table > [data-seat], .four > [data-seat]").forEach((seat) => {
    const { classList, dataset } = seat;
    dataset.at = dataset.at || PLACES.find((place) => classList.contains(place)) || "";
    classList.remove(...PLACES);
    if (dataset.at) classList.add(PLACES[(PLACES.indexOf(dataset.at) + readTurn()) % PLACES.length]);
  });
}

// Collapses a list of other choices once one of them is tapped.
function collapseOtherChoices({ target, detail }) {
  if (target.type !== "radio" || !detail) return;
  const choices = target.closest("fieldset");
  const others = choices && choices.querySelector("[data-others][open]");
  if (!others) return;
  markNewQuestion();
  others.open = false;
  target.parentNode.scrollIntoView({ block: "center" });
}

document.addEventListener("click", collapseOtherChoices);
