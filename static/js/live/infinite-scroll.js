// Appends the next chunk of a long list before the reader scrolls to it, and updates visible chunks with the page.
// Without scripts there is a link to the next page.
import { morph } from "./morph.js";
import { fetchFragment } from "./shared-response.js";

const PRELOAD_MARGIN = "800px 0px";
const live = document.getElementById("live");

const selectAll = (selector) => Array.from(document.querySelectorAll(selector));
const nextLink = (nav) => nav && nav.matches("[data-onward]") && nav.querySelector("[data-next]");
const childOf = (chunk, selector) => Array.from(chunk.children).find((child) => child.matches(selector)) || null;

// ── Fetching ──────────────────────────────────────────────

async function fetchPortion(address) {
  const answer = await fetchFragment(address, live.dataset.counter);
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const portion = page.querySelector("[data-portion]");
  if (!portion) throw new Error(address);
  live.dispatchEvent(new CustomEvent("follow:arrived", { detail: portion }));
  return { portion, nav: page.querySelector("[data-onward]") };
}

// Scripts that paint the page must paint new chunks too.
const notifyChange = () => live.dispatchEvent(new CustomEvent("follow:changed", { detail: { isAppended: true } }));

// ── Next chunk ────────────────────────────────────────────

const loading = new WeakSet();

async function loadNextChunk(nav) {
  const link = nextLink(nav);
  if (!link || loading.has(nav) || (nav.nextElementSibling && nav.nextElementSibling.hasAttribute("data-chunk"))) return;
  loading.add(nav);
  try {
    const address = link.href;
    const loaded = await fetchPortion(address);
    if (!nav.isConnected || nextLink(nav).href !== address) return;
    const chunk = document.createElement("div");
    chunk.setAttribute("data-chunk", address);
    chunk.append(loaded.portion, ...(loaded.nav ? [loaded.nav] : []));
    nav.after(chunk);
    nav.style.display = "none";
    observeChunk(chunk);
    notifyChange();
  } catch {
    // The link remains if loading fails.
  } finally {
    loading.delete(nav);
  }
}

// ── Updates ───────────────────────────────────────────────

const outdatedChunks = new WeakSet();
const visibleChunks = new Set();

async function refreshChunk(chunk) {
  outdatedChunks.delete(chunk);
  try {
    const loaded = await fetchPortion(chunk.getAttribute("data-chunk"));
    morph(childOf(chunk, "[data-portion]"), loaded.portion);
    const nav = childOf(chunk, "[data-onward]");
    if (nav && loaded.nav) morph(nav, loaded.nav);
    notifyChange();
  } catch {
    outdatedChunks.add(chunk);
  }
}

// Removes chunks that belong to a list no longer shown.
function removeIfDetached(chunk) {
  const nav = chunk.previousElementSibling;
  const link = nextLink(nav);
  if (link && link.href === chunk.getAttribute("data-chunk")) return false;
  if (nav) nav.style.display = "";
  chunk.remove();
  return true;
}

function handleChange({ detail }) {
  if (detail && detail.isAppended) return;
  selectAll("[data-chunk]").filter((chunk) => chunk.isConnected && !removeIfDetached(chunk)).forEach((chunk) => {
    outdatedChunks.add(chunk);
    if (visibleChunks.has(chunk)) refreshChunk(chunk);
  });
  selectAll("[data-onward]").forEach((nav) => linkObserver.observe(nav));
}

// ── Visible chunks ────────────────────────────────────────

const linkObserver = new IntersectionObserver((entries) => {
  entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => loadNextChunk(target));
}, { rootMargin: PRELOAD_MARGIN });

const portionObserver = new IntersectionObserver((entries) => {
  entries.forEach(({ target, isIntersecting }) => {
    const chunk = target.parentNode;
    if (isIntersecting) visibleChunks.add(chunk);
    else visibleChunks.delete(chunk);
    if (isIntersecting && outdatedChunks.has(chunk)) refreshChunk(chunk);
  });
});

function observeChunk(chunk) {
  portionObserver.observe(childOf(chunk, "[data-portion]"));
  const nav = childOf(chunk, "[data-onward]");
  if (nav) linkObserver.observe(nav);
}

live.addEventListener("follow:changed", handleChange);
selectAll("[data-onward]").forEach((nav) => linkObserver.observe(nav));
