// @ts-check
// The dice of a record, drawn again here: commitment, contributions, seats that were dealt, every die. This is
// docs/records.md in another language than the server's; it asks the server nothing.

const bytes = new TextEncoder();

/** @param {Uint8Array} data */
const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {Uint8Array[]} parts */
async function sha256(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

/** @param {bigint} number */
function littleEndian(number) {
  const eight = new Uint8Array(8);
  new DataView(eight.buffer).setBigUint64(0, number, true);
  return eight;
}

/**
 * A block of ChaCha with 12 rounds.
 * @param {Uint32Array} input the sixteen words of its state
 */
function block(input) {
  const s = new Uint32Array(input);
  /** @param {number} a @param {number} b @param {number} c @param {number} d */
  const quarter = (a, b, c, d) => {
    for (const [left, right] of [
      [16, 12],
      [8, 7],
    ]) {
      s[a] += s[b];
      s[d] = rotated(s[d] ^ s[a], left);
      s[c] += s[d];
      s[b] = rotated(s[b] ^ s[c], right);
    }
  };
  for (let round = 0; round < 12; round += 2) {
    quarter(0, 4, 8, 12);
    quarter(1, 5, 9, 13);
    quarter(2, 6, 10, 14);
    quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15);
    quarter(1, 6, 11, 12);
    quarter(2, 7, 8, 13);
    quarter(3, 4, 9, 14);
  }
  return s.map((word, index) => word + input[index]);
}

/** @param {number} word @param {number} by */
const rotated = (word, by) => ((word << by) | (word >>> (32 - by))) >>> 0;

/** A stream of numbers from a seed. */
class Stream {
  /**
   * @param {Uint8Array} seed
   * @param {Uint8Array} number which stream, in eight bytes
   */
  constructor(seed, number) {
    const key = new DataView(seed.buffer, seed.byteOffset);
    const which = new DataView(number.buffer, number.byteOffset);
    this.state = new Uint32Array(16);
    this.state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    for (let word = 0; word < 8; word++) this.state[4 + word] = key.getUint32(4 * word, true);
    this.state[14] = which.getUint32(0, true);
    this.state[15] = which.getUint32(4, true);
    this.words = new Uint32Array();
    this.next = 0;
  }

  word() {
    if (this.next === this.words.length) {
      this.words = block(this.state);
      this.state[12] += 1;
      if (this.state[12] === 0) this.state[13] += 1;
      this.next = 0;
    }
    return this.words[this.next++];
  }

  /**
   * Which face of a die falls, counted from 1.
   * @param {number} sides
   */
  die(sides) {
    const uneven = 2 ** 32 % sides;
    for (;;) {
      const product = BigInt(this.word()) * BigInt(sides);
      if (Number(product & 0xffffffffn) >= uneven) return Number(product >> 32n) + 1;
    }
  }
}

/**
 * The stream of a name and its keys, such as `step 12` or `feeding 3 17`.
 * @param {Uint8Array} seed
 * @param {string} name
 */
async function stream(seed, name) {
  const [, word = name, keys = ""] = /^(.*?)((?: \d+)*)$/.exec(name) ?? [];
  const numbers = keys.split(" ").filter(Boolean);
  const parts = numbers.flatMap((key) => [new Uint8Array(1), littleEndian(BigInt(key))]);
  const number = (await sha256(bytes.encode(word), ...parts)).slice(0, 8);
  return new Stream(seed, number);
}

/**
 * The seed of all dice: the server's, and what the players added to it.
 * @param {Uint8Array} server
 * @param {Uint8Array[]} contributions
 */
export const diceSeed = async (server, contributions) =>
  contributions.length ? sha256(bytes.encode("overwinter dice 2\0"), server, ...contributions) : server;

/**
 * The seats as a seed deals them, counted from 1.
 * @param {Uint8Array} seed
 * @param {number} count
 */
export async function deal(seed, count) {
  const own = new Stream(await sha256(seed, bytes.encode("seats")), new Uint8Array(8));
  const seats = Array.from({ length: count }, (_, seat) => seat + 1);
  for (let at = 0; at + 1 < count; at++) {
    const chosen = at + own.die(count - at) - 1;
    [seats[at], seats[chosen]] = [seats[chosen], seats[at]];
  }
  return seats;
}

/**
 * @typedef {{ purpose: string, face: number, sides: number, place: number, stream: string }} RecordedDie
 * @typedef {{ seat: string, by: string, random: string }} Contribution
 */

/** Something in a record that is not as was promised. */
export class Broken extends Error {}

/** Why a record could not be checked here, which says nothing about its dice. */
export class Unchecked extends Error {}

/**
 * The head of a record by its words, its contributions, and the dice of every step; throws {@link Broken} if the text is
 * not the one that was hashed, is cut off, or has a step that cannot be read.
 * @param {string} text
 */
export async function readRecord(text) {
  const lines = text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
  await checkHash(lines);
  const gap = lines.indexOf("");
  /** @type {Map<string, string>} */
  const head = new Map();
  /** @type {Contribution[]} */
  const contributions = [];
  for (const line of lines.slice(1, gap)) {
    const [key, value] = [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)];
    if (key === "contribution") {
      const [seat, by, random] = value.split(" ");
      contributions.push({ seat, by, random });
    } else head.set(key, value);
  }
  const end = lines.findIndex((line) => line.startsWith("end: "));
  const steps = lines.slice(gap + 1, end).filter((line) => line);
  if (end < 0 || !lines[end].startsWith(`end: ${steps.length - 1} steps, `))
    throw new Broken("The record is cut off: it does not have the steps that its end states.");
  return { head, contributions, steps: steps.map((line, step) => readDice(line.split("|"), step)) };
}

/**
 * Throws {@link Broken} unless these lines are those that were hashed, and nothing but a signature follows the hash.
 * @param {string[]} lines
 */
async function checkHash(lines) {
  const at = lines.findIndex((line) => line.startsWith("hash: "));
  if (at < 0) throw new Broken("The record is cut off: it has no hash.");
  const found = hex(
    await sha256(
      bytes.encode(
        lines
          .slice(0, at)
          .map((line) => `${line}\n`)
          .join(""),
      ),
    ),
  );
  const below = lines.slice(at + 1).filter((line) => line);
  if (lines[at] !== `hash: ${found}` || below.length > 1 || below.some((line) => !/^signature: /.test(line)))
    throw new Broken("The text of the record is not the one that was hashed.");
}

/**
 * @param {string[]} parts
 * @param {number} step
 */
function readDice([number, , text = ""], step) {
  if (Number(number) !== step) throw new Broken(`Step ${step} is missing.`);
  /** @type {RecordedDie[]} */
  const dice = [];
  let stream = "";
  for (const part of text.split(",").map((part) => part.trim())) {
    if (part.startsWith("@")) stream = part.slice(1);
    else if (part) {
      const [, purpose, face, faces, place] = /^(.*) (\d+)\/(\d+)(?:#(\d+))?$/.exec(part) ?? [];
      const sides = Number(faces);
      if (!(sides >= 1 && sides < 2 ** 32))
        throw new Broken(`Step ${step}: \`${part}\` does not say which face of how many fell.`);
      dice.push({ purpose, face: Number(face), sides, place: Number(place ?? face), stream });
    }
  }
  return dice;
}

/**
 * Draws every die of a record again; throws {@link Broken} at the first thing that is not as was promised, and
 * {@link Unchecked} where that cannot be told.
 * @param {string} text
 * @param {{ commitment?: string, contribution?: string }} [kept] what this browser has seen and made before the
 *   game
 * @returns {Promise<{ dice: number, players: number, own: boolean }>} how many dice there were, how many players
 *   had a hand in them, and whether this browser was one
 */
export async function check(text, kept = {}) {
  if (!/^\ufeff?overwinter record /.test(text)) throw new Unchecked("This is no record.");
  if (!/^\ufeff?overwinter record 2\s/.test(text))
    throw new Unchecked("The record is of a version that only the program checks.");
  const { head, contributions, steps } = await readRecord(text);
  const commitment = head.get("commitment") ?? "";
  if (kept.commitment && kept.commitment !== commitment)
    throw new Broken(`Before the game this page was shown another commitment: ${kept.commitment}.`);
  const own = contributions.some(({ by, random }) => by === "player" && random === kept.contribution);
  if (kept.contribution && !own)
    throw new Broken("What this browser added to the dice is not in the record.");
  const server = unhex(head.get("seed") ?? "");
  if (server.length !== 32) throw new Broken("The record does not show the seed.");
  if (hex(await sha256(server)) !== commitment)
    throw new Broken("The seed is not the one that was committed to.");
  const seed = await diceSeed(
    server,
    contributions.map(({ random }) => unhex(random)),
  );
  const dealt = head.get("dealt");
  if (dealt && dealt !== (await deal(seed, dealt.split(" ").length)).join(" "))
    throw new Broken("The seats were dealt in another way than the seed says.");
  let dice = 0;
  for (const [step, rolled] of steps.entries()) {
    await checkStep(seed, step, rolled);
    dice += rolled.length;
  }
  return { dice, players: contributions.filter(({ by }) => by === "player").length, own };
}

/**
 * @param {Uint8Array} seed
 * @param {number} step
 * @param {RecordedDie[]} dice
 */
async function checkStep(seed, step, dice) {
  /** @type {Map<string, Stream>} */
  const streams = new Map();
  for (const { purpose, sides, place, stream: name } of dice) {
    const from = streams.get(name) ?? (await stream(seed, name || `step ${step}`));
    streams.set(name, from);
    const fell = from.die(sides);
    if (fell !== place)
      throw new Broken(
        `Step ${step}: the die for ${purpose} shows face ${place}, but the seed gives face ${fell}.`,
      );
  }
}
