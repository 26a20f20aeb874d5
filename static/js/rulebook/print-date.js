// Puts the date of printing into the book, by the server's clock in the club's time zone.
import { serverNow } from "../play/server-time.js";

function today() {
  const { lang } = document.documentElement;
  const connection = document.getElementById("connection");
  return new Date(serverNow()).toLocaleDateString(lang === "en" ? "en-GB" : lang, {
    day: "numeric", month: "long", year: "numeric", timeZone: (connection && connection.dataset.zone) || undefined,
  });
}

window.addEventListener("beforeprint", () => {
  document.querySelectorAll("[data-printed]").forEach((label) => {
    label.textContent = `${label.dataset.printed} ${today()}`;
  });
});
