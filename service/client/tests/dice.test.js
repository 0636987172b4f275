// @ts-check
import { Broken, Unchecked, check, deal, diceSeed, unhex } from "../dice.js";
import { equal, test } from "./check.js";

// The seed of the number 7, as core/table/src/dice.rs has it; its faces are pinned there too.
const SEED = "4994707f1471e977534fd246d6a4774a89dc31543a919597a300d9d3b24eca44";
const COMMITMENT = "0d523ea863f10020f3c2dba1b9a08e67a66826cfddf23759a36cad8d88a513cc";
const DICE = "a 13/100, a 51/100, a 2/100, @feeding 2 7, b 84/100, @, a 82/100";
const [ONES, TWOS] = ["01".repeat(32), "02".repeat(32)];

/**
 * The text with its hash, as a server writes it.
 * @param {string} text
 */
async function hashed(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${text}\n`));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${text}\nhash: ${hex}\n`;
}

/** @param {string} dice @param {string[]} more */
const record = (dice, ...more) =>
  [
    "overwinter record 2",
    "game: lots",
    `commitment: ${COMMITMENT}`,
    ...more,
    `seed: ${SEED}`,
    "",
    "0 | - |  | 01 |",
    "1 | 1 |  | 02 | pass",
    "2 | 2 |  | 03 | pass",
    `3 | 1 | ${dice} | 04 | roll`,
    "end: 3 steps, draw",
  ].join("\n");

/** @param {string} text @param {Parameters<typeof check>[1]} [kept] */
const complaint = async (text, kept) =>
  check(text.includes("hash: ") ? text : await hashed(text), kept).then(
    () => "",
    (error) => (error instanceof Broken ? error.message : String(error)),
  );

test("every die is drawn again, from the stream of its step and from named ones", async () => {
  equal(await check(await hashed(record(DICE))), { dice: 5, players: 0, own: false });
});

test("a changed die is found", async () => {
  equal((await complaint(record(DICE.replace("84/", "83/")))).startsWith("Step 3: the die for b"), true);
  equal((await complaint(record(DICE.replace("a 51", "a 52")))).startsWith("Step 3: the die for a"), true);
});

test("a record that was changed on its way, has dice taken out or is cut off is found", async () => {
  const text = await hashed(record(DICE));
  const other = "The text of the record is not the one that was hashed.";
  equal(await complaint(text.replace("a 13/100", "a 99/100#13")), other);
  equal(await complaint(text.replace(DICE, "")), other);
  equal(await complaint(`${text}hash: Bob cheated\n`), other);
  equal(
    await complaint(record(DICE).replace("end: 3", "end: 4")),
    "The record is cut off: it does not have the steps that its end states.",
  );
  equal(await complaint(record(DICE).replace("2 | 2 |", "5 | 2 |")), "Step 2 is missing.");
});

test("a die that cannot be read ends in a sentence", async () => {
  for (const die of ["a 13", "a 13/0", "a"])
    equal(
      await complaint(record(DICE.replace("a 13/100", die))),
      `Step 3: \`${die}\` does not say which face of how many fell.`,
    );
});

test("what is no record, or of another version, accuses nobody", async () => {
  for (const text of ["Too many requests", "overwinter record 1\ngame: lots"])
    equal(await check(text).catch((error) => error instanceof Unchecked), true);
});

test("another seed, another commitment and a contribution that is missing are found", async () => {
  const otherSeed = record(DICE).replace(SEED, ONES);
  equal(await complaint(otherSeed), "The seed is not the one that was committed to.");
  equal((await complaint(record(DICE), { commitment: ONES })).startsWith("Before the game"), true);
  const kept = { commitment: COMMITMENT, contribution: ONES };
  equal(await complaint(record(DICE), kept), "What this browser added to the dice is not in the record.");
  const byServer = record(DICE, `contribution: 1 server ${ONES}`);
  equal(await complaint(byServer, kept), "What this browser added to the dice is not in the record.");
});

test("contributions move the dice and the seats, as the server's own code has it", async () => {
  const mixed = await diceSeed(unhex(SEED), [unhex(ONES), unhex(TWOS)]);
  const hex = Array.from(mixed, (byte) => byte.toString(16).padStart(2, "0")).join("");
  equal(hex, "48c49976a6a38d48b4bbf84e0e051c37007174f79b99c3442f918f8a659d9448");
  equal(await deal(unhex(SEED), 4), [1, 4, 3, 2]);
  const moved = record(DICE, `contribution: 1 player ${ONES}`);
  equal((await complaint(moved)).startsWith("Step 3"), true);
});

test("seats that were dealt otherwise are found", async () => {
  equal(await complaint(record(DICE, "dealt: 1 4 3 2")), "");
  equal(
    await complaint(record(DICE, "dealt: 1 2 3 4")),
    "The seats were dealt in another way than the seed says.",
  );
});
