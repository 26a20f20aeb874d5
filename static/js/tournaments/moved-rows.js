// A marked row moves away: the second tap of a double tap must not mark the row that takes its place.
import { markNewQuestion } from "../double-taps.js";

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "room-code") markNewQuestion();
});
