// Computes what a round clock shows and when it rings, by the same rules as `clock_face.py`. A clock is the `data-…`
// of its element.

// Seconds after which a passed moment is no longer announced: the page was asleep.
const SLEPT = 30;

const two = (number) => (number < 10 ? "0" : "") + number;

export function text(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export function left(clock, now) {
  return clock.rests ? Number(clock.rests) : Math.ceil((Number(clock.ends) - now) / 1000);
}

export function figure(clock, seconds) {
  const amount = Number(clock.amount || 0);
  if (seconds > 0) return text(seconds);
  if (clock.extra === "hands") return amount ? `+${amount}` : "0";
  if (clock.extra !== "minutes") return `+${text(-seconds)}`;
  const more = seconds + amount * 60;
  return more > 0 ? text(more) : `+${text(-more)}`;
}

export function phase(clock, seconds) {
  if (clock.rests) return "rests";
  if (seconds > 0) return "runs";
  return clock.extra === "minutes" && seconds + Number(clock.amount) * 60 <= 0 ? "over" : "extra";
}

// Returns how much of the round is left, in percent.
export function part(clock, seconds) {
  return Math.max(0, Math.min(100, Math.round((100 * seconds) / Number(clock.length))));
}

export function warnings(clock) {
  return (clock.warnings || "").split(" ").filter(Boolean).map(Number);
}

export const isSoon = (clock, seconds) => seconds <= Math.max(0, ...warnings(clock)) * 60;

// Returns the newest moment between two times.
export function passed(clock, before, seconds) {
  if (before === undefined || clock.rests || before <= seconds) return null;
  const marks = warnings(clock).map((minutes) => ({ what: "warning", at: minutes * 60 }));
  marks.push({ what: "end", at: 0 });
  if (clock.extra === "minutes") marks.push({ what: "over", at: -60 * Number(clock.amount) });
  const all = marks.filter(({ at }) => before > at && seconds <= at && at - seconds < SLEPT);
  return all.length ? all[all.length - 1] : null;
}
