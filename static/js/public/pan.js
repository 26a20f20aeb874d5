// Pans a bracket by mouse if it overflows.

function pan(board, x, y) {
  const left = board.scrollLeft;
  const top = window.scrollY;
  let moved = false;

  function move(moving) {
    if (!moved && Math.abs(moving.clientX - x) < 6) return;
    moved = true;
    board.classList.add("drag");
    board.scrollLeft = left - (moving.clientX - x);
    window.scrollTo(window.scrollX, top - (moving.clientY - y));
  }

  function drop() {
    document.removeEventListener("mousemove", move);
    document.removeEventListener("mouseup", drop);
    board.classList.remove("drag");
    if (!moved) return;
    // The click that ends a pan must not open a link.
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, true), 0);
  }

  document.addEventListener("mousemove", move);
  document.addEventListener("mouseup", drop);
}

function swallow(click) {
  click.preventDefault();
  click.stopPropagation();
}

document.addEventListener("mousedown", (event) => {
  const board = event.button ? null : event.target.closest(".bk");
  if (board && board.scrollWidth > board.clientWidth) pan(board, event.clientX, event.clientY);
});
document.addEventListener("dragstart", (event) => {
  if (event.target.closest && event.target.closest(".bk")) event.preventDefault();
});
