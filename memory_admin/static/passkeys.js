// Signing in by passkey, and adding one. Where this file does not run there is no button for it.
"use strict";

(() => {
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

  function text(buffer) {
    const all = String.fromCharCode(...new Uint8Array(buffer));
    return btoa(all).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  function known(list) {
    return (list || []).map((one) => ({ ...one, id: bytes(one.id) }));
  }

  function toMake(options) {
    const { challenge, user, excludeCredentials: held } = options;
    const made = { ...options, challenge: bytes(challenge), user: { ...user, id: bytes(user.id) } };
    return { ...made, excludeCredentials: known(held) };
  }

  function toUse(options) {
    const { challenge, allowCredentials: held } = options;
    return { ...options, challenge: bytes(challenge), allowCredentials: known(held) };
  }

  // What the browser answered, as JSON (WebAuthn 3, 5.1): each buffer as base64url.
  function plain(found) {
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (found.response[name]) response[name] = text(found.response[name]);
    }
    const results = found.getClientExtensionResults();
    const whole = { id: found.id, rawId: text(found.rawId), type: found.type, response };
    return JSON.stringify({ ...whole, clientExtensionResults: results });
  }

  async function asked(form) {
    const answer = await fetch(form.action, { headers: { Accept: "application/json" }, credentials: "same-origin" });
    if (!answer.ok) throw new Error(answer.status === 429 ? "Too many tries. Wait a quarter of an hour." : "");
    return (await answer.json()).publicKey;
  }

  async function answered(form) {
    const options = await asked(form);
    if (form.dataset.passkey === "add") return navigator.credentials.create({ publicKey: toMake(options) });
    return navigator.credentials.get({ publicKey: toUse(options) });
  }

  function say(form, words) {
    const place = form.querySelector("[role=status]");
    place.textContent = words;
    place.hidden = !words;
  }

  async function go(form) {
    const button = form.querySelector("button");
    button.disabled = true;
    say(form, "");
    try {
      form.elements.credential.value = plain(await answered(form));
      form.submit();
    } catch (error) {
      const own = error instanceof DOMException ? "" : error.message;
      say(form, own || "Nothing came of it. Try again, or take another way.");
      button.disabled = false;
    }
  }

  if (!window.PublicKeyCredential || !navigator.credentials) return;
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    if (form.dataset.origin !== location.origin) continue;
    form.closest("[hidden]").hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      go(form);
    });
  }
})();
