// Finds a name in the list while it is typed, by Turkish rules of casing.

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
  const said = box.querySelector("[data-none]");
  const wanted = folded(box.querySelector("input").value);
  const letters = Array.from(document.querySelectorAll("[data-letter]"));
  const found = letters.reduce((sum, letter) => sum + findIn(letter, wanted), 0);
  const words = found ? "" : said.getAttribute("data-none");
  if (said.textContent !== words) said.textContent = words;
}

if (box) {
  box.hidden = false;
  box.querySelector("input").addEventListener("input", find);
  // Enter picks nobody by chance: the list stays until a name is tapped.
  box.querySelector("input").addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}
