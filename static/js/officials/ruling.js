// Shows only the fields that the chosen kind of ruling needs. The page works without it.

function ask(ruling) {
  const chosen = ruling.querySelector("input[name=kind]:checked");
  ruling.querySelectorAll("fieldset[data-kind]").forEach((part) => {
    part.hidden = !chosen || part.dataset.kind !== chosen.value;
  });
}

document.querySelectorAll("form[data-ruling]").forEach((ruling) => {
  if (!ruling.querySelector("input[type=radio][name=kind]")) return;
  ruling.addEventListener("change", () => ask(ruling));
  ask(ruling);
});
