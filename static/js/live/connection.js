// Shows the state of the connection: that the page follows, or since when it does not.

// In the club's time zone, like all times on the page.
function clock() {
  const { zone } = document.getElementById("connection").dataset;
  return new Date().toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone || undefined,
  });
}

export function say(lost) {
  const mark = document.getElementById("connection");
  if (!mark) return;
  const words = mark.querySelector("[role=status]");
  const word = words.getAttribute(lost ? "data-lost" : "data-following");
  if (words.textContent !== word) words.textContent = word;
  mark.hidden = false;
  mark.className = lost ? "link bad" : "link ok";
  document.getElementById("lost").hidden = !lost;
  if (lost) return;
  document.querySelectorAll("[data-seen]").forEach((seen) => {
    seen.textContent = clock();
  });
}
