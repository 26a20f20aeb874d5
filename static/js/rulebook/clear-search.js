// Clearing the search field shows the whole book again.
document.addEventListener("search", ({ target }) => {
  if (target.id === "rule" && !target.value && location.search) location.assign(target.form.action);
});
