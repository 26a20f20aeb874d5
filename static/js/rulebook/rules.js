// The page of the rules: its examples follow what is chosen. It works without this, by a button.

const form = document.getElementById("rules");
const stale = form.querySelector("[data-stale]");

// Reasons that are open stay open when their example is drawn anew.
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  detail.target.querySelectorAll("details[open]").forEach((details) => {
    const next = detail.fragment.querySelector(`#${details.id}`);
    if (next) next.open = true;
  });
});

// A field whose mistake was told or mended says so to a screen reader, too.
function mark() {
  form.querySelectorAll(".r-amount input").forEach((input) => {
    const amiss = document.getElementById(input.getAttribute("aria-describedby"));
    if (amiss.textContent.trim()) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  });
}

// What grows above must not push away what somebody is at.
let place = 0;
const top = () => document.activeElement.getBoundingClientRect().top;

form.addEventListener("htmx:beforeSwap", () => {
  place = top();
});
form.addEventListener("htmx:afterOnLoad", () => {
  window.scrollBy(0, top() - place);
  stale.hidden = true;
  mark();
});
["htmx:sendError", "htmx:responseError"].forEach((failure) => {
  form.addEventListener(failure, () => {
    stale.hidden = false;
  });
});

// A number that is typed is meant.
form.addEventListener("input", ({ target }) => {
  const option = target.closest(".r-amount") && target.closest(".r-option");
  const choice = option && option.querySelector("input[type=radio]");
  if (choice) choice.checked = true;
});

function isChanged({ checked, defaultChecked, value, defaultValue }) {
  return checked !== defaultChecked || (defaultValue !== undefined && value !== defaultValue);
}

// A browser that comes back, or loads again, may remember choices that the examples don't show yet.
window.addEventListener("pageshow", () => {
  if (Array.from(form.elements).some(isChanged)) window.htmx.trigger(form, "refresh");
});
