// Marks the current round of a bracket; a phone shows one at a time.

export const all = (selector, within) => Array.from((within || document).querySelectorAll(selector));

export function mark(element, name, on) {
  if (element.classList.contains(name) !== on) element.classList.toggle(name, on);
}

export function leftOf(board, column) {
  const inset = parseFloat(getComputedStyle(board).scrollPaddingLeft) || 0;
  return column.offsetLeft - board.offsetLeft - inset;
}

const columns = (board) => all("section", board).filter((one) => one.parentNode === board);

// Returns the value nearest to zero.
export function nearest(distances) {
  return distances.reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one));
}

// A later round is short and vertically centred in a tall picture: scroll to its nearest box.
function meet(column) {
  const middle = window.innerHeight / 2;
  const far = all("li .tie", column).map((box) => {
    const at = box.getBoundingClientRect();
    return at.bottom > 100 && at.top < window.innerHeight - 60 ? 0 : (at.top + at.bottom) / 2 - middle;
  });
  if (!far.length || far.includes(0)) return;
  window.scrollBy({ top: nearest(far), behavior: "smooth" });
}

function atColumn(board) {
  const away = (column) => Math.abs(leftOf(board, column) - board.scrollLeft);
  return columns(board).reduce((found, column) => (away(column) < away(found) ? column : found));
}

// On a phone a round is only as tall as its own boxes: earlier rounds collapse.
function fold(board) {
  const at = columns(board).indexOf(atColumn(board));
  columns(board).forEach((column, place) => mark(column, "past", place < at));
}

export function sayRound(board) {
  fold(board);
  const nav = board.previousElementSibling;
  if (!nav || !nav.classList.contains("rounds")) return;
  const { id } = atColumn(board);
  all("a", nav).forEach((link) => {
    const now = link.hash === `#${id}` ? "true" : null;
    if (link.getAttribute("aria-current") === now) return;
    if (now) link.setAttribute("aria-current", now);
    else link.removeAttribute("aria-current");
    if (now) nav.scrollLeft = link.offsetLeft - nav.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
  });
}

let underWay = false;

function inSight(board, column) {
  const here = board.getBoundingClientRect();
  const there = column.getBoundingClientRect();
  return !column.classList.contains("past") && there.left >= here.left && there.right <= here.right;
}

// Scrolls to a round without animation, unless it is fully visible, so that its boxes can be measured right after.
// Returns whether anything moved.
export function bringTo(board, column) {
  if (!underWay && inSight(board, column)) return false;
  mark(column, "past", false);
  board.scrollTo({ left: leftOf(board, column), behavior: "instant" });
  sayRound(board);
  return true;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".seg.rounds a");
  const column = link && document.getElementById(link.hash.slice(1));
  if (!column) return;
  event.preventDefault();
  const board = column.parentNode;
  underWay = true;
  mark(column, "past", false);
  board.scrollTo({ left: leftOf(board, column), behavior: "smooth" });
  meet(column);
});

// Only panning by hand scrolls the page along, never a script.
let resting = null;
let byHand = false;
document.addEventListener("touchstart", (event) => {
  byHand = Boolean(event.target.closest && event.target.closest(".bk"));
}, { passive: true });
document.addEventListener("scroll", (event) => {
  const board = event.target;
  if (!board.classList || !board.classList.contains("bk")) return;
  clearTimeout(resting);
  resting = setTimeout(() => {
    underWay = false;
    sayRound(board);
    if (byHand && board.clientWidth < 720) meet(atColumn(board));
  }, 160);
}, true);

all(".bk").forEach((board) => {
  const column = columns(board)[Number(board.dataset.now)];
  if (column && board.scrollWidth > board.clientWidth) board.scrollLeft = leftOf(board, column);
  sayRound(board);
});
