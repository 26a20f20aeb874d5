// Decides which questions a hand leaves open, and their order. Independent of the page: a hand is what `answers()` in
// current.js returns.

export const finished = (hand) => hand.seats.includes(hand.end);

export const direct = (hand) => hand.finish.indexOf("direct") === 0;

export const partner = (seat) => seat[0] + (seat[1] === "1" ? "2" : "1");

// Returns the seats that are asked, beginning after the finisher.
export function asked(hand) {
  if (hand.end === "deck_exhausted") return hand.seats;
  if (!finished(hand) || (direct(hand) && !hand.asksUnopened)) return [];
  const from = hand.seats.indexOf(hand.end);
  const others = hand.seats.slice(from + 1).concat(hand.seats.slice(0, from));
  return others.filter((seat) => !hand.sparesPartner || seat !== partner(hand.end));
}

// A seat that need not be asked takes part once its sheet was opened.
const takesPart = (hand, seat) => asked(hand).includes(seat) || Boolean(hand.visited[seat]);

export function tellsOpening(hand, seat) {
  if (hand.end === "deck_exhausted" || seat === hand.end) return true;
  return finished(hand) && !direct(hand) && takesPart(hand, seat);
}

export function tellsRack(hand, seat) {
  const opened = ["series", "pairs"].includes(hand.openings[seat]);
  return opened && seat !== hand.end && tellsOpening(hand, seat);
}

// Under some rules a player who did not open pays for the okeys on their rack.
export function tellsOkeysOnly(hand, seat) {
  if (!hand.asksUnopened || !hand.end || seat === hand.end) return false;
  return direct(hand) ? takesPart(hand, seat) : tellsOpening(hand, seat) && hand.openings[seat] === "none";
}

// The indicator matters if an okey counts its number, and if a rack was entered by its tiles.
export function needsIndicator(hand) {
  const told = hand.seats.filter((seat) => tellsRack(hand, seat));
  return told.some((seat) => hand.tiles[seat].length || (hand.asksIndicator && hand.okeys[seat]));
}

// The rack of a player who opened is shown before they have said how.
export function tellsAnyOfRack(hand, seat) {
  const still = hand.openings[seat] === "" && tellsOpening(hand, seat) && seat !== hand.end;
  return still || tellsRack(hand, seat) || tellsOkeysOnly(hand, seat);
}

export function told(hand, seat) {
  const how = hand.openings[seat];
  if (tellsOkeysOnly(hand, seat)) return how === "none" || Boolean(hand.seen[seat]);
  return how === "none" || (how !== "" && hand.points[seat].trim() !== "");
}

// Returns the next seat that is asked and not answered, else the whole hand.
export function following(hand, step) {
  const order = asked(hand);
  const later = order.slice(order.indexOf(step) + 1).concat(order);
  return later.find((seat) => seat !== step && !told(hand, seat)) || "review";
}

// Returns the seat whose sheet a step shows: the finisher's sheet is shown with the kind of finish.
export function seatOf(hand, step) {
  if (step === "finish") return hand.end;
  return hand.seats.includes(step) ? step : null;
}

export function standsOpen(hand, step, section) {
  const seat = seatOf(hand, step);
  return section === step || (seat !== null && (section === seat || section === "finish"));
}

// Every second sheet is laid out differently, so that the second tap of a double tap hits nothing and nobody has to
// wait.
export const isShifted = (hand, step) => asked(hand).indexOf(step) % 2 === 1;

// A seat that is asked must answer before the form goes on.
export const mayGoOn = (hand, seat) => !asked(hand).includes(seat) || told(hand, seat);

// Enter goes on from an answered sheet, and from the first step once the finisher is known.
export function goesOnByEnter(hand, step) {
  return step !== "review" && hand.end !== "" && (!hand.seats.includes(step) || mayGoOn(hand, step));
}

// Returns whether a tap on a choice answers its whole step.
export function leadsOn(hand, step, name, value) {
  if (name === "end") return step === "end";
  return name === `${step}-opening` && value === "none" && !hand.asksUnopened;
}
