// Decides which of a browser's windows listens, and keeps what it heard last. If the listener ends without notice,
// another replaces it after two missed beats. Independent of the stream itself.

export const SILENCE = 12000; // the server sends a heartbeat every five seconds

// Returns the entry, unless its writer has been silent for too long.
export function standing(text, now) {
  try {
    const found = JSON.parse(text);
    return found && Math.abs(now - found.at) < SILENCE ? found : null;
  } catch (unreadable) {
    return null;
  }
}

export const isAnothers = (found, me) => Boolean(found) && found.by !== me;

// If two windows take the lease at once, the lower name keeps it.
export const goesOn = (me, other) => other > me;

const PAUSES = [1000, 2000, 5000, 10000];
const NOT_HERE = 60000; // the server refused: it is full or serves no streams

// Returns the delay before the next attempt; `chance` from 0 to 1 spreads the windows.
export function pauseAfter(failures, refused, chance) {
  const pause = refused ? NOT_HERE : PAUSES[Math.min(failures, PAUSES.length - 1)];
  return pause * (0.75 + chance / 2);
}
