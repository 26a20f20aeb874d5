// Collapses a list of other choices once one of them is tapped.
import { newQuestion } from "../double-taps.js";

function chosen({ target, detail }) {
  if (target.type !== "radio" || !detail) return;
  const list = target.closest("fieldset");
  const others = list && list.querySelector("[data-others][open]");
  if (!others) return;
  newQuestion();
  others.open = false;
  target.parentNode.scrollIntoView({ block: "center" });
}

document.addEventListener("click", chosen);
