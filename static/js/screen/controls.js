// Steps through the large screen by keys, a remote, or buttons that appear when the mouse moves.

const AWAKE = 3000;
const KEYS = {
  " ": "pause", MediaPlayPause: "pause", k: "pause",
  ArrowLeft: "back", ArrowUp: "back", PageUp: "back", MediaTrackPrevious: "back",
  ArrowRight: "on", ArrowDown: "on", PageDown: "on", MediaTrackNext: "on",
  f: "full", F: "full", s: "sound", S: "sound",
};

const root = document.documentElement;
let awake = 0;

export const button = (what) => document.querySelector(`#tv-keys [data-do="${what}"]`);

export function isPressed(what, pressed) {
  button(what).setAttribute("aria-pressed", pressed ? "true" : "false");
}

export function full() {
  const now = document.fullscreenElement || document.webkitFullscreenElement;
  const open = root.requestFullscreen || root.webkitRequestFullscreen;
  const close = document.exitFullscreen || document.webkitExitFullscreen;
  const asked = now ? close && close.call(document) : open && open.call(root);
  if (asked && asked.catch) asked.catch(() => {});
}

function wake() {
  root.classList.remove("idle");
  clearTimeout(awake);
  awake = setTimeout(() => root.classList.add("idle"), AWAKE);
}

// `acts` maps button names to actions.
export function listen(acts) {
  const keys = document.getElementById("tv-keys");
  keys.hidden = false;
  keys.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-do]");
    if (!pressed) return;
    acts[pressed.dataset.do]();
    // Otherwise pressing space would press this button again.
    if (event.detail) pressed.blur();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
    if (event.key === " " && event.target.closest("button, a")) return;
    event.preventDefault();
    acts[KEYS[event.key]]();
  });
  ["mousemove", "touchstart", "focusin"].forEach((name) => {
    document.addEventListener(name, wake, { passive: true });
  });
  wake();
}
