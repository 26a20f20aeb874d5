// The hand form of this page, its content, and what was done with it since it was shown.

export const formState = { form: null, seats: [], hints: {} };

const emptyProgress = () => ({ visited: {}, seen: {}, opened: {}, confirmed: {} });

// `opened` are the seats whose opening nobody entered: it follows from the finish.
export function resetProgress() {
  Object.assign(formState, emptyProgress());
}

resetProgress();

export const screenElement = () => document.getElementById("screen");

export const currentStep = () => formState.form.dataset.step;

// A form that is whole on its page has no steps for seats: all of it is one step, the last.
export const isInSteps = () => formState.seats.length > 0;

export const firstStep = () => (isInSteps() ? "end" : "review");

export function chosenValue(name) {
  const field = formState.form.querySelector(`input[name="${name}"]:checked`);
  return field ? field.value : "";
}

export function chooseValue(name, value) {
  formState.form.querySelectorAll(`input[name="${name}"]`).forEach((field) => {
    field.checked = field.value === value;
  });
}

export const seatSheet = (seat) => formState.form.querySelector(`.sheet[data-seat="${seat}"]`);

export const pointsField = (seat) => formState.form.elements[`${seat}-points`];

// Not every page has a field for tiles.
export const tilesField = (seat) => formState.form.elements[`${seat}-tiles`];

export function seatTiles(seat) {
  const field = tilesField(seat);
  return field ? field.value.split(" ").filter(Boolean) : [];
}

export const seatOpening = (seat) => chosenValue(`${seat}-opening`);

export const chosenEnd = () => chosenValue("end");

// Whether the hand ended in a way of which only the server knows if it scores.
export const mayBeVoid = () => Boolean(formState.form.querySelector("[name=end][data-may-be-void]:checked"));

export const seatName = (seat) => formState.form.querySelector(`input[name="end"][value="${seat}"]`).dataset.call || "";

// The seat that finished; empty if the hand ended otherwise or nothing was entered.
export const finisherName = () => (chosenEnd() ? seatName(chosenEnd()) : "");

export const foulCount = (foul) => Number(foul.querySelector("input").value) || 0;

function mapSeats(readSeat) {
  const values = {};
  formState.seats.forEach((seat) => {
    values[seat] = readSeat(seat);
  });
  return values;
}

export function readAnswers() {
  return {
    seats: formState.seats,
    end: chosenEnd(),
    finish: chosenValue("finish"),
    openings: mapSeats(seatOpening),
    points: mapSeats((seat) => pointsField(seat).value),
    okeys: mapSeats((seat) => Number(chosenValue(`${seat}-okeys`)) || 0),
    tiles: mapSeats(seatTiles),
    visited: formState.visited,
    seen: formState.seen,
    sparesPartner: "sparesPartner" in formState.form.dataset,
    asksUnopened: "asksUnopened" in formState.form.dataset,
    asksIndicator: "asksIndicator" in formState.form.dataset,
  };
}

// Fields that identify the hand, as opposed to what is typed.
const IDENTIFYING_FIELDS = [
  "csrfmiddlewaretoken", "encounter", "match", "deal", "after", "entered_at", "seating", "version", "accepted",
];

export function typedFields() {
  return Array.from(formState.form.elements).filter(
    (field) => field.name && /INPUT|SELECT/.test(field.tagName) && !IDENTIFYING_FIELDS.includes(field.name)
  );
}

export const isChoice = (field) => /radio|checkbox/.test(field.type);

export const isPreset = (field) => "preset" in field.dataset;
