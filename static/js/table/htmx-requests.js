// htmx requests of this page and how their answers are handled.
import { formState } from "./form-state.js";
import { deleteDraft } from "./drafts.js";
import { applyScore, cancelAsking, retryScore, showNoScore } from "./score.js";
import { announce } from "./initialize-form.js";
import { refreshSeatMap } from "./form-display.js";
import { showTurn } from "./form-taps.js";

const saveButton = () => formState.form.querySelector("[data-save]");

export function showUnsent(isShown) {
  document.getElementById("unsent").hidden = !isShown;
}

export function showSaving(isBusy) {
  if (!saveButton()) return;
  const { dataset } = saveButton();
  if (!dataset.words) dataset.words = saveButton().textContent;
  saveButton().textContent = isBusy ? formState.form.dataset.saving : dataset.words;
  saveButton().setAttribute("aria-busy", String(isBusy));
}

function showUnconfirmed() {
  saveButton().dataset.words = saveButton().dataset.again;
  showSaving(false);
  showUnsent(true);
}

const isHandForm = (element) => formState.form !== null && element === formState.form;

function handleRequest({ detail }) {
  if (!isHandForm(detail.elt)) return;
  cancelAsking();
  showUnsent(false);
  showSaving(true);
}

function handleFailure({ detail }) {
  if (isHandForm(detail.elt)) showUnconfirmed();
  else if (formState.form && detail.elt.id === "preview") showNoScore();
}

// A refusal is an answer, shown as the server's page.
function acceptAsPage(detail) {
  detail.shouldSwap = true;
  detail.isError = false;
}

function handleFormAnswer(detail) {
  const { status, responseText } = detail.xhr;
  if (status === 409) acceptAsPage(detail);
  else if (!responseText.includes('id="screen"')) {
    detail.shouldSwap = false;
    if (status === 404) location.reload();
    else showUnconfirmed();
  } else if (status === 200) deleteDraft();
}

function handleBeforeSwap({ detail }) {
  const requester = detail.requestConfig.elt;
  if (requester.id === "tray" && detail.xhr.status === 409) acceptAsPage(detail);
  else if (isHandForm(requester)) handleFormAnswer(detail);
}

function handleSwap({ detail }) {
  if (!formState.form || detail.target.id !== "preview") return;
  const text = applyScore();
  showTurn();
  refreshSeatMap();
  if (formState.form.dataset.step === "review" && text) announce(text);
}

export function listenToRequests() {
  document.addEventListener("htmx:beforeRequest", handleRequest);
  ["htmx:sendError", "htmx:timeout", "htmx:responseError"].forEach((name) => document.addEventListener(name, handleFailure));
  document.addEventListener("htmx:beforeSwap", handleBeforeSwap);
  document.addEventListener("htmx:afterSwap", handleSwap);
  document.addEventListener("outbox:stored", retryScore);
  window.addEventListener("online", retryScore);
}
