// Shares a page: with the phone's share sheet, else by an address to copy.
import { copy } from "../copy.js";

function send(what, otherwise) {
  navigator.share(what).catch((refused) => {
    // AbortError means the user closed the sheet. Any other error opens the page with the address.
    if (refused.name !== "AbortError" && otherwise) otherwise();
  });
}

// The link leads to a page with the address, so it works without scripts and https.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-share]");
  if (!link || !navigator.share || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const canonical = document.querySelector("link[rel=canonical]");
  send({ title: link.getAttribute("data-share"), url: canonical ? canonical.href : location.href }, () => {
    location.href = link.href;
  });
});

// An address is shared as a URL; if a button has none, it shares the text beside it.
function told(sending, source) {
  const title = sending.getAttribute("data-title");
  const url = sending.getAttribute("data-send");
  return url ? { title, url } : { title, text: source.value };
}

// Enables sharing of the page's address and of each text on a page with texts.
function offer(card) {
  const message = card.querySelector("[data-copied]");
  const source = card.querySelector("[data-copy-source]");
  const button = card.querySelector("[data-copy]");
  button.hidden = false;
  button.addEventListener("click", () => copy(source, () => {
    message.textContent = message.getAttribute("data-copied");
  }));
  if (!navigator.share) return;
  const sending = card.querySelector("[data-send]");
  sending.hidden = false;
  sending.addEventListener("click", () => {
    send(told(sending, source));
  });
}

document.querySelectorAll("[data-sharing]").forEach(offer);
