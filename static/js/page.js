// What opens also closes: by Escape, by a tap elsewhere, by a button inside. One at a time.

const opened = () => document.querySelectorAll("details[data-popup][open]");

function close(details, returnFocus) {
  details.open = false;
  if (returnFocus) details.querySelector("summary").focus();
}

// A sheet lies at the bottom of a phone; on a wide screen the card stands at the height of what was tapped.
const isSheet = (card) => getComputedStyle(card).bottom === "0px";

function place(details, card) {
  card.style.top = "";
  if (isSheet(card)) return;
  const wished = details.getBoundingClientRect().top - 72;
  card.style.top = `${Math.max(12, Math.min(wished, window.innerHeight - card.offsetHeight - 12))}px`;
}

// Under the sheet nothing can be seen: the tapped figure moves above it.
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

// Where tabs don't fit, the open one stands in the middle of the strip: what is beside it shows.
document.querySelectorAll(".tabs [aria-current]").forEach((tab) => {
  const strip = tab.parentNode;
  strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
});

// Only a script can print, so only a script shows the button.
document.querySelectorAll("[data-print]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
});
