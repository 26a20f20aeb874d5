// Which questions a hand leaves open, and in which order they are asked. It knows no page: a hand is what
// `answers()` in current.js reads of one.

export const finished = (hand) => hand.seats.includes(hand.end);

export const direct = (hand) => hand.finish.indexOf("direct") === 0;

export const partner = (seat) => seat[0] + (seat[1] === "1" ? "2" : "1");

// The seats that are asked, beginning after the finisher.
export function asked(hand) {
  if (hand.end === "deck_exhausted") return hand.seats;
  if (!finished(hand) || (direct(hand) && !hand.asksUnopened)) return [];
  const from = hand.seats.indexOf(hand.end);
  const others = hand.seats.slice(from + 1).concat(hand.seats.slice(0, from));
  return others.filter((seat) => !hand.sparesPartner || seat !== partner(hand.end));
}

// Somebody who is not asked tells nonetheless, as soon as his sheet was opened.
const takesPart = (hand, seat) => asked(hand).includes(seat) || Boolean(hand.visited[seat]);

export function tellsOpening(hand, seat) {
  if (hand.end === "deck_exhausted" || seat === hand.end) return true;
  return finished(hand) && !direct(hand) && takesPart(hand, seat);
}

export function tellsRack(hand, seat) {
  const opened = ["series", "pairs"].includes(hand.openings[seat]);
  return opened && seat !== hand.end && tellsOpening(hand, seat);
}

// Under some rules somebody who did not open pays for the okeys on his rack.
export function tellsOkeysOnly(hand, seat) {
  if (!hand.asksUnopened || !hand.end || seat === hand.end) return false;
  return direct(hand) ? takesPart(hand, seat) : tellsOpening(hand, seat) && hand.openings[seat] === "none";
}

// Which tile was turned up matters where an okey counts its number, and to whoever told his rack by its tiles.
export function needsIndicator(hand) {
  const told = hand.seats.filter((seat) => tellsRack(hand, seat));
  return told.some((seat) => hand.tiles[seat].length || (hand.asksIndicator && hand.okeys[seat]));
}

// Where somebody who opened has still to say so, his rack stands open already.
export function tellsAnyOfRack(hand, seat) {
  const still = hand.openings[seat] === "" && tellsOpening(hand, seat) && seat !== hand.end;
  return still || tellsRack(hand, seat) || tellsOkeysOnly(hand, seat);
}

export function told(hand, seat) {
  const how = hand.openings[seat];
  if (tellsOkeysOnly(hand, seat)) return how === "none" || Boolean(hand.seen[seat]);
  return how === "none" || (how !== "" && hand.points[seat].trim() !== "");
}

// The next that is asked and has not told, else the whole hand.
export function following(hand, step) {
  const order = asked(hand);
  const later = order.slice(order.indexOf(step) + 1).concat(order);
  return later.find((seat) => seat !== step && !told(hand, seat)) || "review";
}

// Whose sheet a step shows: with how it was finished comes the finisher's own.
export function seatOf(hand, step) {
  if (step === "finish") return hand.end;
  return hand.seats.includes(step) ? step : null;
}

export function standsOpen(hand, step, section) {
  const seat = seatOf(hand, step);
  return section === step || (seat !== null && (section === seat || section === "finish"));
}

// Every second sheet has its questions elsewhere than the one before: a finger that answered there and comes down
// once more finds none, and one that goes on at once has not to wait.
export const isShifted = (hand, step) => asked(hand).indexOf(step) % 2 === 1;

// Whoever is asked has to tell before it goes on.
export const mayGoOn = (hand, seat) => !asked(hand).includes(seat) || told(hand, seat);

// Enter goes on from a sheet that has told, and from the first step once it is known who finished.
export function goesOnByEnter(hand, step) {
  return step !== "review" && hand.end !== "" && (!hand.seats.includes(step) || mayGoOn(hand, step));
}

// Whether a tap on a choice answers its whole step.
export function leadsOn(hand, step, name, value) {
  if (name === "end") return step === "end";
  return name === `${step}-opening` && value === "none" && !hand.asksUnopened;
}
