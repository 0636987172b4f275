// @ts-check
// The seats: who plays, who must decide, and to whom the screen is passed on.

/** @import { Player } from "./protocol.js" */

import { dot, make } from "./page.js";

/**
 * The seats that must decide, counted from 1.
 * @param {Player[]} players
 */
export const deciding = (players) =>
  players.flatMap(({ deciding }, index) => (deciding ? [String(index + 1)] : []));

/**
 * The seat of this browser to which the screen must be passed on; nothing if whoever looks must decide, or
 * nobody here.
 * @param {Player[]} players
 * @param {string[]} mine
 * @param {string} eyes
 */
export function nextHere(players, mine, eyes) {
  const asked = deciding(players);
  return asked.includes(eyes) ? undefined : mine.find((seat) => asked.includes(seat));
}

/**
 * Who sits in a seat, in a word or two; empty if there is nothing to say.
 * @param {Player} player
 * @param {boolean} you
 */
export function kindOf({ kind, name }, you) {
  if (kind === "bot") return / bot \d+$/.test(name) ? "" : "bot";
  if (kind === "left") return "away";
  return you ? "you" : "";
}

/**
 * What is told of those who left, came back, or are played by a bot since they were last looked at.
 * @param {Player[]} before
 * @param {Player[]} now
 */
export const comings = (before, now) =>
  now.flatMap(({ kind, name }, index) => {
    const was = before[index];
    if (!was || was.kind === kind) return [];
    if (kind === "left") return [`The seat of ${was.name} is empty now.`];
    if (kind === "bot") return [`A bot plays on in the seat of ${was.name}.`];
    if (kind !== "person") return [];
    return was.name === name ? [`${name} is back at the table.`] : [`${name} plays on.`];
  });

/**
 * Whose turn it is, in a word or two, and whether it is that of whoever looks; no words before that is known.
 * @param {{ state: string, you: boolean, waiting: string }} head
 */
export function turnOf({ state, you, waiting }) {
  if (state === "over") return { words: "Game over", yours: false };
  if (you) return { words: "Your turn", yours: true };
  // Who several are stands in their list.
  return { words: waiting.includes(", ") ? "Waiting" : waiting, yours: false };
}

/**
 * How somebody stands: a number to look at, and words to listen to.
 * @param {Player} player
 */
function tallied({ tally }) {
  if (!tally) return [];
  const [short, words] = tally;
  return [
    make("span", { class: "tally", title: words, "aria-hidden": "true" }, short),
    make("span", { class: "sr" }, `, ${words}`),
  ];
}

/**
 * A name; of a bot in two parts, so that where there is little room it is told by its number alone.
 * @param {Player} player
 */
function called({ kind, name }) {
  const [, level = "", rank = name] = (kind === "bot" && /^(.+ )(bot \d+)$/.exec(name)) || [];
  return level ? [make("span", { class: "level" }, level), make("span", { class: "rank" }, rank)] : [name];
}

/**
 * The seats as items of a list.
 * @param {Player[]} players
 * @param {string[]} mine
 */
export const seatItems = (players, mine) =>
  players.map((player, index) => {
    const kind = kindOf(player, mine.includes(String(index + 1)));
    return make(
      "li",
      {
        class: [player.deciding && "deciding", kind === "you" && "you"].filter(Boolean).join(" "),
        "aria-current": player.deciding && "true",
      },
      dot(player.colour ?? index),
      make("b", player.kind === "bot" ? { title: player.name } : {}, ...called(player)),
      kind ? make("span", { class: "quiet" }, ` ${kind}`) : "",
      ...tallied(player),
      player.deciding ? make("span", { class: "sr" }, " is deciding") : "",
    );
  });
