// A pad whose keys are tiles, and the tiles that were tapped on it. Names and pictures are those of the keys.

const KEY = "[data-tile], [data-pad]:enabled";
// How many keys stand side by side where all of a colour have room.
const ACROSS = 14;

const face = (pad, code) => pad.querySelector(`[data-tile="${code}"] .tile`);

export const nameOf = (pad, code) => face(pad, code).getAttribute("aria-label");

export const picture = (pad, code) => face(pad, code).cloneNode(true);

// What was tapped last, or why it could not be: `why` is one of the pad's own sentences.
export function say(pad, why, code) {
  const words = why ? pad.dataset[why] : "";
  pad.querySelector("[data-says]").textContent = code ? words.replace("%s", nameOf(pad, code)) : words;
}

// Keys of what is not to be had any more stay: whoever taps one is told why.
export function dim(pad, isGone) {
  pad.querySelectorAll("[data-tile]").forEach((key) => {
    if (isGone(key.dataset.tile)) key.setAttribute("aria-disabled", "true");
    else key.removeAttribute("aria-disabled");
  });
}

// Which tiles are the okey.
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

// Tapped tiles, each a button that takes it away. Who took one away by keys goes on from the one that follows.
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
