// @ts-check
// My games: how much time is left at each, by the clock of whoever looks.

import { leftWords } from "./clock.js";

function show() {
  for (const time of document.querySelectorAll("time[data-due]")) {
    if (!(time instanceof HTMLElement)) continue;
    const { due, until, stands } = time.dataset;
    time.textContent = leftWords({ due: Number(due), until: Number(until), stands: Number(stands ?? 0) });
  }
}

show();
setInterval(show, 30_000);

// Whoever has not said by which clock their days go has that of this browser.
const zone = document.getElementById("zone");
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone instanceof HTMLInputElement && zone.dataset.own === "" && own) zone.value = own;
