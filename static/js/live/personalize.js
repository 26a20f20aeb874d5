// Personalizes a page that is cached for everybody: marks, the strip, links for staff.
import { reader } from "../reader-roles.js";
import "./call-alert.js";
import { isStreaming, listenToTopic, switchAddress } from "./live.js";
import { markFollowed, refreshMarks } from "./marks.js";
import { isNewCounter, refreshStrip, startStrip } from "./followed-entrant.js";
import { followedEntrantId } from "./followed-ids.js";

const KEY = "follows";
const POLL_INTERVAL = 3000;
const live = document.getElementById("live");

const currentAddress = () => window.location.pathname + window.location.search;

function refreshIfNew(counter, spread) {
  if (isNewCounter(counter)) setTimeout(refreshStrip, Math.random() * spread, counter);
}

// The strip covers the followed entrant, so the page need not announce each of their hands.
function listenToFollowed() {
  listenToTopic(followedEntrantId() ? { topic: `entrant.${followedEntrantId()}`, onCounter: refreshIfNew } : null);
}

// Another window changed the choice: update this one, and reload pages about the choice.
function applyNewChoice() {
  refreshMarks(live);
  refreshStrip();
  listenToFollowed();
  if ("forAsker" in live.dataset) switchAddress(currentAddress());
}

function switchToStaffPage({ staff }) {
  if (!staff || !("showsStaffMore" in live.dataset)) return;
  const query = new URLSearchParams(window.location.search);
  query.set("as", "staff");
  delete live.dataset.shared;
  switchAddress(`${window.location.pathname}?${query}`);
}

// A large bracket opens on the followed entrant's section unless the reader asked for another.
function openFollowedSection() {
  const query = new URLSearchParams(window.location.search);
  const section = document.querySelector(".sections [aria-current]");
  if (!followedEntrantId() || !section || query.has("section") || query.has("path")) return;
  if (new URL(section.href).searchParams.get("section") === "all") return;
  switchAddress(`${window.location.pathname}?near=${followedEntrantId()}`);
}

function openOwnGroup() {
  document.querySelectorAll("details[data-expand-for-print]").forEach((details) => {
    if (details.querySelector(".mine")) details.open = true;
  });
}

if (live) {
  markFollowed(live);
  openOwnGroup();
  openFollowedSection();
  document.documentElement.removeAttribute("data-waits");
  startStrip();
  if (followedEntrantId()) listenToFollowed();
  live.addEventListener("follow:arrived", ({ detail }) => markFollowed(detail));
  setInterval(() => {
    if (followedEntrantId() && !isStreaming() && !document.hidden) refreshStrip();
  }, POLL_INTERVAL);
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY) applyNewChoice();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) applyNewChoice();
  });
  reader.then(switchToStaffPage);
}
