// Posts one hand to the server.
import { body } from "./queue.js";

const PATIENCE = 8000;

export function token() {
  const found = document.cookie.match(/(?:^|; )csrftoken=([^;]*)/);
  return found ? found[1] : "";
}

function headers() {
  return {
    Accept: "application/json",
    "Content-Type": "application/x-www-form-urlencoded",
    "X-CSRFToken": token(),
  };
}

async function ask(hand, signal) {
  const answer = await fetch(hand.address, {
    method: "POST",
    body: body(hand),
    credentials: "same-origin",
    cache: "no-store",
    redirect: "error",
    signal,
    headers: headers(),
  });
  if (answer.status === 404 && answer.headers.get("X-Istaka")) return { state: "gone" };
  return answer.status === 200 || answer.status === 409 ? answer.json() : null;
}

// Returns the server's answer, or null if none came or it is not from our server.
export async function post(hand) {
  const giveUp = window.AbortController ? new AbortController() : null;
  const late = setTimeout(() => giveUp && giveUp.abort(), PATIENCE);
  try {
    return await ask(hand, giveUp ? giveUp.signal : undefined);
  } catch (lost) {
    return null;
  } finally {
    clearTimeout(late);
  }
}
