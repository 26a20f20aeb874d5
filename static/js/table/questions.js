// Decides which questions a hand leaves open, and their order. Independent of the page: a hand is what
// `readAnswers()` in form-state.js returns.

export const isFinished = (hand) => hand.seats.includes(hand.end);

export const isDirectFinish = (hand) => hand.finish.indexOf("direct") === 0;

export const partnerOf = (seat) => seat[0] + (seat[1] === "1" ? "2" : "1");

// Returns the seats that are asked, beginning after the finisher.
export function askedSeats(hand) {
  if (hand.end === "deck_exhausted") return hand.seats;
  if (!isFinished(hand) || (isDirectFinish(hand) && !hand.asksUnopened)) return [];
  const finisherIndex = hand.seats.indexOf(hand.end);
  const otherSeats = hand.seats.slice(finisherIndex + 1).concat(hand.seats.slice(0, finisherIndex));
  return otherSeats.filter((seat) => !hand.sparesPartner || seat !== partnerOf(hand.end));
}

// A seat that need not be asked takes part once its sheet was opened.
const isTakingPart = (hand, seat) => askedSeats(hand).includes(seat) || Boolean(hand.visited[seat]);

export function asksOpening(hand, seat) {
  if (hand.end === "deck_exhausted" || seat === hand.end) return true;
  return isFinished(hand) && !isDirectFinish(hand) && isTakingPart(hand, seat);
}

export function asksRack(hand, seat) {
  const opened = ["series", "pairs"].includes(hand.openings[seat]);
  return opened && seat !== hand.end && asksOpening(hand, seat);
}

// Under some rules a player who did not open pays for the okeys on their rack.
export function asksOkeysOnly(hand, seat) {
  if (!hand.asksUnopened || !hand.end || seat === hand.end) return false;
  return isDirectFinish(hand) ? isTakingPart(hand, seat) : asksOpening(hand, seat) && hand.openings[seat] === "none";
}

// The indicator matters if an okey counts its number, and if a rack was entered by its tiles.
export function needsIndicator(hand) {
  const seatsWithRack = hand.seats.filter((seat) => asksRack(hand, seat));
  return seatsWithRack.some((seat) => hand.tiles[seat].length || (hand.asksIndicator && hand.okeys[seat]));
}

// The rack shows even before the kind of opening is chosen.
export function asksAnyOfRack(hand, seat) {
  const isUndecided = hand.openings[seat] === "" && asksOpening(hand, seat) && seat !== hand.end;
  return isUndecided || asksRack(hand, seat) || asksOkeysOnly(hand, seat);
}

export function isAnswered(hand, seat) {
  const opening = hand.openings[seat];
  if (asksOkeysOnly(hand, seat)) return opening === "none" || Boolean(hand.seen[seat]);
  return opening === "none" || (opening !== "" && hand.points[seat].trim() !== "");
}

// Returns the next seat that is asked and not answered, else the whole hand.
export function nextStep(hand, step) {
  const seats = askedSeats(hand);
  const candidates = seats.slice(seats.indexOf(step) + 1).concat(seats);
  return candidates.find((seat) => seat !== step && !isAnswered(hand, seat)) || "review";
}

// Returns the seat whose sheet a step shows: the finisher's sheet is shown with the kind of finish.
export function seatOfStep(hand, step) {
  if (step === "finish") return hand.end;
  return hand.seats.includes(step) ? step : null;
}

export function isSectionOpen(hand, step, section) {
  const seat = seatOfStep(hand, step);
  return section === step || (seat !== null && (section === seat || section === "finish"));
}

// A seat that is asked must answer before the form goes on.
export const canContinue = (hand, seat) => !askedSeats(hand).includes(seat) || isAnswered(hand, seat);

// Enter goes on from an answered sheet, and from the first step once the finisher is known.
export function continuesByEnter(hand, step) {
  return step !== "review" && hand.end !== "" && (!hand.seats.includes(step) || canContinue(hand, step));
}

// Returns whether a tap on a choice answers its whole step.
export function answersStep(hand, step, name, value) {
  if (name === "end") return step === "end";
  return name === `${step}-opening` && value === "none" && !hand.asksUnopened;
}
