// Who empties the field in which he asked wants the whole book again, not what was found before.
document.addEventListener("search", ({ target }) => {
  if (target.id === "rule" && !target.value && location.search) location.assign(target.form.action);
});
