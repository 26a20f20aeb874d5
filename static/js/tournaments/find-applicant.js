// Shows only the rows that match while a name or phone number is typed, as the server does for a list of several pages.

const search = document.querySelector("[data-find-applicant]");
const list = document.getElementById("su-list");

const fold = (text) => text.toLocaleLowerCase("tr").normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/ı/g, "i");

const splitWords = (text) => fold(text).split(/[\s\-–.,’']+/).filter(Boolean);

const keepDigits = (text) => text.replace(/^\s*\+90|\D/g, "");

// Digits are looked for within each contact; otherwise each word must begin a word of a name.
export function isFound(query, names, contacts) {
  const digits = keepDigits(query);
  if (digits) return contacts.some((contact) => keepDigits(contact).includes(digits));
  const words = names.flatMap(splitWords);
  return splitWords(query).every((typed) => words.some((word) => word.startsWith(typed)));
}

const textsOf = (row, selector) => Array.from(row.querySelectorAll(selector), (part) => part.textContent);

function filterCard(card, query) {
  const rows = Array.from(card.querySelectorAll(".su-row"));
  rows.forEach((row) => {
    row.hidden = !isFound(query, textsOf(row, "b"), textsOf(row, ".ci-contact"));
  });
  card.hidden = rows.every((row) => row.hidden);
  if (query && card.nodeName === "DETAILS") card.open = true;
  if (query) card.querySelectorAll("[data-rest]").forEach((rest) => { rest.open = true; });
  return !card.hidden;
}

function filterList() {
  const query = search.querySelector("input").value.trim();
  const cards = Array.from(list.querySelectorAll(".su-rows"));
  search.hidden = !cards.length;
  search.classList.toggle("used", Boolean(query));
  const isAnyFound = cards.map((card) => filterCard(card, query)).some(Boolean);
  list.classList.toggle("su-finding", Boolean(query));
  search.querySelector("[data-found]").textContent = query && !isAnyFound ? search.dataset.none : "";
}

if (search) {
  search.addEventListener("submit", (event) => event.preventDefault());
  search.addEventListener("input", filterList);
  list.addEventListener("follow:changed", filterList);
}
