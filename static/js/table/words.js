// Summarizes a hand in words, for the tray and for review without a server.
import { answers, call, chosen, countOf, current, finisher, inSteps, sheet } from "./current.js";
import { asked, finished, tellsRack } from "./questions.js";

// Returns an element's text without its template's line breaks.
const said = (node) => node.textContent.trim();

function face(kinds) {
  const shown = current.form.querySelector(`${kinds} .face`);
  return shown ? said(shown.firstChild) : "?";
}

const how = (hand, seat) => face(`.sheet[data-seat="${seat}"] [data-kind="${hand.openings[seat]}"]`);

function fouls(seat) {
  return Array.from(sheet(seat).querySelectorAll(".foul"), (foul) => {
    const count = countOf(foul);
    return count ? `, ${said(foul.querySelector("label"))}${count > 1 ? ` × ${count}` : ""}` : "";
  }).join("");
}

function lineOf(hand, seat) {
  const opened = hand.openings[seat] ? how(hand, seat) : "–";
  const left = tellsRack(hand, seat) ? ` ${hand.points[seat]}` : "";
  const okeys = hand.okeys[seat] ? ` + ${chosen(`${seat}-okeys`)} okey` : "";
  return `${call(seat)}: ${opened}${left}${okeys}${fouls(seat)}`;
}

function ofFinisher(hand) {
  const pairs = hand.openings[hand.end] === "pairs" ? `, ${how(hand, hand.end)}` : "";
  return pairs + fouls(hand.end);
}

// Returns who finished and how, including presets, then the finisher's own sheet.
function endOf(hand) {
  const { form } = current;
  if (!finisher()) return said(form.querySelector('input[name="end"]:checked + .face b'));
  const faces = form.querySelectorAll("[data-how] input:checked + .face");
  const [first = "", ...more] = Array.from(faces, (one) => said(one.firstChild));
  const { lang } = document.documentElement;
  const kinds = [first].concat(more.map((one) => one.toLocaleLowerCase(lang))).join(", ");
  const finish = form.dataset.finished.replace("%s", finisher());
  return `${finish}${kinds && ": "}${kinds}${inSteps() ? ofFinisher(hand) : ""}`;
}

// Returns the seats that are asked and any others with entries.
function toldSeats(hand) {
  const others = hand.seats.filter((seat) => !asked(hand).includes(seat) && seat !== hand.end);
  return asked(hand).concat(others.filter((seat) => tellsRack(hand, seat) || fouls(seat)));
}

function indicator() {
  const field = current.form.querySelector("[data-indicator]:not([hidden]) select");
  if (!field || !field.value) return [];
  return [`${field.parentNode.dataset.indicator}: ${field.options[field.selectedIndex].text}`];
}

export function lines() {
  const hand = answers();
  return [endOf(hand)].concat(toldSeats(hand).map((seat) => lineOf(hand, seat)), indicator());
}

function rowOf(step, words) {
  const row = document.getElementById("typed-row").content.firstElementChild.cloneNode(true);
  row.dataset.go = step;
  row.querySelector("span").textContent = words;
  return row;
}

// Offline there is no score, but the input is read back and can be changed. A whole form shows it itself.
export function readBack(place) {
  if (!inSteps()) return;
  const hand = answers();
  place.appendChild(rowOf(finished(hand) ? "finish" : "end", endOf(hand)));
  toldSeats(hand).forEach((seat) => place.appendChild(rowOf(seat, lineOf(hand, seat))));
}
