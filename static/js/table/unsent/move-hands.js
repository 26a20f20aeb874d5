// Waiting hands move between the pages of two laptops.
import * as outbox from "../outbox.js";
import { csrfToken } from "../post-hand.js";
import { requestBody } from "../queue.js";
import { fragmentOf, handsIn, originOf } from "./hand-transfer.js";

// Imports hands from the page of another laptop. Anybody can make such a link, so the server reads the fields as if to
// store them, and the keeper confirms before anything is stored.
const tray = document.getElementById("tray");

const describeHand = (hand) => [hand.title].concat(hand.lines, hand.reasons).join("\n");

async function readOnServer(hands) {
  try {
    const answer = await fetch(new URL("hand/arrived/", location.href), {
      method: "POST",
      body: new URLSearchParams(hands.map((hand) => ["hand", requestBody(hand)])),
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
    });
    return await answer.json();
  } catch (error) {
    return { reasons: [] };
  }
}

async function importHands(hands) {
  for (const hand of hands) await outbox.putHand(hand);
  await outbox.resendHand(hands[hands.length - 1].key);
}

// Hands that are here or on the server need no question; two with one key can't both be valid.
function findNewHands(sentHands, serverHands) {
  const { table } = tray.dataset;
  const hands = serverHands.map((hand, index) => Object.assign({ table, fields: sentHands[index].fields }, hand));
  const hasDuplicateKeys = new Set(hands.map(({ key }) => key)).size < hands.length;
  return hasDuplicateKeys ? [] : hands.filter(({ key, state }) => key && state !== "stored" && !outbox.findHand(key));
}

async function confirmImport(sentHands) {
  const answer = await readOnServer(sentHands);
  if (!answer.hands) {
    window.alert([tray.dataset.unread].concat(answer.reasons || []).join("\n\n"));
    return;
  }
  history.replaceState(history.state, "", location.pathname + location.search);
  const hands = findNewHands(sentHands, answer.hands);
  const question = [answer.question].concat(hands.map(describeHand)).join("\n\n");
  if (hands.length && window.confirm(question)) await importHands(hands);
}

async function importFromAddress() {
  const sentHands = handsIn(location.hash, tray.dataset.table);
  if (!sentHands) return;
  await outbox.loadHands();
  if (sentHands.length) await confirmImport(sentHands);
  // Anything that can't be hands of this table comes from a stranger and is not shown.
  else history.replaceState(history.state, "", location.pathname + location.search);
}

// A link leads to the table's own page, below whose address the server reads hands.
if (tray && location.pathname.endsWith(`/${tray.dataset.table}/`)) importFromAddress();

// Moves waiting hands to the same table's page at another address, where the evening continues. They stay here as
// well, because only that page knows whether they arrived, and each counts once. This page stays too, since it can't
// be reopened while its server is gone.

// The field's label and example say what an address looks like.
function showInvalidAddress(field) {
  field.setCustomValidity(`${field.labels[0].textContent.trim()}: ${field.placeholder}`);
  field.reportValidity();
}

function moveHands(event) {
  event.preventDefault();
  const { address } = event.target.elements;
  const hands = outbox.handsOf(document.getElementById("tray").dataset.table);
  const origin = originOf(address.value);
  if (!origin || origin === location.origin) showInvalidAddress(address);
  else if (hands.length) window.open(`${origin}${hands[0].page}${fragmentOf(hands)}`, "_blank", "noopener");
}

// The form may come later, as an asset.
const isMoveForm = ({ target }) => target.closest("#hand-over") !== null;
document.addEventListener("submit", (event) => {
  if (isMoveForm(event)) moveHands(event);
});
document.addEventListener("input", (event) => {
  if (isMoveForm(event)) event.target.setCustomValidity("");
});
