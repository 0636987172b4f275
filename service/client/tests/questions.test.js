// @ts-check

import { isQuestion, Questions, words } from "../questions.js";
import { equal, one, page, settled, test, texts } from "./check.js";

test("words of the table are questions, unless they are a move of the game", () => {
  equal(isQuestion(" Describe ", []), true);
  equal(isQuestion("range A1", []), true);
  equal(isQuestion("walk A1 4,5", []), false);
  equal(isQuestion("last", ["last"]), false);
  equal(
    [isQuestion("story", []), isQuestion("Rule SV-PRI-03", []), isQuestion("legend", [])],
    [true, true, true],
  );
  equal([isQuestion("time", []), isQuestion("Clock", []), isQuestion("time 3", [])], [true, true, false]);
  // What an umpire says is a move.
  equal(isQuestion("rule test A1 4", []), false);
});

/** A line to write; what was asked, and what was taken for a move. */
function written() {
  page(`<form id="say"><input id="line"></form><div id="answers" hidden></div>`);
  const form = /** @type {HTMLFormElement} */ (one("#say"));
  const line = /** @type {HTMLInputElement} */ (one("#line"));
  /** @type {string[]} */
  const heard = [];
  const questions = new Questions(form, line, one("#answers"), {
    moves: () => ["walk"],
    ask: async (asked) => `You asked ${asked}.\n\nThat is all.`,
    undo: () => heard.push("undo"),
    legend: async () => "Signs.",
    plan: async (planned) => (planned ? `Planned: ${planned}.` : ""),
    show: () => heard.push("shown"),
    heard: () => heard.push("no move"),
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    heard.push(`move ${line.value}`);
  });
  const write = async (/** @type {string} */ text) => {
    line.value = text;
    form.requestSubmit();
    await settled();
  };
  return { write, heard, line, questions };
}

test("a question is answered below the line, and everything stays there", async () => {
  const { write, heard, line } = written();
  await write("where");
  await write("range A1");
  equal(texts("#answers p"), [
    "where",
    "You asked where.",
    "That is all.",
    "range A1",
    "You asked range A1.",
    "That is all.",
  ]);
  equal([heard, line.value, one("#answers").hidden], [["no move", "shown", "no move", "shown"], "", false]);
});

test("a long answer is read from its beginning", async () => {
  const { write, questions } = written();
  questions.table.ask = async () => "A line of the answer.\n".repeat(60);
  questions.answers.style.cssText = "height: 80px; overflow: auto";
  await write("where");
  await write("describe");
  const [box, asked] = [questions.answers, document.querySelectorAll("#answers .asked")[1]];
  equal(Math.round(asked.getBoundingClientRect().top - box.getBoundingClientRect().top), 0);
});

test("the signs of the board are answered by the page, which draws them", async () => {
  const { write } = written();
  await write("Legend");
  equal(texts("#answers p"), ["Legend", "Signs."]);
});

test("a move is a move, and undo takes back", async () => {
  const { write, heard } = written();
  await write("walk");
  await write("Undo");
  equal(heard, ["move walk", "no move", "undo"]);
});

test("who is given the screen reads nothing of the one before", async () => {
  const { write, questions } = written();
  await write("sheet");
  questions.forget();
  equal([texts("#answers p"), one("#answers").hidden], [[], true]);
});

test("an answer that does not come is told", async () => {
  const { fetch } = window;
  Object.assign(window, { fetch: async () => ({ ok: false, json: async () => ({ message: "Say what." }) }) });
  const refused = await words("/words");
  Object.assign(window, { fetch: async () => Promise.reject(new Error("away")) });
  const away = await words("/words");
  Object.assign(window, { fetch });
  equal([refused, away], ["Say what.", "The server cannot be reached."]);
});
