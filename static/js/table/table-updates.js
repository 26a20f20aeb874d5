// Follows what happens elsewhere at this table: asks when a change is announced, or every few seconds without a
// stream, and shows the answer unless the keeper is typing.
import { createStream } from "../live/stream.js";
import { formState, isChoice, isPreset, screenElement, typedFields } from "./form-state.js";

const POLL_INTERVAL = 4000;
const PLACE_FIELDS = ["encounter", "match", "deal", "after", "entry_key"];

const followElement = () => document.getElementById("follow");

const isUntouched = (field) =>
  isChoice(field) ? field.checked === isPreset(field) : field.value === "" || field.name === "entry_key";

// Whether the keeper has begun to enter a hand: an unrequested page must not replace it.
export const isBegun = () => !typedFields().every(isUntouched);

export const isTyping = () => formState.form !== null && isBegun();

function configureRequest(event) {
  const { detail } = event;
  if (detail.elt.id !== "follow") return;
  if (document.hidden) event.preventDefault();
  else if (isTyping()) {
    detail.parameters.typing = "1";
    PLACE_FIELDS.forEach((name) => {
      detail.parameters[name] = formState.form.elements[name].value;
    });
  }
}

// Drops the answer to a request of a page that another has replaced.
function dropIfReplaced(event) {
  if (!event.currentTarget.isConnected) event.preventDefault();
}

function watchAnswer({ detail }) {
  if (detail.elt.id === "follow") detail.elt.addEventListener("htmx:beforeOnLoad", dropIfReplaced);
}

function handleAnswer({ detail }) {
  if (detail.requestConfig.elt.id !== "follow") return;
  if (detail.xhr.status === 404) location.reload();
  // The keeper may have begun to type since the request.
  if (isTyping() && detail.target.id === "screen") detail.shouldSwap = false;
}

function requestUpdate() {
  if (followElement() && window.htmx && !document.hidden) window.htmx.trigger(followElement(), "refresh");
}

function isShownUnreachable() {
  const note = document.getElementById("offline");
  return Boolean(note) && !note.hidden;
}

// A stream that is back may announce nothing new: an answer then hides the note that the server is out of reach.
function handleCounters(counters) {
  const element = followElement();
  if (!element) return;
  const isChanged = String(counters[element.dataset.topic]) !== element.dataset.counter;
  if (isChanged || isShownUnreachable()) requestUpdate();
}

const topic = followElement() && followElement().dataset.topic;
const stream = topic ? createStream([topic], { onCounters: handleCounters, onLost: requestUpdate }) : null;

// A page that becomes visible asks at once, and listens until it is hidden.
function handleVisibility() {
  if (stream && document.hidden) stream.close();
  else if (stream) stream.open();
  requestUpdate();
}

function isBackNavigation() {
  const [entry] = performance.getEntriesByType("navigation");
  return Boolean(entry) && entry.type === "back_forward";
}

// A page from the browser's cache does not know what has happened to its hands: the screen is locked until the server
// has answered or failed to.
function handlePageShow({ persisted }) {
  if (persisted && stream) stream.open();
  if (!(persisted || isBackNavigation()) || !followElement() || !window.htmx) return;
  screenElement().inert = true;
  requestUpdate();
}

// The answer may have replaced the requesting element: the event then comes from an element around it.
function unlockScreen({ detail }) {
  if (detail.requestConfig.elt.id === "follow" && screenElement()) screenElement().inert = false;
}

document.addEventListener("htmx:configRequest", configureRequest);
document.addEventListener("htmx:beforeSend", watchAnswer);
document.addEventListener("htmx:beforeSwap", handleAnswer);
document.addEventListener("htmx:afterRequest", unlockScreen);
document.addEventListener("visibilitychange", handleVisibility);
window.addEventListener("pageshow", handlePageShow);
window.addEventListener("pagehide", () => {
  if (stream) stream.close();
});
window.addEventListener("offline", () => {
  if (stream) stream.drop();
});
setInterval(() => {
  if (!(stream && stream.isLive())) requestUpdate();
}, POLL_INTERVAL);
if (stream && !document.hidden) stream.open();
