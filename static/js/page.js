// Closes opened details by Escape, a tap elsewhere or a button inside. One is open at a time.

const opened = () => document.querySelectorAll("details[data-popup][open]");

function close(details, returnFocus) {
  details.open = false;
  if (returnFocus) details.querySelector("summary").focus();
}

// On a phone the card is a sheet at the bottom; on a wide screen it is next to what was tapped.
const isSheet = (card) => getComputedStyle(card).bottom === "0px";

function place(details, card) {
  card.style.top = "";
  if (isSheet(card)) return;
  const wished = details.getBoundingClientRect().top - 72;
  card.style.top = `${Math.max(12, Math.min(wished, window.innerHeight - card.offsetHeight - 12))}px`;
}

// Scrolls the tapped figure above the sheet.
function uncover(details, card) {
  const hidden = details.getBoundingClientRect().bottom + 12 - card.getBoundingClientRect().top;
  if (isSheet(card) && hidden > 0) window.scrollBy(0, hidden);
}

function toggled({ target }) {
  if (!target.open || !target.matches("details[data-popup]")) return;
  opened().forEach((details) => {
    if (details !== target) details.open = false;
  });
  const card = target.querySelector(".explain");
  if (!card) return;
  place(target, card);
  uncover(target, card);
}

function clicked({ target }) {
  const closing = target.closest("[data-close]");
  if (closing) {
    close(closing.closest("details"), true);
    return;
  }
  opened().forEach((details) => {
    if (!details.contains(target)) close(details, false);
  });
}

document.addEventListener("toggle", toggled, true);
document.addEventListener("click", clicked);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  opened().forEach((details) => close(details, details.contains(document.activeElement)));
});

// If the tabs don't fit, centres the open one so that its neighbours show.
document.querySelectorAll(".tabs [aria-current]").forEach((tab) => {
  const strip = tab.parentNode;
  strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
});

// Printing needs a script, so the button is hidden without one.
document.querySelectorAll("[data-print]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
});
