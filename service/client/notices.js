// @ts-check
// Being told in this browser, also when no page is open.

import { post, Refusal } from "./page.js";

const button = document.getElementById("push-here");
const told = document.getElementById("push-told");
const key = document.getElementById("main")?.dataset.key ?? "";

/**
 * Bytes in the letters of URLs.
 * @param {ArrayBuffer | null} buffer
 */
const letters = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/** Where this browser is told something now, if it is. */
async function current() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Lets this browser be told.
 * @param {string} applicationServerKey
 */
async function begin(applicationServerKey) {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Refusal("The browser does not allow it: change that in its settings for this page.");
  await navigator.serviceWorker.register("/sw.js");
  const registration = await navigator.serviceWorker.ready;
  const old = await registration.pushManager.getSubscription();
  await old?.unsubscribe();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const [p256dh, auth] = [letters(made.getKey("p256dh")), letters(made.getKey("auth"))];
  await post("/me/push", { key, endpoint: made.endpoint, p256dh, auth });
}

/** Ends it. @param {PushSubscription} subscription */
async function end(subscription) {
  await post("/me/push/end", { key, endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/** Says what a click would do. */
async function show() {
  if (!(button instanceof HTMLButtonElement) || !told) return;
  const server = button.dataset.push;
  if (!server || !("serviceWorker" in navigator) || !("PushManager" in window)) {
    told.textContent =
      "This browser cannot be told anything while no page is open. Pages must come by https for that.";
    return;
  }
  const subscription = await current();
  button.hidden = false;
  button.textContent = subscription ? "Tell me no more in this browser" : "Tell me in this browser";
  told.textContent = "";
  button.onclick = async () => {
    button.disabled = true;
    told.textContent = "The browser asks you …";
    try {
      await (subscription ? end(subscription) : begin(server));
      location.reload();
    } catch (error) {
      told.textContent =
        error instanceof Refusal ? error.message : "The browser could not be set up for it. Try once more.";
    }
    button.disabled = false;
  };
}

show();
