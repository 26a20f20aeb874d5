// Initializes the form on page load and after each swap of the screen.
import { markNewQuestion } from "../double-taps.js";
import { fetchAssets, insertAssets, lacksAssets } from "../form-assets.js";
import {
  chosenEnd, currentStep, firstStep, formState, isChoice, isInSteps, isPreset, resetProgress, screenElement,
  typedFields,
} from "./form-state.js";
import { deleteOtherDrafts, restoreDraft } from "./drafts.js";
import { announceScore, clearPreview, removeProblems } from "./score.js";
import { goToNextStep, markPrefilledSeats, showStep, startAtStep } from "./steps.js";
import { showTurn } from "./form-taps.js";

const root = document.documentElement;

let initializedScreen = null;

export function announce(text) {
  document.getElementById("announced").textContent = text;
}

const invalidReason = () => screenElement().querySelector(".why-step [aria-invalid]");

function focusScreen() {
  const savedNote = document.getElementById("saved");
  const error = invalidReason();
  const heading = error || screenElement().querySelector(".step:not([hidden]) h2, .entry-body h1");
  if (savedNote) announce(savedNote.textContent);
  window.scrollTo(0, 0);
  if (heading) heading.focus({ preventScroll: true });
  if (error) error.closest(".why-step").scrollIntoView({ block: "center" });
}

const saveStepInHistory = () => history.replaceState({ hand: formState.form.dataset.hand, step: currentStep() }, "");

// Input from before this script loaded counts as tapped, as does input on a form whose assets came late.
export function initializeForm(isTouched = false, isLate = false) {
  if (!screenElement() || screenElement() === initializedScreen) return;
  const form = document.getElementById("hand");
  if (form && lacksAssets(form)) {
    fetchAssets(form).then(() => initializeForm(false, true), () => undefined); // the form itself says what is missing
    return;
  }
  const isEarly = isLate || (initializedScreen === null && !isTouched);
  const isSwapped = initializedScreen !== null || root.dataset.begun === "1";
  root.dataset.begun = "1";
  markNewQuestion();
  initializedScreen = screenElement();
  formState.form = form;
  resetProgress();
  if (formState.form) setUpForm(isEarly);
  else if (document.querySelector("#follow")) deleteOtherDrafts();
  showTurn();
  if (isSwapped || invalidReason()) focusScreen();
}

// Shows what an asset says about a player on the finisher's choice.
function playerValues(seat) {
  const radio = screenElement().querySelector(`input[name="end"][value="${seat}"]`);
  const [first, last] = Array.from(radio.parentNode.querySelectorAll("b, small"), (element) => element.textContent.trim());
  const { call, mark } = radio.dataset;
  const name = `${first} ${last}`.trim();
  return { name, spoken_name: call, initials: mark, size_class: radio.parentNode.querySelector("b").className };
}

function setUpForm(isEarly) {
  const { form } = formState;
  const hasData = (name) => name in form.dataset;
  insertAssets(form, playerValues);
  const hints = document.getElementById("hints");
  formState.hints = hints ? JSON.parse(hints.textContent) : {};
  formState.seats = (form.dataset.seats || "").split(" ").filter(Boolean);
  form.querySelectorAll(".points input").forEach((field) => field.setAttribute("inputmode", "none"));
  if (!hasData("correcting") && !hasData("typed")) deleteOtherDrafts();
  const isPrefilled = ["correcting", "typed", "again"].some(hasData);
  markPrefilledSeats();
  const hasDraft = startAtStep(isPrefilled ? "review" : firstStep(), hasData("typed"));
  announceScore();
  saveStepInHistory();
  const isUntouched = isEarly && !hasDraft && !isPrefilled;
  if (isUntouched && isInSteps() && chosenEnd()) goToNextStep();
  document.dispatchEvent(new CustomEvent("hand:begun", { detail: { isUntouched } }));
}

function clearField(field) {
  if (isChoice(field)) field.checked = isPreset(field);
  else if (field.name !== "entry_key") field.value = "";
}

export function startEmptyForm(name) {
  resetProgress();
  formState.form.dataset.hand = name;
  typedFields().forEach(clearField);
  removeProblems();
  clearPreview();
  const draftStep = restoreDraft();
  showStep(draftStep && chosenEnd() ? draftStep : firstStep());
  deleteOtherDrafts();
  saveStepInHistory();
  focusScreen();
}

// Restores a page of the browser's history: another step of this hand, or the start of one.
export function restoreStep(state) {
  if (!formState.form || (state && state.htmx)) return;
  const isThisHand = state && state.hand === formState.form.dataset.hand;
  formState.form.dataset.way = "back";
  showStep(isThisHand && chosenEnd() ? state.step : firstStep());
}
