// Runs before the page is painted: what this browser's cookies say stands on the root element, where styles and modules
// find it. The page itself is the same for everybody.
(function () {
  "use strict";
  var root = document.documentElement;

  function cookie(name) {
    var found = new RegExp("(?:^|; )" + name + "=([^;]*)").exec(document.cookie);
    return found ? found[1] : "";
  }

  function say(name, value) {
    if (value) root.setAttribute("data-" + name, value);
    else root.removeAttribute("data-" + name);
  }

  // Of every entrant that is followed the digits that names bear; of the one in this tournament all of them.
  function read() {
    var here = (root.getAttribute("data-tournament") || "").slice(0, 8);
    var choices = cookie("istaka_follow").split(".").map(function (one) {
      return one.split("-");
    });
    var own = choices.filter(function (one) {
      return one.length === 2 && one[0] === here;
    })[0];
    say("known", cookie("istaka_known"));
    say("follows", own ? own[1] : "");
    say("marks", choices.map(function (one) {
      return (one[1] || "").slice(0, 8);
    }).join(" ").trim());
  }

  // The strip comes a moment later: its room is kept.
  function keepRoom() {
    try {
      root.style.setProperty("--strip", localStorage.getItem("strip") || "");
    } catch (refused) {
      return;
    }
  }

  read();
  keepRoom();
  window.addEventListener("storage", read);
  window.addEventListener("pageshow", read);
})();
