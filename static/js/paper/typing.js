// Speeds up typing a sheet; the page works without it. Knows which boxes are asked, and no figures.
import { isIdle, read, seatsByName } from "./idle.js";

const WAIT = 350;

const form = document.querySelector(".t-form");
const waiting = {};

const boxes = (row) => Array.from(row.querySelectorAll("input[data-kind]"));

const rows = () => Array.from(form.querySelectorAll("fieldset.t-row"));

// ── Who is asked ──────────────────────────────────────────

function value(row, name) {
  const box = row.querySelector(`input[name="${row.dataset.deal}-${name}"]`);
  return box ? read(box.value) : "";
}

// Enter skips these boxes. Tab and taps still reach them.
function idle(row, box) {
  const named = seatsByName(form.dataset.seats.split(" "));
  const typed = {
    end: value(row, "end"),
    finish: value(row, "finish"),
    opening: value(row, `${box.dataset.seat}-opening`),
    opened: value(row, `${box.dataset.seat}-opened`),
  };
  return isIdle(box.dataset, typed, { named, sparesPartner: form.hasAttribute("data-spares-partner") });
}

function mark(row) {
  boxes(row).forEach((box) => box.classList.toggle("idle", !box.value && idle(row, box)));
}

// ── From box to box ───────────────────────────────────────

function go(box) {
  if (!box) return;
  box.focus();
  box.select();
}

function next(box) {
  const all = rows().reduce((list, row) => list.concat(boxes(row)), []);
  return all.slice(all.indexOf(box) + 1).find((one) => !idle(one.closest("fieldset"), one));
}

// Returns the same box in the row above or below.
function beside(box, step) {
  const listed = rows();
  const row = box.closest("fieldset");
  const other = listed[listed.indexOf(row) + step];
  return other && boxes(other)[boxes(row).indexOf(box)];
}

function keyed(event) {
  const { key, target: box } = event;
  if (!box.dataset.kind || event.altKey || event.ctrlKey || event.metaKey) return;
  if (key === "Enter") {
    event.preventDefault();
    go(next(box) || form.querySelector("button.go"));
  } else if ((key === "ArrowDown" || key === "ArrowUp") && !(box.dataset.kind === "fouls" && box.value)) {
    // In an open list the arrows move the choice.
    const other = beside(box, key === "ArrowDown" ? 1 : -1);
    if (!other) return;
    event.preventDefault();
    go(other);
  }
}

// ── What the server says of a row ─────────────────────────

function look(row) {
  clearTimeout(waiting[row.id]);
  waiting[row.id] = setTimeout(() => {
    if (window.htmx) window.htmx.trigger(row, "look");
  }, WAIT);
}

function after(row) {
  const listed = rows();
  return listed.slice(listed.indexOf(row) + 1).filter((one) => boxes(one).some((box) => box.value));
}

// Also sets the row's message on its boxes.
function said({ target }) {
  const row = target.closest("fieldset");
  if (!row) return;
  boxes(row).forEach((box) => {
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
function offersFouls() {
  const list = document.getElementById("fouls");
  const known = Array.from(list ? list.options : [], ({ value: code, label }) => [code, label]);
  return (box) => {
    const before = /[,; ]/.test(box.value) ? box.value.replace(/[^,; ]*$/, "") : "";
    list.textContent = "";
    known.forEach(([code, label]) => list.appendChild(Object.assign(document.createElement("option"), { value: before + code, label })));
  };
}

// ── Beginning ─────────────────────────────────────────────

// Closing the window would lose typed rows: ask once.
let changed = false;

function begin() {
  const offer = offersFouls();
  form.addEventListener("keydown", keyed);
  form.addEventListener("htmx:afterSwap", said);
  form.addEventListener("input", ({ target }) => {
    changed = true;
    const row = target.closest("fieldset");
    if (!row) return;
    mark(row);
    look(row);
    // In a countdown what is left after later hands depends on this one.
    if (form.hasAttribute("data-counted-down")) after(row).forEach(look);
    if (target.dataset.kind === "fouls") offer(target);
  });
  form.addEventListener("submit", () => {
    changed = false;
  });
  window.addEventListener("beforeunload", (event) => {
    if (changed) event.preventDefault();
  });
  rows().forEach(mark);
  // In a comparison the values are only read, so the page doesn't move to the first box.
  if (!form.hasAttribute("data-calm")) go(form.querySelector("input[aria-invalid]") || firstEmpty());
}

// Moves to the first hand that nobody has typed.
function firstEmpty() {
  const row = rows().find((one) => !value(one, "end"));
  return row && boxes(row)[0];
}

if (form) begin();
