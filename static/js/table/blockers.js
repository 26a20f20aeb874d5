// Shows what blocks saving, in the rules' own words, if no server has judged the hand yet.
import { showWithCitations } from "./citation.js";
import { chosenEnd, formState, isInSteps, readAnswers, seatName } from "./form-state.js";
import { checkHand } from "./limits.js";
import { goToStep } from "./steps.js";

const blockerBox = () => document.getElementById("save-blocker");

export const limits = () => JSON.parse(document.getElementById("bounds").textContent);

function problemText({ code, seat }) {
  return (seat ? `${seatName(seat)}: ` : "") + limits().words[code];
}

function problemElement(kind, problem) {
  const element = document.getElementById(`save-blocker-${kind}`).content.firstElementChild.cloneNode(true);
  const rule = (limits().book || {})[problem.code];
  showWithCitations(element.querySelector("span"), problemText(problem), rule ? [rule] : []);
  return element;
}

// A warning with several causes is asked once.
function warningQuestions(warnings) {
  const codes = warnings.map((warning) => warning.code);
  return warnings.filter((warning, index) => codes.indexOf(warning.code) === index).map((warning) => {
    const element = problemElement("doubtful", warning);
    element.querySelector("input").value = warning.code;
    return element;
  });
}

function showMissing(text) {
  const element = document.getElementById("lacking").content.firstElementChild.cloneNode(true);
  element.querySelector("span").textContent = text;
  blockerBox().replaceChildren(element);
}

// Without the end of the hand nothing can be checked.
function requireEnd() {
  if (chosenEnd()) return false;
  showMissing(blockerBox().dataset.missingEndText);
  formState.form.querySelector(".step h2").focus();
  return true;
}

// Each question lists the fields of which one must be filled in.
function isUnanswered({ offsetParent, dataset }) {
  const { elements } = formState.form;
  return offsetParent && !dataset.asked.split(" ").some((name) => elements[name].value.trim());
}

// Returns the first unanswered question of a whole form.
function requireAnswers() {
  const unanswered = Array.from(formState.form.querySelectorAll("[data-asked]")).find(isUnanswered);
  if (!unanswered) return false;
  showMissing(blockerBox().dataset.lacks.replace("%s", unanswered.closest("[data-named]").dataset.named));
  unanswered.querySelector("input").focus();
  return true;
}

// If the server has judged the hand on this page, its text shows and it decides; so it does if the page has no limits.
export function showBlockers() {
  if (requireEnd() || requireAnswers()) return true;
  if (!isInSteps() || formState.form.querySelector("#preview .review")) return false;
  const problems = checkHand(readAnswers(), limits());
  if (problems.unanswered.length) {
    goToStep(problems.unanswered[0]);
    return true;
  }
  if (!problems.errors.length && !problems.warnings.length) return false;
  const errors = problems.errors.map((problem) => problemElement("wrong", problem));
  blockerBox().replaceChildren(...(errors.length ? errors : warningQuestions(problems.warnings)));
  return true;
}
