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
