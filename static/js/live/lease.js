// What the windows of one browser remember together: which of them listens, and what it heard last. Whoever
// ends without a word is replaced as soon as he has been silent for two beats. It knows no stream.

export const SILENCE = 12000; // the server gives a sign of life every five seconds

// What was written down, unless its writer has been silent for too long.
export function standing(text, now) {
  try {
    const found = JSON.parse(text);
    return found && Math.abs(now - found.at) < SILENCE ? found : null;
  } catch (unreadable) {
    return null;
  }
}

export const isAnothers = (found, me) => Boolean(found) && found.by !== me;

// Two that reached for it at once agree without a word: the one whose name comes first goes on.
export const goesOn = (me, other) => other > me;

const PAUSES = [1000, 2000, 5000, 10000];
const NOT_HERE = 60000; // the server said no: it has no room, or is no server of streams

// Until the next stream is tried; `chance` from 0 to 1 keeps windows from trying together.
export function pauseAfter(failures, refused, chance) {
  const pause = refused ? NOT_HERE : PAUSES[Math.min(failures, PAUSES.length - 1)];
  return pause * (0.75 + chance / 2);
}
