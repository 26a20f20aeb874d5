// Shows what blocks saving, in the rules' own words, if no server has judged the hand yet.
import { say } from "./citation.js";
import { answers, call, current, ending, inSteps } from "./current.js";
import { check } from "./limits.js";
import { go } from "./steps.js";

const hindered = () => document.getElementById("hindered");

export const limits = () => JSON.parse(document.getElementById("bounds").textContent);

function words({ code, seat }) {
  return (seat ? `${call(seat)}: ` : "") + limits().words[code];
}

function note(kind, one) {
  const shown = document.getElementById(`hindered-${kind}`).content.firstElementChild.cloneNode(true);
  const rule = (limits().book || {})[one.code];
  say(shown.querySelector("span"), words(one), rule ? [rule] : []);
  return shown;
}

// A warning with several causes is asked once.
function questions(doubts) {
  const codes = doubts.map((doubt) => doubt.code);
  return doubts.filter((doubt, place) => codes.indexOf(doubt.code) === place).map((doubt) => {
    const shown = note("doubtful", doubt);
    shown.querySelector("input").value = doubt.code;
    return shown;
  });
}

function tells(lacking) {
  const shown = document.getElementById("lacking").content.firstElementChild.cloneNode(true);
  shown.querySelector("span").textContent = lacking;
  hindered().replaceChildren(shown);
}

// Without the end of the hand nothing can be checked.
function asksForEnd() {
  if (ending()) return false;
  tells(hindered().dataset.lacksEnd);
  current.form.querySelector(".step h2").focus();
  return true;
}

// Each question lists the fields of which one must be filled in.
function lacks({ offsetParent, dataset }) {
  const { elements } = current.form;
  return offsetParent && !dataset.asked.split(" ").some((name) => elements[name].value.trim());
}

// Returns the first unanswered question of a whole form.
function asksForRest() {
  const open = Array.from(current.form.querySelectorAll("[data-asked]")).find(lacks);
  if (!open) return false;
  tells(hindered().dataset.lacks.replace("%s", open.closest("[data-named]").dataset.named));
  open.querySelector("input").focus();
  return true;
}

// If the server has judged the hand on this page, its text shows and it decides; so it does if the page has no limits.
export function hinders() {
  if (asksForEnd() || asksForRest()) return true;
  if (!inSteps() || current.form.querySelector("#preview .review")) return false;
  const found = check(answers(), limits());
  if (found.unanswered.length) {
    go(found.unanswered[0]);
    return true;
  }
  if (!found.impossible.length && !found.doubtful.length) return false;
  const wrong = found.impossible.map((one) => note("wrong", one));
  hindered().replaceChildren(...(wrong.length ? wrong : questions(found.doubtful)));
  return true;
}
