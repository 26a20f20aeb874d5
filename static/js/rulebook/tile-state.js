// The tile referee's state: the question, the indicator, groups on the table, a rack. Each change returns a new one;
// the form's fields hold it.
import { FALSE_OKEY, formatTiles, isTile, parseTiles, whyUnavailable, withoutTileAt } from "../tiles/tile-counts.js";

const withChanges = (state, changes) => Object.assign({}, state, changes);

// Task Okey has no field for an indicator.
export function readFields({ ask, indicator, melds, rack }) {
  const groups = melds.value.split(",").map(parseTiles);
  const turned = indicator && isTile(indicator.value) && indicator.value !== FALSE_OKEY ? indicator.value : "";
  return { ask: ask.value, indicator: turned, groups, at: groups.length - 1, rack: parseTiles(rack.value) };
}

export function writeFields({ ask, indicator, melds, rack }, state) {
  ask.value = state.ask;
  if (indicator) indicator.value = state.indicator;
  melds.value = state.groups.map(formatTiles).join(", ");
  rack.value = formatTiles(state.rack);
}

export const isRackQuestion = (state) => state.ask === "rack";

// Returns every tile that the question is about.
export const tilesInQuestion = (state) => isRackQuestion(state) ? state.rack : state.groups.flat();

// Returns why a tile can't be the indicator: both of its copies may be in use.
export function whyNotIndicator(state, code) {
  if (code === FALSE_OKEY) return "noIndicator";
  return [state.rack, state.groups.flat()].some((tiles) => whyUnavailable(code, tiles, "")) ? "both" : "";
}

// Returns why a tile can't be tapped now.
export function whyNotTappable(state, code, most) {
  return whyUnavailable(code, tilesInQuestion(state), state.indicator) || (tilesInQuestion(state).length < most ? "" : "full");
}

export function addTile(state, code) {
  if (isRackQuestion(state)) return withChanges(state, { rack: state.rack.concat(code) });
  const groups = state.groups.map((group, place) => place === state.at ? group.concat(code) : group);
  return withChanges(state, { groups });
}

// A blank indicator is asked for.
export const setIndicator = (state, indicator) => withChanges(state, { indicator });

export const askQuestion = (state, ask) => withChanges(state, { ask });

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

// Removes the tiles; keeps the indicator.
export function clearTiles(state) {
  return withChanges(state, isRackQuestion(state) ? { rack: [] } : { groups: [[]], at: 0 });
}
