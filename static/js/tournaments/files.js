// Rejects a file that is too large before sending; the server would refuse it without saying why.
document.querySelectorAll("[data-largest]").forEach((field) => {
  const input = field.querySelector("input"), said = field.querySelector("[data-too-large]");
  input.addEventListener("change", () => {
    const large = input.files[0]?.size > Number(field.dataset.largest);
    said.hidden = !large;
    field.classList.toggle("wrong", large);
    input.setCustomValidity(large ? said.textContent.trim() : "");
  });
});
