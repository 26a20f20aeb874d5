// The runs and sets of a rack that are worth most together, and its most pairs: by the places of their tiles.
import { bestSteps, mostInSets } from "./steps.js";
import { COLOURS } from "./tiles.js";

const inTwos = (pile) => pile.filter((_place, at) => at % 2).map((place, at) => [pile[2 * at], place]);

// The places of those that play as the same tile; of okeys under null. What is undefined plays as nothing.
function piled(played) {
  const piles = new Map([[null, []]]);
  played.forEach((face, place) => {
    if (face !== undefined) piles.set(face, (piles.get(face) || []).concat(place));
  });
  return piles;
}

// Of the same tile, of one and a wild tile, of wild tiles.
export function mostPairs(played) {
  const [wild, ...piles] = piled(played).values();
  const single = piles.filter((pile) => pile.length % 2).map((pile) => pile[pile.length - 1]);
  const mixed = single.slice(0, wild.length).map((place, at) => [wild[at], place]);
  return [...piles.flatMap(inTwos), ...mixed, ...inTwos(wild.slice(mixed.length))];
}

// The shortest runs go on, and new ones begin; which are open then, and which have ended.
function goneOn(runs, tiles) {
  const shortestFirst = [...runs].sort((one, other) => one.length - other.length);
  const going = shortestFirst.slice(0, tiles.length).map((run, at) => run.concat(tiles[at]));
  const begun = tiles.slice(runs.length).map((tile) => [tile]);
  return { open: going.concat(begun), ended: shortestFirst.slice(tiles.length) };
}

// Tiles of one number are dealt round, colour by colour, so that no set gets a colour twice.
function dealt(spare, okeys) {
  const { sets } = mostInSets(spare.map((pile) => pile.length), okeys.length);
  const tiles = spare.flatMap((pile) => pile.slice(0, sets)).concat(okeys);
  return Array.from({ length: sets }, (_set, one) => tiles.filter((_tile, at) => at % sets === one));
}

// Of several that are worth as much, any.
export function bestSeries(played) {
  const piles = piled(played);
  const pile = (code) => piles.get(code) || [];
  const taken = (code, count) => Array.from({ length: count }, () => (pile(code).length ? pile(code) : pile(null)).pop());
  const melds = [];
  let runs = COLOURS.map(() => []);
  bestSteps((code) => pile(code).length, pile(null).length).forEach(({ laid, okeys }, index) => {
    const codes = COLOURS.map((colour) => `${colour}${index + 1}`);
    const went = runs.map((open, colour) => goneOn(open, taken(codes[colour], laid[colour])));
    runs = went.map(({ open }) => open);
    melds.push(...went.flatMap(({ ended }) => ended), ...dealt(codes.map(pile), taken(null, okeys)));
  });
  return melds.concat(runs.flat());
}
