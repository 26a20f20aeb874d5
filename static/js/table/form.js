// Turns the hand form, which is whole on the server's page or is put together here, into steps: one decision at a
// time. Until this is there the page is the one that works without a script. It knows no rules.
import { backTo, begin } from "./begin.js";
import { current } from "./current.js";
import { isAsleep } from "./score.js";
import { listen } from "./sending.js";
import { changed, keyed, released, tapped } from "./taps.js";
import { readBack } from "./words.js";
import "./connection.js";

document.documentElement.classList.add("js");

// A finger may be quicker than htmx, which tells of a new form a moment after it stands there.
function onForm(react) {
  return (event) => {
    begin(true);
    if (current.form && current.form.contains(event.target)) react(event);
  };
}

document.addEventListener("click", onForm(tapped));
document.addEventListener("change", onForm(changed));
document.addEventListener("input", onForm(changed));
document.addEventListener("keydown", keyed);
document.addEventListener("keyup", released);
listen();
document.addEventListener("hand:unscored", (event) => readBack(event.detail));
// After htmx, which wakes up at the same moment, so that a first question for the score is heard.
document.addEventListener("DOMContentLoaded", () => setTimeout(begin, 0));
// At once, or the first step shows for a moment before the one that is open.
document.addEventListener("htmx:afterSwap", () => {
  isAsleep(true);
  begin();
});
document.addEventListener("htmx:afterSettle", () => isAsleep(false));
document.addEventListener("htmx:load", () => begin());
window.addEventListener("popstate", (event) => backTo(event.state));
