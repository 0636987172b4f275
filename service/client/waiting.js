// @ts-check
// The waiting room: shows who sits down, and goes to the table when the game starts.

/** @import { ErrorBody, Update } from "./protocol.js" */

import { $ } from "./page.js";
import { Unseen } from "./unseen.js";

/** What changes when somebody sits down or gets up; nobody who reads or writes elsewhere on the page is disturbed. */
const PARTS = ["seating", "free"];

/** @type {string | null} */
let seats = null;
/** @type {EventSource | undefined} */
let events;
const address = `/t/${$("main").dataset.table}`;

function follow() {
  events = new EventSource(`${address}/stream?as=table`);
  events.addEventListener("message", hear);
}

/** @param {MessageEvent} event */
function hear(event) {
  /** @type {Partial<Update & ErrorBody>} */
  const { set, error, message } = JSON.parse(event.data);
  if (error) {
    events?.close();
    const closed = document.getElementById("closed");
    if (closed) {
      closed.textContent = message ?? "";
      closed.hidden = false;
    }
    return;
  }
  const now = JSON.stringify(set?.seats ?? null);
  if (seats === null) {
    seats = now;
    // Somebody may have sat down before this page began to listen.
    const free = (set?.seats ?? []).filter(({ kind }) => kind === "open" || kind === "link");
    const shown = document.querySelectorAll("#seating > .free");
    if (document.getElementById("seating") && free.length !== shown.length) renew();
  } else if (set?.head) location.reload();
  else if (set?.seats && now !== seats) {
    seats = now;
    renew();
  }
  unseen.heard();
}

const unseen = new Unseen(() => `${address}/turn`, {
  leave: () => events?.close(),
  back: follow,
  // The game has begun: the table says whose turn it is.
  news: ({ begun }) => begun && document.getElementById("seating") && location.reload(),
});
if (!unseen.gone) follow();

/** Brings who sits where up to date; a page that has no seats to show, or cannot be had, is loaded anew. */
async function renew() {
  const text = await fetch(location.href).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const parts = PARTS.map(
    (id) => /** @type {const} */ ([document.getElementById(id), fresh.getElementById(id)]),
  );
  if (!parts.every(([old, now]) => old && now)) return location.reload();
  const inside = document.activeElement?.closest("#seating");
  for (const [old, now] of parts) if (now && old) old.replaceChildren(...now.childNodes);
  dispatchEvent(new Event("seated"));
  // Whoever stood on something that is gone stands at the seats.
  if (inside) $("seating").focus();
}
