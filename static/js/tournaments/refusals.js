// After a refused form, the first thing to decide is in view and has the focus, unless a field has it already.
const PROBLEMS = ".wrong, .note.bad[role=alert]";
const CONTROLS = "input:not([type=hidden]), select, textarea";

function showFirstProblem() {
  const problem = document.querySelector("[data-answers-form]").querySelector(PROBLEMS);
  const hasFocus = document.activeElement.matches(CONTROLS) || document.querySelector("[autofocus]");
  if (!problem || hasFocus) return;
  const target = problem.querySelector(CONTROLS) || problem;
  if (target === problem) problem.tabIndex = -1;
  problem.scrollIntoView({ behavior: "instant", block: "center" });
  target.focus({ preventScroll: true });
}

// Not before the browser has scrolled to the address's fragment.
if (document.querySelector("[data-answers-form]")) window.addEventListener("load", showFirstProblem);
