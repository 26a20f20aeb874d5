// Pans a bracket by mouse if it overflows.

function startPan(board, x, y) {
  const left = board.scrollLeft;
  const top = window.scrollY;
  let moved = false;

  function movePan(event) {
    if (!moved && Math.abs(event.clientX - x) < 6) return;
    moved = true;
    board.classList.add("drag");
    board.scrollLeft = left - (event.clientX - x);
    window.scrollTo(window.scrollX, top - (event.clientY - y));
  }

  function endPan() {
    document.removeEventListener("mousemove", movePan);
    document.removeEventListener("mouseup", endPan);
    board.classList.remove("drag");
    if (!moved) return;
    // The click that ends a pan must not open a link.
    document.addEventListener("click", suppressClick, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", suppressClick, true), 0);
  }

  document.addEventListener("mousemove", movePan);
  document.addEventListener("mouseup", endPan);
}

function suppressClick(event) {
  event.preventDefault();
  event.stopPropagation();
}

document.addEventListener("mousedown", (event) => {
  const board = event.button ? null : event.target.closest(".bk");
  if (board && board.scrollWidth > board.clientWidth) startPan(board, event.clientX, event.clientY);
});
document.addEventListener("dragstart", (event) => {
  if (event.target.closest && event.target.closest(".bk")) event.preventDefault();
});
