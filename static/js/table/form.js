// Turns the hand form into steps, one decision at a time. The form is whole on the server's page or assembled here;
// without scripts the page works as it is. Knows no rules.
import { initializeForm, restoreStep } from "./initialize-form.js";
import { formState } from "./form-state.js";
import { setHtmxStarting } from "./score.js";
import { listenToRequests } from "./htmx-requests.js";
import { handleClick, handleInput, handleKeyDown, handleKeyUp } from "./form-taps.js";
import { showSummary } from "./hand-summary.js";
import "./connection.js";

document.documentElement.classList.add("js");

// Before htmx announces a new form, a moment after it is in the page, a finger may already touch it.
function handleOnForm(handler) {
  return (event) => {
    initializeForm(true);
    if (formState.form && formState.form.contains(event.target)) handler(event);
  };
}

document.addEventListener("click", handleOnForm(handleClick));
document.addEventListener("change", handleOnForm(handleInput));
document.addEventListener("input", handleOnForm(handleInput));
document.addEventListener("keydown", handleKeyDown);
document.addEventListener("keyup", handleKeyUp);
listenToRequests();
document.addEventListener("hand:unscored", (event) => showSummary(event.detail));
// After htmx, which initializes at the same event, so that it hears the first request for a score.
document.addEventListener("DOMContentLoaded", () => setTimeout(initializeForm, 0));
// Without delay, or the first step would flash before the open one.
document.addEventListener("htmx:afterSwap", () => {
  setHtmxStarting(true);
  initializeForm();
});
document.addEventListener("htmx:afterSettle", () => setHtmxStarting(false));
document.addEventListener("htmx:load", () => initializeForm());
window.addEventListener("popstate", (event) => restoreStep(event.state));
