// Pieces of a page that come in a file of their own, which is fetched once: the page has a place for each.

// How a piece marks what only the page knows: whose it is, and what is told of him.
const MARK = /\{(\w+)\.(\w+)\}/g;

const brought = new Map();

// Called by the file itself.
export function bring(address, pieces) {
  brought.set(address, pieces);
}

export const lacksPieces = ({ dataset }) => "pieces" in dataset && !brought.has(dataset.pieces);

// Fetches what a page needs that was put into one which did not.
export function fetchPieces({ dataset }) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.type = "module";
    script.src = dataset.pieces;
    script.addEventListener("load", resolve);
    script.addEventListener("error", reject);
    document.head.append(script);
  });
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// Each piece at its place, in the form and beside it; `told` says what is told of somebody.
export function putTogether(page, told) {
  document.querySelectorAll("[data-piece]").forEach((place) => {
    const piece = document.createElement("template");
    const marked = brought.get(page.dataset.pieces)[place.dataset.piece];
    piece.innerHTML = marked.replace(MARK, (_mark, whose, what) => escaped(told(whose)[what]));
    place.replaceWith(piece.content);
  });
}
