// Filters the list of names while typing, with Turkish casing.

const box = document.querySelector("[data-find]");

export const folded = (text) => text.toLocaleLowerCase("tr").trim();

function findIn(letter, wanted) {
  let here = 0;
  letter.querySelectorAll("li").forEach((row) => {
    row.hidden = !folded(row.querySelector("b").textContent).includes(wanted);
    if (!row.hidden) here += 1;
  });
  letter.hidden = !here;
  return here;
}

function find() {
  const message = box.querySelector("[data-none]");
  const wanted = folded(box.querySelector("input").value);
  const letters = Array.from(document.querySelectorAll("[data-letter]"));
  const matches = letters.reduce((sum, letter) => sum + findIn(letter, wanted), 0);
  const words = matches ? "" : message.getAttribute("data-none");
  if (message.textContent !== words) message.textContent = words;
}

if (box) {
  box.hidden = false;
  box.querySelector("input").addEventListener("input", find);
  // Enter must not pick a name by accident: a name has to be tapped.
  box.querySelector("input").addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}
