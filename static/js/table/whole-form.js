// What only a whole form shows: on the table who finished, beside the save button what the hand makes and why.
import { chosenEnd, formState } from "./form-state.js";
import { finisherText, finishText } from "./hand-summary.js";

const previewElement = () => document.getElementById("preview");

function showFinish() {
  const line = formState.form.querySelector(".cloth > span");
  if (!line) return;
  line.dataset.hint = line.dataset.hint || line.textContent.trim();
  const how = document.createElement("small");
  if (chosenEnd()) how.textContent = finishText();
  line.replaceChildren(chosenEnd() ? finisherText() : line.dataset.hint, how);
}

// The score below may be hidden. If the short form has both sides, the reasons come with it, folded.
function showBriefly() {
  const element = formState.form.querySelector("[data-brief]");
  if (!element) return;
  const hint = element.firstElementChild;
  const result = previewElement().querySelector(".result");
  const copies = result ? [result.cloneNode(true)] : [];
  if (element.matches(".both")) copies.push(...takeReasons(element));
  else copies.forEach(removeUnchanged);
  hint.hidden = Boolean(chosenEnd());
  element.replaceChildren(hint, ...copies);
  previewElement().querySelectorAll(".whole").forEach((score) => {
    score.classList.toggle("in-brief", Array.from(score.children).every((part) => part.matches(".result")));
  });
}

function removeUnchanged(result) {
  const payers = Array.from(result.children).filter((row) => !row.matches(".unchanged"));
  if (payers.length) result.replaceChildren(...payers);
}

// Returns the reasons of the newest score, open if those before were.
function takeReasons(element) {
  const shown = element.querySelector(".why");
  const reasons = previewElement().querySelector(".why");
  if (reasons && shown) reasons.open = shown.open;
  return reasons ? [reasons] : [];
}

document.addEventListener("hand:changed", showFinish);
document.addEventListener("hand:scored", showBriefly);
