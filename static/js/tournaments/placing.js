// Placing by hand: updates the counts and keeps placements when the page is closed.
import { remember, remembered } from "../memory.js";

const FEWEST = 3;
const MOST = 6;

const selectsOf = (form) => form.querySelectorAll("select");

function count(form) {
  const placed = Array.from(selectsOf(form), (select) => select.value);
  form.querySelectorAll("[data-group]").forEach((badge) => {
    const inIt = placed.filter((group) => group === badge.dataset.group).length;
    const fits = inIt >= FEWEST && inIt <= MOST;
    badge.querySelector("b").textContent = inIt;
    badge.classList.toggle("full-up", fits);
    if (fits) badge.classList.remove("bad");
  });
}

// The error of a missing placement goes once it is filled in.
function mend(select) {
  const error = select.parentNode.querySelector(".amiss");
  if (!error || !select.value) return;
  error.remove();
  select.parentNode.classList.remove("wrong");
  select.removeAttribute("aria-invalid");
  select.removeAttribute("aria-describedby");
}

function keep(form) {
  const placed = {};
  selectsOf(form).forEach((select) => {
    if (select.value) placed[select.name] = select.value;
  });
  remember("sessionStorage", form.dataset.keep, JSON.stringify(placed));
}

function kept(form) {
  try {
    return JSON.parse(remembered("sessionStorage", form.dataset.keep)) || {};
  } catch (unreadable) {
    return {};
  }
}

function restore(form) {
  const placed = kept(form);
  selectsOf(form).forEach((select) => {
    if (!select.value && placed[select.name]) select.value = placed[select.name];
    mend(select);
  });
}

document.querySelectorAll("form[data-keep]").forEach((form) => {
  restore(form);
  count(form);
  form.addEventListener("change", (event) => {
    mend(event.target);
    count(form);
    keep(form);
  });
});
