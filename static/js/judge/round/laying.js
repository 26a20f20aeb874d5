// How tiles of a rack are laid in melds where 1 may follow 13: by their places, as the server does (rules/all_melds.py).
import { LONGEST } from "./melds.js";

export const upTo = (first, last) => Array.from({ length: Math.max(0, last + 1 - first) }, (_place, more) => first + more);
// Where runs of so many tiles can begin.
export const starts = (length) => upTo(1, LONGEST + 1 - length);

// The places of those that play as the same tile; of okeys under null.
export function piled(played) {
  const piles = new Map([[null, []]]);
  played.forEach((face, place) => piles.set(face, (piles.get(face) || []).concat(place)));
  return piles;
}

// A meld is laid, okeys for the tiles that lack: the places of its tiles and what is left, or null.
export function taken(faces, piles) {
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
