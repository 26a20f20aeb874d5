// The tile referee's state: the indicator, groups on the table, a rack. Each change returns a new one.
import { FALSE_OKEY } from "../judge/tiles.js";
import { whyUnavailable, withoutTileAt } from "../tiles/tile-counts.js";

export const EMPTY = {
  question: "laid", indicator: "", turning: true, groups: [[]], at: 0, rack: [], previous: {}, chosen: {},
};

const withChanges = (state, changes) => Object.assign({}, state, changes);

export const isRackQuestion = (state) => state.question === "rack";

// Returns every tile that the question is about.
export const tilesInQuestion = (state) => isRackQuestion(state) ? state.rack : state.groups.flat();

export const filledGroups = (state) => state.groups.filter((group) => group.length);

// Returns why a tile can't be the indicator: both of its copies may be in use.
function whyNotIndicator(state, code) {
  if (code === FALSE_OKEY) return "noIndicator";
  return [state.rack, state.groups.flat()].some((tiles) => whyUnavailable(code, tiles, "")) ? "both" : "";
}

// Returns why a tile can't be tapped now.
export function whyNotTappable(state, code, most) {
  if (state.turning) return whyNotIndicator(state, code);
  return whyUnavailable(code, tilesInQuestion(state), state.indicator) || (tilesInQuestion(state).length < most ? "" : "full");
}

export function addTile(state, code) {
  if (state.turning) return withChanges(state, { indicator: code, turning: false });
  if (isRackQuestion(state)) return withChanges(state, { rack: state.rack.concat(code) });
  const groups = state.groups.map((group, place) => place === state.at ? group.concat(code) : group);
  return withChanges(state, { groups });
}

export const changeIndicator = (state) => withChanges(state, { turning: true });

export const askQuestion = (state, question) => withChanges(state, { question });

// Adds a group; an empty one is used first.
export function addGroup(state) {
  const empty = state.groups.findIndex((group) => !group.length);
  const groups = empty < 0 ? state.groups.concat([[]]) : state.groups;
  return withChanges(state, { groups, at: empty < 0 ? groups.length - 1 : empty });
}

export const chooseGroup = (state, at) => withChanges(state, { at });

export function removeTile(state, place, at) {
  if (isRackQuestion(state)) return withChanges(state, { rack: withoutTileAt(state.rack, place) });
  const groups = state.groups.map((group, other) => other === at ? withoutTileAt(group, place) : group);
  return withChanges(state, { at, groups });
}

// Removes the tiles; keeps the indicator and earlier openings.
export function clearTiles(state) {
  return withChanges(state, isRackQuestion(state) ? { rack: [] } : { groups: [[]], at: 0 });
}

export function setPreviousOpening(state, kind, total) {
  return withChanges(state, { previous: Object.assign({}, state.previous, { [kind]: total }) });
}

// Sets another choice by name.
export function setChoice(state, name, value) {
  return withChanges(state, { chosen: Object.assign({}, state.chosen, { [name]: value }) });
}
