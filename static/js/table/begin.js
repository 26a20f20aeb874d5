// Initializes the form on page load and after each swap of the screen.
import { newQuestion } from "../double-taps.js";
import { fetchPieces, lacksPieces, putTogether } from "../pieces.js";
import {
  current, ending, firstStep, forgetWhatWasDone, inSteps, isChoice, isPreset, screen, step, typed,
} from "./current.js";
import { forgetOtherHands, restoreDraft } from "./drafts.js";
import { emptyPreview, withoutComplaints } from "./score.js";
import { beginAt, onward, show, takeUp } from "./steps.js";
import { drawTurned } from "./taps.js";

const root = document.documentElement;

let shown = null;

export function say(words) {
  document.getElementById("say").textContent = words;
}

const lacking = () => screen().querySelector(".why-step [aria-invalid]");

function arrive() {
  const saved = document.getElementById("saved");
  const error = lacking();
  const heading = error || screen().querySelector(".step:not([hidden]) h2, .e-body h1");
  if (saved) say(saved.textContent);
  window.scrollTo(0, 0);
  if (heading) heading.focus({ preventScroll: true });
  if (error) error.closest(".why-step").scrollIntoView({ block: "center" });
}

const rememberStep = () => history.replaceState({ hand: current.form.dataset.hand, step: step() }, "");

// Input from before this script loaded counts as tapped, as does input on a form whose assets came late.
export function begin(touched = false, late = false) {
  if (!screen() || screen() === shown) return;
  const form = document.getElementById("hand");
  if (form && lacksPieces(form)) {
    fetchPieces(form).then(() => begin(false, true), () => undefined); // the form itself says what is missing
    return;
  }
  const early = late || (shown === null && !touched);
  const exchanged = shown !== null || root.dataset.begun === "1";
  root.dataset.begun = "1";
  newQuestion();
  shown = screen();
  current.form = form;
  forgetWhatWasDone();
  if (current.form) beginForm(early);
  else if (document.querySelector("#follow")) forgetOtherHands();
  drawTurned();
  if (exchanged || lacking()) arrive();
}

// Shows what an asset says about a player on the finisher's choice.
function toldOf(seat) {
  const radio = screen().querySelector(`input[name="end"][value="${seat}"]`);
  const [first, last] = Array.from(radio.parentNode.querySelectorAll("b, small"), (shown) => shown.textContent.trim());
  const { call, mark } = radio.dataset;
  return { call, mark, name: `${first} ${last}`.trim(), size: radio.parentNode.querySelector("b").className };
}

function beginForm(early) {
  const { form } = current;
  const has = (name) => name in form.dataset;
  putTogether(form, toldOf);
  const hints = document.getElementById("hints");
  current.hints = hints ? JSON.parse(hints.textContent) : {};
  current.seats = (form.dataset.seats || "").split(" ").filter(Boolean);
  form.querySelectorAll(".points input").forEach((field) => field.setAttribute("inputmode", "none"));
  if (!has("correcting") && !has("typed")) forgetOtherHands();
  const filled = ["correcting", "typed", "again"].some(has);
  takeUp();
  const drafted = beginAt(filled ? "review" : firstStep(), has("typed"));
  rememberStep();
  const own = early && !drafted && !filled;
  if (own && inSteps() && ending()) onward();
  document.dispatchEvent(new CustomEvent("hand:begun", { detail: { own } }));
}

function empty(field) {
  if (isChoice(field)) field.checked = isPreset(field);
  else if (field.name !== "entry_key") field.value = "";
}

export function startAnew(name) {
  forgetWhatWasDone();
  current.form.dataset.hand = name;
  typed().forEach(empty);
  withoutComplaints();
  emptyPreview();
  const left = restoreDraft();
  show(left && ending() ? left : firstStep());
  forgetOtherHands();
  rememberStep();
  arrive();
}

// Restores a page of the browser's history: another step of this hand, or the start of one.
export function backTo(state) {
  if (!current.form || (state && state.htmx)) return;
  const here = state && state.hand === current.form.dataset.hand;
  current.form.dataset.way = "back";
  show(here && ending() ? state.step : firstStep());
}
