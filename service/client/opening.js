// @ts-check
// The form of a new table: what a clock means is told while it is written, and what cannot go together while it is chosen.

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

const trouble = $("table-trouble");
const form = trouble.closest("form");

/** Tells what the table cannot be at once, at the choice that would have to go; as the server would say it. */
function judge() {
  const seats = form?.querySelectorAll('.seat-row input[value="me"]:checked').length ?? 0;
  const box = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement} */ (form?.querySelector(`input[name="${name}"]`));
  const [rated, sandboxes, referee] = [box("rated"), box("no_sandboxes"), box("referee")];
  /** @type {[HTMLInputElement, boolean, string][]} */
  const faults = [
    [rated, seats > 1, "At a rated table everybody has one seat: take one, or let it not be rated."],
    [sandboxes, !rated.checked, "Only a rated table can forbid sandboxes: let it be rated, or allow them."],
    [referee, seats > 0, "A referee sees everything and never sits at the table: take no seat."],
  ];
  const told = faults.map(([field, wrong, why]) => {
    const fault = field.checked && wrong ? why : "";
    field.setCustomValidity(fault);
    return fault;
  });
  trouble.textContent = told.filter(Boolean).join(" ");
  trouble.hidden = !trouble.textContent;
}

form?.addEventListener("change", judge);
judge();
