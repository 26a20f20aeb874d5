// Placing by hand: updates the counts and keeps placements when the page is closed.
import { readStorage, writeStorage } from "../browser-storage.js";

const MIN_GROUP_SIZE = 3;
const MAX_GROUP_SIZE = 6;

const selectsOf = (form) => form.querySelectorAll("select");

function updateCounts(form) {
  const placements = Array.from(selectsOf(form), (select) => select.value);
  form.querySelectorAll("[data-group]").forEach((badge) => {
    const size = placements.filter((group) => group === badge.dataset.group).length;
    const isAllowed = size >= MIN_GROUP_SIZE && size <= MAX_GROUP_SIZE;
    badge.querySelector("b").textContent = size;
    badge.classList.toggle("full-up", isAllowed);
    if (isAllowed) badge.classList.remove("bad");
  });
}

// The error of a missing placement goes once it is filled in.
function clearError(select) {
  const error = select.parentNode.querySelector(".error-text");
  if (!error || !select.value) return;
  error.remove();
  select.parentNode.classList.remove("wrong");
  select.removeAttribute("aria-invalid");
  select.removeAttribute("aria-describedby");
}

function savePlacements(form) {
  const placements = {};
  selectsOf(form).forEach((select) => {
    if (select.value) placements[select.name] = select.value;
  });
  writeStorage("sessionStorage", form.dataset.storageKey, JSON.stringify(placements));
}

function readPlacements(form) {
  try {
    return JSON.parse(readStorage("sessionStorage", form.dataset.storageKey)) || {};
  } catch (error) {
    return {};
  }
}

function restorePlacements(form) {
  const placements = readPlacements(form);
  selectsOf(form).forEach((select) => {
    if (!select.value && placements[select.name]) select.value = placements[select.name];
    clearError(select);
  });
}

document.querySelectorAll("form[data-storage-key]").forEach((form) => {
  restorePlacements(form);
  updateCounts(form);
  form.addEventListener("change", (event) => {
    clearError(event.target);
    updateCounts(form);
    savePlacements(form);
  });
});
