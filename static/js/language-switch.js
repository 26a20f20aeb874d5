// Keeps what was typed while the language changes: the next page of this tab fills it into the same fields. Hand forms
// have drafts of their own. Without storage in the browser it fails by itself. It imports nothing: every page loads it.

const STORAGE_KEY = "typed";
const KEPT_TYPES = /^(text|search|email|tel|url|number|date|time|datetime-local|color|range|checkbox|radio|select-one|textarea)$/;
// What the page was opened with goes along, so that others' changes since are noticed.
const GUARDS = /(^|-)(seen|based_on|was)$/;

const isChoice = ({ type }) => /^(checkbox|radio)$/.test(type);

// In the order of the page, which is the same in both languages.
function typedFields() {
  return Array.from(document.querySelectorAll("form:not([data-hand])"))
    .flatMap((form) => Array.from(form.elements))
    .filter((field) => field.name && (KEPT_TYPES.test(field.type) || GUARDS.test(field.name)));
}

const stateOf = (field) => (isChoice(field) ? field.checked : field.value);

function keepFields({ target }) {
  if (!target.querySelector('button[name="language"]')) return;
  const states = typedFields().map((field) => [field.name, stateOf(field)]);
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(states));
}

function setState([field, state]) {
  if (isChoice(field)) field.checked = state;
  else field.value = state;
}

// A choice may show or preset other fields: what was typed in them comes last.
function restoreFields() {
  const states = JSON.parse(sessionStorage.getItem(STORAGE_KEY) || "[]");
  sessionStorage.removeItem(STORAGE_KEY);
  const fields = typedFields();
  const restored = states.map(([name, state], index) => [fields[index], state, name])
    .filter(([field, , name]) => field && field.name === name);
  const changed = restored.filter(([field, state]) => stateOf(field) !== state);
  restored.forEach(setState);
  changed.forEach(([field]) => field.dispatchEvent(new Event("change", { bubbles: true })));
  restored.forEach(setState);
}

document.addEventListener("submit", keepFields);
// After the page's other scripts, which show what a choice leads to.
window.addEventListener("load", restoreFields);
