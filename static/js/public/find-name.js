// Filters the list of names while typing, with Turkish casing.

const box = document.querySelector("[data-find]");

export const foldCase = (text) => text.toLocaleLowerCase("tr").trim();

function filterLetter(letter, query) {
  let visible = 0;
  letter.querySelectorAll("li").forEach((row) => {
    row.hidden = !foldCase(row.querySelector("b").textContent).includes(query);
    if (!row.hidden) visible += 1;
  });
  letter.hidden = !visible;
  return visible;
}

function filterNames() {
  const message = box.querySelector("[data-none]");
  const query = foldCase(box.querySelector("input").value);
  const letters = Array.from(document.querySelectorAll("[data-letter]"));
  const matches = letters.reduce((sum, letter) => sum + filterLetter(letter, query), 0);
  const text = matches ? "" : message.getAttribute("data-none");
  if (message.textContent !== text) message.textContent = text;
}

if (box) {
  box.hidden = false;
  box.querySelector("input").addEventListener("input", filterNames);
  // Enter must not pick a name by accident: a name has to be tapped.
  box.querySelector("input").addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}
