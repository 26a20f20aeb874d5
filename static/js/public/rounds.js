// Marks the current round of a bracket; a phone shows one at a time.

export const selectAll = (selector, within) => Array.from((within || document).querySelectorAll(selector));

export function toggleClass(element, name, on) {
  if (element.classList.contains(name) !== on) element.classList.toggle(name, on);
}

export function scrollLeftOf(board, column) {
  const inset = parseFloat(getComputedStyle(board).scrollPaddingLeft) || 0;
  return column.offsetLeft - board.offsetLeft - inset;
}

const columns = (board) => selectAll("section", board).filter((column) => column.parentNode === board);

// Returns the value nearest to zero.
export function nearestToZero(distances) {
  return distances.reduce((best, other) => (Math.abs(other) < Math.abs(best) ? other : best));
}

// A later round is short and vertically centred in a tall picture: scroll to its nearest box.
function scrollToNearestBox(column) {
  const middle = window.innerHeight / 2;
  const distances = selectAll("li .tie", column).map((box) => {
    const rect = box.getBoundingClientRect();
    return rect.bottom > 100 && rect.top < window.innerHeight - 60 ? 0 : (rect.top + rect.bottom) / 2 - middle;
  });
  if (!distances.length || distances.includes(0)) return;
  window.scrollBy({ top: nearestToZero(distances), behavior: "smooth" });
}

function currentColumn(board) {
  const distance = (column) => Math.abs(scrollLeftOf(board, column) - board.scrollLeft);
  return columns(board).reduce((closest, column) => (distance(column) < distance(closest) ? column : closest));
}

// On a phone a round is only as tall as its own boxes: earlier rounds collapse.
function collapseEarlierRounds(board) {
  const currentIndex = columns(board).indexOf(currentColumn(board));
  columns(board).forEach((column, index) => toggleClass(column, "past", index < currentIndex));
}

export function markCurrentRound(board) {
  collapseEarlierRounds(board);
  const nav = board.previousElementSibling;
  if (!nav || !nav.classList.contains("rounds")) return;
  const { id } = currentColumn(board);
  selectAll("a", nav).forEach((link) => {
    const current = link.hash === `#${id}` ? "true" : null;
    if (link.getAttribute("aria-current") === current) return;
    if (current) link.setAttribute("aria-current", current);
    else link.removeAttribute("aria-current");
    if (current) nav.scrollLeft = link.offsetLeft - nav.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
  });
}

let isScrolling = false;

function isVisible(board, column) {
  const boardRect = board.getBoundingClientRect();
  const columnRect = column.getBoundingClientRect();
  return !column.classList.contains("past") && columnRect.left >= boardRect.left && columnRect.right <= boardRect.right;
}

// Scrolls to a round without animation, unless it is fully visible, so that its boxes can be measured right after.
// Returns whether anything moved.
export function scrollToColumn(board, column) {
  if (!isScrolling && isVisible(board, column)) return false;
  toggleClass(column, "past", false);
  board.scrollTo({ left: scrollLeftOf(board, column), behavior: "instant" });
  markCurrentRound(board);
  return true;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".seg.rounds a");
  const column = link && document.getElementById(link.hash.slice(1));
  if (!column) return;
  event.preventDefault();
  const board = column.parentNode;
  isScrolling = true;
  toggleClass(column, "past", false);
  board.scrollTo({ left: scrollLeftOf(board, column), behavior: "smooth" });
  scrollToNearestBox(column);
});

// Only panning by hand scrolls the page along, never a script.
let scrollTimer = null;
let isTouchPan = false;
document.addEventListener("touchstart", (event) => {
  isTouchPan = Boolean(event.target.closest && event.target.closest(".bk"));
}, { passive: true });
document.addEventListener("scroll", (event) => {
  const board = event.target;
  if (!board.classList || !board.classList.contains("bk")) return;
  clearTimeout(scrollTimer);
  scrollTimer = setTimeout(() => {
    isScrolling = false;
    markCurrentRound(board);
    if (isTouchPan && board.clientWidth < 720) scrollToNearestBox(currentColumn(board));
  }, 160);
}, true);

selectAll(".bk").forEach((board) => {
  const column = columns(board)[Number(board.dataset.now)];
  if (column && board.scrollWidth > board.clientWidth) board.scrollLeft = scrollLeftOf(board, column);
  markCurrentRound(board);
});
