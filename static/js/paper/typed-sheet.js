// Speeds up typing a sheet; the page works without it. Knows which boxes are asked, and no figures.
import { isSkipped, normalizeInput, seatsByName } from "./skipped-boxes.js";

const CHECK_DELAY = 350;

const form = document.querySelector(".t-form");
const checkTimers = {};

const boxesOf = (row) => Array.from(row.querySelectorAll("input[data-kind]"));

const rows = () => Array.from(form.querySelectorAll("fieldset.t-row"));

// ── Skipped boxes ─────────────────────────────────────────

function boxValue(row, name) {
  const box = row.querySelector(`input[name="${row.dataset.deal}-${name}"]`);
  return box ? normalizeInput(box.value) : "";
}

// Enter skips these boxes. Tab and taps still reach them.
function isBoxSkipped(row, box) {
  const seatByName = seatsByName(form.dataset.seats.split(" "));
  const typed = {
    end: boxValue(row, "end"),
    finish: boxValue(row, "finish"),
    opening: boxValue(row, `${box.dataset.seat}-opening`),
    opened: boxValue(row, `${box.dataset.seat}-opened`),
  };
  return isSkipped(box.dataset, typed, { seatByName, sparesPartner: form.hasAttribute("data-spares-partner") });
}

function markSkipped(row) {
  boxesOf(row).forEach((box) => box.classList.toggle("idle", !box.value && isBoxSkipped(row, box)));
}

// ── From box to box ───────────────────────────────────────

function focusBox(box) {
  if (!box) return;
  box.focus();
  box.select();
}

function nextBox(box) {
  const allBoxes = rows().reduce((list, row) => list.concat(boxesOf(row)), []);
  return allBoxes
    .slice(allBoxes.indexOf(box) + 1)
    .find((candidate) => !isBoxSkipped(candidate.closest("fieldset"), candidate));
}

// Returns the same box in the row above or below.
function boxInOtherRow(box, step) {
  const allRows = rows();
  const row = box.closest("fieldset");
  const otherRow = allRows[allRows.indexOf(row) + step];
  return otherRow && boxesOf(otherRow)[boxesOf(row).indexOf(box)];
}

function handleKey(event) {
  const { key, target: box } = event;
  if (!box.dataset.kind || event.altKey || event.ctrlKey || event.metaKey) return;
  if (key === "Enter") {
    event.preventDefault();
    focusBox(nextBox(box) || form.querySelector("button.go"));
  } else if ((key === "ArrowDown" || key === "ArrowUp") && !(box.dataset.kind === "fouls" && box.value)) {
    // In an open list the arrows move the choice.
    const otherBox = boxInOtherRow(box, key === "ArrowDown" ? 1 : -1);
    if (!otherBox) return;
    event.preventDefault();
    focusBox(otherBox);
  }
}

// ── Server checks of a row ────────────────────────────────

function requestCheck(row) {
  clearTimeout(checkTimers[row.id]);
  checkTimers[row.id] = setTimeout(() => {
    if (window.htmx) window.htmx.trigger(row, "refresh");
  }, CHECK_DELAY);
}

function filledRowsAfter(row) {
  const allRows = rows();
  return allRows.slice(allRows.indexOf(row) + 1).filter((laterRow) => boxesOf(laterRow).some((box) => box.value));
}

// Also sets the row's message on its boxes.
function showProblems({ target }) {
  const row = target.closest("fieldset");
  if (!row) return;
  boxesOf(row).forEach((box) => {
    box.removeAttribute("aria-invalid");
    box.removeAttribute("aria-describedby");
  });
  row.querySelectorAll("li[data-field]").forEach((problem) => {
    const box = row.querySelector(`input[name="${problem.dataset.field}"]`);
    if (!box) return;
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", problem.id);
  });
  row.classList.toggle("wrong", row.querySelector(".t-problems") !== null);
}

// ── Infractions ───────────────────────────────────────────

// Appends the list to the infractions already typed.
function createFoulSuggester() {
  const list = document.getElementById("fouls");
  const fouls = Array.from(list ? list.options : [], ({ value: code, label }) => [code, label]);
  return (box) => {
    const prefix = /[,; ]/.test(box.value) ? box.value.replace(/[^,; ]*$/, "") : "";
    list.textContent = "";
    fouls.forEach(([code, label]) => {
      list.appendChild(Object.assign(document.createElement("option"), { value: prefix + code, label }));
    });
  };
}

// ── Start ─────────────────────────────────────────────────

// Closing the window would lose typed rows: ask once.
let hasUnsavedInput = false;

function initialize() {
  const suggestFouls = createFoulSuggester();
  form.addEventListener("keydown", handleKey);
  form.addEventListener("htmx:afterSwap", showProblems);
  form.addEventListener("input", ({ target }) => {
    hasUnsavedInput = true;
    const row = target.closest("fieldset");
    if (!row) return;
    markSkipped(row);
    requestCheck(row);
    // In a countdown what is left after later hands depends on this one.
    if (form.hasAttribute("data-counted-down")) filledRowsAfter(row).forEach(requestCheck);
    if (target.dataset.kind === "fouls") suggestFouls(target);
  });
  form.addEventListener("submit", () => {
    hasUnsavedInput = false;
  });
  window.addEventListener("beforeunload", (event) => {
    if (hasUnsavedInput) event.preventDefault();
  });
  rows().forEach(markSkipped);
  // In a comparison the values are only read, so the page doesn't move to the first box.
  if (!form.hasAttribute("data-calm")) focusBox(form.querySelector("input[aria-invalid]") || firstEmptyBox());
}

// Moves to the first hand that nobody has typed.
function firstEmptyBox() {
  const row = rows().find((candidate) => !boxValue(candidate, "end"));
  return row && boxesOf(row)[0];
}

if (form) initialize();
