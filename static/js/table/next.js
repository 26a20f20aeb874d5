// Shows the form of the next hand while the previous one waits on this phone.
import { current, isPreset } from "./current.js";
import { startAnew } from "./begin.js";

// `crypto.randomUUID` is missing over plain http, which clubs use.
export function newKey() {
  const bytes = window.crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = Array.from(bytes, (byte) => (256 + byte).toString(16).slice(1)).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export function nextHere(one) {
  const { form } = current;
  form.elements.entry_key.value = newKey();
  ["typed", "again"].forEach((name) => {
    delete form.dataset[name];
  });
  document.getElementById("hindered").textContent = "";
  comesAfter(one);
  startAnew(`${one.encounter}:after:${one.key}`);
}

// Returns the next number: a hand that scores nobody is played again.
export const numberAfter = (one) => one.number + (one.isVoid ? 0 : 1);

export function comesAfter(one) {
  const { elements } = current.form;
  elements.after.value = one.key;
  elements.match.value = "";
  elements.deal.value = "";
  showNumber(numberAfter(one));
  drawFor(numberAfter(one));
  passDeal();
  // The hand the server saved last is no longer the last one: taking it back would break the order.
  document.querySelectorAll("#saved, .note.last").forEach((told) => told.remove());
}

// Past the match's last hand, or if the match ends by points, shows a text without a number.
function showNumber(number) {
  const { form } = current;
  const beyond = !(number <= Number(form.dataset.hands));
  const words = ({ dataset }) => (beyond ? dataset.beyond : dataset.number.replace("%s", number));
  const shown = document.getElementById("hand-number");
  const asked = form.querySelector(".review-step h2");
  shown.dataset.number = number;
  shown.textContent = words(form);
  asked.textContent = words(asked);
  document.querySelectorAll("#head .hands i").forEach((mark, place) => {
    mark.className = place < number - 1 ? "" : place === number - 1 ? "now" : "todo";
  });
}

// Presets what was drawn for this number in advance, or nothing if the phone doesn't know the number.
function drawFor(number) {
  const { form } = current;
  form.querySelectorAll("[data-drawn]").forEach(({ dataset, elements }) => {
    const fields = Array.from(elements);
    const untouched = fields.every((field) => field.checked === isPreset(field));
    const drawn = number <= Number(form.dataset.hands) ? dataset.drawn.split(" ")[number - dataset.from] : "";
    fields.forEach((field) => {
      field.toggleAttribute("data-preset", field.value === drawn);
      if (untouched) field.checked = isPreset(field);
    });
    tellSeed(fields[0].form.querySelector("[data-seed]"), drawn ? number : 0);
    fields[0].form.querySelectorAll("[data-others]").forEach((others) => {
      others.open = !fields.some(({ checked }) => checked);
    });
  });
}

// Replaces the hand number at the end of the seed.
function tellSeed(words, number) {
  if (!words || !words.dataset.seed) return;
  const seed = words.dataset.seed.replace(/\d+$/, number);
  words.textContent = words.textContent.replace(words.dataset.seed, seed);
  words.dataset.seed = seed;
  words.hidden = !number;
  words.nextElementSibling.hidden = Boolean(number);
}

function passDeal() {
  const shown = document.getElementById("dealer");
  if (!shown) return;
  const calls = shown.dataset.seats.split("|");
  shown.textContent = calls[(calls.indexOf(shown.textContent.trim()) + 1) % calls.length];
}
