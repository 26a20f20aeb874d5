// What the browser puts in on a page that is the same for everybody: marks, the strip, what the staff sees besides.
import { remember, remembered } from "../memory.js";
import { reader } from "../reader.js";
import { lookFor } from "./live.js";
import { mark, markAnew } from "./marks.js";
import { begin, renew } from "./strip.js";
import { followedHere, marked } from "./who.js";

const KEY = "follows";
const live = document.getElementById("live");

const here = () => window.location.pathname + window.location.search;

// What was chosen in one window the others show at once; a page about the choice itself is asked for anew.
function chosenElsewhere() {
  markAnew(live);
  renew();
  if ("forAsker" in live.dataset) lookFor(here());
}

function tell() {
  const choice = [followedHere(), ...marked()].join(" ");
  if (remembered("localStorage", KEY) !== choice) remember("localStorage", KEY, choice);
}

function showToStaff({ staff }) {
  if (!staff || !("showsStaffMore" in live.dataset)) return;
  const words = new URLSearchParams(window.location.search);
  words.set("as", "staff");
  delete live.dataset.shared;
  lookFor(`${window.location.pathname}?${words}`);
}

function openOwn() {
  document.querySelectorAll("details[data-folds-open]").forEach((fold) => {
    if (fold.querySelector(".mine")) fold.open = true;
  });
}

if (live) {
  let shown = live.dataset.counter;
  mark(live);
  openOwn();
  begin();
  document.documentElement.dataset.marked = "";
  tell();
  live.addEventListener("follow:changed", () => {
    if (live.dataset.counter === shown) return;
    shown = live.dataset.counter;
    renew();
  });
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY) chosenElsewhere();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) chosenElsewhere();
  });
  reader.then(showToStaff);
}
