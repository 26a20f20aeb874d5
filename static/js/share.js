// Sending a page on: by the phone's own sheet where it has one, else by an address to copy.
(function () {
  "use strict";

  function send(title, link, otherwise) {
    navigator.share({ title: title, url: link }).catch(function (refused) {
      // Whoever closes the sheet wanted nothing; anything else, and there is the page with the address.
      if (refused.name !== "AbortError" && otherwise) otherwise();
    });
  }

  // The link leads to a page with the address, so it is there without a script and without https.
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[data-share]");
    if (!link || !navigator.share || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    var canonical = document.querySelector("link[rel=canonical]");
    var address = new URL(canonical ? canonical.href : location.href);
    // What messengers show of it is in the language of whoever sends it.
    address.searchParams.set("lang", document.documentElement.lang);
    send(link.getAttribute("data-share"), address.href, function () {
      location.href = link.href;
    });
  });

  var card = document.querySelector("[data-sharing]");
  if (!card) return;
  var source = card.querySelector("[data-copy-source]");
  var said = card.querySelector("[data-copied]");

  function done() {
    said.textContent = said.getAttribute("data-copied");
  }

  var copy = card.querySelector("[data-copy]");
  copy.hidden = false;
  // The clipboard's own way needs https, so the old one is the fallback.
  copy.addEventListener("click", function () {
    source.select();
    if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(source.value).then(done);
    else if (document.execCommand("copy")) done();
  });

  var sending = card.querySelector("[data-send]");
  if (!navigator.share) return;
  sending.hidden = false;
  sending.addEventListener("click", function () {
    send(sending.getAttribute("data-title"), sending.getAttribute("data-send"));
  });
})();
