// A pad with tiles as keys, and the tiles that were tapped on it. Names and pictures are those of the keys.

const KEY_SELECTOR = "[data-tile], [data-pad]";
// Keys in a row if all of a colour fit.
const KEYS_PER_ROW = 14;

const tileFace = (pad, code) => pad.querySelector(`[data-tile="${code}"] .tile`);

export const tileName = (pad, code) => tileFace(pad, code).getAttribute("aria-label");

export const tilePicture = (pad, code) => tileFace(pad, code).cloneNode(true);

// Returns one of the pad's sentences, with the tile's name filled in.
function padMessage(pad, messageKey, code) {
  const text = messageKey ? pad.dataset[messageKey] : "";
  return code ? text.replace("%s", tileName(pad, code)) : text;
}

// Says what was tapped last, or why it could not be.
export function showMessage(pad, messageKey, code) {
  pad.querySelector("[data-message]").textContent = padMessage(pad, messageKey, code);
}

// A disabled key stays focusable, so that taps and screen readers get the reason.
export function setKeyDisabled(pad, key, messageKey) {
  if (messageKey) {
    key.setAttribute("aria-disabled", "true");
    key.title = padMessage(pad, messageKey, key.dataset.tile);
  } else {
    key.removeAttribute("aria-disabled");
    key.removeAttribute("title");
  }
}

// Dims the tiles that are not available, each with its reason.
export function disableTiles(pad, reasonOf) {
  pad.querySelectorAll("[data-tile]").forEach((key) => setKeyDisabled(pad, key, reasonOf(key.dataset.tile)));
}

// Marks the tiles that are the okey.
export function markOkey(pad, okey) {
  pad.querySelectorAll("[data-tile] .tile").forEach((tile) => tile.classList.remove("okey"));
  if (okey) tileFace(pad, okey).classList.add("okey");
}

function createRemoveButton(pad, code, index) {
  const removeButton = document.createElement("button");
  removeButton.type = "button";
  removeButton.dataset.takeAway = index;
  removeButton.setAttribute("aria-label", pad.dataset.away.replace("%s", tileName(pad, code)));
  removeButton.append(tilePicture(pad, code));
  return removeButton;
}

// Shows tapped tiles as buttons that remove them. By keyboard, focus moves to the next tile.
export function showTiles(pad, container, codes) {
  const focusedIndex = Array.from(container.children).indexOf(document.activeElement);
  container.replaceChildren(...codes.map((code, index) => createRemoveButton(pad, code, index)));
  const next = container.children[Math.min(focusedIndex, codes.length - 1)];
  if (focusedIndex >= 0 && next) next.focus();
}

// --- Keyboard: Tab stops once, arrows move from tile to tile ---

const STEPS_BY_KEY = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -KEYS_PER_ROW, ArrowDown: KEYS_PER_ROW };

export function moveFocus(event) {
  const pad = event.target.closest("[data-tilepad]");
  const step = STEPS_BY_KEY[event.key];
  if (!pad || !step || !event.target.matches(KEY_SELECTOR)) return;
  event.preventDefault();
  const places = Array.from(pad.querySelectorAll(".tilekeys > div > *"));
  const neighbourOf = (place) => places[(places.indexOf(place) + step + places.length) % places.length];
  let key = neighbourOf(event.target);
  while (!key.matches(KEY_SELECTOR)) key = neighbourOf(key);
  pad.querySelectorAll(KEY_SELECTOR).forEach((other) => {
    other.tabIndex = other === key ? 0 : -1;
  });
  key.focus();
}
