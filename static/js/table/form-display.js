// Updates the form's display: which parts are open, what each answer leads to, what comes next.
import {
  chooseValue, chosenEnd, currentStep, finisherName, formState, foulCount, isInSteps, pointsField, readAnswers,
  screenElement, seatName, seatSheet, seatTiles,
} from "./form-state.js";
import {
  askedSeats, asksAnyOfRack, asksOkeysOnly, asksOpening, asksRack, canContinue, isAnswered, isFinished,
  isSectionOpen, needsIndicator, nextStep, seatOfStep,
} from "./questions.js";
import { askScoreSoon } from "./score.js";

const sheetPart = (seat, name) => seatSheet(seat).querySelector(`[data-part="${name}"]`);

// Opens the sections of a step.
export function showSections(openStep) {
  const hand = readAnswers();
  formState.form.querySelectorAll(".step").forEach((section) => {
    section.hidden = !isSectionOpen(hand, openStep, section.dataset.step);
    section.classList.remove("listing");
  });
  closeTilePad();
  const seat = seatOfStep(hand, openStep);
  if (!seat) return;
  formState.form.querySelector(".how").classList.toggle("full", openStep === "finish");
  formState.seen[seat] = true;
  placeKeypad(seat);
}

// Closes the tile pad.
export function closeTilePad() {
  formState.form.querySelectorAll(".tapping").forEach((element) => element.classList.remove("tapping"));
  delete screenElement().dataset.tapping;
}

function placeKeypad(seat) {
  const existing = formState.form.querySelector(".keys");
  const pad = existing || document.getElementById("keypad").content.firstElementChild.cloneNode(true);
  seatSheet(seat).querySelector(".keypad-here").appendChild(pad);
}

export function refreshForm() {
  formState.form.classList.toggle("has-end", chosenEnd() !== "");
  const finishChoice = formState.form.querySelector("[data-finish-choice]");
  if (finishChoice) finishChoice.disabled = chosenEnd() !== "" && !finisherName();
  formState.form.querySelectorAll("[data-unless]").forEach((fieldset) => {
    fieldset.disabled = fieldset.dataset.unless === chosenEnd();
  });
  if (isInSteps()) refreshSteps(readAnswers());
  else {
    formState.form.querySelectorAll("[data-tiles]").forEach(refreshRack);
    document.dispatchEvent(new CustomEvent("hand:changed"));
  }
}

// On a whole page each rack has a key of its own.
function refreshRack(key) {
  const { seat } = key.closest("[data-seat]").dataset;
  const tileCount = seatTiles(seat).length;
  pointsField(seat).readOnly = tileCount > 0;
  showTileCount(key, tileCount);
}

// Shows how many tiles were tapped on the key that opens the pad.
function showTileCount(key, count) {
  key.textContent = count ? key.dataset.tapped.replace("%s", count) : key.dataset.tiles;
  key.classList.toggle("has", count > 0);
}

function refreshSteps(hand) {
  hand.seats.forEach((seat) => refreshSheet(hand, seat));
  refreshFinish(hand);
  refreshIndicator(readAnswers());
  refreshSeatMap(hand);
  refreshFouls();
  refreshNextButtons(hand);
  if (currentStep() !== "end" && currentStep() !== "review") askScoreSoon();
}

function refreshSheet(hand, seat) {
  const isOkeysOnly = asksOkeysOnly(hand, seat);
  sheetPart(seat, "opening").disabled = !asksOpening(hand, seat);
  sheetPart(seat, "rack").disabled = !asksAnyOfRack(hand, seat);
  sheetPart(seat, "rack").classList.toggle("okeys-only", isOkeysOnly);
  showRack(seat, isOkeysOnly);
  sheetPart(seat, "fouls").disabled = !hand.end || hand.end === "all_opened_pairs";
  seatSheet(seat).classList.toggle("wait", hand.openings[seat] === "");
  showHints(hand, seat);
  showPosition(hand, seat);
}

// Points counted from tiles are not typed beside them.
function showRack(seat, isOkeysOnly) {
  const hasTiles = seatTiles(seat).length > 0;
  pointsField(seat).disabled = isOkeysOnly || hasTiles;
  seatSheet(seat).querySelectorAll(".okeys input").forEach((field) => {
    field.disabled = hasTiles;
  });
}

function hintsOf(hand) {
  const finishKey = isFinished(hand) ? `${hand.finish}.${hand.openings[hand.end] || "series"}` : "deck_exhausted";
  return formState.hints[finishKey] || {};
}

function showHints(hand, seat) {
  const ownSheet = seatSheet(seat);
  const hints = hintsOf(hand);
  ownSheet.querySelectorAll("[data-hint]").forEach((small) => {
    small.textContent = seat === hand.end ? "" : hints[small.dataset.hint] || "";
  });
  ownSheet.querySelectorAll("[data-count]").forEach((label) => {
    label.hidden = Number(label.dataset.count) > Number(hints.okeys);
    if (label.hidden && label.firstElementChild.checked && !seatTiles(seat).length) chooseValue(`${seat}-okeys`, "0");
  });
  ownSheet.querySelector(".okeys").hidden = hints.okeys === "0";
  ownSheet.querySelector('[data-kind="none"]').hidden = seat === hand.end;
}

function showPosition(hand, seat) {
  const seats = askedSeats(hand);
  const index = seats.indexOf(seat);
  seatSheet(seat).querySelector("[data-place]").textContent = index < 0 ? "" : `${index + 1} / ${seats.length}`;
}

function refreshFinish(hand) {
  const { form } = formState;
  const finishKind = hand.finish || "plain";
  const isEnded = isFinished(hand);
  const opening = isEnded && hand.openings[hand.end] ? hand.openings[hand.end] : "series";
  form.querySelector(".how").classList.toggle("unfinished", !isEnded);
  form.querySelector("[data-ending]").textContent =
    isEnded ? form.dataset.finished.replace("%s", seatName(hand.end)) : form.dataset.exhausted;
  form.querySelectorAll(".kinds .opt").forEach((label) => {
    const hints = formState.hints[`${label.dataset.kind}.${opening}`] || {};
    label.classList.toggle("shown", label.dataset.kind === finishKind && finishKind.indexOf("_") > 0);
    label.querySelector("[data-finish-hint]").textContent = isEnded ? hints.finisher || "" : "";
  });
}

function refreshIndicator(hand) {
  const field = formState.form.querySelector("[data-indicator]");
  if (!field) return;
  field.hidden = !needsIndicator(hand);
  showFalseOkey(field.querySelector("option:checked").dataset.falseOkey);
}

// Shows what a false okey counts in this hand once the indicator is known; the rule until then.
function showFalseOkey(points) {
  formState.form.querySelectorAll(".counting b").forEach((shown) => {
    shown.textContent = points || shown.dataset.falseOkey;
  });
}

// The figures under the drawn table are the table itself on a phone on its side.
export function refreshSeatMap(hand = readAnswers()) {
  formState.form.querySelectorAll(".mini-table [data-seat], .four [data-seat]").forEach((mark) => {
    const { seat } = mark.dataset;
    mark.classList.toggle("finisher", seat === hand.end);
    mark.classList.toggle("now", seat === currentStep());
    mark.classList.toggle("done", seat !== hand.end && askedSeats(hand).includes(seat) && isAnswered(hand, seat));
  });
}

function refreshFouls() {
  formState.form.querySelectorAll(".foul").forEach((foul) => {
    const count = foulCount(foul);
    foul.classList.toggle("has", count !== 0);
    foul.querySelector("output").textContent = count ? `× ${count}` : "";
  });
}

function refreshNextButtons(hand) {
  const { form, seats } = formState;
  const next = nextStep(hand, currentStep());
  const seat = seats.includes(currentStep()) ? currentStep() : null;
  const text = next === "review" ? form.dataset.show : form.dataset.next.replace("%s", seatName(next));
  form.querySelectorAll("[data-on]").forEach((button) => {
    button.textContent = text;
    button.disabled = !canContinue(hand, seat);
  });
  form.querySelectorAll(".keys [data-key]").forEach((key) => {
    key.disabled = !seat || !asksRack(hand, seat) || hand.tiles[seat].length > 0;
  });
  form.querySelectorAll("[data-tiles]").forEach((key) => {
    key.disabled = !seat || !asksRack(hand, seat);
    showTileCount(key, seat ? hand.tiles[seat].length : 0);
  });
  if (seat || currentStep() === "finish") showKeypad(hand, seat);
}

function showKeypad(hand, seat) {
  const ownSheet = seatSheet(seat || hand.end);
  const isOpening = seat && seat !== hand.end && asksOpening(hand, seat) && hand.openings[seat] !== "none";
  const isShown = Boolean(isOpening) && !asksOkeysOnly(hand, seat);
  ownSheet.querySelector(".keypad-here").hidden = !isShown;
  ownSheet.querySelector(".keypad-here").classList.toggle("off", !isShown);
  ownSheet.lastElementChild.hidden = isShown;
}
