// @ts-check
// The luck of a game: before somebody sits down their browser notes what the server is bound to and adds random
// bytes of its own. What it noted and made is kept here, to be held against the record when the game is over.

/** @import { PartnerPromise, SeedPromise } from "./protocol.js" */

import { kept } from "./page.js";

/** @typedef {{ commitment: string, contribution: string }} Noted */

const noted = {
  /**
   * What this browser noted about a table before its game began.
   * @param {string} table
   * @returns {Partial<Noted>}
   */
  of(table) {
    const commitment = kept.get(`luck of ${table}`, "");
    return commitment ? { commitment, contribution: kept.get(`luck ${commitment}`, "") } : {};
  },
  /**
   * Notes what a table shows when it is first seen; gives a warning if it shows something else than before.
   * @param {string} table
   * @param {string} commitment
   * @param {boolean} opened whether this browser has just opened the table: else the last promise was for another,
   *   and an opening that was refused says nothing about this one
   */
  see(table, commitment, opened) {
    const promised = kept.get("luck opened", "");
    const before = kept.get(`luck of ${table}`, "") || (opened ? promised : "");
    if (promised) kept.set("luck opened", "");
    kept.set("luck rematch", "");
    if (before && before !== commitment)
      return `The server was bound to ${before} before you sat down. Now it shows another commitment: its dice cannot be trusted.`;
    kept.set(`luck of ${table}`, commitment);
    return "";
  },
};

export default noted;

/**
 * Whether the table that somebody was sent to is the one that they opened. Of two who ask for a rematch at the same time
 * one opens it, and the other is sent there with a promise that was not used.
 * @param {{ mine?: string, host?: string }} main what the page says: the own seats, and whether one is its host
 */
export const isOwn = ({ mine, host }) =>
  mine !== "" && !(kept.get("luck rematch", "") === "yes" && host === "false");

/**
 * Whether whoever sends a form sits down by it: whoever opens a table for others adds nothing to its dice.
 * @param {HTMLFormElement} form
 */
export const sitsDown = (form) =>
  !form.querySelector("[name^='seat.']") || form.querySelector("[name^='seat.'][value=me]:checked") !== null;

/** 32 random bytes of this browser's own. */
const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/** What a seek says that it is for. */
const SOUGHT = ["what", "players", "clock"];

/**
 * Adds to the luck of a table that opens when partners are found: to the commitment of whoever fits and looks the longest, or to
 * one of our own. The table has no other id than that which is noted here.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 */
async function seek(form, field) {
  const said = new FormData(form);
  const query = new URLSearchParams(SOUGHT.map((name) => [name, String(said.get(name) ?? "")]));
  const answer = await fetch(`/seek/promise?${query}`);
  if (!answer.ok) return;
  /** @type {PartnerPromise} */
  const made = await answer.json();
  for (const [name, value] of Object.entries({ promise: made.sealed, added_to: made.commitment })) {
    const hidden = form.querySelector(`input[name=${name}]`);
    if (hidden instanceof HTMLInputElement) hidden.value = value;
  }
  field.value = random();
  sought(made.table, made.commitment, field.value);
}

/**
 * Notes what was added to a table that opens if partners are found; they may be others.
 * @param {string} table
 * @param {string} commitment
 * @param {string} contribution
 */
export function sought(table, commitment, contribution) {
  kept.set(`luck ${commitment}`, contribution);
  kept.set(`luck of ${table}`, commitment);
  kept.set(`luck sought ${commitment}`, "yes");
}

/**
 * Forgets what was added to a table at which others sit: it was not used there, and that is no fraud.
 * @param {string} commitment
 * @param {string | undefined} mine the own seats
 */
export function arrived(commitment, mine) {
  if (kept.get(`luck sought ${commitment}`, "") !== "yes") return;
  if (mine === "") kept.set(`luck ${commitment}`, "");
  kept.set(`luck sought ${commitment}`, "");
}

/** @param {HTMLFormElement} form */
async function fill(form) {
  const field = form.querySelector("input[name=contribution]");
  if (!(field instanceof HTMLInputElement) || field.value) return;
  if (form.dataset.seek !== undefined) return seek(form, field);
  const promise = form.querySelector("input[name=promise]");
  let commitment = field.dataset.commitment ?? "";
  if (promise instanceof HTMLInputElement) {
    /** @type {SeedPromise} */
    const made = await fetch("/promise").then((answer) => answer.json());
    promise.value = made.sealed;
    commitment = made.commitment;
    kept.set("luck opened", commitment);
    kept.set("luck rematch", form.id === "rematch" ? "yes" : "");
  } else kept.set("luck opened", "");
  if (!sitsDown(form)) return;
  field.value = random();
  kept.set(`luck ${commitment}`, field.value);
  // Whoever answers somebody who looks for partners knows which table opens.
  if (form.dataset.partner) sought(form.dataset.partner, commitment, field.value);
}

/** The forms that are on their way: a second click sends nothing. */
const sent = new Set();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  // What whoever gets up before the game had added goes with them.
  if (form.dataset.gettingUp !== undefined) kept.set(`luck ${commitment}`, "");
  if (!form.querySelector("input[name=contribution]")) return;
  event.preventDefault();
  if (sent.has(form)) return;
  sent.add(form);
  // Where no promise can be had the server makes its own, and the record says so.
  fill(form)
    .catch(() => {})
    .finally(() => form.submit());
});

// A page that comes back from the browser's memory has used its promise.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  sent.clear();
  for (const field of document.querySelectorAll("input[name=promise], input[name=contribution]")) {
    if (field instanceof HTMLInputElement) field.value = "";
  }
});

const { table = "", commitment = "", mine, host } = document.getElementById("main")?.dataset ?? {};
// Whoever is back among all tables has opened none with the last promise.
if (!table) kept.set("luck opened", "");
if (table && commitment) {
  const [arrival] = performance.getEntriesByType("navigation");
  const sent = arrival instanceof PerformanceNavigationTiming && arrival.redirectCount > 0;
  arrived(commitment, mine);
  const warning = noted.see(table, commitment, sent && isOwn({ mine, host }));
  const place = document.getElementById("luck-warning");
  if (warning && place) {
    place.textContent = warning;
    place.hidden = false;
  }
}
