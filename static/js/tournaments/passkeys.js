// Creates or uses a passkey on this device and sends its answer with the form.

const answering = {
  create: (publicKey) => navigator.credentials.create({ publicKey }),
  get: (publicKey) => navigator.credentials.get({ publicKey }),
};

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Options come as JSON, with bytes as text.
function read(options) {
  const known = (options.excludeCredentials || []).map((one) => ({ ...one, id: bytes(one.id) }));
  const user = options.user && { user: { ...options.user, id: bytes(options.user.id) } };
  return { ...options, ...user, challenge: bytes(options.challenge), excludeCredentials: known };
}

function told(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) response[name] = text(credential.response[name]);
  }
  const id = text(credential.rawId);
  return JSON.stringify({ id, rawId: id, type: credential.type, response, clientExtensionResults: {} });
}

async function ask(form) {
  const failed = form.querySelector("[data-failed]");
  failed.hidden = true;
  try {
    const options = read(JSON.parse(form.dataset.options));
    form.elements.answer.value = told(await answering[form.dataset.passkey](options));
    form.requestSubmit();
  } catch {
    failed.hidden = false;
  }
}

document.querySelectorAll("form[data-passkey]").forEach((form) => {
  if (!window.PublicKeyCredential) return;
  form.hidden = false;
  form.querySelector("[data-ask]").addEventListener("click", () => ask(form));
});
