// @ts-check
// The form of a new table: what a clock means is told while it is written.

import { $ } from "./page.js";

const clock = $("clock", HTMLSelectElement);
const line = $("clock-line", HTMLInputElement);
const zone = $("zone", HTMLInputElement);
const words = $("clock-words");
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone.value === "UTC" && own) zone.value = own;

let timer = 0;

/** Tells what the clock that is chosen means, or what is wrong with it. */
async function tell() {
  const asked = new URLSearchParams({ chosen: clock.value, line: line.value, zone: zone.value });
  if (clock.value === "none" || (clock.value === "own" && !line.value.trim())) {
    words.textContent = "";
    line.setCustomValidity("");
    return;
  }
  const answer = await fetch(`/clock?${asked}`).then(
    (answer) => answer.json(),
    () => null,
  );
  if (!answer) return;
  words.textContent = answer.words;
  words.classList.toggle("bad", !answer.ok);
  const wrong = answer.ok ? "" : answer.words;
  line.setCustomValidity(clock.value === "own" ? wrong : "");
  zone.setCustomValidity(clock.value === "calendar" ? wrong : "");
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(tell, 300);
}

clock.addEventListener("change", () => {
  line.setCustomValidity("");
  zone.setCustomValidity("");
  tell();
});
line.addEventListener("input", soon);
zone.addEventListener("input", soon);
tell();
