// The hand form of this page, its content, and what was done with it since it was shown.

export const current = { form: null, seats: [], hints: {} };

const nothingDone = () => ({ visited: {}, seen: {}, opened: {}, confirmed: {} });

// `opened` are the seats whose opening nobody entered: it follows from the finish.
export function forgetWhatWasDone() {
  Object.assign(current, nothingDone());
}

forgetWhatWasDone();

export const screen = () => document.getElementById("screen");

export const step = () => current.form.dataset.step;

// A form that is whole on its page has no steps for seats: all of it is one step, the last.
export const inSteps = () => current.seats.length > 0;

export const firstStep = () => (inSteps() ? "end" : "review");

export function chosen(name) {
  const field = current.form.querySelector(`input[name="${name}"]:checked`);
  return field ? field.value : "";
}

export function choose(name, value) {
  current.form.querySelectorAll(`input[name="${name}"]`).forEach((field) => {
    field.checked = field.value === value;
  });
}

export const sheet = (seat) => current.form.querySelector(`.sheet[data-seat="${seat}"]`);

export const points = (seat) => current.form.elements[`${seat}-points`];

// Not every page has a field for tiles.
export const tilesField = (seat) => current.form.elements[`${seat}-tiles`];

export function tiles(seat) {
  const field = tilesField(seat);
  return field ? field.value.split(" ").filter(Boolean) : [];
}

export const opening = (seat) => chosen(`${seat}-opening`);

export const ending = () => chosen("end");

export const call = (seat) => current.form.querySelector(`input[name="end"][value="${seat}"]`).dataset.call || "";

// The seat that finished; empty if the hand ended otherwise or nothing was entered.
export const finisher = () => (ending() ? call(ending()) : "");

export const countOf = (foul) => Number(foul.querySelector("input").value) || 0;

function bySeat(read) {
  const all = {};
  current.seats.forEach((seat) => {
    all[seat] = read(seat);
  });
  return all;
}

function fouls(seat) {
  const counted = {};
  sheet(seat).querySelectorAll(".foul").forEach((foul) => {
    counted[foul.dataset.code] = countOf(foul);
  });
  return counted;
}

function accepted() {
  return Array.from(current.form.querySelectorAll("[name=accepted]"))
    .filter((box) => box.checked)
    .map((box) => box.value);
}

export function answers() {
  return {
    seats: current.seats,
    end: ending(),
    finish: chosen("finish"),
    openings: bySeat(opening),
    points: bySeat((seat) => points(seat).value),
    okeys: bySeat((seat) => Number(chosen(`${seat}-okeys`)) || 0),
    tiles: bySeat(tiles),
    fouls: bySeat(fouls),
    accepted: accepted(),
    visited: current.visited,
    seen: current.seen,
    sparesPartner: "sparesPartner" in current.form.dataset,
    asksUnopened: "asksUnopened" in current.form.dataset,
    asksIndicator: "asksIndicator" in current.form.dataset,
  };
}

// Fields that identify the hand, as opposed to what is typed.
const FIXED = [
  "csrfmiddlewaretoken", "encounter", "match", "deal", "after", "entered_at", "seating", "version", "accepted",
];

export function typed() {
  return Array.from(current.form.elements).filter(
    (field) => field.name && /INPUT|SELECT/.test(field.tagName) && !FIXED.includes(field.name)
  );
}

export const isChoice = (field) => /radio|checkbox/.test(field.type);

export const isPreset = (field) => "preset" in field.dataset;
