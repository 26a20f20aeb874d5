// Improves the organizer's pages; each works without it.
import { copyText } from "../copy.js";
import "./blueprint-use.js";
import "./file-size.js";
import "./manual-placing.js";
import "./refusals.js";

function forEachElement(selector, action) {
  document.querySelectorAll(selector).forEach(action);
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
  forEachElement("form[data-once]", (form) => {
    delete form.dataset.sending;
  });
});

// Estimates on their way belong to earlier choices, and would undo the one just made: they are requested again.
document.addEventListener("change", ({ target }) => {
  const form = target.closest("form");
  if (!form) return;
  form.querySelectorAll("[hx-trigger^='change from:closest form']").forEach((estimates) => {
    window.htmx.trigger(estimates, "htmx:abort");
  });
});

// Shows buttons that need scripts, and hides those that are only for pages without.
document.documentElement.classList.add("js");
forEachElement("[data-close]", (button) => {
  button.hidden = false;
});
forEachElement("[data-copy]", (button) => {
  const card = button.closest("section");
  button.hidden = false;
  button.addEventListener("click", () => copyText(card.querySelector("[data-copy-source]"), () => {
    card.querySelector("[data-copied]").hidden = false;
  }));
});
forEachElement("[data-print-now]", () => window.print());

// The last day follows if the first one passes it.
function keepLastDayAfterFirst(first, last) {
  first.addEventListener("change", () => {
    if (first.value && (!last.value || last.value < first.value)) last.value = first.value;
  });
}

const days = ["id_first_day", "id_last_day"].map((id) => document.getElementById(id));
if (days.every(Boolean)) keepLastDayAfterFirst(...days);

// When the evening's page is refreshed, rounds stay open or closed.
const closedRounds = {};
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id === "room-overview" && document.hidden) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "room-overview") return;
  forEachElement(".o-round", (round) => {
    closedRounds[round.dataset.round] = !round.open;
  });
});
document.addEventListener("htmx:afterSwap", () => {
  forEachElement(".o-round", (round) => {
    if (round.dataset.round in closedRounds) round.open = !closedRounds[round.dataset.round];
  });
});
