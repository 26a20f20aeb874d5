// Finds the runs and sets of a rack that are worth most together, and the most pairs. Works with tile indices.
import { bestSteps, mostInSets } from "./best-division.js";
import { COLOURS } from "./tiles.js";

const pairUp = (pile) => pile.filter((_place, index) => index % 2).map((place, index) => [pile[2 * index], place]);

// Groups tile indices by the tile they play as; okeys are under null, undefined tiles are left out.
function groupByTile(played) {
  const piles = new Map([[null, []]]);
  played.forEach((face, place) => {
    if (face !== undefined) piles.set(face, (piles.get(face) || []).concat(place));
  });
  return piles;
}

// Pairs equal tiles first, then a tile with a wild one, then wild ones.
export function mostPairs(played) {
  const [wild, ...piles] = groupByTile(played).values();
  const single = piles.filter((pile) => pile.length % 2).map((pile) => pile[pile.length - 1]);
  const mixed = single.slice(0, wild.length).map((place, index) => [wild[index], place]);
  return [...piles.flatMap(pairUp), ...mixed, ...pairUp(wild.slice(mixed.length))];
}

// Continues the shortest runs first, then begins new ones. Returns the open and the ended runs.
function continueRuns(runs, tiles) {
  const shortestFirst = [...runs].sort((first, second) => first.length - second.length);
  const continued = shortestFirst.slice(0, tiles.length).map((run, index) => run.concat(tiles[index]));
  const newRuns = tiles.slice(runs.length).map((tile) => [tile]);
  return { open: continued.concat(newRuns), ended: shortestFirst.slice(tiles.length) };
}

// Deals tiles of one number round by colour so that no set gets a colour twice.
function dealSets(spare, okeys) {
  const { sets } = mostInSets(spare.map((pile) => pile.length), okeys.length);
  const tiles = spare.flatMap((pile) => pile.slice(0, sets)).concat(okeys);
  return Array.from({ length: sets }, (_set, set) => tiles.filter((_tile, index) => index % sets === set));
}

// If several are worth as much, any of them is returned.
export function bestSeries(played) {
  const piles = groupByTile(played);
  const pileOf = (code) => piles.get(code) || [];
  const takeTile = (code) => (pileOf(code).length ? pileOf(code) : pileOf(null)).pop();
  const takeTiles = (code, count) => Array.from({ length: count }, () => takeTile(code));
  const melds = [];
  let runs = COLOURS.map(() => []);
  bestSteps((code) => pileOf(code).length, pileOf(null).length).forEach(({ laid, okeys }, index) => {
    const codes = COLOURS.map((colour) => `${colour}${index + 1}`);
    const continuations = runs.map((openRun, colour) => continueRuns(openRun, takeTiles(codes[colour], laid[colour])));
    runs = continuations.map(({ open: openRun }) => openRun);
    melds.push(...continuations.flatMap(({ ended }) => ended), ...dealSets(codes.map(pileOf), takeTiles(null, okeys)));
  });
  return melds.concat(runs.flat());
}
