// Whom a reader follows is marked in all windows of his browser as soon as he has chosen it in one.
(function () {
  "use strict";
  var KEY = "follows";

  function live() {
    return document.querySelector("#live[data-follows]");
  }

  // What this window shows is written down, which the others hear.
  function tell() {
    var shown = live();
    try {
      if (shown && localStorage.getItem(KEY) !== shown.dataset.follows) {
        localStorage.setItem(KEY, shown.dataset.follows);
      }
    } catch (refused) {
      // The other windows mark it with the next change.
    }
  }

  window.addEventListener("storage", function (event) {
    var shown = live();
    if (event.key !== KEY || !shown || document.hidden || shown.dataset.follows === event.newValue) return;
    window.htmx.trigger(shown, "look");
  });
  document.body.addEventListener("htmx:afterSwap", tell);
  tell();
})();
