// Looking back: any step of a game.

import { $, dot, make, on, ranks, tabs, writing } from "./page.js";
import { Board, look } from "./board.js";
import { Sheets } from "./sheets.js";
import { Story } from "./story.js";

const main = $("main");
const { table, game } = main.dataset;
const steps = Number(main.dataset.steps);
let eyes = main.dataset.as;
let at = -1;
let wanted = 0;
let running = null;
let loading = false;
let names = new Set();
const seen = new Map();

tabs(document.querySelector("[role=tablist]"));
const board = new Board($("board"), { choose: () => {}, look });
const sheets = new Sheets($("sheets"), () => {});
const story = new Story({ game, jump: go });

async function fetchStep(step) {
  if (!seen.has(step)) {
    const answer = fetch(`/t/${table}/at/${step}?as=${eyes}`).then((response) => response.json());
    seen.set(step, answer);
    if (seen.size > 40) seen.delete(seen.keys().next().value);
  }
  return seen.get(step);
}

/** Goes to a step; if asked again while it loads, to the last one asked for. */
async function go(step) {
  wanted = Math.max(0, Math.min(steps, step));
  $("step").value = wanted;
  if (loading) return;
  loading = true;
  while (at !== wanted) {
    const next = wanted;
    const shown = await fetchStep(next);
    await show(shown, next);
    at = next;
  }
  loading = false;
  if (at < steps) fetchStep(at + 1);
}

async function show({ set, log, decision, dice, error, message }, step) {
  if (error) {
    $("headline").textContent = message;
    return;
  }
  const first = !names.size;
  names = new Set(Object.keys(set));
  await board.setGround(set.ground);
  board.patch(set, names);
  sheets.patch(set, names);
  $("headline").textContent = set.head.headline;
  $("decision").replaceChildren(...(decision
    ? [dot(decision[0]), ` ${decision[1]}: `, make("code", {}, decision[2])]
    : [step ? "" : "The start."]));
  $("dice").textContent = dice.length ? `Dice: ${dice.map(([purpose, face]) => `${purpose} ${face}`).join(", ")}` : "";
  $("result").hidden = !set.result;
  if (set.result) $("result").replaceChildren(...ranks(set.result));
  story.replace(log.lines);
  $("log").scrollTop = $("log").scrollHeight;
  $("step-words").textContent = `${step} of ${steps}`;
  $("step").setAttribute("aria-valuetext", `step ${step} of ${steps}`);
  const told = log.lines.filter(([number]) => number === step).map(([, text]) => text).join(" ");
  $("news").textContent = told;
  history.replaceState(null, "", `?as=${eyes}#${step}`);
  $("link").href = `/t/${table}/replay?as=${eyes}#${step}`;
  $("picture").href = `/t/${table}/picture/${step}.svg?as=${eyes}`;
  if (set.focus) board.focus(set.focus, first);
}

function run() {
  if (running) {
    clearInterval(running);
    running = null;
  } else {
    if (at >= steps) go(0);
    running = setInterval(() => {
      if (loading) return;
      if (at >= steps) run();
      else go(at + 1);
    }, 900);
  }
  $("run").textContent = running ? "Pause" : "Play";
  $("run").setAttribute("aria-pressed", !!running);
}

on("first", () => go(0));
on("back", () => go(wanted - 1));
on("on", () => go(wanted + 1));
on("last", () => go(steps));
on("run", run);
$("step").addEventListener("input", () => go(Number($("step").value)));
$("eyes").addEventListener("change", () => {
  eyes = $("eyes").value;
  seen.clear();
  at = -1;
  go(wanted);
});
$("prove")?.addEventListener("click", async () => {
  $("proof").textContent = "Playing it all again …";
  const proof = await fetch(`/t/${table}/proof`).then((answer) => answer.json());
  $("proof").textContent = proof.proved
    ? `Proved: ${proof.steps} steps and ${proof.dice} dice follow from the seed and the rules.`
    : `Not proved: ${proof.why || proof.message}`;
});
addEventListener("keydown", (event) => {
  if (writing() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.activeElement === $("board")) return;
  const keys = {
    ArrowLeft: () => go(wanted - 1), ArrowRight: () => go(wanted + 1),
    Home: () => go(0), End: () => go(steps), " ": run, b: () => $("board").focus(), f: () => board.fit(),
  };
  if (!keys[event.key] || event.target.matches("button, a, summary, input")) return;
  keys[event.key]();
  event.preventDefault();
});
addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0));

go(location.hash ? Number(location.hash.slice(1)) || 0 : steps);
