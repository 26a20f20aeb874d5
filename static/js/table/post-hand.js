// Posts one hand to the server.
import { requestBody } from "./queue.js";

const PATIENCE = 8000;

export function csrfToken() {
  const match = document.cookie.match(/(?:^|; )csrftoken=([^;]*)/);
  return match ? match[1] : "";
}

function headers() {
  return {
    Accept: "application/json",
    "Content-Type": "application/x-www-form-urlencoded",
    "X-CSRFToken": csrfToken(),
  };
}

async function postFields(hand, signal) {
  const response = await fetch(hand.address, {
    method: "POST",
    body: requestBody(hand),
    credentials: "same-origin",
    cache: "no-store",
    redirect: "error",
    signal,
    headers: headers(),
  });
  if (response.status === 404 && response.headers.get("X-Istaka")) return { state: "gone" };
  // The browser's cookies were deleted, the table's code with them.
  if (response.status === 403 && !csrfToken()) return { state: "gone" };
  return response.status === 200 || response.status === 409 ? response.json() : null;
}

// Returns the server's answer, or null if none came or it is not from our server.
export async function postHand(hand) {
  const controller = window.AbortController ? new AbortController() : null;
  const timer = setTimeout(() => controller && controller.abort(), PATIENCE);
  try {
    return await postFields(hand, controller ? controller.signal : undefined);
  } catch (error) {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
