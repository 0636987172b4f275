// @ts-check
// Passkeys: what the server asks is handed to the browser, and its answer back.

/** @import { PasskeyQuestion } from "./protocol.js" */

import { Refusal, post } from "./page.js";

const main = document.getElementById("main");
const told = document.getElementById("passkey-told");
const key = main?.dataset.key ?? "";

/**
 * The bytes of a text in the letters of URLs.
 * @param {string} text
 */
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

/**
 * Bytes in the letters of URLs.
 * @param {ArrayBuffer} buffer
 */
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/**
 * What the server asks of this browser.
 * @param {string} path
 * @returns {Promise<PasskeyQuestion>}
 */
async function ask(path) {
  const response = await post(path, { key });
  return response.json();
}

/** @param {{ id: string }[]} [some] */
const known = (some) => (some ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

/** Makes a passkey for whoever is here. */
async function add() {
  const { id, options } = await ask("/me/passkeys/ask");
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: known(options.excludeCredentials),
  };
  const made = await navigator.credentials.create({ publicKey });
  if (!(made instanceof PublicKeyCredential)) throw new Error();
  const { clientDataJSON, attestationObject } = /** @type {AuthenticatorAttestationResponse} */ (
    made.response
  );
  await post("/me/passkeys", {
    key,
    id,
    answer: {
      id: made.id,
      rawId: made.id,
      type: made.type,
      response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) },
      clientExtensionResults: made.getClientExtensionResults(),
    },
  });
  location.reload();
}

/** Signs in with whichever passkey the browser finds. */
async function use() {
  const { id, options } = await ask("/sign-in/ask");
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: known(options.allowCredentials),
  };
  const found = await navigator.credentials.get({ publicKey });
  if (!(found instanceof PublicKeyCredential)) throw new Error();
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    /** @type {AuthenticatorAssertionResponse} */ (found.response);
  const along = document.getElementById("along-passkey");
  await post("/sign-in/passkey", {
    key,
    id,
    along: along instanceof HTMLInputElement && along.checked,
    answer: {
      id: found.id,
      rawId: found.id,
      type: found.type,
      response: {
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        userHandle: userHandle ? text(userHandle) : null,
      },
      clientExtensionResults: found.getClientExtensionResults(),
    },
  });
  location.assign("/me");
}

/**
 * What is said of something that did not work.
 * @param {unknown} error
 */
function words(error) {
  if (error instanceof Refusal) return error.message;
  if (error instanceof DOMException && error.name === "InvalidStateError")
    return "This device has a passkey of yours already.";
  return "The browser gave no passkey. Try once more.";
}

/**
 * Lets a button do something that takes a while and may fail.
 * @param {string} name
 * @param {() => Promise<void>} work
 */
function offer(name, work) {
  const button = document.getElementById(name);
  if (!(button instanceof HTMLButtonElement) || !told) return;
  const able = "PublicKeyCredential" in window;
  button.hidden = !able;
  told.textContent = able ? "" : "This browser knows no passkeys.";
  button.addEventListener("click", async () => {
    button.disabled = true;
    told.textContent = "The browser asks you …";
    try {
      await work();
    } catch (error) {
      told.textContent = words(error);
    }
    button.disabled = false;
  });
}

offer("add-passkey", add);
offer("use-passkey", use);

// The browser knows the zone and the language; whoever wants others writes them.
const guess = (/** @type {string} */ name, /** @type {string} */ value) => {
  const field = document.getElementById(name);
  if (field instanceof HTMLInputElement && !field.value) field.value = value;
};
guess("zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
guess("language", navigator.language);

const print = document.getElementById("print");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
