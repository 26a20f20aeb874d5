// Marks followed entrants in shared HTML before it is shown. Names have `data-of`.
import { followedIds } from "./followed-ids.js";

const inBracket = (name) => name.closest(".slot, .four");

// A table's row is marked for the pair that plays there; its next encounter on its own.
function rowOf(name) {
  const row = inBracket(name) ? null : name.closest("li,tr");
  return row && row.matches(".table-row") && !name.closest(".current-encounter") ? name.closest(".next-encounter") : row;
}

function addMark(name) {
  if (name.hasAttribute("data-hidden-when-followed")) {
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

function removeMark(star) {
  const gap = star.previousSibling || star.nextSibling;
  if (gap && gap.nodeType === Node.TEXT_NODE && !gap.data.trim()) gap.remove();
  star.remove();
}

function linkOwnGroups(within) {
  within.querySelectorAll("[data-own-group]").forEach((link) => {
    const row = link.closest(".of-stage").querySelector("tr.mine");
    const group = row && row.closest("[id^=group-]");
    link.hidden = !group;
    if (!group) return;
    link.href = `#${group.id}`;
    link.querySelector(".sr").textContent = group.querySelector("h2, h3").textContent.trim();
  });
}

export function markFollowed(within) {
  followedIds().forEach((entrantId) => within.querySelectorAll(`[data-of="${entrantId}"]`).forEach(addMark));
  linkOwnGroups(within);
}

export function refreshMarks(within) {
  within.querySelectorAll("[data-of] .mine-mark").forEach(removeMark);
  within.querySelectorAll(".mine").forEach((row) => row.classList.remove("mine"));
  within.querySelectorAll(".own-group").forEach((group) => group.classList.replace("own-group", "for-room"));
  within.querySelectorAll("[data-hidden-when-followed]").forEach((form) => {
    form.hidden = false;
  });
  markFollowed(within);
}
