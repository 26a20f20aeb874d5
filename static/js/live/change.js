// Morphs a page in place. Equal elements are kept, so focus, scroll position, selection and opened details survive.
// Elements with an id keep their identity when they move among their siblings.

const GLIDE = 200;

// ── What is new ───────────────────────────────────────────

function sameKind(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName && (one.id || "") === (other.id || "");
}

// Attributes that the reader or a script changed are kept.
const isReaders = (element, name) => ["style", "data-form"].includes(name) ||
  (name === "open" && element.nodeName === "DETAILS");

function takeAttributes(from, to) {
  Array.from(from.attributes).forEach(({ name }) => {
    if (!to.hasAttribute(name) && !isReaders(from, name)) from.removeAttribute(name);
  });
  Array.from(to.attributes).forEach(({ name, value }) => {
    // A script revealed this button; keep it visible.
    if (name === "hidden" && from.hasAttribute("data-print")) return;
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  });
}

const child = (parent, id) => Array.from(parent.children).find((one) => one.id === id) || null;

// Content that only the browser fills is kept.
const isBrowsers = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-browsers");

export function change(from, to) {
  if (from.isEqualNode(to) || isBrowsers(from)) return;
  // Changed text is replaced without a move animation.
  if (from.nodeType !== Node.ELEMENT_NODE) {
    from.parentNode.replaceChild(to.cloneNode(true), from);
    return;
  }
  takeAttributes(from, to);
  changeChildren(from, to);
}

// Chunks appended by infinite scrolling are unknown to the server's page and stay.
function past(node) {
  let at = node;
  while (at && at.nodeType === Node.ELEMENT_NODE && at.hasAttribute("data-chunk")) at = at.nextSibling;
  return at;
}

function changeChildren(from, to) {
  let at = past(from.firstChild);
  Array.from(to.childNodes).forEach((next) => {
    const match = next.id ? child(from, next.id) : at && sameKind(at, next) ? at : null;
    if (!match) {
      from.insertBefore(next, at);
      return;
    }
    if (match !== at) from.insertBefore(match, at);
    at = past(match.nextSibling);
    change(match, next);
  });
  while (at) {
    const gone = at;
    at = past(at.nextSibling);
    from.removeChild(gone);
  }
}

// ── What the hand is at ───────────────────────────────────

let held = null;

// Until the next change from the server.
export function hold(element) {
  held = element;
}

export function letGo() {
  const element = held;
  held = null;
  return element;
}

// Runs `deed`, which changes the layout, and scrolls so that the visible element keeps its position.
export function steady(element, deed) {
  const before = element && element.getBoundingClientRect();
  deed();
  if (!before || before.bottom < 0 || before.top > window.innerHeight || !document.contains(element)) return;
  const by = element.getBoundingClientRect().top - before.top;
  if (by) window.scrollBy({ top: by, behavior: "instant" });
}

// ── What has to make room ─────────────────────────────────
// What is in sight glides to its new place instead of jumping away from the eye.

const isCalm = (root) => !root.animate || window.matchMedia("(prefers-reduced-motion: reduce)").matches;

export function places(root) {
  const found = [];
  if (isCalm(root)) return found;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT, (element) => {
    const box = element.getBoundingClientRect();
    const seen = box.bottom > 0 && box.top < window.innerHeight && box.width && box.height;
    if (!seen || element.ownerSVGElement) return NodeFilter.FILTER_REJECT;
    found.push({ element, x: box.left, y: box.top });
    return NodeFilter.FILTER_ACCEPT;
  });
  while (walker.nextNode());
  return found;
}

// Returns whether an element moved by more than its container did.
function moved(one, carried) {
  const { element, x, y } = one;
  const box = element.getBoundingClientRect();
  const by = carried.get(element.parentNode) || { x: 0, y: 0 };
  const dx = x - box.left - by.x;
  const dy = y - box.top - by.y;
  const moves = document.contains(element) && Math.abs(dx) + Math.abs(dy) > 0.5 &&
    getComputedStyle(element).display !== "inline";
  carried.set(element, moves ? { x: by.x + dx, y: by.y + dy } : by);
  return { element, dx, dy, moves };
}

export function glide(before) {
  const carried = new Map();
  before.map((one) => moved(one, carried)).filter(({ moves }) => moves).forEach(({ element, dx, dy }) => {
    const from = `translate(${dx}px,${dy}px)`;
    element.animate([{ transform: from }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
  });
}
