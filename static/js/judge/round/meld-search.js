// Lays tiles of a rack in melds where 1 may follow 13. Works with tile indices, as the server does
// (rules/all_melds.py).
import { LONGEST } from "./melds.js";

export const numbersBetween = (first, last) =>
  Array.from({ length: Math.max(0, last + 1 - first) }, (_place, offset) => first + offset);
// Returns the numbers at which a run of this length can begin.
export const runStarts = (length) => numbersBetween(1, LONGEST + 1 - length);

// Groups tile indices by the tile they play as; okeys are under null.
export function groupByTile(played) {
  const piles = new Map([[null, []]]);
  played.forEach((face, place) => piles.set(face, (piles.get(face) || []).concat(place)));
  return piles;
}

// Lays one meld, with okeys for missing tiles. Returns the indices used and the remaining piles, or null.
export function takeMeld(faces, piles) {
  const rest = new Map(piles);
  const group = [];
  for (const face of faces) {
    const pile = (rest.get(face) || []).length ? face : null;
    const [place, ...others] = rest.get(pile);
    if (place === undefined) return null;
    group.push(place);
    rest.set(pile, others);
  }
  return { group, rest };
}
