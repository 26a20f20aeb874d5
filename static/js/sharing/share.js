// Sending a page on: by the phone's own sheet where it has one, else by an address to copy.
import { copy } from "../copy.js";

function send(what, otherwise) {
  navigator.share(what).catch((refused) => {
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
  send({ title: link.getAttribute("data-share"), url: canonical ? canonical.href : location.href }, () => {
    location.href = link.href;
  });
});

// An address is sent as such; where a button names none, the text beside it is.
function told(sending, source) {
  const title = sending.getAttribute("data-title");
  const url = sending.getAttribute("data-send");
  return url ? { title, url } : { title, text: source.value };
}

// The page with the address, and each text of the page with texts.
function offer(card) {
  const said = card.querySelector("[data-copied]");
  const source = card.querySelector("[data-copy-source]");
  const button = card.querySelector("[data-copy]");
  button.hidden = false;
  button.addEventListener("click", () => copy(source, () => {
    said.textContent = said.getAttribute("data-copied");
  }));
  if (!navigator.share) return;
  const sending = card.querySelector("[data-send]");
  sending.hidden = false;
  sending.addEventListener("click", () => {
    send(told(sending, source));
  });
}

document.querySelectorAll("[data-sharing]").forEach(offer);
