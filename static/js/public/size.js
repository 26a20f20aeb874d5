// The size of a bracket, remembered by this browser. In the small picture every round is tight, in the large one none.
import { remember, remembered } from "../memory.js";
import { all, mark } from "./rounds.js";

const root = document.documentElement;
const USUAL = "m";

const size = () => remembered("localStorage", "bracket") || USUAL;

export function paintSize() {
  const chosen = size();
  if (root.dataset.bracket !== chosen) root.dataset.bracket = chosen;
  all("[data-zoom]").forEach((control) => {
    if (control.hidden) control.hidden = false;
    all("button", control).forEach((button) => {
      const pressed = String(button.value === chosen);
      if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
    });
  });
  all(".bk > section").forEach((column) => {
    if (!column.dataset.room) column.dataset.room = column.classList.contains("tight") ? "tight" : "more";
    mark(column, "tight", chosen === "s" || (chosen === USUAL && column.dataset.room === "tight"));
  });
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-zoom] button");
  if (!button) return;
  remember("localStorage", "bracket", button.value === USUAL ? null : button.value);
  paintSize();
});
