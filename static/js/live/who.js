// Whom this browser follows, as the root element says (js/early.js).

const root = document.documentElement;

// The digits that the names of all whom it follows bear on pages.
export const marked = () => (root.dataset.marks || "").split(" ").filter(Boolean);

// The one in this tournament, as addresses name him; else nobody.
export function followedHere() {
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(root.dataset.follows || "");
  return parts ? parts.slice(1).join("-") : "";
}

// He is not in it any more.
export const followsNobodyHere = () => root.removeAttribute("data-follows");
