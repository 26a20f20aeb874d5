// Turns the hand form into steps, one decision at a time. The form is whole on the server's page or assembled here;
// without scripts the page works as it is. Knows no rules.
import { backTo, begin } from "./begin.js";
import { current } from "./current.js";
import { isAsleep } from "./score.js";
import { listen } from "./sending.js";
import { changed, keyed, released, tapped } from "./taps.js";
import { readBack } from "./words.js";
import "./connection.js";

document.documentElement.classList.add("js");

// Before htmx announces a new form, a moment after it is in the page, a finger may already touch it.
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
// After htmx, which initializes at the same event, so that it hears the first request for a score.
document.addEventListener("DOMContentLoaded", () => setTimeout(begin, 0));
// Without delay, or the first step would flash before the open one.
document.addEventListener("htmx:afterSwap", () => {
  isAsleep(true);
  begin();
});
document.addEventListener("htmx:afterSettle", () => isAsleep(false));
document.addEventListener("htmx:load", () => begin());
window.addEventListener("popstate", (event) => backTo(event.state));
