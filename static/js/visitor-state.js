// Runs before painting and copies the cookies' state to the root element. Visitors who follow nobody and never signed
// in load nothing more.
(function () {
  "use strict";
  var root = document.documentElement;
  var state = root.dataset;
  var loaded = false;

  function setState(name, value) {
    if (value) state[name] = value;
    else delete state[name];
  }

  function readCookies() {
    var follows = (/istaka_follow=([^;]*)/.exec(document.cookie) || ["", ""])[1];
    var followed = new RegExp((state.tournament.slice(0, 8) || "none") + "-(\\w{32})").exec(follows);
    setState("known", /istaka_known=1/.test(document.cookie) && "1");
    setState("follows", followed && followed[1]);
    setState("marks", (follows.match(/-\w{8}/g) || []).join("").slice(1).replace(/-/g, " "));
    try {
      root.style.setProperty("--strip", localStorage.strip || "");
      if ((localStorage.follows || "") !== follows) localStorage.follows = follows; // notifies other windows
    } catch (error) {
      return;
    }
  }

  function loadPersonalization() {
    if (loaded || !(state.marks || state.known)) return;
    loaded = true;
    var script = document.createElement("script");
    script.type = "module";
    script.src = state.putsIn;
    document.head.appendChild(script);
  }

  function handleChange(event) {
    if (event.key !== "follows" && !event.persisted) return;
    readCookies();
    loadPersonalization();
  }

  readCookies();
  setState("waits", state.marks && "1");
  document.addEventListener("DOMContentLoaded", loadPersonalization);
  window.addEventListener("storage", handleChange);
  window.addEventListener("pageshow", handleChange);
})();
