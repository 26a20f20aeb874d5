// Shows the followed entrant's state. It is the same for all their followers, so it has an address of its own.
import { remember, remembered } from "../memory.js";
import { change } from "./change.js";
import { handedOut } from "./handed.js";
import { followedHere, followsNobodyHere } from "./who.js";

const KEY = "strip";
const GONE = 404;
const UNCHANGED = 204;

let asked = 0;
let shown = null; // the address of the strip shown, and its counter

const place = () => document.getElementById("strip");
const addressOf = (entrant) => `${place().dataset.strips}${entrant}/strip/`;

// Tries the shared response for the announced counter first, then Django.
async function answerTo(address, heard) {
  const own = shown && shown.address === address ? `${address}?seen=${shown.counter}` : address;
  try {
    return await handedOut(address, heard, own);
  } catch (lost) {
    return null;
  }
}

// A page opened from the strip leads back to this page.
function leadBack(strip) {
  const here = window.location.pathname;
  strip.querySelector("[name=next]").value = here;
  const link = strip.querySelector(".who a");
  link.href = `${link.getAttribute("href")}?next=${encodeURIComponent(here)}`;
}

function show(text) {
  const made = document.createElement("template");
  made.innerHTML = text;
  const next = made.content.querySelector("#mine");
  const now = place().querySelector("#mine");
  if (next) leadBack(next);
  if (next && now) change(now, next);
  else place().replaceChildren(...(next ? [next] : []));
  document.dispatchEvent(new Event("strip:shown"));
}

// The next page of this window shows the strip at once and reserves its height.
function keep(address, text) {
  remember("sessionStorage", KEY, JSON.stringify({ address, text }));
  remember("localStorage", KEY, `${place().offsetHeight}px`);
}

function kept(address) {
  try {
    const found = JSON.parse(remembered("sessionStorage", KEY));
    return found && found.address === address ? found.text : "";
  } catch (unreadable) {
    return "";
  }
}

// Returns whether the counter differs from that of the strip.
export const isNews = (counter) => !shown || shown.counter !== String(counter);

// The strip must be at least as new as the counter `heard`.
export async function renew(heard = 0) {
  const entrant = place() && followedHere();
  asked += 1;
  const mine = asked;
  if (!entrant) {
    if (place()) show("");
    return;
  }
  const address = addressOf(entrant);
  const answer = await answerTo(address, heard);
  if (answer && answer.status === UNCHANGED) return;
  const text = answer && answer.ok ? await answer.text() : "";
  if (mine !== asked || !place()) return;
  if (text) {
    show(text);
    shown = { address, counter: answer.headers.get("X-Live-Counter") };
    keep(address, text);
  } else if (answer && answer.status === GONE) {
    followsNobodyHere();
    show("");
  }
}

export function begin() {
  const entrant = place() && followedHere();
  if (!entrant) return;
  const text = kept(addressOf(entrant));
  if (text) show(text);
  renew();
}
