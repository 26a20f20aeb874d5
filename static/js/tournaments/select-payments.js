// Shows number and sum of the selected unpaid entries, and offers to mark them together.

const list = document.getElementById("su-list");
let isSent = false;

const form = () => document.getElementById("pay-several");
const boxes = () => Array.from(list.querySelectorAll("[name=entry]"));

// Neither folded nor left out by the search.
const isVisible = (box) => box.getClientRects().length > 0;

function showAll(chosenCount) {
  const all = list.querySelector("[data-select-all]");
  if (!all) return;
  all.parentNode.hidden = false;
  const visible = boxes().filter(isVisible);
  all.checked = visible.length > 0 && visible.every((box) => box.checked);
  all.indeterminate = chosenCount > 0 && !all.checked;
}

function showSelected() {
  boxes().forEach((box) => box.closest(".su-row").classList.toggle("selected", box.checked));
  const count = boxes().filter((box) => box.checked).length;
  showAll(count);
  if (!form()) return;
  const [sum, label] = JSON.parse(form().dataset.labels)[count - 1] || ["", ""];
  form().parentNode.classList.toggle("selecting", count > 0);
  form().querySelector("[data-sum]").textContent = sum;
  form().querySelector("[data-clear]").hidden = false;
  if (label) form().querySelector("[data-label]").textContent = label;
}

function selectAll(all) {
  boxes().filter(isVisible).forEach((box) => { box.checked = all.checked; });
}

// The button is gone with the selection: its undo takes the focus, unless that has moved on.
function moveFocus() {
  const [undo, focused] = [document.getElementById("undo-payments"), document.activeElement];
  const isLost = focused === document.body || focused.closest("#pay-several");
  if (isSent && undo && isLost) undo.focus({ preventScroll: true });
  isSent = false;
}

if (list) {
  list.addEventListener("change", ({ target }) => {
    if (target.matches("[data-select-all]")) selectAll(target);
    showSelected();
  });
  list.addEventListener("reset", () => window.setTimeout(showSelected));
  list.addEventListener("submit", ({ target }) => { isSent = target === form(); });
  // what all means changes with the search and when the list unfolds
  document.addEventListener("input", () => window.setTimeout(showSelected));
  list.addEventListener("toggle", showSelected, true);
  list.addEventListener("follow:changed", () => {
    showSelected();
    moveFocus();
  });
  showSelected();
}
