// Finds which tiles of a rack are in runs and which in sets when these are worth most together, number by number.
// rules/games/okey101/playable/steps.py is the same search and says why it is exact. A state holds only each colour's
// open runs and the okeys left.
import { SHORTEST } from "./melds.js";
import { COLOURS, HIGHEST } from "./tiles.js";

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const upTo = (last) => Array.from({ length: Math.max(0, last + 1) }, (_place, number) => number);

// Returns how many tiles of one number fit in sets that use all these okeys, and how many sets; `spare` is by colour.
export function mostInSets(spare, okeys) {
  for (let sets = Math.floor((sum(spare) + okeys) / SHORTEST); sets > 0; sets -= 1) {
    const tiles = sum(spare.map((own) => Math.min(own, sets))) + okeys;
    if (SHORTEST * sets <= tiles && tiles <= COLOURS.length * sets) return { tiles, sets };
  }
  return { tiles: 0, sets: 0 };
}

// Returns how many runs may begin at a number, given the tiles of its colour up to 13.
function begun(held, okeys) {
  if (held.length < SHORTEST) return 0;
  const toTheEnd = held.filter((own) => !own).length <= okeys;
  const most = held[0] + (toTheEnd ? okeys : 0);
  const lacking = (runs) => sum(held.slice(0, SHORTEST).map((own) => Math.max(0, runs - own)));
  return Math.max(...upTo(most).filter((runs) => lacking(runs) <= okeys));
}

function square(held, colour, number, okeys) {
  const onwards = upTo(HIGHEST - number).map((more) => held(`${colour}${number + more}`));
  return { held: onwards[0], begun: upTo(okeys).map((left) => begun(onwards, left)) };
}

// Yields each number of tiles that can continue the open runs of a colour and begin others. Runs of one and two tiles
// must continue; those of three or more need not.
function ways(place, [one, two, whole], okeys) {
  const must = one + two;
  const most = Math.min(place.held + okeys, must + whole + place.begun[okeys]);
  return upTo(most).slice(must).map((laid) => ({
    laid,
    okeys: Math.max(0, laid - place.held),
    spare: Math.max(0, place.held - laid),
    runs: [Math.max(0, laid - must - whole), one, two + Math.min(laid - must, whole)],
  }));
}

function together(each) {
  return each.reduce((all, some) => all.flatMap((before) => some.map((way) => before.concat(way))), [[]]);
}

function moves(state, squares) {
  const each = squares.map((place, colour) => ways(place, state.runs[colour], state.okeys));
  return together(each).flatMap((all) => {
    const spare = all.map((way) => way.spare);
    const laid = all.map((way) => way.laid);
    const left = state.okeys - sum(all.map((way) => way.okeys));
    return upTo(left).map((okeys) => ({ okeys, laid, left: left - okeys, all, inSets: mostInSets(spare, okeys) }))
      .filter((move) => move.inSets.sets || !move.okeys);
  });
}

// Keeps only the most valuable path to each state.
function nextLayer(layer, number, squares) {
  const found = new Map();
  for (const before of layer.values()) {
    for (const { okeys, laid, left, all, inSets } of moves(before, squares)) {
      const total = before.total + number * (sum(laid) + inSets.tiles);
      const runs = all.map((way) => way.runs);
      const key = `${runs.join()} ${left}`;
      const known = found.get(key);
      if (!known || known.total < total) found.set(key, { total, runs, okeys: left, before, step: { laid, okeys } });
    }
  }
  return found;
}

// Returns the steps from 1 to 13: tiles in runs by colour, and okeys in sets. `held` counts the tiles by code.
export function bestSteps(held, okeys) {
  let layer = new Map([["", { total: 0, runs: COLOURS.map(() => [0, 0, 0]), okeys }]]);
  for (let number = 1; number <= HIGHEST; number += 1) {
    layer = nextLayer(layer, number, COLOURS.map((colour) => square(held, colour, number, okeys)));
  }
  let state = [...layer.values()].reduce((best, one) => one.total > best.total ? one : best);
  const steps = [];
  for (; state.before; state = state.before) steps.unshift(state.step);
  return steps;
}
