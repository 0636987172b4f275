// The table: one page for all games.

import { $, dot, make, on, post, ranks, tabs, writing } from "./page.js";
import { Board, look, plans, read } from "./board.js";
import { Prompt } from "./prompt.js";
import { Sheets } from "./sheets.js";
import { Sketches } from "./sketches.js";
import { Slips } from "./slips.js";
import { Story } from "./story.js";
import * as signal from "./signal.js";

const main = $("main");
const { table, key, game } = main.dataset;
const mine = main.dataset.mine.split(" ").filter(Boolean);
const hot = main.dataset.hot === "true";
let eyes = main.dataset.as;
let state = {};
let names = new Set();
let step = 0;
let busy = false;
let first = true;
let events = null;

const seat = () => (eyes === "table" ? null : Number(eyes) - 1);
const showTab = tabs(document.querySelector("[role=tablist]"));

const board = new Board($("board"), {
  choose: (group, where, keys, stop) => slips.pick(stop) || prompt.open(group, where, keys),
  look,
  preview: (choice) => {
    if (!choice) sketches.clear();
    else if (choice.way) board.way(choice.way);
    else sketches.ask(`preview?as=${eyes}&line=${encodeURIComponent(choice.notation)}`);
  },
  measure: (from, to, aloud) => sketches.ask(`measure?as=${eyes}&from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`, aloud),
});
const sketches = new Sketches(board, look, `/t/${table}/`);
const slips = new Slips($("slips"), (line) => act(line), (notation) => board.preview({ notation }));
const prompt = new Prompt({ game, act, light: (choice) => board.light(choice) });
const sheets = new Sheets($("sheets"), (group, where, keys) => prompt.open(group, where, keys),
  (id) => fetch(`/t/${table}/panel/${id}?as=${eyes}`).then((answer) => answer.text()));
const story = new Story({ game, jump: (to) => open(`/t/${table}/replay?as=${eyes}#${to}`, "_blank") });

// ---- news from the server

function follow() {
  events?.close();
  state = {};
  names = new Set();
  first = true;
  const stream = new EventSource(`/t/${table}/stream?as=${eyes}`);
  let taken = Promise.resolve();
  events = stream;
  events.onmessage = (event) => {
    const news = JSON.parse(event.data);
    if (news.error) return prompt.notice(new Error(news.message));
    main.classList.remove("away");
    // One after the other, and none that was meant for other eyes.
    taken = taken.then(() => (events === stream ? take(news) : null));
  };
  events.onopen = () => {
    // A stream that opens again starts from the beginning.
    state = {};
    names = new Set();
  };
  events.onerror = () => {
    main.classList.add("away");
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 3000);
  };
}

async function take(news) {
  const { set, gone, log } = news;
  for (const name of gone || []) {
    names.delete(name);
    delete state[name];
  }
  Object.assign(state, set);
  for (const name of Object.keys(set)) names.add(name);
  step = news.step;
  const fresh = first;
  first = false;
  if (set.ground) await board.setGround(set.ground);
  const whole = fresh || gone ? names : null;
  board.patch(set, whole);
  sheets.patch(set, whole);
  if (set.head || set.prompt || gone || fresh) ask();
  waiting?.();
  if (set.seats || set.head) players();
  if (set.result) result();
  if (log) {
    const lines = story.patch(log, state.head?.since);
    $("earlier").hidden = !(log.earlier || !$("earlier").hidden);
    if (!fresh && lines.length) tell(lines);
  }
  if (Object.keys(set).some((name) => name.startsWith("talk/"))) talk(fresh);
  if (state.focus) {
    board.focused = state.focus;
    if (fresh || set.focus) board.focus(state.focus, fresh);
  } else if (fresh) board.approach();
  passOn();
}

/** News for those who listen or look elsewhere. */
function tell(lines) {
  $("news").textContent = lines.slice(-6).map(([, text]) => text).join(" ");
  const last = lines[lines.length - 1][1];
  $("headline").title = last;
  if ($("story").hidden) $("tab-story").classList.add("new");
}

function ask() {
  const { head } = state;
  $("headline").textContent = head.headline || "";
  $("undo").disabled = !head.undo || busy;
  const choices = (state.prompt?.choices || []).map(read);
  const waiting = head.state === "over" ? "The game is over."
    : seat() === null && head.waiting ? `${head.waiting} to decide. You are watching.`
    : head.you ? "" : `Waiting for ${head.waiting}.`;
  const asked = JSON.stringify([state.prompt || null, head.turn, waiting]);
  if (asked !== ask.last) {
    ask.last = asked;
    prompt.set(state.prompt, choices, waiting);
    if (state.prompt) $("news").textContent = `Your turn. ${state.prompt.question}`;
  }
  board.setChoices([...choices, ...plans(state.ahead)], state.free);
  slips.set(Object.keys(state).filter((name) => name.startsWith("slip/")).sort().map((name) => state[name]));
  sheets.setChoices(choices);
  signal.turn(!!head.you);
  const again = $("rematch");
  again.hidden = head.state !== "over" || !mine.length;
}

function players() {
  const items = (state.seats || []).map((player, index) => {
    const you = mine.includes(String(index + 1));
    const kind = player.kind === "bot" ? `bot ${player.bot}` : player.kind === "left" ? "has left" : you ? "you" : "";
    return make("li", { class: player.deciding ? "deciding" : "", "aria-current": player.deciding ? "true" : false },
      dot(index),
      make("b", {}, player.name), kind ? make("span", { class: "quiet" }, ` ${kind}`) : "",
      player.deciding ? make("span", { class: "sr" }, " is deciding") : "");
  });
  $("seats").replaceChildren(...items);
}

function result() {
  const box = $("result");
  box.hidden = false;
  box.replaceChildren(...ranks(state.result),
    make("p", {}, make("a", { href: `/t/${table}/replay` }, "Look back at the game"),
      state.head.rematch ? make("span", {}, " · ", make("a", { href: `/t/${state.head.rematch}` }, "The rematch")) : ""));
  if (mine.length && !state.head.rematch) box.append($("rematch"));
}

function talk(fresh) {
  const lines = Object.keys(state).filter((name) => name.startsWith("talk/")).sort();
  $("said").replaceChildren(...lines.map((name) => {
    const [at, index, who, text] = state[name];
    const time = new Date(at * 1000);
    return make("li", {}, make("time", { datetime: time.toISOString(), title: time.toLocaleString() }, time.toTimeString().slice(0, 5)),
      make("b", { class: index === null ? "" : `ink-seat${index % 8}` }, ` ${who}: `), text);
  }));
  $("said").scrollTop = $("said").scrollHeight;
  if (!fresh && $("talk").hidden) $("tab-talk").classList.add("new");
  if (!fresh && lines.length) {
    const [, , who, text] = state[lines[lines.length - 1]];
    $("news").textContent = `${who} says: ${text}`;
  }
}

// ---- decisions

let waiting = null;

/** Takes decisions one after the other, until something comes up. */
async function act(line, plan = [line]) {
  for (const [index, next] of plan.entries()) {
    const { turn } = state.head;
    sketches.clear();
    if (!(await decide(`/t/${table}/act`, { line: next })) || index === plan.length - 1) return;
    while (state.head.turn === turn) await new Promise((go) => (waiting = go));
    const open = state.prompt?.choices.some(([notation]) => notation === plan[index + 1]);
    if (!open || !state.head.undo) {
      if (state.head.you) prompt.notice(new Error("Stopped here: something came up on the way."));
      return;
    }
  }
}

async function decide(path, body) {
  if (busy || seat() === null) return;
  busy = true;
  main.classList.add("busy");
  prompt.notice(null);
  try {
    await post(path, { key, seat: seat(), turn: state.head.turn, ...body });
    return true;
  } catch (error) {
    prompt.notice(error);
    if (error.kind === "stale") follow();
  } finally {
    busy = false;
    main.classList.remove("busy");
    $("undo").disabled = !state.head?.undo;
  }
}

on("undo", () => decide(`/t/${table}/undo`, {}));
on("measure", () => {
  board.setRuler(!board.ruler);
  $("measure").setAttribute("aria-pressed", !!board.ruler);
  look(board.ruler ? "Measure from where to where?" : "", true);
});
on("earlier", async () => {
  story.replace(await fetch(`/t/${table}/story?as=${eyes}`).then((answer) => answer.json()));
  $("earlier").hidden = true;
});
$("say").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("words").value.trim();
  if (!text) return;
  try {
    await post(`/t/${table}/talk`, { key, text });
    $("words").value = "";
  } catch (error) {
    prompt.notice(error);
  }
});

// ---- several seats in one browser

/** Drops the curtain when another seat of this browser must decide. */
function passOn() {
  if (!hot || state.head?.state === "over") return;
  const deciding = (state.seats || []).map((player, index) => (player.deciding ? String(index + 1) : "")).filter(Boolean);
  if (deciding.includes(eyes)) return;
  const next = mine.find((number) => deciding.includes(number));
  if (!next) return;
  const name = state.seats[Number(next) - 1].name;
  events.close();
  events = null;
  eyes = next;
  state = {};
  board.patch({ marks: [], traces: "" }, new Set());
  board.setChoices([]);
  sheets.setChoices([]);
  sheets.patch({ panels: [] }, new Set());
  story.replace([]);
  prompt.set(null, [], "");
  look("", true);
  $("news").textContent = "";
  $("curtain-words").textContent = `Pass the screen to ${name}.`;
  $("curtain").hidden = false;
  main.classList.add("curtained");
  $("lift").focus();
}

on("lift", () => {
  $("curtain").hidden = true;
  main.classList.remove("curtained");
  follow();
  $("board").focus();
});

// ---- keys

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (board.ruler) $("measure").click();
    prompt.close();
    prompt.notice(null);
    return;
  }
  if (writing() || !$("curtain").hidden) return;
  const number = Number(event.key);
  const keys = {
    b: () => $("board").focus(),
    c: () => $("choices").querySelector("button")?.focus(),
    "/": () => $("line").focus(),
    u: () => $("undo").click(),
    f: () => board.fit(),
    m: () => $("measure").click(),
    "+": () => board.zoom(1.4),
    "-": () => board.zoom(1 / 1.4),
    s: () => showTab("tab-sheets", true),
    l: () => showTab("tab-story", true),
    t: () => { showTab("tab-talk", false); $("words").focus(); },
  };
  if (number >= 1 && number <= 9 && $("choices").children[number - 1]) {
    prompt.where = null;
    $("choices").children[number - 1].click();
  } else if (keys[event.key]) keys[event.key]();
  else return;
  event.preventDefault();
});
addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#menu, #board, #choices")) prompt.close();
});

signal.switches();
follow();
