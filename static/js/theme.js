// Runs before painting: a choice made on this device overrides the system's theme.
(function () {
  "use strict";
  var root = document.documentElement;
  var system = window.matchMedia("(prefers-color-scheme: dark)");

  function remembered() {
    try {
      return localStorage.getItem("theme");
    } catch (refused) {
      return null;
    }
  }

  function remember(theme) {
    try {
      if (theme) localStorage.setItem("theme", theme);
      else localStorage.removeItem("theme");
    } catch (refused) {
      // Without storage the choice is lost with the page.
    }
  }

  function show(theme) {
    if (theme) root.setAttribute("data-theme", theme);
    else root.removeAttribute("data-theme");
  }

  show(remembered());

  document.addEventListener("DOMContentLoaded", function () {
    var button = document.querySelector("[data-theme-switch]");
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", function () {
      var wished = system.matches ? "dark" : "light";
      var next = (root.getAttribute("data-theme") || wished) === "dark" ? "light" : "dark";
      var choice = next === wished ? null : next;
      show(choice);
      remember(choice);
    });
  });
})();
