// Appends the next chunk of a long list before the reader scrolls to it, and updates visible chunks with the page.
// Without scripts there is a link to the next page.
import { change } from "./change.js";
import { handedOut } from "./handed.js";

const BEFORE = "800px 0px";
const live = document.getElementById("live");

const all = (selector) => Array.from(document.querySelectorAll(selector));
const wayOf = (nav) => nav && nav.matches("[data-onward]") && nav.querySelector("[data-next]");
const own = (chunk, selector) => Array.from(chunk.children).find((one) => one.matches(selector)) || null;

// ── What the server knows ─────────────────────────────────

async function portionAt(address) {
  const answer = await handedOut(address, live.dataset.counter);
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const portion = page.querySelector("[data-portion]");
  if (!portion) throw new Error(address);
  live.dispatchEvent(new CustomEvent("follow:arrived", { detail: portion }));
  return { portion, nav: page.querySelector("[data-onward]") };
}

// Scripts that paint the page must paint new chunks too.
const tell = () => live.dispatchEvent(new CustomEvent("follow:changed", { detail: { onward: true } }));

// ── Going on ──────────────────────────────────────────────

const coming = new WeakSet();

async function goOn(nav) {
  const way = wayOf(nav);
  if (!way || coming.has(nav) || (nav.nextElementSibling && nav.nextElementSibling.hasAttribute("data-chunk"))) return;
  coming.add(nav);
  try {
    const address = way.href;
    const found = await portionAt(address);
    if (!nav.isConnected || wayOf(nav).href !== address) return;
    const chunk = document.createElement("div");
    chunk.setAttribute("data-chunk", address);
    chunk.append(found.portion, ...(found.nav ? [found.nav] : []));
    nav.after(chunk);
    nav.style.display = "none";
    watch(chunk);
    tell();
  } catch {
    // The link remains if loading fails.
  } finally {
    coming.delete(nav);
  }
}

// ── Staying up to date ────────────────────────────────────

const old = new WeakSet();
const looked = new Set();

async function renew(chunk) {
  old.delete(chunk);
  try {
    const found = await portionAt(chunk.getAttribute("data-chunk"));
    change(own(chunk, "[data-portion]"), found.portion);
    const nav = own(chunk, "[data-onward]");
    if (nav && found.nav) change(nav, found.nav);
    tell();
  } catch {
    old.add(chunk);
  }
}

// Removes chunks that belong to a list no longer shown.
function leaves(chunk) {
  const nav = chunk.previousElementSibling;
  const way = wayOf(nav);
  if (way && way.href === chunk.getAttribute("data-chunk")) return false;
  if (nav) nav.style.display = "";
  chunk.remove();
  return true;
}

function changed({ detail }) {
  if (detail && detail.onward) return;
  all("[data-chunk]").filter((chunk) => chunk.isConnected && !leaves(chunk)).forEach((chunk) => {
    old.add(chunk);
    if (looked.has(chunk)) renew(chunk);
  });
  all("[data-onward]").forEach((nav) => ways.observe(nav));
}

// ── What is in sight ──────────────────────────────────────

const ways = new IntersectionObserver((seen) => {
  seen.filter((one) => one.isIntersecting).forEach(({ target }) => goOn(target));
}, { rootMargin: BEFORE });

const portions = new IntersectionObserver((seen) => {
  seen.forEach(({ target, isIntersecting }) => {
    const chunk = target.parentNode;
    if (isIntersecting) looked.add(chunk);
    else looked.delete(chunk);
    if (isIntersecting && old.has(chunk)) renew(chunk);
  });
});

function watch(chunk) {
  portions.observe(own(chunk, "[data-portion]"));
  const nav = own(chunk, "[data-onward]");
  if (nav) ways.observe(nav);
}

live.addEventListener("follow:changed", changed);
all("[data-onward]").forEach((nav) => ways.observe(nav));
