// Decides which of a browser's windows listens, and keeps what it heard last. If the listener ends without notice,
// another replaces it after two missed beats. Independent of the stream itself.

export const MAX_SILENCE = 12000; // the server sends a heartbeat every five seconds

// Returns the lease { by, at, message }, unless its writer has been silent for too long. Its message is the last one of
// the stream, or null before the first.
export function readLease(text, now) {
  try {
    const lease = JSON.parse(text);
    return lease && Math.abs(now - lease.at) < MAX_SILENCE ? lease : null;
  } catch (error) {
    return null;
  }
}

export const isOthersLease = (lease, ownName) => Boolean(lease) && lease.by !== ownName;

// If two windows take the lease at once, the lower name keeps it.
export const keepsLease = (ownName, otherName) => otherName > ownName;

const RETRY_DELAYS = [1000, 2000, 5000, 10000];
const REFUSED_DELAY = 60000; // the server refused: it is full or serves no streams

// Returns the delay before the next attempt; `chance` from 0 to 1 spreads the windows.
export function retryDelay(failures, isRefused, chance) {
  const delay = isRefused ? REFUSED_DELAY : RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)];
  return delay * (0.75 + chance / 2);
}
