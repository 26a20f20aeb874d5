// Moves between steps, one decision at a time, and applies what follows from a decision.
import { markNewQuestion } from "../double-taps.js";
import {
  chooseValue, chosenEnd, currentStep, formState, isInSteps, pointsField, readAnswers, screenElement, seatOpening,
  tilesField,
} from "./form-state.js";
import { restoreDraft, saveDraft } from "./drafts.js";
import { askedSeats, isFinished, nextStep } from "./questions.js";
import { askScore, markOutdated, refreshScore } from "./score.js";
import { refreshForm, showSections } from "./form-display.js";

// Whether the sheet was just opened: the first digit then replaces the figure.
let isSheetFresh = false;

export function takeFirstDigit() {
  const isFirst = isSheetFresh;
  isSheetFresh = false;
  return isFirst;
}

export function showStep(step, isInitial) {
  markNewQuestion();
  formState.form.dataset.step = step;
  if (isInSteps()) screenElement().dataset.shows = step;
  showSections(step);
  isSheetFresh = true;
  refreshForm();
  if (step !== "review" || (isInitial && formState.form.querySelector(".whole"))) return;
  if ("way" in formState.form.dataset) markOutdated();
  askScore();
}

export function goToStep(step) {
  const hand = readAnswers();
  const nextStepName = step === hand.end && isFinished(hand) ? "finish" : step;
  if (hand.seats.includes(nextStepName) && !askedSeats(hand).includes(nextStepName)) formState.visited[nextStepName] = true;
  formState.form.dataset.way = nextStepName === "end" ? "back" : "on";
  showStep(nextStepName);
  saveDraft();
  history.pushState({ hand: formState.form.dataset.hand, step: nextStepName }, "");
  const heading = formState.form.querySelector(".step:not([hidden]) h2");
  window.scrollTo(0, 0);
  if (heading) heading.focus({ preventScroll: true });
}

export function goToNextStep() {
  goToStep(nextStep(readAnswers(), currentStep()));
}

// A form begins at its draft's step, unless that no longer fits its content.
export function startAtStep(firstStep, isTyped) {
  const draftStep = restoreDraft();
  const isUnusable = isTyped || (draftStep !== "end" && !chosenEnd());
  showStep((isUnusable ? null : draftStep) || firstStep, !draftStep);
  return Boolean(draftStep);
}

// A confirmation applies only to the hand as it was then.
export function handleEdit() {
  formState.confirmed = {};
  document.getElementById("save-blocker").textContent = "";
  formState.form.querySelectorAll("[name=accepted]").forEach((box) => {
    box.checked = false;
  });
  refreshForm();
  saveDraft();
  if (currentStep() === "review") refreshScore();
}

// A prefilled form: seats with an opening count as entered, asked or not. A finisher opened with series by default;
// nobody entered that, so it goes if another seat finishes.
export function markPrefilledSeats() {
  formState.seats.forEach((seat) => {
    formState.visited[seat] = seatOpening(seat) !== "";
    if (seat === chosenEnd() && !seatOpening(seat)) chooseValue(`${seat}-opening`, "series");
    formState.opened[seat] = seat === chosenEnd() && seatOpening(seat) === "series";
  });
}

export function handleEndChange() {
  formState.seats.forEach((seat) => {
    if (seat === chosenEnd()) setFinisher(seat);
    else if (formState.opened[seat]) {
      chooseValue(`${seat}-opening`, "");
      formState.opened[seat] = false;
    }
  });
  formState.visited = {};
  formState.seen = { [currentStep()]: true };
}

function setFinisher(seat) {
  if (["", "none"].includes(seatOpening(seat))) {
    chooseValue(`${seat}-opening`, "series");
    formState.opened[seat] = true;
  }
  pointsField(seat).value = "";
  if (tilesField(seat)) tilesField(seat).value = "";
  chooseValue(`${seat}-okeys`, "0");
}
