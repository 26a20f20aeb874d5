// Moves between steps, one decision at a time, and applies what follows from a decision.
import { newQuestion } from "../double-taps.js";
import { answers, choose, current, ending, inSteps, opening, points, screen, step, tilesField } from "./current.js";
import { restoreDraft, saveDraft } from "./drafts.js";
import { asked, finished, following } from "./questions.js";
import { ask, askAnew, isOld } from "./score.js";
import { open, refresh } from "./sheets.js";

// Whether the sheet was just opened: the first digit then replaces the figure.
let fresh = false;

export function firstDigit() {
  const first = fresh;
  fresh = false;
  return first;
}

export function show(wanted, first) {
  newQuestion();
  current.form.dataset.step = wanted;
  if (inSteps()) screen().dataset.shows = wanted;
  open(wanted);
  fresh = true;
  refresh();
  if (wanted !== "review" || (first && current.form.querySelector(".whole"))) return;
  if ("way" in current.form.dataset) isOld();
  ask();
}

export function go(wanted) {
  const hand = answers();
  const next = wanted === hand.end && finished(hand) ? "finish" : wanted;
  if (hand.seats.includes(next) && !asked(hand).includes(next)) current.visited[next] = true;
  current.form.dataset.way = next === "end" ? "back" : "on";
  show(next);
  saveDraft();
  history.pushState({ hand: current.form.dataset.hand, step: next }, "");
  const heading = current.form.querySelector(".step:not([hidden]) h2");
  window.scrollTo(0, 0);
  if (heading) heading.focus({ preventScroll: true });
}

export function onward() {
  go(following(answers(), step()));
}

// A form begins at its draft's step, unless that no longer fits its content.
export function beginAt(first, typed) {
  const drafted = restoreDraft();
  const lost = typed || (drafted !== "end" && !ending());
  show((lost ? null : drafted) || first, !drafted);
  return Boolean(drafted);
}

// A confirmation applies only to the hand as it was then.
export function edited() {
  current.confirmed = {};
  if (!inSteps()) document.getElementById("hindered").textContent = "";
  current.form.querySelectorAll("[name=accepted]").forEach((box) => {
    box.checked = false;
  });
  refresh();
  saveDraft();
  if (step() === "review") askAnew();
}

// A prefilled form: seats with an opening count as entered, asked or not. A finisher opened with series by default;
// nobody entered that, so it goes if another seat finishes.
export function takeUp() {
  current.seats.forEach((seat) => {
    current.visited[seat] = opening(seat) !== "";
    if (seat === ending() && !opening(seat)) choose(`${seat}-opening`, "series");
    current.opened[seat] = seat === ending() && opening(seat) === "series";
  });
}

export function endChanged() {
  current.seats.forEach((seat) => {
    if (seat === ending()) isFinisher(seat);
    else if (current.opened[seat]) {
      choose(`${seat}-opening`, "");
      current.opened[seat] = false;
    }
  });
  current.visited = {};
  current.seen = { [step()]: true };
}

function isFinisher(seat) {
  if (["", "none"].includes(opening(seat))) {
    choose(`${seat}-opening`, "series");
    current.opened[seat] = true;
  }
  points(seat).value = "";
  if (tilesField(seat)) tilesField(seat).value = "";
  choose(`${seat}-okeys`, "0");
}
