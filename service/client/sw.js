// @ts-check
// What the browser runs when it is told something: it shows it, and a click on it opens the table.

/**
 * @typedef {{ title?: string, body?: string, link?: string, tag?: string }} Told
 * @typedef {{ url: string, focus: () => Promise<unknown> }} Page
 */

// The types of pages know nothing of what runs without one.
const worker = /** @type {any} */ (self);

/**
 * Shows what was told: the same is shown once.
 * @param {Told} told
 */
const show = ({ title = "Overwinter", body = "", link = "/my", tag = "" }) =>
  worker.registration.showNotification(title, { body, tag, icon: "/favicon.ico", data: { link } });

/**
 * Opens a table of this house, in the tab in which it is open already if there is one.
 * @param {string} link
 */
async function open(link) {
  const { pathname } = new URL(link, worker.location.origin);
  /** @type {Page[]} */
  const pages = await worker.clients.matchAll({ type: "window" });
  const there = pages.find(({ url }) => new URL(url).pathname === pathname);
  await (there ? there.focus() : worker.clients.openWindow(pathname));
}

worker.addEventListener("push", (/** @type {any} */ event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link ?? "/my"));
});
