// Morphs a page in place. Equal elements are kept, so focus, scroll position, selection and opened details survive.
// Elements with an id keep their identity when they move among their siblings.

const GLIDE = 200;

// ── Morphing ──────────────────────────────────────────────

function isSameKind(first, second) {
  return first.nodeType === second.nodeType && first.nodeName === second.nodeName &&
    (first.id || "") === (second.id || "");
}

// Attributes that the reader or a script changed are kept.
const isChangedByReader = (element, name) => ["style", "data-form"].includes(name) ||
  (name === "open" && element.nodeName === "DETAILS");

function copyAttributes(from, to) {
  Array.from(from.attributes).forEach(({ name }) => {
    if (!to.hasAttribute(name) && !isChangedByReader(from, name)) from.removeAttribute(name);
  });
  Array.from(to.attributes).forEach(({ name, value }) => {
    // A script revealed this button; keep it visible.
    if (name === "hidden" && from.hasAttribute("data-print")) return;
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  });
}

const childById = (parent, id) => Array.from(parent.children).find((candidate) => candidate.id === id) || null;

// Content that only the browser fills is kept.
const isFilledByBrowser = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-browsers");

export function morph(from, to) {
  if (from.isEqualNode(to) || isFilledByBrowser(from)) return;
  // Changed text is replaced without a move animation.
  if (from.nodeType !== Node.ELEMENT_NODE) {
    from.parentNode.replaceChild(to.cloneNode(true), from);
    return;
  }
  copyAttributes(from, to);
  morphChildren(from, to);
}

// Chunks appended by infinite scrolling are unknown to the server's page and stay.
function skipChunks(node) {
  let current = node;
  while (current && current.nodeType === Node.ELEMENT_NODE && current.hasAttribute("data-chunk")) {
    current = current.nextSibling;
  }
  return current;
}

function morphChildren(from, to) {
  let current = skipChunks(from.firstChild);
  Array.from(to.childNodes).forEach((next) => {
    const match = next.id ? childById(from, next.id) : current && isSameKind(current, next) ? current : null;
    if (!match) {
      from.insertBefore(next, current);
      return;
    }
    if (match !== current) from.insertBefore(match, current);
    current = skipChunks(match.nextSibling);
    morph(match, next);
  });
  while (current) {
    const removed = current;
    current = skipChunks(current.nextSibling);
    from.removeChild(removed);
  }
}

// ── Scroll anchor ─────────────────────────────────────────

let anchor = null;

// Until the next change from the server.
export function setAnchor(element) {
  anchor = element;
}

export function takeAnchor() {
  const element = anchor;
  anchor = null;
  return element;
}

// Runs `changeLayout` and scrolls so that the visible element keeps its position.
export function keepInPlace(element, changeLayout) {
  const before = element && element.getBoundingClientRect();
  changeLayout();
  if (!before || before.bottom < 0 || before.top > window.innerHeight || !document.contains(element)) return;
  const distance = element.getBoundingClientRect().top - before.top;
  if (distance) window.scrollBy({ top: distance, behavior: "instant" });
}

// ── Move animations ───────────────────────────────────────
// Visible elements glide to their new place, so that the reader can follow them.

const isMotionReduced = (root) => !root.animate || window.matchMedia("(prefers-reduced-motion: reduce)").matches;

export function measurePositions(root) {
  const positions = [];
  if (isMotionReduced(root)) return positions;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT, (element) => {
    const box = element.getBoundingClientRect();
    const isVisible = box.bottom > 0 && box.top < window.innerHeight && box.width && box.height;
    if (!isVisible || element.ownerSVGElement) return NodeFilter.FILTER_REJECT;
    positions.push({ element, x: box.left, y: box.top });
    return NodeFilter.FILTER_ACCEPT;
  });
  while (walker.nextNode());
  return positions;
}

// Returns whether an element moved by more than its container did.
function measureMove(position, offsets) {
  const { element, x, y } = position;
  const box = element.getBoundingClientRect();
  const parentOffset = offsets.get(element.parentNode) || { x: 0, y: 0 };
  const dx = x - box.left - parentOffset.x;
  const dy = y - box.top - parentOffset.y;
  const isMoved = document.contains(element) && Math.abs(dx) + Math.abs(dy) > 0.5 &&
    getComputedStyle(element).display !== "inline";
  offsets.set(element, isMoved ? { x: parentOffset.x + dx, y: parentOffset.y + dy } : parentOffset);
  return { element, dx, dy, isMoved };
}

export function animateMoves(positions) {
  const offsets = new Map();
  positions.map((position) => measureMove(position, offsets)).filter(({ isMoved }) => isMoved).forEach(({ element, dx, dy }) => {
    const from = `translate(${dx}px,${dy}px)`;
    element.animate([{ transform: from }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
  });
}
