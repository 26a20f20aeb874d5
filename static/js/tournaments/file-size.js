// Rejects a file that is too large before sending; the server would refuse it without saying why.
document.querySelectorAll("[data-largest]").forEach((field) => {
  const input = field.querySelector("input"), message = field.querySelector("[data-too-large]");
  input.addEventListener("change", () => {
    const isTooLarge = input.files[0]?.size > Number(field.dataset.largest);
    message.hidden = !isTooLarge;
    field.classList.toggle("wrong", isTooLarge);
    input.setCustomValidity(isTooLarge ? message.textContent.trim() : "");
  });
});
