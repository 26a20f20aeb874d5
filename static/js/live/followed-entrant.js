// Shows the followed entrant's state. It is the same for all their followers, so it has an address of its own.
import { readStorage, writeStorage } from "../browser-storage.js";
import { morph } from "./morph.js";
import { fetchFragment } from "./shared-response.js";
import { clearFollowedEntrant, followedEntrantId } from "./followed-ids.js";

const KEY = "strip";
const GONE = 404;
const UNCHANGED = 204;

let requestNumber = 0;
let shown = null; // the address of the strip shown, and its counter

const container = () => document.getElementById("strip");
const stripAddress = (entrant) => `${container().dataset.entrantsUrl}${entrant}/strip/`;

// Tries the shared response for the announced counter first, then Django.
async function fetchStrip(address, counter) {
  const pageAddress = shown && shown.address === address ? `${address}?seen=${shown.counter}` : address;
  try {
    return await fetchFragment(address, counter, pageAddress);
  } catch (error) {
    return null;
  }
}

// A page opened from the strip leads back to this page.
function addReturnAddress(strip) {
  const address = window.location.pathname;
  strip.querySelector("[name=next]").value = address;
  const link = strip.querySelector(".who a");
  link.href = `${link.getAttribute("href")}?next=${encodeURIComponent(address)}`;
}

function showStrip(text) {
  const fragment = document.createElement("template");
  fragment.innerHTML = text;
  const next = fragment.content.querySelector("#mine");
  const current = container().querySelector("#mine");
  if (next) addReturnAddress(next);
  if (next && current) morph(current, next);
  else container().replaceChildren(...(next ? [next] : []));
  document.dispatchEvent(new Event("strip:shown"));
}

// The next page of this window shows the strip at once and reserves its height.
function saveStrip(address, text) {
  writeStorage("sessionStorage", KEY, JSON.stringify({ address, text }));
  writeStorage("localStorage", KEY, `${container().offsetHeight}px`);
}

function savedStrip(address) {
  try {
    const saved = JSON.parse(readStorage("sessionStorage", KEY));
    return saved && saved.address === address ? saved.text : "";
  } catch (error) {
    return "";
  }
}

// Returns whether the counter differs from that of the strip.
export const isNewCounter = (counter) => !shown || shown.counter !== String(counter);

// The strip must be at least as new as `counter`.
export async function refreshStrip(counter = 0) {
  const entrant = container() && followedEntrantId();
  requestNumber += 1;
  const ownNumber = requestNumber;
  if (!entrant) {
    if (container()) showStrip("");
    return;
  }
  const address = stripAddress(entrant);
  const answer = await fetchStrip(address, counter);
  if (answer && answer.status === UNCHANGED) return;
  const text = answer && answer.ok ? await answer.text() : "";
  if (ownNumber !== requestNumber || !container()) return;
  if (text) {
    showStrip(text);
    shown = { address, counter: answer.headers.get("X-Live-Counter") };
    saveStrip(address, text);
  } else if (answer && answer.status === GONE) {
    clearFollowedEntrant();
    showStrip("");
  }
}

export function startStrip() {
  const entrant = container() && followedEntrantId();
  if (!entrant) return;
  const text = savedStrip(stripAddress(entrant));
  if (text) showStrip(text);
  refreshStrip();
}
