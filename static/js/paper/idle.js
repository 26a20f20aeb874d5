// Which boxes of a typed row are passed by, for the end of the hand leaves them unasked. It knows no figure.

const PARTNER = { A1: "A2", A2: "A1", B1: "B2", B2: "B1" };
const NOBODY_FINISHED = ["p", "ç", "c"];

export const read = (text) => text.trim().toLocaleLowerCase("tr");

// A seat by its number on paper, or by its name.
export function seatsByName(seats) {
  const named = {};
  seats.forEach((seat, place) => {
    named[place + 1] = named[seat.toLowerCase()] = seat;
  });
  return named;
}

// `row` holds what is typed of the hand: its end, how it was finished, the opening of this box's seat, or whether it opened.
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
