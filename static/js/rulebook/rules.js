// Updates the examples on the page of the rules after each choice. Without it there is a button.

const form = document.getElementById("rules");
const staleNotice = form.querySelector("[data-stale]");

// Open reasons stay open when their example is replaced.
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  detail.target.querySelectorAll("details[open]").forEach((details) => {
    const next = detail.fragment.querySelector(`#${details.id}`);
    if (next) next.open = true;
  });
});

// Tells screen readers that a field became invalid or valid.
function markInvalidFields() {
  form.querySelectorAll(".r-amount input").forEach((input) => {
    const error = document.getElementById(input.getAttribute("aria-describedby"));
    if (error.textContent.trim()) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  });
}

// Content that grows above must not push away the field in use.
let topBefore = 0;
const focusedTop = () => document.activeElement.getBoundingClientRect().top;

form.addEventListener("htmx:beforeSwap", () => {
  topBefore = focusedTop();
});
form.addEventListener("htmx:afterOnLoad", () => {
  window.scrollBy(0, focusedTop() - topBefore);
  staleNotice.hidden = true;
  markInvalidFields();
});
["htmx:sendError", "htmx:responseError"].forEach((failureEvent) => {
  form.addEventListener(failureEvent, () => {
    staleNotice.hidden = false;
  });
});

// Typing a number selects its option.
form.addEventListener("input", ({ target }) => {
  const option = target.closest(".r-amount") && target.closest(".r-option");
  const choice = option && option.querySelector("input[type=radio]");
  if (choice) choice.checked = true;
});

function isChanged({ checked, defaultChecked, value, defaultValue }) {
  return checked !== defaultChecked || (defaultValue !== undefined && value !== defaultValue);
}

// After going back or reloading, the browser may restore choices that the examples don't show yet.
window.addEventListener("pageshow", () => {
  if (Array.from(form.elements).some(isChanged)) window.htmx.trigger(form, "refresh");
});
