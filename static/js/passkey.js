// Passkeys: a form's `data-passkey` is "create" or "get", and its `data-options` go to the browser; without them they
// are fetched from the form's address.
(() => {
  "use strict";
  if (!window.PublicKeyCredential || !navigator.credentials) return;

  /** @param {ArrayBuffer} buffer */
  const encode = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  /** @param {string} text */
  const decode = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  /** @param {{ id: string }[]} list */
  const decodeIds = (list) => list?.map((one) => ({ ...one, id: decode(one.id) }));

  /** @param {HTMLFormElement} form */
  const readOptions = async (form) => {
    if (form.dataset.options) return JSON.parse(form.dataset.options);
    const answer = await fetch(form.action, { headers: { "X-Requested-With": "XMLHttpRequest" } });
    if (!answer.ok) throw new Error("refused");
    return (await answer.json()).request_options;
  };

  /** @param {{ publicKey: any }} options */
  const prepare = ({ publicKey }) => ({
    ...publicKey,
    challenge: decode(publicKey.challenge),
    ...(publicKey.user && { user: { ...publicKey.user, id: decode(publicKey.user.id) } }),
    ...(publicKey.excludeCredentials && { excludeCredentials: decodeIds(publicKey.excludeCredentials) }),
    ...(publicKey.allowCredentials && { allowCredentials: decodeIds(publicKey.allowCredentials) }),
  });

  /** @param {any} credential */
  const describe = (credential) => {
    /** @type {Record<string, string>} */
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (credential.response[name]) response[name] = encode(credential.response[name]);
    }
    const { id, type } = credential;
    return {
      id,
      type,
      rawId: encode(credential.rawId),
      response,
      clientExtensionResults: credential.getClientExtensionResults(),
    };
  };

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    /** @type {"create" | "get"} */
    const act = form.dataset.passkey;
    const failed = form.querySelector("[data-failed]");
    form.addEventListener("submit", async (/** @type {Event} */ event) => {
      event.preventDefault();
      failed.hidden = true;
      try {
        const publicKey = prepare(await readOptions(form));
        const credential = await navigator.credentials[act]({ publicKey });
        form.elements.credential.value = JSON.stringify(describe(credential));
        form.submit();
      } catch {
        failed.hidden = false;
      }
    });
  }
  for (const hint of document.querySelectorAll("[data-no-passkey]")) hint.hidden = true;
  for (const button of document.querySelectorAll("button[data-with-passkey]")) button.hidden = false;
})();
