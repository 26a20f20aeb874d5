// Shares a page: with the phone's share sheet, else by an address to copy.
import { copyText } from "../copy.js";

function shareContent(content, onFailure) {
  navigator.share(content).catch((refused) => {
    // AbortError means the user closed the sheet. Any other error opens the page with the address.
    if (refused.name !== "AbortError" && onFailure) onFailure();
  });
}

// The link leads to a page with the address, so it works without scripts and https.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-share]");
  if (!link || !navigator.share || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const canonical = document.querySelector("link[rel=canonical]");
  shareContent({ title: link.getAttribute("data-share"), url: canonical ? canonical.href : location.href }, () => {
    location.href = link.href;
  });
});

// An address is shared as a URL; if a button has none, it shares the text beside it.
function contentToShare(shareButton, source) {
  const title = shareButton.getAttribute("data-title");
  const url = shareButton.getAttribute("data-send");
  return url ? { title, url } : { title, text: source.value };
}

// Enables sharing of the page's address and of each text on a page with texts.
function enableSharing(card) {
  const message = card.querySelector("[data-copied]");
  const source = card.querySelector("[data-copy-source]");
  const button = card.querySelector("[data-copy]");
  button.hidden = false;
  button.addEventListener("click", () => copyText(source, () => {
    message.textContent = message.getAttribute("data-copied");
  }));
  if (!navigator.share) return;
  const shareButton = card.querySelector("[data-send]");
  shareButton.hidden = false;
  shareButton.addEventListener("click", () => {
    shareContent(contentToShare(shareButton, source));
  });
}

document.querySelectorAll("[data-sharing]").forEach(enableSharing);
