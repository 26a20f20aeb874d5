// Steps through the large screen by keys, a remote, or buttons that appear when the mouse moves.

const HIDE_DELAY = 3000;
const ACTIONS_BY_KEY = {
  " ": "pause", MediaPlayPause: "pause", k: "pause",
  ArrowLeft: "back", ArrowUp: "back", PageUp: "back", MediaTrackPrevious: "back",
  ArrowRight: "on", ArrowDown: "on", PageDown: "on", MediaTrackNext: "on",
  f: "full", F: "full", s: "sound", S: "sound",
};

const root = document.documentElement;
let hideTimer = 0;

export const controlButton = (action) => document.querySelector(`#tv-keys [data-do="${action}"]`);

export function setPressed(action, isPressed) {
  controlButton(action).setAttribute("aria-pressed", isPressed ? "true" : "false");
}

function showControls() {
  root.classList.remove("idle");
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => root.classList.add("idle"), HIDE_DELAY);
}

// `actions` maps button names to actions.
export function listenForActions(actions) {
  const keys = document.getElementById("tv-keys");
  keys.hidden = false;
  keys.addEventListener("click", (event) => {
    const pressedButton = event.target.closest("[data-do]");
    if (!pressedButton) return;
    actions[pressedButton.dataset.do]();
    // Otherwise pressing space would press this button again.
    if (event.detail) pressedButton.blur();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !ACTIONS_BY_KEY[event.key]) return;
    if (event.key === " " && event.target.closest("button, a")) return;
    event.preventDefault();
    actions[ACTIONS_BY_KEY[event.key]]();
  });
  ["mousemove", "touchstart", "focusin"].forEach((name) => {
    document.addEventListener(name, showControls, { passive: true });
  });
  showControls();
}
