// Keeps the server's time, whatever this machine's clock says.

const MAX_AGE = 600000;

let offset = 0;
let shortestRoundTrip = Infinity;
let measuredAt = 0;

export const serverNow = () => Date.now() + offset;

// The quickest answer is the most precise. An old measurement is dropped, and one that a change of the local clock
// made wrong.
export function measureOffset(serverTime, sentAt, receivedAt) {
  const roundTrip = receivedAt - sentAt;
  const measuredOffset = serverTime + roundTrip / 2 - receivedAt;
  const isLocalClockChanged = Math.abs(measuredOffset - offset) > roundTrip + 2000;
  if (roundTrip > shortestRoundTrip && !isLocalClockChanged && receivedAt - measuredAt <= MAX_AGE) return;
  offset = measuredOffset;
  shortestRoundTrip = roundTrip;
  measuredAt = receivedAt;
}
