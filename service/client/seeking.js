// @ts-check
// Looking for partners: whoever waits on a page where that stands goes to the table as soon as it is there.

import { make } from "./page.js";

/** How often it is asked whether partners were found, in milliseconds. */
const EVERY = 5000;

/** Goes to the table that was found; a wish that has ended otherwise is shown no more. */
async function look() {
  const own = document.querySelectorAll("li[data-own]");
  if (document.hidden || !own.length) return;
  for (const row of own) {
    if (!(row instanceof HTMLElement)) continue;
    const query = new URLSearchParams({ id: row.dataset.own ?? "" });
    const answer = await fetch(`/seek/found?${query}`).catch(() => null);
    if (!answer?.ok) return;
    const { waits, table } = await answer.json();
    if (waits) continue;
    if (!table) {
      row.remove();
      continue;
    }
    const link = make("a", { href: `/t/${table}`, class: "button main" }, "To the table");
    const words = make(
      "p",
      { class: "told", role: "status" },
      "Partners are found, and the game is on. ",
      link,
    );
    row.replaceChildren(words);
    delete row.dataset.own;
    // Whoever writes something here keeps it, and has the link.
    if (!document.activeElement?.matches("input, textarea, select")) location.assign(`/t/${table}`);
    return;
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
