// On the form of a new tournament, the buttons say what the chosen use does, and days that it has none of are hidden.
const DAYS = { once: ["first_day", "last_day"], weekly: ["first_day"], later: [] };

function followUse() {
  const chosen = document.querySelector("[data-uses] input[name=use]:checked");
  if (!chosen) return;
  document.querySelectorAll("[data-use-button]").forEach((button) => {
    button.dataset.once ??= button.textContent;
    button.textContent = chosen.value === "once" ? button.dataset.once : chosen.dataset.button;
  });
  DAYS.once.forEach((name) => {
    const field = document.querySelector(`[name=${name}]`)?.closest(".field");
    if (field) field.hidden = !DAYS[chosen.value].includes(name);
  });
}

document.addEventListener("change", ({ target }) => {
  if (target.name === "use") followUse();
});
document.addEventListener("htmx:afterSwap", followUse);
followUse();
