// Keys with which a sheet is typed: the finisher's number, the letters of openings and finishes, Enter to go on and save.
import { currentStep, formState, isInSteps, readAnswers, screenElement } from "../table/form-state.js";
import { continuesByEnter } from "../table/questions.js";
import { goToNextStep } from "../table/steps.js";

// As printed on the sheets, in Turkish and English.
const ENDS = { d: "deck_exhausted", p: "all_opened_pairs", c: "all_opened_pairs", "ç": "all_opened_pairs" };
const OPENINGS = { "-": "none", n: "none", s: "series", p: "pairs", c: "pairs", "ç": "pairs" };

const FINISHES = { o: "okey", d: "direct", e: "direct" };

const columns = () => formState.form.dataset.columns.trim().split(" ");

const isVisible = (element) => element.offsetParent !== null && !element.disabled;

function choose(name, value) {
  const field = formState.form.querySelector(`input[name="${name}"][value="${value}"]`);
  if (!field || !isVisible(field)) return false;
  field.focus();
  field.click();
  return true;
}

// The choice of a seat that has the focus, else that of the step.
function seatChoice({ type, name }) {
  if (type === "radio" && ["end", "shown"].includes(name)) return name;
  return isInSteps() && currentStep() === "end" ? "end" : "";
}

function chooseByKey(key, target) {
  const name = seatChoice(target);
  if (name) return choose(name, columns()[Number(key) - 1] || ENDS[key] || "");
  if (!isInSteps()) return false;
  return choose(`${currentStep()}-opening`, OPENINGS[key] || "") || choose("finish", FINISHES[key] || "");
}

function goOn() {
  if (currentStep() === "review") formState.form.querySelector("[data-save]").click();
  else if (continuesByEnter(readAnswers(), currentStep())) goToNextStep();
}

const takesLetters = ({ tagName, type }) => tagName === "SELECT" || (tagName === "INPUT" && type === "text");

// Before the form's own keys.
function handleKey(event) {
  const { key, target } = event;
  if (!formState.form || "tapping" in screenElement().dataset) return;
  if (event.ctrlKey || event.metaKey || event.altKey || /^(?:A|BUTTON|SUMMARY|TEXTAREA)$/.test(target.tagName)) return;
  const isOutside = target !== document.body && !formState.form.contains(target);
  const isHandled = !isOutside && (key === "Enter" || (!takesLetters(target) && chooseByKey(key.toLocaleLowerCase(), target)));
  if (!isHandled) return;
  event.preventDefault();
  event.stopPropagation();
  if (key === "Enter") goOn();
}

// A problem of the hand, else the first question.
function focusFirst() {
  const visible = (selector) => Array.from(formState.form.querySelectorAll(selector)).filter(isVisible);
  const [wrong] = visible("[aria-invalid], [name=accepted], .wrong input, .wrong .edit");
  const fields = visible("input:not([type=hidden]), select");
  const first = wrong || fields[0];
  if (!first) return;
  (fields.find(({ name, checked }) => checked && name === first.name) || first).focus({ preventScroll: !wrong });
}

document.addEventListener("keydown", handleKey, true);
document.addEventListener("hand:begun", focusFirst);
