// Shows only the fields that the chosen kind of ruling needs. The page works without it.

function showFields(form) {
  const chosen = form.querySelector("input[name=kind]:checked");
  form.querySelectorAll("fieldset[data-kind]").forEach((fields) => {
    fields.hidden = !chosen || fields.dataset.kind !== chosen.value;
  });
}

document.querySelectorAll("form[data-ruling]").forEach((form) => {
  if (!form.querySelector("input[type=radio][name=kind]")) return;
  form.addEventListener("change", () => showFields(form));
  showFields(form);
});
