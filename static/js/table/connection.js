// Watches whether the server answers, and how long a hand can be taken back.

function answers(somebody) {
  const note = document.getElementById("offline");
  if (note && note.hidden !== somebody) note.hidden = somebody;
}

function countDown() {
  const form = document.getElementById("undo");
  const button = document.querySelector("[data-undo]");
  if (!form || !button) return;
  setTimeout(() => {
    if (button.isConnected) button.hidden = true;
  }, Number(form.dataset.until) * 1000);
}

document.addEventListener("htmx:load", countDown);
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.elt.id === "follow") answers(detail.xhr.status > 0);
});
window.addEventListener("offline", () => answers(false));
window.addEventListener("online", () => answers(true));

// The service worker caches pages that were open when it started; a page that was just loading has to ask for it.
async function keepPage({ serviceWorker }) {
  await serviceWorker.register(document.querySelector("[data-worker]").dataset.worker);
  const { active } = await serviceWorker.ready;
  if (!serviceWorker.controller) active.postMessage("claim");
}

if (window.isSecureContext && navigator.serviceWorker) keepPage(navigator);
