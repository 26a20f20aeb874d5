// htmx requests of this page and how their answers are handled.
import { current } from "./current.js";
import { forgetDraft } from "./drafts.js";
import { askAgain, askNoMore, scored, withoutScore } from "./score.js";
import { say } from "./begin.js";

const button = () => current.form.querySelector("[data-save]");

export function unsent(shown) {
  document.getElementById("unsent").hidden = !shown;
}

export function sending(busy) {
  if (!button()) return;
  const { dataset } = button();
  if (!dataset.words) dataset.words = button().textContent;
  button().textContent = busy ? current.form.dataset.saving : dataset.words;
  button().setAttribute("aria-busy", String(busy));
}

function notConfirmed() {
  button().dataset.words = button().dataset.again;
  sending(false);
  unsent(true);
}

const isForm = (element) => current.form !== null && element === current.form;

function asks({ detail }) {
  if (!isForm(detail.elt)) return;
  askNoMore();
  unsent(false);
  sending(true);
}

function failed({ detail }) {
  if (isForm(detail.elt)) notConfirmed();
  else if (current.form && detail.elt.id === "preview") withoutScore();
}

// A refusal is an answer, shown as the server's page.
function isAnswer(detail) {
  detail.shouldSwap = true;
  detail.isError = false;
}

function answered(detail) {
  const { status, responseText } = detail.xhr;
  if (status === 409) isAnswer(detail);
  else if (!responseText.includes('id="screen"')) {
    detail.shouldSwap = false;
    if (status === 404) location.reload();
    else notConfirmed();
  } else if (status === 200) forgetDraft();
}

function beforeSwap({ detail }) {
  const asking = detail.requestConfig.elt;
  if (asking.id === "tray" && detail.xhr.status === 409) isAnswer(detail);
  else if (isForm(asking)) answered(detail);
}

function swapped({ detail }) {
  if (!current.form || detail.target.id !== "preview") return;
  const words = scored();
  if (current.form.dataset.step === "review" && words) say(words);
}

export function listen() {
  document.addEventListener("htmx:beforeRequest", asks);
  ["htmx:sendError", "htmx:timeout", "htmx:responseError"].forEach((name) => document.addEventListener(name, failed));
  document.addEventListener("htmx:beforeSwap", beforeSwap);
  document.addEventListener("htmx:afterSwap", swapped);
  document.addEventListener("outbox:stored", askAgain);
  window.addEventListener("online", askAgain);
}
