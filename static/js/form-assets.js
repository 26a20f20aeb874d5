// Puts form assets into a page. They come in a file of their own, which is fetched once.

// Placeholder for what only the page knows: the seat and its values.
const PLACEHOLDER = /\{(\w+)\.(\w+)\}/g;

const assetsByAddress = new Map();

// Called by the fetched file.
export function storeAssets(address, assets) {
  assetsByAddress.set(address, assets);
}

export const lacksAssets = ({ dataset }) => "assets" in dataset && !assetsByAddress.has(dataset.assets);

// Fetches the assets of a page that was swapped into another.
export function fetchAssets({ dataset }) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.type = "module";
    script.src = dataset.assets;
    script.addEventListener("load", resolve);
    script.addEventListener("error", reject);
    document.head.append(script);
  });
}

const escapeHtml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

// Puts each asset into its place; `playerValues` returns a player's values by seat.
export function insertAssets(page, playerValues) {
  document.querySelectorAll("[data-asset]").forEach((place) => {
    const fragment = document.createElement("template");
    const markup = assetsByAddress.get(page.dataset.assets)[place.dataset.asset];
    fragment.innerHTML = markup.replace(PLACEHOLDER, (_placeholder, seat, field) => escapeHtml(playerValues(seat)[field]));
    place.replaceWith(fragment.content);
  });
}
