// Follows what happens elsewhere at this table: asks when a change is announced, or every few seconds without a
// stream, and shows the answer unless the keeper is typing.
import { stream as streamOf } from "../live/stream.js";
import { current, isChoice, isPreset, screen, typed } from "./current.js";

const PAUSE = 4000;
const PLACE = ["encounter", "match", "deal", "after", "entry_key"];

const follow = () => document.getElementById("follow");

const isUntouched = (field) =>
  isChoice(field) ? field.checked === isPreset(field) : field.value === "" || field.name === "entry_key";

// Whether the keeper has begun to enter a hand: an unrequested page must not replace it.
export const isBegun = () => !typed().every(isUntouched);

export const isTyping = () => current.form !== null && isBegun();

function asks(event) {
  const { detail } = event;
  if (detail.elt.id !== "follow") return;
  if (document.hidden) event.preventDefault();
  else if (isTyping()) {
    detail.parameters.typing = "1";
    PLACE.forEach((name) => {
      detail.parameters[name] = current.form.elements[name].value;
    });
  }
}

// Drops the answer to a request of a page that another has replaced.
function outdated(event) {
  if (!event.currentTarget.isConnected) event.preventDefault();
}

function sent({ detail }) {
  if (detail.elt.id === "follow") detail.elt.addEventListener("htmx:beforeOnLoad", outdated);
}

function answered({ detail }) {
  if (detail.requestConfig.elt.id !== "follow") return;
  if (detail.xhr.status === 404) location.reload();
  // The keeper may have begun to type since the request.
  if (isTyping() && detail.target.id === "screen") detail.shouldSwap = false;
}

function look() {
  if (follow() && window.htmx && !document.hidden) window.htmx.trigger(follow(), "look");
}

function hear(counters) {
  const page = follow();
  if (page && String(counters[page.dataset.topic]) !== page.dataset.counter) look();
}

const topic = follow() && follow().dataset.topic;
const stream = topic ? streamOf([topic], { told: hear, lost: look }) : null;

// A page that becomes visible asks at once, and listens until it is hidden.
function wake() {
  if (stream && document.hidden) stream.close();
  else if (stream) stream.open();
  look();
}

function cameBack() {
  const [how] = performance.getEntriesByType("navigation");
  return Boolean(how) && how.type === "back_forward";
}

// A page from the browser's cache does not know what became of its hands since: nothing is asked until the server has
// answered or failed to.
function restored({ persisted }) {
  if (persisted && stream) stream.open();
  if (!(persisted || cameBack()) || !follow() || !window.htmx) return;
  screen().inert = true;
  look();
}

// The answer may have replaced the requesting element: the event then comes from an element around it.
function heard({ detail }) {
  if (detail.requestConfig.elt.id === "follow" && screen()) screen().inert = false;
}

document.addEventListener("htmx:configRequest", asks);
document.addEventListener("htmx:beforeSend", sent);
document.addEventListener("htmx:beforeSwap", answered);
document.addEventListener("htmx:afterRequest", heard);
document.addEventListener("visibilitychange", wake);
window.addEventListener("pageshow", restored);
window.addEventListener("pagehide", () => {
  if (stream) stream.close();
});
window.addEventListener("offline", () => {
  if (stream) stream.drop();
});
setInterval(() => {
  if (!(stream && stream.live())) look();
}, PAUSE);
if (stream && !document.hidden) stream.open();
