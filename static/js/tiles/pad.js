// A pad with tiles as keys, and the tiles that were tapped on it. Names and pictures are those of the keys.

const KEY = "[data-tile], [data-pad]";
// Keys in a row if all of a colour fit.
const ACROSS = 14;

const face = (pad, code) => pad.querySelector(`[data-tile="${code}"] .tile`);

export const nameOf = (pad, code) => face(pad, code).getAttribute("aria-label");

export const picture = (pad, code) => face(pad, code).cloneNode(true);

// Returns one of the pad's sentences, with the tile's name filled in.
function sentence(pad, why, code) {
  const words = why ? pad.dataset[why] : "";
  return code ? words.replace("%s", nameOf(pad, code)) : words;
}

// Says what was tapped last, or why it could not be.
export function say(pad, why, code) {
  pad.querySelector("[data-says]").textContent = sentence(pad, why, code);
}

// A disabled key stays focusable, so that taps and screen readers get the reason.
export function block(pad, key, why) {
  if (why) {
    key.setAttribute("aria-disabled", "true");
    key.title = sentence(pad, why, key.dataset.tile);
  } else {
    key.removeAttribute("aria-disabled");
    key.removeAttribute("title");
  }
}

// Dims the tiles that are not available, each with its reason.
export function dim(pad, whyNot) {
  pad.querySelectorAll("[data-tile]").forEach((key) => block(pad, key, whyNot(key.dataset.tile)));
}

// Marks the tiles that are the okey.
export function crown(pad, okey) {
  pad.querySelectorAll("[data-tile] .tile").forEach((tile) => tile.classList.remove("okey"));
  if (okey) face(pad, okey).classList.add("okey");
}

function button(pad, code, place) {
  const taken = document.createElement("button");
  taken.type = "button";
  taken.dataset.takeAway = place;
  taken.setAttribute("aria-label", pad.dataset.away.replace("%s", nameOf(pad, code)));
  taken.append(picture(pad, code));
  return taken;
}

// Shows tapped tiles as buttons that remove them. By keyboard, focus moves to the next tile.
export function lay(pad, place, codes) {
  const at = Array.from(place.children).indexOf(document.activeElement);
  place.replaceChildren(...codes.map((code, index) => button(pad, code, index)));
  const next = place.children[Math.min(at, codes.length - 1)];
  if (at >= 0 && next) next.focus();
}

// --- By keys: one stop for Tab, arrows from tile to tile ---

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -ACROSS, ArrowDown: ACROSS };

export function arrowed(event) {
  const pad = event.target.closest("[data-tilepad]");
  const step = STEPS[event.key];
  if (!pad || !step || !event.target.matches(KEY)) return;
  event.preventDefault();
  const places = Array.from(pad.querySelectorAll(".tilekeys > div > *"));
  const beside = (place) => places[(places.indexOf(place) + step + places.length) % places.length];
  let key = beside(event.target);
  while (!key.matches(KEY)) key = beside(key);
  pad.querySelectorAll(KEY).forEach((one) => {
    one.tabIndex = one === key ? 0 : -1;
  });
  key.focus();
}
