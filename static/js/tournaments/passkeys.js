// Creates or uses a passkey on this device and sends its answer with the form.

const requestCredential = {
  create: (publicKey) => navigator.credentials.create({ publicKey }),
  get: (publicKey) => navigator.credentials.get({ publicKey }),
};

function decodeBase64(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function encodeBase64(buffer) {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Options come as JSON, with bytes as text.
function parseOptions(options) {
  const decodeId = (entry) => ({ ...entry, id: decodeBase64(entry.id) });
  const excluded = (options.excludeCredentials || []).map(decodeId);
  const user = options.user && { user: decodeId(options.user) };
  return { ...options, ...user, challenge: decodeBase64(options.challenge), excludeCredentials: excluded };
}

function serializeCredential(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) response[name] = encodeBase64(credential.response[name]);
  }
  const id = encodeBase64(credential.rawId);
  return JSON.stringify({ id, rawId: id, type: credential.type, response, clientExtensionResults: {} });
}

async function usePasskey(form) {
  const errorMessage = form.querySelector("[data-failed]");
  errorMessage.hidden = true;
  try {
    const options = parseOptions(JSON.parse(form.dataset.options));
    form.elements.answer.value = serializeCredential(await requestCredential[form.dataset.passkey](options));
    form.requestSubmit();
  } catch {
    errorMessage.hidden = false;
  }
}

document.querySelectorAll("form[data-passkey]").forEach((form) => {
  if (!window.PublicKeyCredential) return;
  form.hidden = false;
  form.querySelector("[data-ask]").addEventListener("click", () => usePasskey(form));
});
