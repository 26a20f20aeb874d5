// Personalizes a page that is cached for everybody: marks, the strip, links for staff.
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

// The strip covers the followed entrant, so the page need not announce each of their hands.
function listen() {
  listenAlso(followedHere() ? { topic: `entrant.${followedHere()}`, told: hear } : null);
}

// Another window changed the choice: update this one, and reload pages about the choice.
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

// A large bracket opens on the followed entrant's section unless the reader asked for another.
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
