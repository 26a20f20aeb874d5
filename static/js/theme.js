// Runs before painting: a choice made on this device overrides the system's theme.
(function () {
  "use strict";
  var root = document.documentElement;
  var system = window.matchMedia("(prefers-color-scheme: dark)");

  function readTheme() {
    try {
      return localStorage.getItem("theme");
    } catch (error) {
      return null;
    }
  }

  function storeTheme(theme) {
    try {
      if (theme) localStorage.setItem("theme", theme);
      else localStorage.removeItem("theme");
    } catch (error) {
      // Without storage the choice is lost with the page.
    }
  }

  function applyTheme(theme) {
    if (theme) root.setAttribute("data-theme", theme);
    else root.removeAttribute("data-theme");
  }

  applyTheme(readTheme());

  document.addEventListener("DOMContentLoaded", function () {
    var button = document.querySelector("[data-theme-switch]");
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", function () {
      var systemTheme = system.matches ? "dark" : "light";
      var next = (root.getAttribute("data-theme") || systemTheme) === "dark" ? "light" : "dark";
      var choice = next === systemTheme ? null : next;
      applyTheme(choice);
      storeTheme(choice);
    });
  });
})();
