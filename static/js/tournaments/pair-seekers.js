// Offers pairing once two seekers are chosen, and names them; a tap anywhere in a row chooses it.

const list = document.getElementById("su-list");

const firstName = (tick) => tick.closest(".su-row").querySelector("b").textContent.trim().split(/\s/)[0];

function showChosen() {
  const form = document.getElementById("pair-seekers");
  if (!form) return;
  const chosen = Array.from(list.querySelectorAll("[name=seeker]:checked"));
  const [isPair, button] = [chosen.length === 2, form.querySelector("button")];
  button.hidden = !isPair;
  form.querySelector("[data-hint]").hidden = isPair;
  form.querySelector("[data-chosen]").textContent = isPair ? chosen.map(firstName).join(" + ") : "";
}

function chooseRow(event) {
  const tick = event.target.closest(".su-row")?.querySelector("[name=seeker][type=checkbox]");
  if (!tick || event.target.closest("a, button, label, summary, .panel")) return;
  tick.click();
}

if (list) {
  list.addEventListener("change", showChosen);
  list.addEventListener("click", chooseRow);
  list.addEventListener("follow:changed", showChosen);
  showChosen();
}
