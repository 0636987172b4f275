// @ts-check
// The waiting room: shows who sits down, and goes to the table when the game starts.

/** @import { Update } from "./protocol.js" */

import { $ } from "./page.js";

/** @type {string | null} */
let seats = null;
const events = new EventSource(`/t/${$("main").dataset.table}/stream?as=table`);
events.addEventListener("message", (event) => {
  /** @type {Partial<Update>} */
  const { set } = JSON.parse(event.data);
  const now = JSON.stringify(set?.seats ?? null);
  if (seats === null) seats = now;
  else if (set?.head || (set?.seats && now !== seats)) location.reload();
});
