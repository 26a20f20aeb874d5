// Hands that wait here are brought to the same table's page at another address, where the evening goes on. They
// stay here as well: whether they arrived only that page knows, and each counts once. So does this page, which
// nobody could open again while its server is gone.
import * as outbox from "../outbox.js";
import { fragmentOf, originOf } from "./parcel.js";

// The label and the example in the field say what an address looks like.
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

// The form may come later, as a piece.
const isOurs = ({ target }) => target.closest("#hand-over") !== null;
document.addEventListener("submit", (event) => {
  if (isOurs(event)) handOver(event);
});
document.addEventListener("input", (event) => {
  if (isOurs(event)) event.target.setCustomValidity("");
});
