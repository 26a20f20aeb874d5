// Puts form assets into a page. They come in a file of their own, which is fetched once.

// Placeholder for what only the page knows: the seat and its values.
const MARK = /\{(\w+)\.(\w+)\}/g;

const brought = new Map();

// Called by the fetched file.
export function bring(address, pieces) {
  brought.set(address, pieces);
}

export const lacksPieces = ({ dataset }) => "pieces" in dataset && !brought.has(dataset.pieces);

// Fetches the assets of a page that was swapped into another.
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

// Puts each asset into its place; `told` has a player's values.
export function putTogether(page, told) {
  document.querySelectorAll("[data-piece]").forEach((place) => {
    const piece = document.createElement("template");
    const marked = brought.get(page.dataset.pieces)[place.dataset.piece];
    piece.innerHTML = marked.replace(MARK, (_mark, whose, what) => escaped(told(whose)[what]));
    place.replaceWith(piece.content);
  });
}
