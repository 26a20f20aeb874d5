// Computes what a round clock shows and when it rings, by the same rules as `clock_face.py`. A clock is the `data-…`
// of its element.

// Seconds after which a passed moment is no longer announced: the page was asleep.
const MAX_DELAY = 30;

const twoDigits = (number) => (number < 10 ? "0" : "") + number;

export function formatTime(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}` : `${minutes}:${twoDigits(seconds % 60)}`;
}

export function secondsLeft(clock, now) {
  return clock.rests ? Number(clock.rests) : Math.ceil((Number(clock.ends) - now) / 1000);
}

export function clockText(clock, seconds) {
  const amount = Number(clock.amount || 0);
  if (seconds > 0) return formatTime(seconds);
  if (clock.extra === "hands") return amount ? `+${amount}` : "0";
  if (clock.extra !== "minutes") return `+${formatTime(-seconds)}`;
  const extraLeft = seconds + amount * 60;
  return extraLeft > 0 ? formatTime(extraLeft) : `+${formatTime(-extraLeft)}`;
}

export function clockPhase(clock, seconds) {
  if (clock.rests) return "rests";
  if (seconds > 0) return "runs";
  return clock.extra === "minutes" && seconds + Number(clock.amount) * 60 <= 0 ? "over" : "extra";
}

// Returns how much of the round is left, in percent.
export function percentLeft(clock, seconds) {
  return Math.max(0, Math.min(100, Math.round((100 * seconds) / Number(clock.length))));
}

export function warningMinutes(clock) {
  return (clock.warnings || "").split(" ").filter(Boolean).map(Number);
}

export const isSoon = (clock, seconds) => seconds <= Math.max(0, ...warningMinutes(clock)) * 60;

// Returns the newest moment between two times.
export function passedMoment(clock, previous, seconds) {
  if (previous === undefined || clock.rests || previous <= seconds) return null;
  const moments = warningMinutes(clock).map((minutes) => ({ what: "warning", at: minutes * 60 }));
  moments.push({ what: "end", at: 0 });
  if (clock.extra === "minutes") moments.push({ what: "over", at: -60 * Number(clock.amount) });
  const newlyPassed = moments.filter(({ at }) => previous > at && seconds <= at && at - seconds < MAX_DELAY);
  return newlyPassed.length ? newlyPassed[newlyPassed.length - 1] : null;
}
