// The control page on this computer: returns after a restart, opens the large screen where it belongs, and keeps
// the computer awake where the program can't.
const returning = document.querySelector("[data-returns-to]");

async function returnWhenItAnswers(address, hasBeenAway) {
  let isAway = false;
  try {
    isAway = !(await fetch(`${address}ping/`, { cache: "no-store" })).ok;
  } catch {
    isAway = true;
  }
  if (hasBeenAway && !isAway) window.location.assign(address);
  else window.setTimeout(returnWhenItAnswers, 500, address, hasBeenAway || isAway);
}
if (returning) returnWhenItAnswers(returning.dataset.returnsTo, false);

// Browsers that know the screens ask once, then open the window on the second one.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-second-screen]");
  if (!link || !window.getScreenDetails || !window.screen.isExtended) return;
  event.preventDefault();
  let place = "";
  try {
    const { screens, currentScreen } = await window.getScreenDetails();
    const other = screens.find((screen) => screen !== currentScreen);
    if (other) place = `left=${other.availLeft},top=${other.availTop},width=${other.availWidth},height=${other.availHeight}`;
  } catch {
    // refused: a window like any other
  }
  window.open(link.href, "_blank", place);
});

// A browser keeps the screen on only while its page is visible, and loses the lock with it.
let wakeLock = null;
async function stayAwake() {
  const isNeeded = document.querySelector("[data-wake-lock]") && document.visibilityState === "visible";
  if (!isNeeded || !navigator.wakeLock || (wakeLock && !wakeLock.released)) return;
  try {
    wakeLock = await navigator.wakeLock.request("screen");
  } catch {
    wakeLock = null; // the battery is low, or the system refuses
  }
}
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("htmx:afterSwap", stayAwake);
stayAwake();
