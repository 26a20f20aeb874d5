// The page of the rules: its examples follow what is chosen. It works without this, by a button.
(function () {
  "use strict";
  var form = document.getElementById("rules");
  var stale = form.querySelector("[data-stale]");

  // Reasons that are open stay open when their example is drawn anew.
  document.body.addEventListener("htmx:oobBeforeSwap", function (event) {
    event.detail.target.querySelectorAll("details[open]").forEach(function (details) {
      var next = event.detail.fragment.querySelector("#" + details.id);
      if (next) next.open = true;
    });
  });

  // A field whose mistake was told or mended says so to a screen reader, too.
  function mark() {
    form.querySelectorAll(".r-amount input").forEach(function (input) {
      var amiss = document.getElementById(input.getAttribute("aria-describedby"));
      if (amiss.textContent.trim()) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    });
  }

  // What grows above must not push away what somebody is at.
  var place = 0;
  function top() {
    return document.activeElement.getBoundingClientRect().top;
  }
  form.addEventListener("htmx:beforeSwap", function () {
    place = top();
  });
  form.addEventListener("htmx:afterOnLoad", function () {
    window.scrollBy(0, top() - place);
    stale.hidden = true;
    mark();
  });
  ["htmx:sendError", "htmx:responseError"].forEach(function (failure) {
    form.addEventListener(failure, function () {
      stale.hidden = false;
    });
  });

  // A number that is typed is meant.
  form.addEventListener("input", function (event) {
    var option = event.target.closest(".r-amount") && event.target.closest(".r-option");
    var choice = option && option.querySelector("input[type=radio]");
    if (choice) choice.checked = true;
  });

  // A browser that comes back, or loads again, may remember choices that the examples don't show yet.
  window.addEventListener("pageshow", function () {
    var remembered = Array.prototype.some.call(form.elements, function (field) {
      return field.checked !== field.defaultChecked || field.defaultValue !== undefined && field.value !== field.defaultValue;
    });
    if (remembered) window.htmx.trigger(form, "refresh");
  });
})();
