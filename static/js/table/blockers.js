// Shows what is still to be answered before a hand can be saved. Whether the rules allow it is decided by the server.
import { chosenEnd, formState, isInSteps, readAnswers } from "./form-state.js";
import { limits, pointsRefusal } from "./limits.js";
import { showRefusal } from "./form-taps.js";
import { askedSeats, asksRack, isAnswered } from "./questions.js";
import { goToStep } from "./steps.js";

const blockerBox = () => document.getElementById("save-blocker");

function showMissing(text) {
  const element = document.getElementById("lacking").content.firstElementChild.cloneNode(true);
  element.querySelector("span").textContent = text;
  blockerBox().replaceChildren(element);
}

// Without the end of the hand there is nothing to save.
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

// Asks the first unanswered question of a whole form.
function requireAnswers() {
  const unanswered = Array.from(formState.form.querySelectorAll("[data-asked]")).find(isUnanswered);
  if (!unanswered) return false;
  showMissing(blockerBox().dataset.lacks.replace("%s", unanswered.closest("[data-named]").dataset.named));
  unanswered.querySelector("input").focus();
  return true;
}

function refusalOf(hand, seat) {
  return asksRack(hand, seat) ? pointsRefusal(limits(), hand.openings[seat], hand.points[seat]) : "";
}

// Opens the first sheet that is unanswered, or whose points another opening allowed.
function requireSheets() {
  const hand = readAnswers();
  const seat = askedSeats(hand).find((asked) => !isAnswered(hand, asked) || refusalOf(hand, asked));
  if (!seat) return false;
  goToStep(seat);
  showRefusal(seat, refusalOf(hand, seat));
  return true;
}

// If the server has judged the hand on this page, its text shows and it decides.
export function showBlockers() {
  if (requireEnd() || requireAnswers()) return true;
  return isInSteps() && !formState.form.querySelector("#preview .review") && requireSheets();
}
