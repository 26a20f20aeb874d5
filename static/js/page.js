// What opens also closes: by Escape, by a tap elsewhere, by a button inside. One at a time.
(function () {
  "use strict";

  function opened() {
    return document.querySelectorAll("details[data-popup][open]");
  }

  function close(details, returnFocus) {
    details.open = false;
    if (returnFocus) details.querySelector("summary").focus();
  }

  // On a wide screen the card stands at the height of what was tapped; on a phone it is a sheet at the bottom.
  function place(details) {
    var card = details.querySelector(".explain");
    if (!card) return;
    card.style.top = "";
    if (getComputedStyle(card).bottom === "0px") return;
    var wished = details.getBoundingClientRect().top - 72;
    card.style.top = Math.max(12, Math.min(wished, window.innerHeight - card.offsetHeight - 12)) + "px";
  }

  // Under the sheet nothing can be seen: the tapped figure moves above it.
  function uncover(details) {
    var card = details.querySelector(".explain");
    if (!card) return;
    var hidden = details.getBoundingClientRect().bottom + 12 - card.getBoundingClientRect().top;
    if (getComputedStyle(card).bottom === "0px" && hidden > 0) window.scrollBy(0, hidden);
  }

  document.addEventListener(
    "toggle",
    function (event) {
      if (!event.target.open || !event.target.matches("details[data-popup]")) return;
      opened().forEach(function (details) {
        if (details !== event.target) details.open = false;
      });
      place(event.target);
      uncover(event.target);
    },
    true
  );

  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return;
    opened().forEach(function (details) {
      close(details, details.contains(document.activeElement));
    });
  });

  document.addEventListener("click", function (event) {
    var closing = event.target.closest("[data-close]");
    if (closing) {
      close(closing.closest("details"), true);
      return;
    }
    opened().forEach(function (details) {
      if (!details.contains(event.target)) close(details, false);
    });
  });
})();

// On a phone the open tab may lie outside the strip.
document.querySelectorAll(".tabs [aria-current]").forEach(function (tab) {
  var strip = tab.parentNode;
  if (tab.offsetLeft + tab.offsetWidth > strip.clientWidth) strip.scrollLeft = tab.offsetLeft - 16;
});

// Only a script can print, so only a script shows the button.
document.querySelectorAll("[data-print]").forEach(function (button) {
  button.hidden = false;
  button.addEventListener("click", function () {
    window.print();
  });
});
