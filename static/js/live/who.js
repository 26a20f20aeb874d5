// Whom this browser follows, from the root element (js/early.js).

const root = document.documentElement;

// Returns the digits that identify all followed entrants in `data-of`.
export const marked = () => (root.dataset.marks || "").split(" ").filter(Boolean);

// Returns the followed entrant of this tournament as in addresses, if any.
export function followedHere() {
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(root.dataset.follows || "");
  return parts ? parts.slice(1).join("-") : "";
}

// The followed entrant has left the tournament.
export const followsNobodyHere = () => root.removeAttribute("data-follows");
