// What the browser puts in on a page that is the same for everybody: marks, the strip, what the staff sees besides.
import { reader } from "../reader.js";
import "./called.js";
import { isHearing, listenAlso, lookFor } from "./live.js";
import { mark, markAnew } from "./marks.js";
import { begin, isNews, renew } from "./strip.js";
import { followedHere } from "./who.js";

const KEY = "follows";
const PAUSE = 3000;
const live = document.getElementById("live");

const here = () => window.location.pathname + window.location.search;

function hear(counter, spread) {
  if (isNews(counter)) setTimeout(renew, Math.random() * spread, counter);
}

// Of whom he follows one is told by himself: the page need not show each of his hands.
function listen() {
  listenAlso(followedHere() ? { topic: `entrant.${followedHere()}`, told: hear } : null);
}

// What was chosen in one window the others show at once; a page about the choice itself is asked for anew.
function chosenElsewhere() {
  markAnew(live);
  renew();
  listen();
  if ("forAsker" in live.dataset) lookFor(here());
}

function showToStaff({ staff }) {
  if (!staff || !("showsStaffMore" in live.dataset)) return;
  const words = new URLSearchParams(window.location.search);
  words.set("as", "staff");
  delete live.dataset.shared;
  lookFor(`${window.location.pathname}?${words}`);
}

// A large bracket opens on the section of whom he follows, unless he asked for another.
function openNear() {
  const query = new URLSearchParams(window.location.search);
  const section = document.querySelector(".sections [aria-current]");
  if (!followedHere() || !section || query.has("section") || query.has("path")) return;
  if (new URL(section.href).searchParams.get("section") === "all") return;
  lookFor(`${window.location.pathname}?near=${followedHere()}`);
}

function openOwn() {
  document.querySelectorAll("details[data-folds-open]").forEach((fold) => {
    if (fold.querySelector(".mine")) fold.open = true;
  });
}

if (live) {
  mark(live);
  openOwn();
  openNear();
  document.documentElement.removeAttribute("data-waits");
  begin();
  if (followedHere()) listen();
  live.addEventListener("follow:arrived", ({ detail }) => mark(detail));
  setInterval(() => {
    if (followedHere() && !isHearing() && !document.hidden) renew();
  }, PAUSE);
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY) chosenElsewhere();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) chosenElsewhere();
  });
  reader.then(showToStaff);
}
