// The tile referee's state: the indicator, groups on the table, a rack. Each change returns a new one.
import { FALSE_OKEY } from "../judge/tiles.js";
import { refusal, without } from "../tiles/bag.js";

export const EMPTY = { question: "laid", indicator: "", turning: true, groups: [[]], at: 0, rack: [], previous: {}, chosen: {} };

const change = (one, changes) => Object.assign({}, one, changes);

export const isRack = (one) => one.question === "rack";

// Returns every tile that the question is about.
export const laid = (one) => isRack(one) ? one.rack : one.groups.flat();

export const filled = (one) => one.groups.filter((group) => group.length);

// Returns why a tile can't be the indicator: both of its copies may be in use.
function whyNotTurned(one, code) {
  if (code === FALSE_OKEY) return "noIndicator";
  return [one.rack, one.groups.flat()].some((tiles) => refusal(code, tiles, "")) ? "both" : "";
}

// Returns why a tile can't be tapped now.
export function whyNot(one, code, most) {
  if (one.turning) return whyNotTurned(one, code);
  return refusal(code, laid(one), one.indicator) || (laid(one).length < most ? "" : "full");
}

export function tap(one, code) {
  if (one.turning) return change(one, { indicator: code, turning: false });
  if (isRack(one)) return change(one, { rack: one.rack.concat(code) });
  return change(one, { groups: one.groups.map((group, place) => place === one.at ? group.concat(code) : group) });
}

export const turnAnother = (one) => change(one, { turning: true });

export const ask = (one, question) => change(one, { question });

// Adds a group; an empty one is used first.
export function next(one) {
  const empty = one.groups.findIndex((group) => !group.length);
  const groups = empty < 0 ? one.groups.concat([[]]) : one.groups;
  return change(one, { groups, at: empty < 0 ? groups.length - 1 : empty });
}

export const choose = (one, at) => change(one, { at });

export function takeAway(one, place, at) {
  if (isRack(one)) return change(one, { rack: without(one.rack, place) });
  return change(one, { at, groups: one.groups.map((group, other) => other === at ? without(group, place) : group) });
}

// Removes the tiles; keeps the indicator and earlier openings.
export function clear(one) {
  return change(one, isRack(one) ? { rack: [] } : { groups: [[]], at: 0 });
}

export function openedBefore(one, kind, total) {
  return change(one, { previous: Object.assign({}, one.previous, { [kind]: total }) });
}

// Sets another choice by name.
export function chooseOf(one, name, value) {
  return change(one, { chosen: Object.assign({}, one.chosen, { [name]: value }) });
}
