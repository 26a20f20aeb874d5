// Shows the form of the next hand while the previous one waits on this phone.
import { formState, isPreset } from "./form-state.js";
import { startEmptyForm } from "./initialize-form.js";

// `crypto.randomUUID` is missing over plain http, which clubs use.
export function newKey() {
  const bytes = window.crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = Array.from(bytes, (byte) => (256 + byte).toString(16).slice(1)).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export function showNextHand(hand) {
  const { form } = formState;
  form.elements.entry_key.value = newKey();
  ["typed", "again"].forEach((name) => {
    delete form.dataset[name];
  });
  document.getElementById("save-blocker").textContent = "";
  placeAfter(hand);
  startEmptyForm(`${hand.encounter}:after:${hand.key}`);
}

// Returns the next number, as a void hand is played again: 0 until the server has judged this hand or one before it.
export function nextNumber({ number, isVoid }) {
  if (!number || isVoid === null) return 0;
  return isVoid ? number : number + 1;
}

export function placeAfter(hand) {
  const { elements } = formState.form;
  elements.after.value = hand.key;
  elements.match.value = "";
  elements.deal.value = "";
  showNumber(nextNumber(hand));
  presetDrawnFields(nextNumber(hand));
  showNextDealer();
  // The hand the server saved last is no longer the last one: taking it back would break the order.
  document.querySelectorAll("#saved, .note.last").forEach((note) => note.remove());
}

const isInMatch = (number) => number > 0 && number <= Number(formState.form.dataset.hands);

// Shows a text without a number if it is unknown or past the match's last hand, or if the match ends by points.
function showNumber(number) {
  const { form } = formState;
  const textOf = ({ dataset }) => (isInMatch(number) ? dataset.number.replace("%s", number) : dataset.beyond);
  const numberElement = document.getElementById("hand-number");
  const question = form.querySelector(".review-step h2");
  numberElement.dataset.number = number;
  numberElement.textContent = textOf(form);
  question.textContent = textOf(question);
  if (!number) return;
  document.querySelectorAll("#head .hands i").forEach((mark, index) => {
    mark.className = index < number - 1 ? "" : index === number - 1 ? "now" : "todo";
  });
}

// Presets what was drawn for this number in advance, or nothing if the phone doesn't know the number.
function presetDrawnFields(number) {
  const { form } = formState;
  form.querySelectorAll("[data-drawn]").forEach(({ dataset, elements }) => {
    const fields = Array.from(elements);
    const isUntouched = fields.every((field) => field.checked === isPreset(field));
    const drawn = isInMatch(number) ? dataset.drawn.split(" ")[number - dataset.from] : "";
    fields.forEach((field) => {
      field.toggleAttribute("data-preset", field.value === drawn);
      if (isUntouched) field.checked = isPreset(field);
    });
    showSeed(fields[0].form.querySelector("[data-seed]"), drawn ? number : 0);
    fields[0].form.querySelectorAll("[data-others]").forEach((others) => {
      others.open = !fields.some(({ checked }) => checked);
    });
  });
}

// Replaces the hand number at the end of the seed.
function showSeed(seedElement, number) {
  if (!seedElement || !seedElement.dataset.seed) return;
  const seed = seedElement.dataset.seed.replace(/\d+$/, number);
  seedElement.textContent = seedElement.textContent.replace(seedElement.dataset.seed, seed);
  seedElement.dataset.seed = seed;
  seedElement.hidden = !number;
  seedElement.nextElementSibling.hidden = Boolean(number);
}

// The seats are in playing order: the deal passes to the right.
function showNextDealer() {
  const marks = Array.from(document.querySelectorAll(".deals"));
  const dealing = marks.findIndex(({ hidden }) => !hidden);
  marks.forEach((mark, index) => {
    mark.hidden = index !== (dealing + 1) % marks.length;
  });
}
