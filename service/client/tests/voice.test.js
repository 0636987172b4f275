// @ts-check

import { Voice } from "../voice.js";
import { equal, one, page, test, texts } from "./check.js";

const listening = () => {
  page(`<div id="news"></div>`);
  return new Voice(one("#news"));
};
const after = (/** @type {number} */ milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

test("the question comes last, whatever comes first", async () => {
  const voice = listening();
  voice.ask("Your turn. Where to?");
  voice.tell("Ann walks.", "Ann drinks.");
  await after(400);
  equal(texts("#news p"), ["Ann walks. Ann drinks.", "Your turn. Where to?"]);
});

test("what happens one after the other is told in one piece", async () => {
  const voice = listening();
  voice.tell("Ann walks.");
  await after(200);
  voice.tell("Bob walks.");
  await after(200);
  equal(texts("#news p"), []);
  await after(700);
  equal(texts("#news p"), ["Ann walks. Bob walks."]);
});

test("everything that was said stays there, in its order", () => {
  const voice = listening();
  for (let day = 1; day <= 30; day++) {
    voice.tell(`Day ${day}.`);
    voice.ask("Where to?");
    voice.speak();
  }
  equal(texts("#news p").length, 60);
  equal(texts("#news p").slice(-2), ["Day 30.", "Where to?"]);
});

test("a question that is asked no more is not asked", () => {
  const voice = listening();
  voice.ask("Where to?");
  voice.ask("");
  voice.tell("Ann walks.");
  voice.speak();
  equal(texts("#news p"), ["Ann walks."]);
});

test("who is given the screen hears nothing of the one before", () => {
  const voice = listening();
  voice.tell("You hold the ace.");
  voice.forget();
  equal(texts("#news p"), []);
});
