// Sending a page on: by the phone's own sheet where it has one, else by an address to copy.
import { copy } from "../copy.js";

function send(title, url, otherwise) {
  navigator.share({ title, url }).catch((refused) => {
    // Whoever closes the sheet wanted nothing; anything else, and there is the page with the address.
    if (refused.name !== "AbortError" && otherwise) otherwise();
  });
}

// The link leads to a page with the address, so it is there without a script and without https.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-share]");
  if (!link || !navigator.share || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const canonical = document.querySelector("link[rel=canonical]");
  send(link.getAttribute("data-share"), canonical ? canonical.href : location.href, () => {
    location.href = link.href;
  });
});

// The page with the address.
function offer(card) {
  const said = card.querySelector("[data-copied]");
  const button = card.querySelector("[data-copy]");
  button.hidden = false;
  button.addEventListener("click", () => copy(card.querySelector("[data-copy-source]"), () => {
    said.textContent = said.getAttribute("data-copied");
  }));
  if (!navigator.share) return;
  const sending = card.querySelector("[data-send]");
  sending.hidden = false;
  sending.addEventListener("click", () => {
    send(sending.getAttribute("data-title"), sending.getAttribute("data-send"));
  });
}

document.querySelectorAll("[data-sharing]").forEach(offer);
