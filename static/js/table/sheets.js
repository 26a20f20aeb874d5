// Updates the form's display: which parts are open, what each answer leads to, what comes next.
import {
  answers, call, choose, countOf, current, ending, finisher, inSteps, points, screen, sheet, step, tiles,
} from "./current.js";
import {
  asked, finished, following, isShifted, mayGoOn, needsIndicator, seatOf, standsOpen, tellsAnyOfRack, tellsOkeysOnly, tellsOpening, tellsRack, told,
} from "./questions.js";
import { askSoon } from "./score.js";

const part = (seat, name) => sheet(seat).querySelector(`[data-part="${name}"]`);

// Opens the sections of a step.
export function open(step) {
  const hand = answers();
  current.form.querySelectorAll(".step").forEach((section) => {
    section.hidden = !standsOpen(hand, step, section.dataset.step);
    section.classList.remove("listing");
  });
  withoutPad();
  const seat = seatOf(hand, step);
  if (!seat) return;
  current.form.querySelector(".how").classList.toggle("full", step === "finish");
  current.seen[seat] = true;
  placeKeypad(seat);
  placeFinish(hand, step);
}

// Closes the tile pad.
export function withoutPad() {
  current.form.querySelectorAll(".tapping").forEach((one) => one.classList.remove("tapping"));
  delete screen().dataset.tapping;
}

function placeKeypad(seat) {
  const keys = current.form.querySelector(".keys");
  const pad = keys || document.getElementById("keypad").content.firstElementChild.cloneNode(true);
  sheet(seat).querySelector(".keypad-here").appendChild(pad);
}

// The kind of finish is above the sheet, or in it above the keys.
function placeFinish(hand, step) {
  const { form } = current;
  const shifted = isShifted(hand, step);
  form.querySelectorAll(".sheet").forEach((one) => one.classList.toggle("shifted", shifted));
  const before = shifted ? sheet(step).querySelector(".keypad-here") : form.querySelector(".sheet");
  before.before(form.querySelector(".how"));
}

export function refresh() {
  const how = current.form.querySelector("[data-how]");
  if (how) how.disabled = ending() !== "" && !finisher();
  current.form.querySelectorAll("[data-unless]").forEach((part) => {
    part.disabled = part.dataset.unless === ending();
  });
  if (inSteps()) refreshSteps(answers());
  else current.form.querySelectorAll("[data-tiles]").forEach(refreshRack);
}

// On a whole page each rack has a key of its own.
function refreshRack(key) {
  const { seat } = key.closest("[data-seat]").dataset;
  const tileCount = tiles(seat).length;
  points(seat).readOnly = tileCount > 0;
  showTold(key, tileCount);
}

// Shows how many tiles were tapped on the key that opens the pad.
function showTold(key, told) {
  key.textContent = told ? key.dataset.told.replace("%s", told) : key.dataset.tiles;
  key.classList.toggle("has", told > 0);
}

function refreshSteps(hand) {
  hand.seats.forEach((seat) => refreshSheet(hand, seat));
  refreshFinish(hand);
  refreshIndicator(answers());
  refreshMini(hand);
  refreshFouls();
  refreshOnward(hand);
  if (step() !== "end" && step() !== "review") askSoon();
}

function refreshSheet(hand, seat) {
  const onlyOkeys = tellsOkeysOnly(hand, seat);
  part(seat, "opening").disabled = !tellsOpening(hand, seat);
  part(seat, "rack").disabled = !tellsAnyOfRack(hand, seat);
  part(seat, "rack").classList.toggle("okeys-only", onlyOkeys);
  showRack(seat, onlyOkeys);
  part(seat, "fouls").disabled = !hand.end || hand.end === "all_opened_pairs";
  sheet(seat).classList.toggle("wait", hand.openings[seat] === "");
  showHints(hand, seat);
  showPlace(hand, seat);
}

// Points counted from tiles are not typed beside them.
function showRack(seat, onlyOkeys) {
  const hasTiles = tiles(seat).length > 0;
  points(seat).disabled = onlyOkeys || hasTiles;
  sheet(seat).querySelectorAll(".okeys input").forEach((field) => {
    field.disabled = hasTiles;
  });
}

function hintsOf(hand) {
  const how = finished(hand) ? `${hand.finish}.${hand.openings[hand.end] || "series"}` : "deck_exhausted";
  return current.hints[how] || {};
}

function showHints(hand, seat) {
  const own = sheet(seat);
  const hints = hintsOf(hand);
  own.querySelectorAll("[data-hint]").forEach((small) => {
    small.textContent = seat === hand.end ? "" : hints[small.dataset.hint] || "";
  });
  own.querySelectorAll("[data-count]").forEach((label) => {
    label.hidden = Number(label.dataset.count) > Number(hints.okeys);
    if (label.hidden && label.firstElementChild.checked && !tiles(seat).length) choose(`${seat}-okeys`, "0");
  });
  own.querySelector(".okeys").hidden = hints.okeys === "0";
  own.querySelector('[data-kind="none"]').hidden = seat === hand.end;
}

function showPlace(hand, seat) {
  const order = asked(hand);
  const place = order.indexOf(seat);
  sheet(seat).querySelector("[data-place]").textContent = place < 0 ? "" : `${place + 1} / ${order.length}`;
}

function refreshFinish(hand) {
  const { form } = current;
  const kind = hand.finish || "plain";
  const ended = finished(hand);
  const opened = ended && hand.openings[hand.end] ? hand.openings[hand.end] : "series";
  form.querySelector(".how").classList.toggle("unfinished", !ended);
  form.querySelector("[data-who]").textContent =
    ended ? form.dataset.finished.replace("%s", call(hand.end)) : form.dataset.exhausted;
  form.querySelectorAll(".kinds .opt").forEach((label) => {
    const hints = current.hints[`${label.dataset.kind}.${opened}`] || {};
    label.classList.toggle("shown", label.dataset.kind === kind && kind.indexOf("_") > 0);
    label.querySelector("[data-credit]").textContent = ended ? hints.finisher || "" : "";
  });
}

function refreshIndicator(hand) {
  const field = current.form.querySelector("[data-indicator]");
  if (!field) return;
  field.hidden = !needsIndicator(hand);
  showFalseOkey(field.querySelector("option:checked").dataset.falseOkey);
}

// Shows what a false okey counts in this hand once the indicator is known; the rule until then.
function showFalseOkey(points) {
  current.form.querySelectorAll(".counting b").forEach((shown) => {
    shown.textContent = points || shown.dataset.falseOkey;
  });
}

function refreshMini(hand) {
  current.form.querySelectorAll(".mini [data-seat]").forEach((mark) => {
    const { seat } = mark.dataset;
    mark.classList.toggle("fin", seat === hand.end);
    mark.classList.toggle("now", seat === step());
    mark.classList.toggle("done", seat !== hand.end && asked(hand).includes(seat) && told(hand, seat));
  });
}

function refreshFouls() {
  current.form.querySelectorAll(".foul").forEach((foul) => {
    const count = countOf(foul);
    foul.classList.toggle("has", count !== 0);
    foul.querySelector("output").textContent = count ? `× ${count}` : "";
  });
}

function refreshOnward(hand) {
  const { form, seats } = current;
  const next = following(hand, step());
  const seat = seats.includes(step()) ? step() : null;
  const words = next === "review" ? form.dataset.show : form.dataset.next.replace("%s", call(next));
  form.querySelectorAll("[data-on]").forEach((button) => {
    button.textContent = words;
    button.disabled = !mayGoOn(hand, seat);
  });
  form.querySelectorAll(".keys [data-key]").forEach((key) => {
    key.disabled = !seat || !tellsRack(hand, seat) || hand.tiles[seat].length > 0;
  });
  form.querySelectorAll("[data-tiles]").forEach((key) => {
    key.disabled = !seat || !tellsRack(hand, seat);
    showTold(key, seat ? hand.tiles[seat].length : 0);
  });
  if (seat || step() === "finish") showKeypad(hand, seat);
}

function showKeypad(hand, seat) {
  const own = sheet(seat || hand.end);
  const opens = seat && seat !== hand.end && tellsOpening(hand, seat) && hand.openings[seat] !== "none";
  const shown = Boolean(opens) && !tellsOkeysOnly(hand, seat);
  own.querySelector(".keypad-here").hidden = !shown;
  own.querySelector(".keypad-here").classList.toggle("off", !shown);
  own.lastElementChild.hidden = shown;
}
