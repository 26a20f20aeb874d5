// Runs before painting and copies the cookies' state to the root element. Visitors who follow nobody and never signed
// in load nothing more.
(function () {
  "use strict";
  var root = document.documentElement;
  var said = root.dataset;
  var loaded = false;

  function say(name, value) {
    if (value) said[name] = value;
    else delete said[name];
  }

  function read() {
    var choice = (/istaka_follow=([^;]*)/.exec(document.cookie) || ["", ""])[1];
    var here = new RegExp((said.tournament.slice(0, 8) || "none") + "-(\\w{32})").exec(choice);
    say("known", /istaka_known=1/.test(document.cookie) && "1");
    say("follows", here && here[1]);
    say("marks", (choice.match(/-\w{8}/g) || []).join("").slice(1).replace(/-/g, " "));
    try {
      root.style.setProperty("--strip", localStorage.strip || "");
      if ((localStorage.follows || "") !== choice) localStorage.follows = choice; // notifies other windows
    } catch (refused) {
      return;
    }
  }

  function load() {
    if (loaded || !(said.marks || said.known)) return;
    loaded = true;
    var script = document.createElement("script");
    script.type = "module";
    script.src = said.putsIn;
    document.head.appendChild(script);
  }

  function again(event) {
    if (event.key !== "follows" && !event.persisted) return;
    read();
    load();
  }

  read();
  say("waits", said.marks && "1");
  document.addEventListener("DOMContentLoaded", load);
  window.addEventListener("storage", again);
  window.addEventListener("pageshow", again);
})();
