// The size of a bracket, remembered by this browser. In the small picture every round is tight, in the large one none.
import { readStorage, writeStorage } from "../browser-storage.js";
import { selectAll, toggleClass } from "./rounds.js";

const root = document.documentElement;
const DEFAULT_SIZE = "m";

const readSize = () => readStorage("localStorage", "bracket") || DEFAULT_SIZE;

export function paintSize() {
  const chosen = readSize();
  if (root.dataset.bracket !== chosen) root.dataset.bracket = chosen;
  selectAll("[data-zoom]").forEach((control) => {
    if (control.hidden) control.hidden = false;
    selectAll("button", control).forEach((button) => {
      const pressed = String(button.value === chosen);
      if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
    });
  });
  selectAll(".bk > section").forEach((column) => {
    if (!column.dataset.room) column.dataset.room = column.classList.contains("tight") ? "tight" : "more";
    toggleClass(column, "tight", chosen === "s" || (chosen === DEFAULT_SIZE && column.dataset.room === "tight"));
  });
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-zoom] button");
  if (!button) return;
  writeStorage("localStorage", "bracket", button.value === DEFAULT_SIZE ? null : button.value);
  paintSize();
});
