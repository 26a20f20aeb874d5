// Reasons for changing a hand: the text field shows only if no usual reason fits. Without the script both show, and
// both are stored.
const OTHER = "other";

const reasonField = (reasons) => reasons.querySelector("input[name=reason]");

const isOther = (reasons) => Boolean(reasons.querySelector(`input[name=because][value=${OTHER}]:checked`));

// A prefilled text is the user's own, though no reason was tapped.
function initializeReasons(reasons) {
  const chosen = reasons.querySelector("input[name=because]:checked");
  if (!chosen && reasonField(reasons).value.trim()) reasons.querySelector(`input[value=${OTHER}]`).checked = true;
  toggleReasonField(reasons);
}

function toggleReasonField(reasons) {
  const isWanted = isOther(reasons);
  const missingText = reasons.querySelector("[data-missing]");
  if (missingText) missingText.hidden = true;
  reasons.querySelector("[data-other]").hidden = !isWanted;
  reasonField(reasons).disabled = !isWanted;
}

const initializeAllReasons = () => document.querySelectorAll("[data-reasons]").forEach(initializeReasons);

// The reasons may lie above the part of the page that is in view.
function requireReason(event) {
  const missingText = event.target.querySelector("[data-missing]");
  const reasons = missingText && missingText.closest("[data-reasons]");
  const chosen = reasons && reasons.querySelector("input[name=because]:checked");
  if (!reasons || (chosen && (!isOther(reasons) || reasonField(reasons).value.trim()))) return;
  event.preventDefault();
  event.stopPropagation();
  missingText.hidden = false;
  reasons.scrollIntoView({ block: "center" });
  (chosen ? reasonField(reasons) : reasons.querySelector("input[name=because]")).focus({ preventScroll: true });
}

const reasonsOf = ({ target }) => target.name === "because" && target.closest("[data-reasons]");

document.addEventListener("change", (event) => {
  const reasons = reasonsOf(event);
  if (reasons) toggleReasonField(reasons);
});
// React to a tap, not to an arrow key that passes over a choice.
document.addEventListener("click", (event) => {
  const reasons = reasonsOf(event);
  if (!reasons || event.detail === 0) return;
  toggleReasonField(reasons);
  if (isOther(reasons)) reasonField(reasons).focus();
});
document.addEventListener("submit", requireReason, true);
document.addEventListener("hand:begun", initializeAllReasons);
document.addEventListener("DOMContentLoaded", initializeAllReasons);
initializeAllReasons();
