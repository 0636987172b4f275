// @ts-check
// The waiting room: shows who sits down, and goes to the table when the game starts.

/** @import { ErrorBody, Update } from "./protocol.js" */

import { $ } from "./page.js";

/** @type {string | null} */
let seats = null;
const events = new EventSource(`/t/${$("main").dataset.table}/stream?as=table`);
events.addEventListener("message", (event) => {
  /** @type {Partial<Update & ErrorBody>} */
  const { set, error, message } = JSON.parse(event.data);
  if (error) {
    events.close();
    const closed = document.getElementById("closed");
    if (closed) {
      closed.textContent = message ?? "";
      closed.hidden = false;
    }
    return;
  }
  const now = JSON.stringify(set?.seats ?? null);
  if (seats === null) seats = now;
  else if (set?.head || (set?.seats && now !== seats)) location.reload();
});
