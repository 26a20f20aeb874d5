// The screen at the door: its button for full screen, where the browser has one.
import "../tournaments/moved-rows.js";
import { canEnterFullScreen, toggleFullscreen } from "./full-screen.js";

const button = document.querySelector("[data-full-screen]");
if (canEnterFullScreen()) {
  button.hidden = false;
  button.addEventListener("click", toggleFullscreen);
}
