// Whom a reader follows is marked in all windows of his browser as soon as he has chosen it in one.
import { remember, remembered } from "../memory.js";

const KEY = "follows";

const live = () => document.querySelector("#live[data-follows]");

// What this window shows is written down, which the others hear; else they mark it with the next change.
function tell() {
  const shown = live();
  if (shown && remembered("localStorage", KEY) !== shown.dataset.follows) {
    remember("localStorage", KEY, shown.dataset.follows);
  }
}

window.addEventListener("storage", (event) => {
  const shown = live();
  if (event.key !== KEY || !shown || document.hidden || shown.dataset.follows === event.newValue) return;
  window.htmx.trigger(shown, "look");
});
document.body.addEventListener("htmx:afterSwap", tell);
tell();
