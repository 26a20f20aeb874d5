// Why a hand is changed is mostly one tap: words are asked for where none of the usual reasons fits. Without this
// both stand there, and both are kept.
const OTHER = "other";

const input = (reasons) => reasons.querySelector("input[name=reason]");

const isOther = (reasons) => Boolean(reasons.querySelector(`input[name=because][value=${OTHER}]:checked`));

// Words that come filled in are somebody's own, though nothing was tapped for them.
function takeUp(reasons) {
  const chosen = reasons.querySelector("input[name=because]:checked");
  if (!chosen && input(reasons).value.trim()) reasons.querySelector(`input[value=${OTHER}]`).checked = true;
  ask(reasons);
}

function ask(reasons) {
  const wanted = isOther(reasons);
  reasons.querySelector("[data-other]").hidden = !wanted;
  input(reasons).disabled = !wanted;
}

const takeUpAll = () => document.querySelectorAll("[data-reasons]").forEach(takeUp);

const reasonsOf = ({ target }) => target.name === "because" && target.closest("[data-reasons]");

document.addEventListener("change", (event) => {
  const reasons = reasonsOf(event);
  if (reasons) ask(reasons);
});
// A tap, not an arrow key that passes over it.
document.addEventListener("click", (event) => {
  const reasons = reasonsOf(event);
  if (!reasons || event.detail === 0) return;
  ask(reasons);
  if (isOther(reasons)) input(reasons).focus();
});
document.addEventListener("hand:begun", takeUpAll);
document.addEventListener("DOMContentLoaded", takeUpAll);
takeUpAll();
