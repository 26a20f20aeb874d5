// Decides which boxes of a typed row to skip because the end of the hand makes them irrelevant. Knows no figures.

const PARTNER = { A1: "A2", A2: "A1", B1: "B2", B2: "B1" };
const NOBODY_FINISHED = ["p", "ç", "c"];

export const read = (text) => text.trim().toLocaleLowerCase("tr");

// Returns a seat by its number on paper, or by name.
export function seatsByName(seats) {
  const named = {};
  seats.forEach((seat, place) => {
    named[place + 1] = named[seat.toLowerCase()] = seat;
  });
  return named;
}

// `row` has the hand's end, the kind of finish, and the opening of this box's seat or whether it opened.
export function isIdle({ kind, seat }, row, { named, sparesPartner }) {
  if (!seat || !row.end) return false;
  if (NOBODY_FINISHED.includes(row.end)) return true;
  if (kind === "fouls") return false;
  const finisher = named[row.end];
  if (kind === "jokers") return seat !== finisher && !row.opened;
  const spared = sparesPartner && PARTNER[finisher] === seat;
  if (finisher && (seat === finisher || spared || /[ed]/.test(row.finish))) return true;
  return kind !== "opening" && /^[-–—−nx0]$/.test(row.opening);
}
