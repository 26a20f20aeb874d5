// Improves the organizer's pages; each works without it.
import { copy } from "../copy.js";
import "./files.js";
import "./placing.js";

function each(selector, act) {
  document.querySelectorAll(selector).forEach(act);
}

// A second tap on a button that is already sending does nothing.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-once]");
  if (!form) return;
  if (form.dataset.sending) {
    event.preventDefault();
    return;
  }
  form.dataset.sending = "yes";
});
window.addEventListener("pageshow", () => {
  each("form[data-once]", (form) => {
    delete form.dataset.sending;
  });
});

// Shows buttons that need scripts, and hides those that are only for pages without.
document.documentElement.classList.add("js");
each("[data-close]", (button) => {
  button.hidden = false;
});
each("[data-copy]", (button) => {
  const card = button.closest("section");
  button.hidden = false;
  button.addEventListener("click", () => copy(card.querySelector("[data-copy-source]"), () => {
    card.querySelector("[data-copied]").hidden = false;
  }));
});
each("[data-print-now]", () => window.print());

// The last day follows if the first one passes it.
function daysFollow(first, last) {
  first.addEventListener("change", () => {
    if (first.value && (!last.value || last.value < first.value)) last.value = first.value;
  });
}

const days = ["id_first_day", "id_last_day"].map((id) => document.getElementById(id));
if (days.every(Boolean)) daysFollow(...days);

// When the evening's page is refreshed, rounds stay open or closed.
const shut = {};
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id === "hall" && document.hidden) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "hall") return;
  each(".o-round", (round) => {
    shut[round.dataset.round] = !round.open;
  });
});
document.addEventListener("htmx:afterSwap", () => {
  each(".o-round", (round) => {
    if (round.dataset.round in shut) round.open = !shut[round.dataset.round];
  });
});
