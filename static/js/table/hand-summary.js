// Summarizes a hand in words, for the tray and for review without a server.
import {
  chosenValue, finisherName, formState, foulCount, isInSteps, readAnswers, seatName, seatSheet,
} from "./form-state.js";
import { askedSeats, asksRack, isFinished } from "./questions.js";

// Returns an element's text without its template's line breaks.
const textOf = (node) => node.textContent.trim();

function choiceText(selector) {
  const faceElement = formState.form.querySelector(`${selector} .face`);
  return faceElement ? textOf(faceElement.firstChild) : "?";
}

const openingText = (hand, seat) => choiceText(`.sheet[data-seat="${seat}"] [data-kind="${hand.openings[seat]}"]`);

function foulsText(seat) {
  return Array.from(seatSheet(seat).querySelectorAll(".foul"), (foul) => {
    const count = foulCount(foul);
    return count ? `, ${textOf(foul.querySelector("label"))}${count > 1 ? ` × ${count}` : ""}` : "";
  }).join("");
}

function seatLine(hand, seat) {
  const opened = hand.openings[seat] ? openingText(hand, seat) : "–";
  const pointsText = asksRack(hand, seat) ? ` ${hand.points[seat]}` : "";
  const okeys = hand.okeys[seat] ? ` + ${chosenValue(`${seat}-okeys`)} okey` : "";
  return `${seatName(seat)}: ${opened}${pointsText}${okeys}${foulsText(seat)}`;
}

function finisherDetails(hand) {
  const pairsText = hand.openings[hand.end] === "pairs" ? `, ${openingText(hand, hand.end)}` : "";
  return pairsText + foulsText(hand.end);
}

// Returns who finished, or that nobody did.
export function finisherText() {
  const { form } = formState;
  if (!finisherName()) return textOf(form.querySelector('input[name="end"]:checked + .face b'));
  return form.dataset.finished.replace("%s", finisherName());
}

// Returns how the hand was finished, including presets.
export function finishText() {
  if (!finisherName()) return "";
  const faces = formState.form.querySelectorAll("[data-finish-choice] input:checked + .face");
  const [firstText = "", ...otherTexts] = Array.from(faces, (item) => textOf(item.firstChild));
  const { lang } = document.documentElement;
  return [firstText].concat(otherTexts.map((item) => item.toLocaleLowerCase(lang))).join(", ");
}

// Returns who finished and how, then the finisher's own sheet.
function endLine(hand) {
  const kindsText = finishText();
  const details = finisherName() && isInSteps() ? finisherDetails(hand) : "";
  return `${finisherText()}${kindsText && ": "}${kindsText}${details}`;
}

// Returns the seats that are asked and any others with entries.
function seatsWithEntries(hand) {
  const otherSeats = hand.seats.filter((seat) => !askedSeats(hand).includes(seat) && seat !== hand.end);
  return askedSeats(hand).concat(otherSeats.filter((seat) => asksRack(hand, seat) || foulsText(seat)));
}

function indicatorLines() {
  const question = formState.form.querySelector("[data-indicator]:not([hidden])");
  const field = question && question.querySelector("select, :checked");
  if (!field || !field.value) return [];
  return [`${question.dataset.indicator}: ${field.options ? field.options[field.selectedIndex].text : seatName(field.value)}`];
}

export function summaryLines() {
  const hand = readAnswers();
  return [endLine(hand)].concat(seatsWithEntries(hand).map((seat) => seatLine(hand, seat)), indicatorLines());
}

function createRow(step, text) {
  const row = document.getElementById("typed-row").content.firstElementChild.cloneNode(true);
  row.dataset.go = step;
  row.querySelector("span").textContent = text;
  return row;
}

// Offline there is no score, but the input is read back and can be changed. A whole form shows it itself.
export function showSummary(container) {
  if (!isInSteps()) return;
  const hand = readAnswers();
  container.appendChild(createRow(isFinished(hand) ? "finish" : "end", endLine(hand)));
  seatsWithEntries(hand).forEach((seat) => container.appendChild(createRow(seat, seatLine(hand, seat))));
}
