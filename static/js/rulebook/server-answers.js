// Asks the server about the form's fields after each change, until it answers.

const RETRY_TIME = 4000;

let retry;

// What is asked already is no longer the question.
function handleInput({ currentTarget: form }) {
  clearTimeout(retry);
  window.htmx.trigger(form, "htmx:abort");
  form.setAttribute("aria-busy", "true");
}

export function askServer(form) {
  form.dispatchEvent(new Event("input"));
}

function handleAnswer(form, isAnswered) {
  form.classList.toggle("unanswered", !isAnswered);
  form.querySelector("[data-part=unreached]").hidden = isAnswered;
  form.setAttribute("aria-busy", String(!isAnswered));
  if (!isAnswered) retry = setTimeout(askServer, RETRY_TIME, form);
}

export function listenToAnswers(form) {
  form.addEventListener("input", handleInput);
  form.addEventListener("htmx:beforeSwap", ({ detail }) => handleAnswer(form, !detail.isError));
  ["htmx:sendError", "htmx:timeout"].forEach((name) => form.addEventListener(name, () => handleAnswer(form, false)));
  window.addEventListener("online", () => askServer(form));
}
