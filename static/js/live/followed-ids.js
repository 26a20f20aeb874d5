// The followed entrants of this browser, from the root element (js/visitor-state.js).

const root = document.documentElement;

// Returns the digits that identify all followed entrants in `data-of`.
export const followedIds = () => (root.dataset.marks || "").split(" ").filter(Boolean);

// Returns the followed entrant of this tournament as in addresses, if any.
export function followedEntrantId() {
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(root.dataset.follows || "");
  return parts ? parts.slice(1).join("-") : "";
}

// The followed entrant has left the tournament.
export const clearFollowedEntrant = () => root.removeAttribute("data-follows");
