// Puts the date of printing into the book, by the server's clock in the club's time zone.
import { now } from "../play/time.js";

function today() {
  const { lang } = document.documentElement;
  const connection = document.getElementById("connection");
  return new Date(now()).toLocaleDateString(lang === "en" ? "en-GB" : lang, {
    day: "numeric", month: "long", year: "numeric", timeZone: (connection && connection.dataset.zone) || undefined,
  });
}

window.addEventListener("beforeprint", () => {
  document.querySelectorAll("[data-printed]").forEach((said) => {
    said.textContent = `${said.dataset.printed} ${today()}`;
  });
});
