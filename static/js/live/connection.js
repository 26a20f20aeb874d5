// Shows the state of the connection: that the page follows, or since when it does not.

// In the club's time zone, like all times on the page.
function currentTime() {
  const { zone } = document.getElementById("connection").dataset;
  return new Date().toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone || undefined,
  });
}

export function showConnection(isLost) {
  const indicator = document.getElementById("connection");
  if (!indicator) return;
  const statusElement = indicator.querySelector("[role=status]");
  const text = statusElement.getAttribute(isLost ? "data-lost" : "data-following");
  if (statusElement.textContent !== text) statusElement.textContent = text;
  indicator.hidden = false;
  indicator.className = isLost ? "link bad" : "link ok";
  document.getElementById("lost").hidden = !isLost;
  if (isLost) return;
  document.querySelectorAll("[data-seen]").forEach((timeElement) => {
    timeElement.textContent = currentTime();
  });
}
