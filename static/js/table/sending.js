// What htmx asks the server for on this page, and what becomes of its answers.
import { current, ending, screen } from "./current.js";
import { forgetDraft } from "./drafts.js";
import { askNoMore, scored, withoutScore } from "./score.js";
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

// A refusal is an answer: it is shown as the server's page.
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

function followed(detail) {
  if (detail.xhr.status === 404) location.reload();
  // Somebody may have begun to type since it asked.
  if (current.form && ending() && detail.target.id === "screen") detail.shouldSwap = false;
}

function beforeSwap({ detail }) {
  const asking = detail.requestConfig.elt;
  if (asking.id === "follow") followed(detail);
  else if (asking.id === "tray" && detail.xhr.status === 409) isAnswer(detail);
  else if (isForm(asking)) answered(detail);
}

function configured(event) {
  const { elt, parameters } = event.detail;
  if (elt.id !== "follow") return;
  if (document.hidden) event.preventDefault();
  else if (current.form && ending()) {
    parameters.typing = "1";
    ["encounter", "match", "deal", "after", "entry_key"].forEach((name) => {
      parameters[name] = current.form.elements[name].value;
    });
  }
}

function swapped({ detail }) {
  if (!current.form || detail.target.id !== "preview") return;
  const words = scored();
  if (current.form.dataset.step === "review" && words) say(words);
}

function look() {
  const follow = document.getElementById("follow");
  if (follow && window.htmx && !document.hidden) window.htmx.trigger(follow, "look");
}

// A copy of the page that the browser kept does not know what became of the hands since: nothing is asked on it until
// the server said, or is found silent.
function restored({ persisted }) {
  if (!persisted || !screen()) return;
  screen().inert = true;
  look();
}

// Who asked may have been replaced by the answer: the event then tells of an element around it.
function heard({ detail }) {
  if (detail.requestConfig.elt.id === "follow" && screen()) screen().inert = false;
}

export function listen() {
  document.addEventListener("htmx:beforeRequest", asks);
  ["htmx:sendError", "htmx:timeout", "htmx:responseError"].forEach((name) => document.addEventListener(name, failed));
  document.addEventListener("htmx:beforeSwap", beforeSwap);
  document.addEventListener("htmx:configRequest", configured);
  document.addEventListener("htmx:afterSwap", swapped);
  document.addEventListener("visibilitychange", look);
  document.addEventListener("htmx:afterRequest", heard);
  window.addEventListener("pageshow", restored);
}
