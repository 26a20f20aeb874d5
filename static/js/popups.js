// Closes opened details by Escape, a tap elsewhere or a button inside. One is open at a time.

const openPopups = () => document.querySelectorAll("details[data-popup][open]");

function closePopup(details, returnFocus) {
  details.open = false;
  if (returnFocus) details.querySelector("summary").focus();
}

// On a phone the card is a sheet at the bottom; on a wide screen it is next to what was tapped.
const isSheet = (card) => getComputedStyle(card).bottom === "0px";

function placeCard(details, card) {
  card.style.top = "";
  if (isSheet(card)) return;
  const wantedTop = details.getBoundingClientRect().top - 72;
  card.style.top = `${Math.max(12, Math.min(wantedTop, window.innerHeight - card.offsetHeight - 12))}px`;
}

// Scrolls the tapped figure above the sheet.
function scrollAboveSheet(details, card) {
  const overlap = details.getBoundingClientRect().bottom + 12 - card.getBoundingClientRect().top;
  if (isSheet(card) && overlap > 0) window.scrollBy(0, overlap);
}

function handleToggle({ target }) {
  if (!target.open || !target.matches("details[data-popup]")) return;
  openPopups().forEach((details) => {
    if (details !== target) details.open = false;
  });
  const card = target.querySelector(".explain");
  if (!card) return;
  placeCard(target, card);
  scrollAboveSheet(target, card);
}

function handleClick({ target }) {
  const closeButton = target.closest("[data-close]");
  if (closeButton) {
    closePopup(closeButton.closest("details"), true);
    return;
  }
  openPopups().forEach((details) => {
    if (!details.contains(target)) closePopup(details, false);
  });
}

document.addEventListener("toggle", handleToggle, true);
document.addEventListener("click", handleClick);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  openPopups().forEach((details) => closePopup(details, details.contains(document.activeElement)));
});

// If the tabs or filters don't fit, centres the open one so that its neighbours show.
document.querySelectorAll(".tabs [aria-current], .su-filters [aria-current]").forEach((tab) => {
  const strip = tab.parentNode;
  strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
});

// Printing needs a script, so the button is hidden without one.
document.querySelectorAll("[data-print]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
});
