// Finds the runs and sets of a rack that are worth most together, and the most pairs. Works with tile indices.
import { bestSteps, mostInSets } from "./steps.js";
import { COLOURS } from "./tiles.js";

const inTwos = (pile) => pile.filter((_place, at) => at % 2).map((place, at) => [pile[2 * at], place]);

// Groups tile indices by the tile they play as; okeys are under null, undefined tiles are left out.
function piled(played) {
  const piles = new Map([[null, []]]);
  played.forEach((face, place) => {
    if (face !== undefined) piles.set(face, (piles.get(face) || []).concat(place));
  });
  return piles;
}

// Pairs equal tiles first, then a tile with a wild one, then wild ones.
export function mostPairs(played) {
  const [wild, ...piles] = piled(played).values();
  const single = piles.filter((pile) => pile.length % 2).map((pile) => pile[pile.length - 1]);
  const mixed = single.slice(0, wild.length).map((place, at) => [wild[at], place]);
  return [...piles.flatMap(inTwos), ...mixed, ...inTwos(wild.slice(mixed.length))];
}

// Continues the shortest runs first, then begins new ones. Returns the open and the ended runs.
function goneOn(runs, tiles) {
  const shortestFirst = [...runs].sort((one, other) => one.length - other.length);
  const going = shortestFirst.slice(0, tiles.length).map((run, at) => run.concat(tiles[at]));
  const begun = tiles.slice(runs.length).map((tile) => [tile]);
  return { open: going.concat(begun), ended: shortestFirst.slice(tiles.length) };
}

// Deals tiles of one number round by colour so that no set gets a colour twice.
function dealt(spare, okeys) {
  const { sets } = mostInSets(spare.map((pile) => pile.length), okeys.length);
  const tiles = spare.flatMap((pile) => pile.slice(0, sets)).concat(okeys);
  return Array.from({ length: sets }, (_set, one) => tiles.filter((_tile, at) => at % sets === one));
}

// If several are worth as much, any of them is returned.
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
