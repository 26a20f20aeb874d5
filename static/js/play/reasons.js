// Reasons for changing a hand: the text field shows only if no usual reason fits. Without the script both show, and
// both are stored.
const OTHER = "other";

const input = (reasons) => reasons.querySelector("input[name=reason]");

const isOther = (reasons) => Boolean(reasons.querySelector(`input[name=because][value=${OTHER}]:checked`));

// A prefilled text is the user's own, though no reason was tapped.
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
// React to a tap, not to an arrow key that passes over a choice.
document.addEventListener("click", (event) => {
  const reasons = reasonsOf(event);
  if (!reasons || event.detail === 0) return;
  ask(reasons);
  if (isOther(reasons)) input(reasons).focus();
});
document.addEventListener("hand:begun", takeUpAll);
document.addEventListener("DOMContentLoaded", takeUpAll);
takeUpAll();
