// Finds which tiles of a rack are in runs and which in sets when these are worth most together, number by number.
// rules/games/okey101/playable/best_division.py is the same search and says why it is exact. A state holds only each
// colour's open runs and the okeys left.
import { SHORTEST } from "./melds.js";
import { COLOURS, HIGHEST } from "./tiles.js";

const sum = (numbers) => numbers.reduce((total, other) => total + other, 0);
const numbersTo = (last) => Array.from({ length: Math.max(0, last + 1) }, (_place, number) => number);

// Returns how many tiles of one number fit in sets that use all these okeys, and how many sets; `spare` is by colour.
export function mostInSets(spare, okeys) {
  for (let sets = Math.floor((sum(spare) + okeys) / SHORTEST); sets > 0; sets -= 1) {
    const tiles = sum(spare.map((count) => Math.min(count, sets))) + okeys;
    if (SHORTEST * sets <= tiles && tiles <= COLOURS.length * sets) return { tiles, sets };
  }
  return { tiles: 0, sets: 0 };
}

// Returns how many runs may begin at a number, given the tiles of its colour up to 13.
function maxNewRuns(counts, okeys) {
  if (counts.length < SHORTEST) return 0;
  const reachesEnd = counts.filter((count) => !count).length <= okeys;
  const maximum = counts[0] + (reachesEnd ? okeys : 0);
  const okeysNeeded = (runs) => sum(counts.slice(0, SHORTEST).map((count) => Math.max(0, runs - count)));
  return Math.max(...numbersTo(maximum).filter((runs) => okeysNeeded(runs) <= okeys));
}

function describeSquare(countOf, colour, number, okeys) {
  const countsOnward = numbersTo(HIGHEST - number).map((offset) => countOf(`${colour}${number + offset}`));
  return { held: countsOnward[0], begun: numbersTo(okeys).map((left) => maxNewRuns(countsOnward, left)) };
}

// Yields each number of tiles that can continue the open runs of a colour and begin others. Runs of one and two tiles
// must continue; those of three or more need not.
function listContinuations(square, [ofOne, ofTwo, complete], okeys) {
  const required = ofOne + ofTwo;
  const maximum = Math.min(square.held + okeys, required + complete + square.begun[okeys]);
  return numbersTo(maximum).slice(required).map((laid) => ({
    laid,
    okeys: Math.max(0, laid - square.held),
    spare: Math.max(0, square.held - laid),
    runs: [Math.max(0, laid - required - complete), ofOne, ofTwo + Math.min(laid - required, complete)],
  }));
}

function combine(choices) {
  return choices.reduce((all, options) => all.flatMap((before) => options.map((choice) => before.concat(choice))), [[]]);
}

function listMoves(state, squares) {
  const choices = squares.map((square, colour) => listContinuations(square, state.runs[colour], state.okeys));
  return combine(choices).flatMap((combination) => {
    const spare = combination.map((choice) => choice.spare);
    const laid = combination.map((choice) => choice.laid);
    const left = state.okeys - sum(combination.map((choice) => choice.okeys));
    return numbersTo(left)
      .map((okeys) => ({ okeys, laid, left: left - okeys, all: combination, inSets: mostInSets(spare, okeys) }))
      .filter((move) => move.inSets.sets || !move.okeys);
  });
}

// Keeps only the most valuable path to each state.
function nextStates(layer, number, squares) {
  const states = new Map();
  for (const before of layer.values()) {
    for (const { okeys, laid, left, all: combination, inSets } of listMoves(before, squares)) {
      const total = before.total + number * (sum(laid) + inSets.tiles);
      const runs = combination.map((choice) => choice.runs);
      const key = `${runs.join()} ${left}`;
      const best = states.get(key);
      if (!best || best.total < total) states.set(key, { total, runs, okeys: left, before, step: { laid, okeys } });
    }
  }
  return states;
}

// Returns the steps from 1 to 13: tiles in runs by colour, and okeys in sets. `countOf` returns the number of tiles of
// a code.
export function bestSteps(countOf, okeys) {
  let layer = new Map([["", { total: 0, runs: COLOURS.map(() => [0, 0, 0]), okeys }]]);
  for (let number = 1; number <= HIGHEST; number += 1) {
    layer = nextStates(layer, number, COLOURS.map((colour) => describeSquare(countOf, colour, number, okeys)));
  }
  let state = [...layer.values()].reduce((best, candidate) => candidate.total > best.total ? candidate : best);
  const steps = [];
  for (; state.before; state = state.before) steps.unshift(state.step);
  return steps;
}
