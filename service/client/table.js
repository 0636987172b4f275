// @ts-check
// The table: one page for all games. Follows the server, shows what comes, and sends what is decided.

/** @import { Offer } from "./choices.js" */
/** @import { DecisionRequest, ErrorBody, GameHead, GameStanding, Player, StoryEntry, StoryLines, TalkRequest, Update } from "./protocol.js" */

import { Board, look } from "./board.js";
import { TableTime } from "./clock.js";
import { offer, pieceKey, planned, plans as waysAhead } from "./choices.js";
import { Focus } from "./focus.js";
import { Frame, partsOf } from "./frame.js";
import { bringUp, closable, inShort, keepClear, layOut, reachable } from "./layout.js";
import { Lesson } from "./lesson.js";
import { $, ended, make, on, post, Refusal, ranking, shareButton, tabs, worded, writing } from "./page.js";
import { inShort as planInShort, Plans } from "./plans.js";
import { Prompt } from "./prompt.js";
import { Questions, words } from "./questions.js";
import { namesOf, news, Recap, withPlan } from "./recap.js";
import { comings, nextHere, seatItems, turnOf } from "./seats.js";
import { Sheets } from "./sheets.js";
import { isOn, Signal, switches } from "./signal.js";
import { Sketches } from "./sketches.js";
import { Slips } from "./slips.js";
import { Story } from "./story.js";
import { layPictures } from "./svg.js";
import { Notes, Talk } from "./talk.js";
import { Unseen } from "./unseen.js";
import { Voice } from "./voice.js";
import { Watchdog } from "./watchdog.js";

const main = $("main");
const {
  table = "",
  key = "",
  game = "",
  as = "",
  mine: seated = "",
  hot = "",
  curtain,
  called = "",
  rated,
  cup,
  sandbox,
} = main.dataset;
/** The seats of this browser, counted from 1. */
const mine = seated.split(" ").filter(Boolean);
const frame = new Frame();
const undo = $("undo", HTMLButtonElement);
const rematch = document.getElementById("rematch");
/** The seat through which we look, counted from 1, or `table`. */
let eyes = as;
/** Whether nothing has come yet for these eyes. */
let first = true;
/** Whether it was our turn when news came last. */
let deciding = false;
/** Whether a decision is under way. */
let busy = false;
/** The question that is shown, so that it is not asked again. */
let asked = "";
/** @type {EventSource | null} */
let events = null;
/** Goes on with a plan when news has come. */
let goOn = () => {};
/** The number of the decision of which nobody knows whether it was done.
 * @type {number | undefined} */
let doubted;
/** The line that is the only answer, if such answers are given by themselves. */
let onlyAnswer = "";
/** Whether the last decision was taken back: then nothing is done by itself. */
let takenBack = false;
/** The number of the last decision that was done, of which news may still be under way.
 * @type {number | undefined} */
let done;
/** How the game ended, as it was said. */
let toldEnd = "";
/** The place of a sandbox that was asked for last. */
let wantedPlace = "";
/** Whether a form leads elsewhere, such as one's leaving. */
let going = false;
document.addEventListener("submit", (event) => {
  going ||= !event.defaultPrevented;
});

/** Where this page stands in a sandbox, if it shows one and no table. */
const trial =
  sandbox === undefined
    ? null
    : new (await import("./trial.js")).Trial(
        { table, key, trunk: JSON.parse(sandbox) },
        {
          show: showPlace,
          tell: (refusal) => prompt.notice(refusal),
          say: (words) => voice.tell(words),
          eyes: seeBy,
          over: () => standing()?.state === "over",
        },
      );
/** Whether others' eyes are taken when another seat must decide. */
let passing = hot === "true";
/** Where the server shows what this page shows. */
const home = () => trial?.home ?? `/t/${table}`;

const showTab = tabs($("tab-sheets").parentElement ?? main);
const board = new Board($("board"), {
  choose: (offers, where, keys, stop = "") => slips.pick(stop) || prompt.open(offers, where, keys),
  look,
  preview: (offer, aloud, about) => {
    // Several decisions under one name are no line that could be tried.
    if (!offer || (offer.plan && !offer.way)) sketches.clear();
    else if (offer.way) board.way(offer.way);
    else preview(offer.notation, aloud, about);
  },
  measure: (from, to, aloud) =>
    sketches.ask(`${home()}/measure?${new URLSearchParams({ as: eyes, from, to })}`, aloud),
  picked: (piece, words) => prompt.narrow(piece, words),
});
const sketches = new Sketches(board, look, "");
const slips = new Slips($("slips"), act, preview);
const prompt = new Prompt(
  game,
  act,
  (offer) => board.light(offer),
  () => board.pick(""),
  (line) =>
    fetch(`${home()}/preview?${new URLSearchParams({ as: eyes, line })}`)
      .then((answer) => answer.json())
      .catch(() => ({})),
  showPiece,
);
prompt.numbered = (/** @type {Map<string, string>} */ numbers) => board.number(numbers);
/**
 * Shows on the board what a piece can do, or lets it be; false if the board has nothing to show of it.
 * @param {string} piece
 * @returns {boolean}
 */
function showPiece(piece) {
  const shown = board.pick(piece && pieceKey(piece));
  if (shown && piece) board.focus(pieceKey(piece), false);
  return shown;
}
const sheets = new Sheets(
  $("sheets"),
  (offers, where, keys) => prompt.open(offers, where, keys),
  (id) => fetch(`${home()}/panel/${id}?as=${eyes}`).then((answer) => answer.text()),
);
const story = new Story(game, (step) =>
  trial ? trial.toStep(step) : open(`/t/${table}/replay?as=${eyes}#${step}`, "_blank"),
);
const talk =
  trial === null
    ? new Talk(
        async (said) => !(await sent(`/t/${table}/talk`, /** @type {TalkRequest} */ ({ key, ...said }))),
        `/t/${table}`,
      )
    : null;
if (document.getElementById("notes")) new Notes(`/t/${table}/notes`, key);
const signal = new Signal();
const voice = new Voice($("news"));
const time = new TableTime($("time-left"), (words) => {
  voice.tell(words);
  prompt.notice(new Refusal(words, "found"));
});
const focus = new Focus($("question"), [$("board"), $("line")]);
const questions = new Questions($("say-move", HTMLFormElement), $("line", HTMLInputElement), $("answers"), {
  moves: () => prompt.offers.map(({ notation }) => notation),
  ask: (line) => words(`${home()}/words?${new URLSearchParams({ as: eyes, line })}`),
  undo: takeBack,
  legend: showLegend,
  plan,
  show: toQuestion,
  heard: () => {
    prompt.close();
    prompt.notice(null);
  },
});
const recap = new Recap($("recap", HTMLDetailsElement), {
  moment: (step) => fetch(`/t/${table}/at/${step}?as=${eyes}`).then((answer) => answer.json()),
  show: async (parts) => {
    board.setChoices([]);
    if (parts.ground) await board.setGround(parts.ground);
    board.patch(parts, new Set(Object.keys(parts)));
  },
  trace: (trails) => board.trails(trails),
  say: (words) => look(words),
  back: showNow,
});
/** A line that has fallen silent is picked up anew. */
const watchdog = new Watchdog(() => {
  if (!events) return;
  main.classList.add("away");
  follow();
});
/** Unseen, or when other pages need the lines, we follow nothing, and hear whether it is our turn; what is done by itself is done all the same. */
const unseen = trial
  ? null
  : new Unseen(() => `/t/${table}/turn?as=${eyes}`, {
      leave: hangUp,
      back: () => $("curtain").hidden && pickUp(),
      news: ({ yours }) => {
        signal.turn(yours);
        if (yours && isOn("by-itself")) unseen?.glance();
      },
    });
const planDialog = document.getElementById("plans");
const plans =
  planDialog instanceof HTMLDialogElement
    ? new Plans(planDialog, {
        key,
        path: () => `/t/${table}/plan?as=${eyes}`,
        seat: () => Number(eyes) - 1,
      })
    : null;
const taught = document.getElementById("lesson");
const lesson = taught && new Lesson(taught, game, { board, sheets, prompt });

/**
 * @param {string} line
 * @param {boolean} [aloud]
 * @param {string} [about]
 */
function preview(line, aloud, about) {
  // What was asked before the last decision is asked no more.
  if (busy || (done !== undefined && done === standing()?.turn)) return;
  sketches.ask(`${home()}/preview?${new URLSearchParams({ as: eyes, line })}`, aloud, about);
}

/**
 * How the game stands, as soon as that is known.
 * @returns {(GameStanding & { state: "playing" | "over" }) | null}
 */
function standing() {
  /** @type {GameHead | undefined} */
  const head = frame.parts.head;
  return head?.state === "playing" || head?.state === "over" ? head : null;
}

// ---- news from the server

/** Follows the table through our eyes from now on. */
function follow() {
  first = true;
  pickUp();
}

function hangUp() {
  events?.close();
  events = null;
}

/** Goes on to follow the table; what came meanwhile is news. */
function pickUp() {
  if (trial) {
    showPlace();
    return;
  }
  hangUp();
  frame.restart();
  watchdog.heard();
  const stream = new EventSource(`/t/${table}/stream?as=${eyes}`);
  let taken = Promise.resolve();
  events = stream;
  stream.onmessage = (event) => {
    watchdog.heard();
    /** @type {Update | ErrorBody} */
    const news = JSON.parse(event.data);
    if ("error" in news) return refused(news);
    main.classList.remove("away");
    // One after the other, and none that was meant for other eyes.
    taken = taken.then(() => (events === stream ? take(news) : undefined)).then(() => unseen?.heard());
  };
  stream.addEventListener("alive", () => watchdog.heard());
  // A stream that opens again starts from the beginning.
  stream.onopen = () => frame.restart();
  stream.onerror = () => {
    main.classList.add("away");
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => events === stream && follow(), 3000);
  };
}

/**
 * These eyes are shown no more of the table. Whoever lost their seat sees on a page that is loaded anew what has become of it;
 * a table that is gone is followed no longer.
 * @param {ErrorBody} news
 */
function refused({ error, message }) {
  prompt.notice(new Refusal(message, error));
  if (error === "forbidden" && !going) location.replace(`/t/${table}`);
  else if (error === "stale") hangUp();
}

/** Shows the place of a sandbox at which this page stands, through the eyes of whoever decides there or of those that were
 * chosen; of several that are asked for the last. */
async function showPlace() {
  if (!trial) return;
  const path = `${home()}/frame?as=${passing ? "" : eyes}`;
  wantedPlace = path;
  const answer = await fetch(path).catch(() => null);
  /** @type {Update | ErrorBody} */
  const place = (await answer?.json().catch(() => null)) ?? {
    error: "away",
    message: "No answer came: try again.",
  };
  if (wantedPlace !== path) return;
  if ("error" in place) {
    // What was cut off is no more: the beginning always is.
    if (place.error === "stale" && trial.at) await trial.go(0);
    prompt.notice(new Refusal(place.message, place.error));
    return;
  }
  done = undefined;
  frame.restart();
  const asked = place.set.seats?.findIndex(({ deciding }) => deciding) ?? -1;
  if (passing) eyes = String(Math.max(0, asked) + 1);
  await take(place);
}

/**
 * Looks through a pair of eyes of a sandbox, or through those of whoever decides.
 * @param {string} wanted
 */
function seeBy(wanted) {
  passing = wanted === "";
  eyes = wanted;
  follow();
}

/** @param {Update} update */
async function take(update) {
  recap.stop();
  const { set, names } = frame.apply(update);
  const fresh = first;
  first = false;
  const before = deciding;
  if (set.ground) await board.setGround(set.ground);
  board.patch(set, names);
  board.attend(frame.parts);
  sheets.patch(set, names);
  if (names || set.head || set.prompt || set.ahead || set.free || partsOf(set, "slip/").length) ask();
  teach();
  goOn();
  if (set.tried) trial?.set(set.tried, frame.parts.seats ?? []);
  if (set.seats) seat(set.seats, fresh);
  if (names || set.clock || set.seats) tick();
  if (trial && !frame.parts.result) $("result").hidden = true;
  const end = set.result || (set.head && frame.parts.result) ? result(fresh) : "";
  if (update.log) tell(update.log, fresh);
  if (end) voice.tell(end);
  recall();
  if (partsOf(set, "talk/").length) hear(fresh);
  showPlan(fresh);
  board.actor(actingColour());
  const turn = !!standing()?.you;
  const turned = turn && !before;
  deciding = turn;
  follows(fresh, !!set.focus || !!set.outlook || turned, turn && !!set.prompt);
  settle();
  passOn();
  answerItself();
}

/** The number of the colour of who decides, if it is one alone. */
function actingColour() {
  const players = frame.parts.seats ?? [];
  const asked = players.flatMap(({ deciding, colour }, seat) => (deciding ? [colour ?? seat] : []));
  return asked.length === 1 ? asked[0] : null;
}

/**
 * Brings into view what matters now. Once the game is over the view stays where it was.
 * @param {boolean} fresh
 * @param {boolean} moved whether attention goes elsewhere than before
 * @param {boolean} asked whether something else is asked of us
 */
function follows(fresh, moved, asked) {
  const { focused } = board;
  if (standing()?.state === "over") {
    if (fresh) board.camera.fit();
    return;
  }
  if (focused !== null && (fresh || moved)) board.focus(focused, fresh || deciding);
  if (fresh ? focused === null : asked) board.reveal();
}

/** Who sat where, as it was last told.
 * @type {Player[]} */
let sat = [];

/**
 * Shows who plays; that a seat is empty, taken again or played by a bot is told.
 * @param {Player[]} players
 * @param {boolean} fresh
 */
function seat(players, fresh) {
  $("seats").replaceChildren(...seatItems(players, trial ? [] : mine));
  talk?.offer(players, mine.map(Number));
  if (!fresh) voice.tell(...comings(sat, players));
  sat = players;
}

/** Shows how much time there is. */
function tick() {
  const names = (frame.parts.seats ?? []).map(({ name }) => name);
  time.set(frame.parts.clock ?? null, Number(eyes) - 1, names);
}

/** Shows the board as it stands now. */
function showNow() {
  board.patch(frame.parts, new Set(Object.keys(frame.parts)));
  look("");
  ask();
}

/** What our creatures are called, also those that are no more.
 * @type {Set<string>} */
const ours = new Set();

/** The pieces in our colour. */
function ownPieces() {
  const seat = Number(eyes) - 1;
  const colour = `var(--ow-body-seat${frame.parts.seats?.[seat]?.colour ?? seat})`;
  return [...board.pieces.all.values()].filter(({ id }) => board.pieces.colourOf(id) === colour);
}

/** What the pieces of every seat are called, also those that are no more.
 * @type {Set<string>[]} */
const pieceNames = [];

/** Everybody at the table, with what their pieces are called. */
function sides() {
  const players = frame.parts.seats ?? [];
  return players.map(({ name, colour: own }, seat) => {
    const colour = own ?? seat;
    pieceNames[seat] ??= new Set();
    for (const { id, words } of board.pieces.all.values()) {
      if (board.pieces.colourOf(id) !== `var(--ow-body-seat${colour})`) continue;
      // A pile says one after the other who lies on it.
      const piled = [...words.matchAll(/(?:^|; |: )(\d+[A-Z]) of /g)].map(([, name]) => name);
      const [first] = words.split(/,| of | in /, 1);
      for (const name of piled.length ? piled : [first]) if (name) pieceNames[seat].add(name);
    }
    return { name, colour, names: namesOf(pieceNames[seat]) };
  });
}

/** The short names of pieces in our colour: a number and a letter before what they are. */
const ownNames = () => ownPieces().flatMap(({ words }) => /^(\d+[A-Z]) of /.exec(words)?.[1] ?? []);

/** Tells what came of our last decision and what happened since, before the next one. */
function recall() {
  const head = standing();
  const told = head?.you && !lesson && !trial ? news(story.lines, head.since, head.undo) : [];
  for (const name of ownNames()) ours.add(name);
  const notes = head?.you ? (frame.parts.plan?.notes ?? []) : [];
  const people = [frame.parts.seats?.[Number(eyes) - 1]?.name ?? "", ...ours];
  recap.set(withPlan(told, notes), head?.since, people, told.length ? sides() : []);
}

/** What a plan did, as far as it was said.
 * @type {Set<string>} */
let planTold = new Set();

/**
 * Shows what is planned: in words, and on the board. What the plan did is told.
 * @param {boolean} fresh
 */
function showPlan(fresh) {
  const plan = standing()?.state === "playing" ? frame.parts.plan : undefined;
  const words = planInShort(plan);
  $("planned").hidden = !words;
  const said = $("planned").querySelector("span");
  said?.replaceChildren(...(words ? worded(`Planned: ${words}.`) : []));
  const [own, ...others] = ownPieces();
  board.plan(plan?.premoves ?? [], own && !others.length ? own.id : "");
  plans?.changed(plan?.number ?? 0);
  const notes = plan?.notes ?? [];
  const told = new Set(notes.map(({ step, text }) => `${step} ${text}`));
  const news = notes.filter(({ step, text }) => !planTold.has(`${step} ${text}`));
  planTold = told;
  if (!fresh) voice.tell(...news.map(({ text }) => text.replaceAll("`", "")));
}

/**
 * Opens the plans, or adds a line to what is done next; gives what is said then.
 * @param {string} line
 */
async function plan(line) {
  if (trial)
    return "Plans are made at the table: go to the end of a line, and make it your plan under Lines.";
  if (!plans || eyes === "table") return "Only those who play can plan, as long as the game is on.";
  if (!line) {
    plans.open();
    return "";
  }
  plans.tell("");
  const asked = standing()?.you;
  const taken = await plans.add(line);
  if (!taken) return plans.trouble.textContent ?? "";
  return asked ? `You are asked now: ${line} is played at once, if it can be.` : `Planned: ${line}.`;
}

/** Says whether the decision was done of which nobody knew. */
function settle() {
  const turn = standing()?.turn;
  if (doubted === undefined || turn === undefined) return;
  const words = turn === doubted ? "It was not done: decide again." : "It was done.";
  doubted = undefined;
  prompt.notice(new Refusal(words, "found"));
}

/**
 * Takes over news of the story, for those who listen or look elsewhere too.
 * @param {StoryLines} log
 * @param {boolean} fresh
 */
function tell(log, fresh) {
  /** @type {StoryEntry[]} */
  const untold = story.patch(log, standing()?.since);
  // In a sandbox one goes back and forth: what is told is what the last decision led to.
  const last = log.lines.at(-1)?.step;
  const lines = trial ? log.lines.filter(({ step }) => step === last) : untold;
  if (log.earlier) $("earlier").hidden = false;
  if (fresh || !lines.length) return;
  voice.tell(...lines.map(({ text }) => text));
  $("headline").title = lines[lines.length - 1].text;
  if ($("story").hidden) $("tab-story").classList.add("new");
}

/** Says what the lesson says, if this is one. */
function teach() {
  const note = frame.parts.lesson;
  if (!lesson || !note) return;
  const said = lesson.set(note, standing()?.state === "over");
  if (said) voice.tell(said);
}

/** Shows what is asked of us, or for whom we wait. */
function ask() {
  const head = standing();
  if (!head) return;
  const { parts } = frame;
  const over = head.state === "over";
  // What the result says is not said above the board too.
  const told = parts.result?.text === head.headline && !lesson;
  $("headline").textContent = told ? "The game is over" : head.headline;
  const { words, yours } = trial && !over ? { words: "Sandbox", yours: false } : turnOf(head);
  $("turn").textContent = words;
  $("turn").hidden = !words;
  $("turn").classList.toggle("yours", yours);
  aimAt(over ? "" : head.aim);
  $("gauge").innerHTML = (!over && head.gauge) || "";
  tellFate(head);
  // What is done while it is on cannot be done any more; taking the end back brings it back.
  for (const part of document.querySelectorAll("#table-menu .while-on")) part.toggleAttribute("hidden", over);
  undo.disabled = !head.undo || busy;
  const offers = [...planned(parts.prompt?.plans), ...(parts.prompt?.choices ?? []).map(offer)];
  const waiting = waitingFor(head);
  const now = JSON.stringify([parts.prompt ?? null, head.turn, waiting]);
  if (now !== asked) {
    const again = asked !== "";
    asked = now;
    focus.note();
    prompt.set(parts.prompt ?? null, offers, waiting);
    // What the last question showed is no longer so.
    sketches.clear();
    if (again && parts.prompt) toQuestion();
    // What was said of a place or answered was so before.
    if (again) {
      look("");
      $("here").textContent = "";
      questions.forget();
    }
    focus.settle();
    onlyAnswer = onlyOne(offers);
    const asks = trial ? `${head.waiting} to decide.` : "Your turn.";
    voice.ask(parts.prompt ? `${asks} ${parts.prompt.question}` : "");
  }
  const listed = offers.filter(({ grave }) => !grave);
  const { row } = prompt;
  board.setChoices([...listed, ...waysAhead(parts.ahead, listed)], parts.free);
  prompt.count();
  if (row) prompt.openRow(row);
  slips.set(partsOf(parts, "slip/").map(([, slip]) => slip));
  prompt.setKeyless(slips.unfold(prompt.isFolded()));
  sheets.setChoices(offers);
  if (!trial) signal.turn(head.you);
  if (rematch) rematch.hidden = head.state !== "over" || !mine.length || lesson !== null;
}

/**
 * Says what one must do to win: the first clause, and the rest where there is room or somebody asks for it.
 * @param {string} aim
 */
function aimAt(aim) {
  const [first] = aim.split(/[;:] |(?<=\.) /);
  $("aim").replaceChildren(first, make("span", { class: "rest" }, aim.slice(first.length)));
}

/** Brings the question to the top of what scrolls: the column beside the board, or the page below it. */
function toQuestion() {
  const column = $("ask").parentElement ?? main;
  if (getComputedStyle(column).overflowY === "visible") $("ask").scrollIntoView({ block: "start" });
  else column.scrollTop = 0;
}

/**
 * The only thing that can be done, if it shall be done by itself; else nothing.
 * @param {Offer[]} offers
 */
function onlyOne(offers) {
  const [only, ...others] = offers.filter(({ grave }) => !grave);
  const alone = only && !others.length && !frame.parts.free && !partsOf(frame.parts, "slip/").length;
  return alone && !lesson && !trial && !takenBack && isOn("by-itself") ? only.notation : "";
}

/** Gives the only answer that there is. */
function answerItself() {
  if (!onlyAnswer || busy) return;
  const line = onlyAnswer;
  onlyAnswer = "";
  act(line);
}

/**
 * Says what has become of us, once we play no more.
 * @param {GameStanding & { state: string }} head
 */
function tellFate({ fate, skip, state }) {
  const box = $("fate");
  box.hidden = !fate || state === "over";
  const words = `${fate} ${skip ? "Only bots play on: watch them, or" : "You can watch how it goes on."} `;
  if (box.hidden || box.dataset.said === words) return;
  box.dataset.said = words;
  const button = make("button", { type: "button" }, "Skip to the end");
  button.addEventListener("click", async () => {
    button.disabled = !(await sent(`/t/${table}/hurry`, { key }));
  });
  box.replaceChildren(words, ...(skip ? [button] : []));
}

/** @param {GameStanding & { state: string }} head */
function waitingFor({ state, waiting, you }) {
  if (state === "over") return lesson ? "" : "The game is over.";
  if (eyes === "table" && waiting) return `${waiting} to decide. You are watching.`;
  return you ? "" : `Waiting for ${waiting}.`;
}

/**
 * Shows how it ended; gives what is said to whoever was there when it did.
 * @param {boolean} fresh
 */
function result(fresh) {
  const { result } = frame.parts;
  if (!result) return "";
  const box = $("result");
  const next = standing()?.rematch;
  const again = next ? make("a", { href: `/t/${next}`, class: "button" }, "The rematch") : "";
  const back = make("a", { href: `/t/${table}/replay`, class: "button" }, "Look back");
  if (lesson) return "";
  box.hidden = false;
  if (trial) {
    box.replaceChildren(...ranking(result, frame.parts.seats));
    return fresh ? "" : ended(result);
  }
  const share = shareButton("Share the game", `/t/${table}/replay`);
  const changed = { href: `/t/${table}/result`, class: "button" };
  const ratings = rated === undefined ? "" : make("a", changed, "Ratings");
  const elsewhere = make("a", { href: `/t/${table}/try`, class: "button" }, "Try another way");
  const round = cup ? make("a", { href: `/cups/${cup}`, class: "button" }, "The cup") : "";
  const ways = make("div", { class: "row" }, again, back, elsewhere, round, ratings, share);
  if (mine.length && !next && rematch) ways.prepend(rematch);
  // What can be done next is in sight before the numbers are read.
  const said = ranking(result, frame.parts.seats, mine);
  box.replaceChildren(...said.slice(0, -1), ways, ...said.slice(-1));
  const words = ended(result);
  const heard = toldEnd === words;
  toldEnd = words;
  return fresh || heard ? "" : words;
}

/** @param {boolean} fresh */
function hear(fresh) {
  const said = partsOf(frame.parts, "talk/");
  talk?.show(said);
  if (fresh) return;
  if ($("talk").hidden) $("tab-talk").classList.add("new");
  const [, last] = said[said.length - 1];
  voice.tell(`${last.name} says${last.to ? ` to ${last.to} alone` : ""}: ${last.text}`);
}

// ---- decisions

/**
 * Takes decisions one after the other, until something comes up.
 * @param {string} line
 * @param {string[]} [plan]
 */
async function act(line, plan = [line]) {
  const lines = [...plan];
  for (const [index, next] of lines.entries()) {
    const left = lines.slice(index + 1).join(", ");
    const turn = standing()?.turn;
    sketches.clear();
    look("");
    board.course.leave();
    if (!(await decide("act", next)) || !left) return;
    while (standing()?.turn === turn) {
      await new Promise((go) => {
        goOn = () => go(undefined);
      });
    }
    const written = lines[index + 1].toLowerCase();
    const open = frame.parts.prompt?.choices.find(({ notation }) => notation.toLowerCase() === written);
    if (open) lines[index + 1] = open.notation;
    if (!open || !standing()?.undo) {
      const why = open
        ? "this step cannot be taken back. Go on, or decide anew"
        : `\`${lines[index + 1]}\` cannot be done now`;
      if (standing()?.you) prompt.notice(new Refusal(`Stopped here: ${why}. Not done: ${left}.`));
      return;
    }
  }
}

/**
 * Decides, or takes a decision back; gives whether it was done.
 * @param {"act" | "undo"} what
 * @param {string} [line]
 */
async function decide(what, line) {
  if (busy) return false;
  if (trial) return decideThere(trial, what, line);
  if (eyes === "table") {
    const words =
      "You are watching: only those who sit at the table decide. Questions are answered; `help` says which.";
    prompt.notice(new Refusal(words, "misread"));
    return false;
  }
  busy = true;
  main.classList.add("busy");
  prompt.notice(null);
  recap.stop();
  takenBack = what === "undo";
  const turn = standing()?.turn;
  focus.decide();
  /** @type {DecisionRequest} */
  const decision = { key, seat: Number(eyes) - 1, turn, line };
  const refusal = await sent(`/t/${table}/${what}`, decision);
  busy = false;
  if (!refusal) done = turn;
  main.classList.remove("busy");
  undo.disabled = !standing()?.undo;
  if (refusal?.kind === "away") {
    // The table itself knows: a stream that starts again shows the number of our next decision.
    doubted = turn;
    follow();
  }
  answerItself();
  return !refusal;
}

/**
 * Decides in a sandbox, or goes back in it; gives whether it was done.
 * @param {import("./trial.js").Trial} there
 * @param {"act" | "undo"} what
 * @param {string} [line]
 */
async function decideThere(there, what, line) {
  if (what === "undo") {
    there.back();
    return true;
  }
  const seat = Number(eyes) - 1;
  if (!(seat >= 0)) {
    prompt.notice(
      new Refusal("Nobody decides through these eyes: choose another pair under More.", "misread"),
    );
    return false;
  }
  busy = true;
  main.classList.add("busy");
  focus.decide();
  const taken = await there.change("act", { seat, line });
  busy = false;
  main.classList.remove("busy");
  undo.disabled = !standing()?.undo;
  return taken;
}

/**
 * Sends something, and says so if it was not done; gives what was said.
 * @param {string} path
 * @param {DecisionRequest | TalkRequest | { key: string }} body
 */
async function sent(path, body) {
  try {
    await post(path, body);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    prompt.notice(error);
    if (error.kind === "stale") follow();
    return error;
  }
}

/** Takes the last decision back, or says that there is none. */
function takeBack() {
  if (!undo.disabled || trial) decide("undo");
  else if (!busy) {
    const words =
      "Nothing can be taken back now: you have not decided yet, or dice have fallen or others decided since.";
    prompt.notice(new Refusal(words, "misread"));
  }
}

on("undo", takeBack);
on("close-answers", () => {
  questions.forget();
  $("question").focus();
});
document.getElementById("open-menu")?.addEventListener("click", async () => {
  const wanted = document.getElementById("try-as");
  if (wanted instanceof HTMLInputElement) wanted.value = eyes;
  $("table-menu", HTMLDialogElement).showModal();
  // Who can be replaced is asked now: when the page was loaded, others were away.
  const form = document.getElementById("replace");
  const answer = form && (await fetch(`/t/${table}/replace`).catch(() => null));
  if (form && answer?.ok) form.innerHTML = await answer.text();
  const times = document.getElementById("time-menu");
  const told = times && (await fetch(`/t/${table}/clock`).catch(() => null));
  if (times && told?.ok) times.innerHTML = await told.text();
});
if (plans) {
  on("open-plans", () => {
    $("table-menu", HTMLDialogElement).close();
    plans.open();
  });
  $("planned")
    .querySelector("button")
    ?.addEventListener("click", () => plans.open());
}
on("time-left", () => {
  const times = document.getElementById("time");
  if (times instanceof HTMLDetailsElement) times.open = true;
  $("open-menu").click();
});
on("measure", () => {
  const { ruler } = board;
  ruler.toggle();
  $("measure").setAttribute("aria-pressed", String(ruler.taken));
  look(ruler.taken ? "Measure from where to where?" : "", true);
});
const legend = $("legend", HTMLDetailsElement);

/** Fetches what the signs of the board mean, into their sheet. */
async function fillLegend() {
  const shown = legend.querySelector("div");
  if (shown) shown.innerHTML = await fetch(`${home()}/legend?as=${eyes}`).then((answer) => answer.text());
}

legend.addEventListener("toggle", () => legend.open && fillLegend());

/** Opens the sheet of signs, and says what stands there. */
async function showLegend() {
  await fillLegend();
  legend.open = true;
  showTab("tab-sheets", false);
  const signs = [...legend.querySelectorAll("li")].map(({ textContent }) => textContent?.trim() ?? "");
  return `The signs are shown under Sheets, Signs on the board:\n${signs.join("\n")}`;
}
on("earlier", async () => {
  story.replace(await fetch(`${home()}/story?as=${eyes}`).then((answer) => answer.json()));
  $("earlier").hidden = true;
});

// ---- several seats in one browser

/** Passes the screen on when another seat of this browser must decide; behind a curtain if something is hidden. */
function passOn() {
  const players = frame.parts.seats ?? [];
  const next = passing && standing()?.state !== "over" && nextHere(players, mine, eyes);
  if (!next) return;
  const hidden = standing()?.curtain;
  plans?.forget();
  eyes = next;
  asked = "";
  if (hidden) dropCurtain(players[Number(next) - 1].name);
  else follow();
}

/**
 * Hides everything until somebody says that they are there.
 * @param {string} name
 */
function dropCurtain(name) {
  hangUp();
  frame.restart();
  board.patch({ marks: [], traces: "" }, new Set());
  board.setChoices([]);
  sheets.setChoices([]);
  sheets.patch({ panels: [] }, new Set());
  story.replace([]);
  prompt.set(null, [], "");
  recap.set([]);
  look("", true);
  voice.forget();
  questions.forget();
  board.plan([]);
  plans?.forget();
  $("planned").hidden = true;
  planTold = new Set();
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

/** Goes to what is chosen from: the form where it is the way to answer, else the list. */
function toChoices() {
  if (prompt.bySlip() && slips.enter()) return;
  const [first] = prompt.inSight();
  if (first) first.focus();
  else if (!slips.enter()) $("question").focus();
}

const KEYS = new Map([
  ["b", () => $("board").focus()],
  ["c", toChoices],
  ["/", () => $("line").focus()],
  ["u", takeBack],
  ["f", () => board.camera.keepWhole()],
  ["m", () => $("measure").click()],
  ["p", () => standing()?.state === "playing" && plans?.open()],
  ["+", () => board.zoom(1)],
  ["-", () => board.zoom(-1)],
  ["s", () => showTab("tab-sheets", true)],
  ["l", () => showTab("tab-story", true)],
  [
    "t",
    () => {
      if (!talk) return;
      showTab("tab-talk", false);
      $("words").focus();
    },
  ],
]);

/**
 * Takes the choice in sight that has this digit, or begins to fill in the slip that is the way to answer; false if
 * there is neither.
 * @param {string} key
 */
function digit(key) {
  if (!/^\d$/.test(key)) return false;
  return prompt.bySlip() ? slips.begin(key) : prompt.pick(Number(key));
}

// A ring around the question, to which scripts go, is for those who use keys.
addEventListener("keydown", () => document.documentElement.classList.add("by-keys"), true);
addEventListener("pointerdown", () => document.documentElement.classList.remove("by-keys"), true);

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (board.ruler.taken) $("measure").click();
    const field = writing() ? document.activeElement : null;
    prompt.close();
    prompt.notice(null);
    board.pick("");
    look("");
    // Back to the game, where digits are choices again.
    if (field?.closest(".side")) $("question").focus();
    return;
  }
  if (writing() || !$("curtain").hidden || document.querySelector("dialog[open]") || !isOn("letter-keys"))
    return;
  const work = KEYS.get(event.key);
  const here = document.activeElement;
  const elsewhere = !here?.closest("#board, [role=tablist], input, #tree");
  if (work) work();
  else if (!(elsewhere && trial?.press(event.key)) && !digit(event.key)) return;
  event.preventDefault();
});
addEventListener("pointerdown", ({ target }) => {
  if (target instanceof Element && !target.closest("#menu, #board, #choices")) prompt.close();
});

switches();
layOut(main, isOn("text-first"));
on("text-first", () => layOut(main, $("text-first", HTMLInputElement).checked));
const showNotation = () => main.classList.toggle("notation", isOn("notation"));
showNotation();
$("notation").addEventListener("change", showNotation);
for (const id of ["aim", "hint", "gauge"]) inShort($(id), id === "gauge" ? "counts" : id);
closable($("place-words"));
reachable($("gauge"));
reachable($("seats"));
const tabList = $("tab-sheets").parentElement ?? main;
keepClear($("asked"), [$("say-move"), tabList], () => prompt.tellMore());
for (const sheet of main.querySelectorAll("[role=tabpanel]")) {
  if (!(sheet instanceof HTMLElement)) continue;
  sheet.addEventListener("shown", () => bringUp(sheet.parentElement ?? main, tabList, sheet));
}
layPictures();
if (curtain === "true") dropCurtain(called);
else if (!unseen?.gone) follow();
setInterval(() => watchdog.look(), 5000);

// Whoever does something here is there, even if they only think: the server hears of it once a minute at most.
let told = 0;
function alive() {
  // Whoever thinks in a sandbox is there, as whoever looks at the table is.
  const sits = trial ? main.dataset.own !== undefined : mine.length;
  if (!sits || Date.now() - told < 60_000) return;
  told = Date.now();
  post(`/t/${table}/here`, { key }).catch(() => {});
}
for (const sign of ["pointermove", "keydown", "touchstart", "scroll"]) {
  addEventListener(sign, alive, { passive: true });
}
