// Imports hands from the page of another laptop. Anybody can make such a link, so the server reads the fields as if to
// store them, and the keeper confirms before anything is stored.
import * as outbox from "../outbox.js";
import { token } from "../post.js";
import { body } from "../queue.js";
import { handsIn } from "./parcel.js";

const tray = document.getElementById("tray");

const told = (hand) => [hand.title].concat(hand.lines, hand.reasons).join("\n");

async function read(hands) {
  try {
    const answer = await fetch(new URL("hand/arrived/", location.href), {
      method: "POST",
      body: new URLSearchParams(hands.map((hand) => ["hand", body(hand)])),
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      headers: { Accept: "application/json", "X-CSRFToken": token() },
    });
    return await answer.json();
  } catch (lost) {
    return { reasons: [] };
  }
}

async function take(hands) {
  for (const hand of hands) await outbox.put(hand);
  await outbox.again(hands[hands.length - 1].key);
}

// Hands that are here or on the server need no question; two with one key can't both be valid.
function news(sent, answered) {
  const { table } = tray.dataset;
  const hands = answered.map((hand, place) => Object.assign({ table, fields: sent[place].fields }, hand));
  const isDouble = new Set(hands.map(({ key }) => key)).size < hands.length;
  return isDouble ? [] : hands.filter(({ key, state }) => key && state !== "stored" && !outbox.find(key));
}

async function ask(sent) {
  const answer = await read(sent);
  if (!answer.hands) {
    window.alert([tray.dataset.unread].concat(answer.reasons || []).join("\n\n"));
    return;
  }
  history.replaceState(history.state, "", location.pathname + location.search);
  const hands = news(sent, answer.hands);
  if (hands.length && window.confirm([answer.question].concat(hands.map(told)).join("\n\n"))) await take(hands);
}

async function arrive() {
  const sent = handsIn(location.hash, tray.dataset.table);
  if (!sent) return;
  await outbox.load();
  if (sent.length) await ask(sent);
  // Anything that can't be hands of this table comes from a stranger and is not shown.
  else history.replaceState(history.state, "", location.pathname + location.search);
}

// A link leads to the table's own page, below whose address the server reads hands.
if (tray && location.pathname.endsWith(`/${tray.dataset.table}/`)) arrive();
