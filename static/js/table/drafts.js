// Keeps what was typed over a reload: in the tab, until the hand is saved.
import { readStorage, writeStorage } from "../browser-storage.js";
import { currentStep, formState, isChoice, screenElement, typedFields } from "./form-state.js";

// Hands that wait on this phone: the keeper may still have to fix them.
let loadWaitingHands = async () => [];

export function setWaitingHandsLoader(loader) {
  loadWaitingHands = loader;
}

const tablePrefix = () => `hand:${screenElement().dataset.table}:`;

const draftKey = () => tablePrefix() + formState.form.dataset.hand;

export function saveDraft() {
  const values = typedFields()
    .filter((field) => !isChoice(field) || field.checked)
    .map((field) => [field.name, field.value]);
  const { visited, opened } = formState;
  writeStorage("sessionStorage", draftKey(), JSON.stringify({ values, step: currentStep(), visited, opened }));
}

// Returns the step at which the hand was left.
export function restoreDraft() {
  const text = readStorage("sessionStorage", draftKey());
  if (!text) return null;
  const draft = JSON.parse(text);
  const values = {};
  draft.values.forEach(([name, value]) => {
    values[name] = value;
  });
  typedFields().forEach((field) => {
    if (isChoice(field)) field.checked = values[field.name] === field.value;
    else if (field.name in values) field.value = values[field.name];
  });
  formState.visited = draft.visited || {};
  formState.opened = draft.opened || {};
  return draft.step;
}

export function deleteDraft() {
  writeStorage("sessionStorage", draftKey(), null);
}

// Deletes all drafts except those of this hand and of hands that wait on this phone.
export function deleteOtherDrafts() {
  const usedKeys = formState.form ? [draftKey()] : [];
  loadWaitingHands().then((waitingHands) => {
    waitingHands.forEach((hand) => usedKeys.push(tablePrefix() + hand.key));
    Object.keys(sessionStorage)
      .filter((name) => name.indexOf(tablePrefix()) === 0 && !usedKeys.includes(name))
      .forEach((name) => sessionStorage.removeItem(name));
  }).catch(() => undefined);
}
