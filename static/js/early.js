// Before painting: what the cookies say stands on the root element. Who follows nobody and never signed in loads no more.
(function () {
  "use strict";
  var root = document.documentElement;
  var module = document.currentScript.dataset.putsIn;
  var loaded = false;

  function cookie(name) {
    var found = new RegExp("(?:^|; )" + name + "=([^;]*)").exec(document.cookie);
    return found ? found[1] : "";
  }

  function say(name, value) {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
  }

  // Others hear of another choice; the strip comes later, into its room.
  function remember(choice) {
    try {
      root.style.setProperty("--strip", localStorage.strip || "");
      if ((localStorage.follows || "") !== choice) localStorage.follows = choice;
    } catch (refused) {
      return;
    }
  }

  function read() {
    var here = (root.dataset.tournament || "").slice(0, 8);
    var choice = cookie("istaka_follow");
    say("known", cookie("istaka_known"));
    say("follows", (new RegExp(here + "-(\\w{32})").exec(here && choice) || [])[1]);
    say("marks", (choice.match(/-\w{8}/g) || []).join(" ").replace(/-/g, ""));
    remember(choice);
  }

  function add(name, kind) {
    if (loaded || !(root.dataset.marks || root.dataset.known)) return;
    loaded = name === "script";
    var made = document.createElement(name);
    made[loaded ? "type" : "rel"] = kind;
    made[loaded ? "src" : "href"] = module;
    document.head.appendChild(made);
  }

  function load() {
    add("script", "module");
  }

  read();
  add("link", "modulepreload");
  if (root.dataset.marks) root.dataset.waits = "";
  document.addEventListener("DOMContentLoaded", load);
  ["storage", "pageshow"].forEach(function (event) {
    window.addEventListener(event, function (heard) {
      if (heard.key !== "follows" && !heard.persisted) return;
      read();
      load();
    });
  });
})();
