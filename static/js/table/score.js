// Shows the score of the form's content, which the server computes.
import { chosenEnd, formState } from "./form-state.js";

const ASK_DELAY = 250;
const HTMX_DELAY = 60;

let askTimer = 0;
let isHtmxStarting = false;

const previewElement = () => document.getElementById("preview");

// A finger may be quicker than htmx, which initializes new elements with a short delay.
export function setHtmxStarting(isStarting) {
  isHtmxStarting = isStarting;
}

function askAfterStart() {
  isHtmxStarting = false;
  askScore();
}

export function askScore() {
  clearTimeout(askTimer);
  if (!window.htmx || !previewElement() || !chosenEnd()) return;
  if (isHtmxStarting) askTimer = setTimeout(askAfterStart, HTMX_DELAY);
  else window.htmx.trigger(previewElement(), "ask");
}

export function askScoreSoon() {
  clearTimeout(askTimer);
  askTimer = setTimeout(askScore, ASK_DELAY);
}

export function cancelAsking() {
  clearTimeout(askTimer);
}

// A whole form shows it in short, too.
export function announceScore() {
  document.dispatchEvent(new CustomEvent("hand:scored"));
}

// The score is of an earlier version of the hand: it is shown as outdated until the next answer.
export function markOutdated() {
  previewElement().dataset.old = "";
  previewElement().setAttribute("aria-busy", "true");
}

// If the hand and its score are both visible, each change marks the score as outdated.
export function refreshScore() {
  if (!chosenEnd()) return;
  markOutdated();
  askScoreSoon();
}

export function markCurrent() {
  delete previewElement().dataset.old;
  previewElement().removeAttribute("aria-busy");
}

// The score of an earlier version must not be taken for the current one.
export function showNoScore() {
  markCurrent();
  const preview = previewElement();
  const scoreElement = preview.querySelector(".whole") || preview.appendChild(document.createElement("div"));
  previewElement().dataset.unscored = "";
  scoreElement.className = "whole";
  scoreElement.textContent = "";
  scoreElement.appendChild(document.getElementById("no-score").content.cloneNode(true));
  announceScore();
  document.dispatchEvent(new CustomEvent("hand:unscored", { detail: scoreElement }));
}

// The server is reachable again.
export function retryScore() {
  if (formState.form && "unscored" in previewElement().dataset) askScore();
}

// Returns whether the shown answer says that the hand is void; null if none is about its present content.
export function answeredVoid() {
  if ("old" in previewElement().dataset) return null;
  if (previewElement().querySelector("[data-void]")) return true;
  return previewElement().querySelector(".result") ? false : null;
}

// Discards answers on their way, which are about the previous hand.
export function clearPreview() {
  cancelAsking();
  if (window.htmx) window.htmx.trigger(previewElement(), "htmx:abort");
  markCurrent();
  const scoreElement = previewElement().querySelector(".whole");
  if (scoreElement) scoreElement.remove();
  announceScore();
  previewElement().querySelectorAll(".four b").forEach((figure) => {
    figure.textContent = "·";
    figure.className = "quiet";
  });
  ["announced", "wrong", "unconfirmed", "unscored"].forEach((name) => {
    delete previewElement().dataset[name];
  });
}

// A confirmed warning stays confirmed in the next answer.
export function applyScore() {
  formState.form.querySelectorAll("[name=accepted]").forEach((box) => {
    box.checked = box.checked || Boolean(formState.confirmed[box.value]);
  });
  removeFixedProblems(previewElement());
  announceScore();
  return previewElement().dataset.announced || "";
}

const MARKED_SELECTORS = [
  "fieldset.wrong", "[data-indicator].wrong", "fieldset [aria-invalid]", "[data-indicator] [aria-invalid]",
];

export function removeMark(element) {
  element.classList.remove("wrong");
  element.removeAttribute("aria-invalid");
  element.removeAttribute("aria-describedby");
}

// The error is fixed: its text and marks must go.
function removeFixedProblems({ dataset }) {
  if ("wrong" in dataset) return;
  const problemSelector = "unconfirmed" in dataset ? "#refused" : "#refused, #doubted";
  formState.form
    .querySelectorAll(`${problemSelector}, fieldset .problem, [data-indicator] .problem`)
    .forEach((element) => element.remove());
  formState.form.querySelectorAll(MARKED_SELECTORS.join(", ")).forEach(removeMark);
}

export function removeProblems() {
  formState.form.querySelectorAll("[data-refusal]").forEach((line) => line.replaceChildren());
  formState.form.querySelectorAll(".problem, .problems").forEach((element) => element.remove());
  formState.form.querySelectorAll(".wrong, [aria-invalid]").forEach(removeMark);
}
