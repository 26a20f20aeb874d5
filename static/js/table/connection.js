// Watches whether the server answers, and how long a hand can be taken back.

// Browsers keep a page for reloading without a network only over a secure connection.
const keepsPage = window.isSecureContext && Boolean(navigator.serviceWorker);

function showReachability(isReachable) {
  const offlineNote = document.getElementById("offline");
  if (offlineNote && !keepsPage) {
    offlineNote.classList.add("unkept");
    offlineNote.querySelector("b").hidden = false;
  }
  if (offlineNote && offlineNote.hidden !== isReachable) offlineNote.hidden = isReachable;
}

function hideUndoInTime() {
  const form = document.getElementById("undo");
  const button = document.querySelector("[data-undo]");
  if (!form || !button) return;
  setTimeout(() => {
    if (button.isConnected) button.hidden = true;
  }, Number(form.dataset.until) * 1000);
}

document.addEventListener("htmx:load", hideUndoInTime);
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.elt.id === "follow") showReachability(detail.xhr.status > 0);
});
window.addEventListener("offline", () => showReachability(false));
window.addEventListener("online", () => showReachability(true));

// The service worker caches pages that were open when it started; a page that was just loading has to ask for it.
async function cachePage({ serviceWorker }) {
  await serviceWorker.register(document.querySelector("[data-worker]").dataset.worker);
  const { active } = await serviceWorker.ready;
  if (!serviceWorker.controller) active.postMessage("claim");
}

if (keepsPage) cachePage(navigator);
