// Marks followed entrants in shared HTML before it is shown. Names have `data-of`.
import { marked } from "./who.js";

const inBracket = (name) => name.closest(".slot, .four");

// In the hall a mark goes to the players at a table, not to those who wait.
function rowOf(name) {
  const row = inBracket(name) ? null : name.closest("li,tr");
  return row && row.matches(".hall") && !name.closest(".hall-now") ? null : row;
}

function put(name) {
  if (name.hasAttribute("data-until-followed")) {
    name.hidden = true;
    return;
  }
  const star = document.getElementById("followed").content.cloneNode(true);
  if (inBracket(name)) name.prepend(star, " ");
  else name.append(" ", star);
  const row = rowOf(name);
  const group = name.closest(".one-group");
  if (row) row.classList.add("mine");
  if (group) group.classList.replace("for-room", "own-group");
}

function takeAway(star) {
  const room = star.previousSibling || star.nextSibling;
  if (room && room.nodeType === Node.TEXT_NODE && !room.data.trim()) room.remove();
  star.remove();
}

function pointToGroups(within) {
  within.querySelectorAll("[data-own-group]").forEach((link) => {
    const row = link.closest(".of-stage").querySelector("tr.mine");
    const group = row && row.closest("[id^=group-]");
    link.hidden = !group;
    if (!group) return;
    link.href = `#${group.id}`;
    link.querySelector(".sr").textContent = group.querySelector("h2, h3").textContent.trim();
  });
}

export function mark(within) {
  marked().forEach((one) => within.querySelectorAll(`[data-of="${one}"]`).forEach(put));
  pointToGroups(within);
}

export function markAnew(within) {
  within.querySelectorAll("[data-of] .mine-mark").forEach(takeAway);
  within.querySelectorAll(".mine").forEach((row) => row.classList.remove("mine"));
  within.querySelectorAll(".own-group").forEach((group) => group.classList.replace("own-group", "for-room"));
  within.querySelectorAll("[data-until-followed]").forEach((form) => {
    form.hidden = false;
  });
  mark(within);
}
