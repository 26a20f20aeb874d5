// Moves waiting hands to the same table's page at another address, where the evening continues. They stay here as
// well, because only that page knows whether they arrived, and each counts once. This page stays too, since it can't
// be reopened while its server is gone.
import * as outbox from "../outbox.js";
import { fragmentOf, originOf } from "./parcel.js";

// The field's label and example say what an address looks like.
function refuse(field) {
  field.setCustomValidity(`${field.labels[0].textContent.trim()}: ${field.placeholder}`);
  field.reportValidity();
}

function handOver(event) {
  event.preventDefault();
  const { address } = event.target.elements;
  const hands = outbox.of(document.getElementById("tray").dataset.table);
  const origin = originOf(address.value);
  if (!origin || origin === location.origin) refuse(address);
  else if (hands.length) window.open(`${origin}${hands[0].page}${fragmentOf(hands)}`, "_blank", "noopener");
}

// The form may come later, as an asset.
const isOurs = ({ target }) => target.closest("#hand-over") !== null;
document.addEventListener("submit", (event) => {
  if (isOurs(event)) handOver(event);
});
document.addEventListener("input", (event) => {
  if (isOurs(event)) event.target.setCustomValidity("");
});
