// Keeps what was typed over a reload: in the tab, until the hand is saved.
import { remember, remembered } from "../memory.js";
import { current, isChoice, screen, step, typed } from "./current.js";

// Hands that wait on this phone: the keeper may still have to fix them.
let waitingHands = async () => [];

export function keepDraftsOf(load) {
  waitingHands = load;
}

const ofTable = () => `hand:${screen().dataset.table}:`;

const key = () => ofTable() + current.form.dataset.hand;

export function saveDraft() {
  const values = typed()
    .filter((field) => !isChoice(field) || field.checked)
    .map((field) => [field.name, field.value]);
  const { visited, opened } = current;
  remember("sessionStorage", key(), JSON.stringify({ values, step: step(), visited, opened }));
}

// Returns the step at which the hand was left.
export function restoreDraft() {
  const text = remembered("sessionStorage", key());
  if (!text) return null;
  const draft = JSON.parse(text);
  const values = {};
  draft.values.forEach(([name, value]) => {
    values[name] = value;
  });
  typed().forEach((field) => {
    if (isChoice(field)) field.checked = values[field.name] === field.value;
    else if (field.name in values) field.value = values[field.name];
  });
  current.visited = draft.visited || {};
  current.opened = draft.opened || {};
  return draft.step;
}

export function forgetDraft() {
  remember("sessionStorage", key(), null);
}

// Deletes all drafts except those of this hand and of hands that wait on this phone.
export function forgetOtherHands() {
  const keep = current.form ? [key()] : [];
  waitingHands().then((waiting) => {
    waiting.forEach((hand) => keep.push(ofTable() + hand.key));
    Object.keys(sessionStorage)
      .filter((name) => name.indexOf(ofTable()) === 0 && !keep.includes(name))
      .forEach((name) => sessionStorage.removeItem(name));
  }).catch(() => undefined);
}
