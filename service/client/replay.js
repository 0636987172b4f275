// @ts-check
// Looking back: any step of a game.

/** @import { Point } from "./geometry.js" */
/** @import { Die, ErrorBody, ReplayMoment } from "./protocol.js" */

import { Board, look } from "./board.js";
import { Broken, check, Unchecked } from "./dice.js";
import { around } from "./geometry.js";
import { closable, inShort } from "./layout.js";
import noted from "./luck.js";
import { $, dot, make, on, ranking, tabs, writing } from "./page.js";
import { where } from "./recap.js";
import { seatItems } from "./seats.js";
import { Sheets } from "./sheets.js";
import { isOn } from "./signal.js";
import { Story } from "./story.js";
import { layPictures } from "./svg.js";

const main = $("main");
const { table = "", game = "", as = "" } = main.dataset;
const steps = Number(main.dataset.steps);
const slider = $("step", HTMLInputElement);
/** Where each chapter begins, and what it is called.
 * @type {[number, string][]} */
const chapters = JSON.parse(main.dataset.chapters ?? "[]");
const chapter = document.getElementById("chapter");
let eyes = as;
let at = -1;
let wanted = 0;
let running = 0;
let loading = false;
let first = true;

/** The last moments that were seen.
 * @type {Map<number, Promise<ReplayMoment | ErrorBody>>} */
const seen = new Map();
const MOST = 40;

inShort($("aim"), "aim");
closable($("place-words"));
tabs($("tab-story").parentElement ?? main);
const board = new Board($("board"), { choose: () => {}, look });
const sheets = new Sheets($("sheets"), () => {});
const story = new Story(game, go);
story.chapters = chapters;

/** @param {number} step */
function moment(step) {
  let answer = seen.get(step);
  if (!answer) {
    answer = fetch(`/t/${table}/at/${step}?as=${eyes}`).then((response) => response.json());
    seen.set(step, answer);
    for (const oldest of [...seen.keys()].slice(0, -MOST)) seen.delete(oldest);
  }
  return answer;
}

/**
 * Goes to a step; if asked again while it loads, to the last one asked for.
 * @param {number} step
 */
async function go(step) {
  wanted = Math.max(0, Math.min(steps, step));
  slider.value = String(wanted);
  if (loading) return;
  loading = true;
  while (at !== wanted) {
    const next = wanted;
    const shown = await moment(next);
    if ("error" in shown) $("headline").textContent = shown.message;
    else await show(shown, next);
    at = next;
  }
  loading = false;
  if (at < steps) moment(at + 1);
}

/** @param {Die[]} dice */
const rolled = (dice) =>
  dice.length ? `Dice: ${dice.map(({ purpose, face }) => `${purpose} ${face}`).join(", ")}` : "";

/**
 * @param {ReplayMoment} moment
 * @param {number} step
 */
async function show({ set, log, decision, dice }, step) {
  const names = new Set(Object.keys(set));
  await board.setGround(set.ground ?? "");
  board.patch(set, names);
  sheets.patch(set, names);
  $("seats").replaceChildren(...seatItems(set.seats ?? [], []));
  $("headline").textContent = set.head?.state === "past" ? set.head.headline : "";
  $("aim").textContent = set.head?.state === "past" ? set.head.aim : "";
  $("decision").replaceChildren(
    ...(decision
      ? [dot(decision.seat), ` ${decision.name}: `, make("code", {}, decision.notation)]
      : [step ? "" : "The start."]),
  );
  $("dice").textContent = rolled(dice);
  $("result").hidden = !set.result;
  if (set.result) $("result").replaceChildren(...ranking(set.result, set.seats));
  story.now = step;
  story.replace(log.lines);
  story.toEnd();
  if (chapter instanceof HTMLSelectElement) chapter.value = String(chapterAt(step));
  $("step-words").textContent = `${step} of ${steps}`;
  slider.setAttribute("aria-valuetext", `step ${step} of ${steps}`);
  const news = log.lines.filter((line) => line.step === step);
  $("news").textContent = news.map(({ text }) => text).join(" ");
  history.replaceState(null, "", `?as=${eyes}#${step}`);
  $("link", HTMLAnchorElement).href = `/t/${table}/replay?as=${eyes}#${step}`;
  const elsewhere = document.getElementById("try");
  if (elsewhere instanceof HTMLAnchorElement) elsewhere.href = `/t/${table}/try?at=${step}`;
  $("picture", HTMLAnchorElement).href = `/t/${table}/picture/${step}.svg?as=${eyes}`;
  board.outlook = set.outlook ?? null;
  board.afar.ids = set.watched ?? [];
  board.explain(set.lines ?? []);
  const last = step ? await moment(step - 1) : null;
  const before = last && "set" in last ? last.set : null;
  const there = before ? where(before, set) : [];
  // At the end nothing is asked: what was asked last shows where it ended.
  const focus = set.focus ?? before?.focus;
  if (there.length) showPlace(there);
  else if (focus) board.focus(board.meant(focus), first);
  first = false;
}

/**
 * Shows where a step took place, its end in any case, unless somebody wants to see the whole board.
 * @param {Point[]} points
 */
function showPlace(points) {
  const { camera } = board;
  const end = points[points.length - 1];
  const boxes = points.map(({ x, y }) => ({ x, y, width: 1, height: 1 }));
  if (!camera.whole) camera.frame(around(end, boxes), end);
}

/**
 * The step at which the chapter of a step begins; the start before the first.
 * @param {number} step
 */
const chapterAt = (step) => chapters.findLast(([begins]) => begins <= step)?.[0] ?? 0;

/** Goes to where the next chapter begins; to the end after the last. */
const chapterOn = () => go(chapters.find(([begins]) => begins > wanted)?.[0] ?? steps);

/** Goes to where this chapter begins, or to the one before if this is where it does. */
const chapterBack = () => go(chapterAt(wanted - 1));

/** Plays step after step, or pauses. */
function run() {
  if (running) {
    clearInterval(running);
    running = 0;
  } else {
    if (at >= steps) go(0);
    running = setInterval(() => {
      if (loading) return;
      if (at >= steps) run();
      else go(at + 1);
    }, 900);
  }
  $("run").textContent = running ? "Pause" : "Play";
  $("run").setAttribute("aria-pressed", String(!!running));
}

/** Draws every die of the record again, here, and holds it to what this browser noted before the game. */
async function prove() {
  const said = $("proof");
  if (!crypto.subtle) {
    said.textContent = "Browsers can do this only over https, or on the machine of the server.";
    return;
  }
  said.textContent = "Drawing every die again …";
  try {
    const answer = await fetch(`/t/${table}/record`);
    if (!answer.ok)
      throw new Unchecked(`The record could not be loaded (${answer.status}): try again later.`);
    const record = await answer.text();
    const { dice, players, own } = await check(record, noted.of(table));
    const hands = players === 1 ? "1 player" : `${players} players`;
    const source = players ? `the committed seed and what ${hands} added` : "the committed seed alone";
    said.textContent = `Checked: the ${dice} dice of the record follow from ${source}.${
      own ? " What this browser added is among it." : " This browser added nothing to it."
    } Which dice the rules ask for, and what stands on their faces, the program checks.`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    said.textContent =
      error instanceof Broken ? `Not as promised: ${why}` : `This could not be checked: ${why}`;
  }
}

on("first", () => go(0));
on("back", () => go(wanted - 1));
on("on", () => go(wanted + 1));
on("last", () => go(steps));
on("run", run);
// A game without chapters has no buttons for them.
document.getElementById("chapter-on")?.addEventListener("click", chapterOn);
document.getElementById("chapter-back")?.addEventListener("click", chapterBack);
chapter?.addEventListener("change", () => {
  if (chapter instanceof HTMLSelectElement) go(Number(chapter.value));
});
slider.addEventListener("input", () => go(Number(slider.value)));
$("eyes").addEventListener("change", () => {
  eyes = $("eyes", HTMLSelectElement).value;
  seen.clear();
  at = -1;
  go(wanted);
});
// Only of a finished game are the dice shown.
document.getElementById("prove")?.addEventListener("click", prove);

const KEYS = new Map([
  ["ArrowLeft", () => go(wanted - 1)],
  ["ArrowRight", () => go(wanted + 1)],
  ["Home", () => go(0)],
  ["End", () => go(steps)],
  ["PageUp", chapterBack],
  ["PageDown", chapterOn],
  [" ", run],
  ["b", () => $("board").focus()],
  ["f", () => board.camera.fit()],
]);

addEventListener("keydown", (event) => {
  if (writing() || event.ctrlKey || event.metaKey || event.altKey) return;
  const { activeElement } = document;
  if (activeElement === $("board") || activeElement?.matches("button, a, summary, input")) return;
  const work = KEYS.get(event.key);
  if (!work || (/^[^ ]$/.test(event.key) && !isOn("letter-keys"))) return;
  work();
  event.preventDefault();
});
addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0));

layPictures();
go(location.hash ? Number(location.hash.slice(1)) || 0 : steps);
