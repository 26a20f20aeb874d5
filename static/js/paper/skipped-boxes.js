// Decides which boxes of a typed row to skip because the end of the hand makes them irrelevant. Knows no figures.

const PARTNER = { A1: "A2", A2: "A1", B1: "B2", B2: "B1" };
const NOBODY_FINISHED = ["p", "ç", "c"];

export const normalizeInput = (text) => text.trim().toLocaleLowerCase("tr");

// Returns a seat by its number on paper, or by name.
export function seatsByName(seats) {
  const seatByName = {};
  seats.forEach((seat, index) => {
    seatByName[index + 1] = seatByName[seat.toLowerCase()] = seat;
  });
  return seatByName;
}

// `row` has the hand's end, the kind of finish, and the opening of this box's seat or whether it opened.
export function isSkipped({ kind, seat }, row, { seatByName, sparesPartner }) {
  if (!seat || !row.end) return false;
  if (NOBODY_FINISHED.includes(row.end)) return true;
  if (kind === "fouls") return false;
  const finisher = seatByName[row.end];
  if (kind === "jokers") return seat !== finisher && !row.opened;
  const isSpared = sparesPartner && PARTNER[finisher] === seat;
  if (finisher && (seat === finisher || isSpared || /[ed]/.test(row.finish))) return true;
  return kind !== "opening" && /^[-–—−nx0]$/.test(row.opening);
}
