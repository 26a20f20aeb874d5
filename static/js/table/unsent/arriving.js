// Hands that were brought here from the page of another laptop: shown, and kept only if the keeper says so.
import * as outbox from "../outbox.js";
import { handsIn } from "./parcel.js";

const tray = document.getElementById("tray");

const told = (hand) => [hand.title].concat(hand.lines).join("\n");

async function take(hands) {
  for (const hand of hands) await outbox.put(hand);
  await outbox.again(hands[hands.length - 1].key);
}

async function arrive() {
  const hands = handsIn(location.hash, tray.dataset.table);
  if (!hands) return;
  // What can't be hands of this table is a stranger's, and not even shown.
  history.replaceState(history.state, "", location.pathname + location.search);
  await outbox.load();
  const unknown = hands.filter(({ key }) => !outbox.find(key));
  if (unknown.length && window.confirm([tray.dataset.arrived].concat(unknown.map(told)).join("\n\n"))) {
    await take(unknown);
  }
}

if (tray && tray.dataset.table) arrive();
