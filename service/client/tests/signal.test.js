// @ts-check

import { isOn, Signal, switches } from "../signal.js";
import { equal, one, page, settled, test } from "./check.js";

const icon = () => one("link[rel=icon]").getAttribute("href") ?? "";

test("title and icon say whether it is your turn", () => {
  document.title = "Survivors";
  const [signal, plain] = [new Signal(), icon()];
  signal.turn(true);
  equal([document.title, icon() === plain], ["● Your turn · Survivors", false]);
  signal.turn(true);
  equal(document.title, "● Your turn · Survivors");
  signal.turn(false);
  equal([document.title, icon()], ["Survivors", plain]);
});

test("a sound is made once when the turn comes, and only if it is wanted", () => {
  let sounds = 0;
  const { AudioContext } = window;
  Object.assign(window, {
    AudioContext: class {
      constructor() {
        sounds += 1;
        throw new Error("no sound here");
      }
    },
  });
  const signal = new Signal();
  const turns = (/** @type {boolean[]} */ ...yours) => yours.forEach((now) => void signal.turn(now));
  turns(true, false);
  equal(sounds, 0);
  localStorage.setItem("sound", "yes");
  turns(true, true, false, true, false);
  equal(sounds, 2);
  Object.assign(window, { AudioContext });
});

test("switches stand as they were left, and at first as they should", async () => {
  const ids = ["sound", "notify", "ask-first", "by-itself", "letter-keys", "notation", "text-first"];
  page(ids.map((id) => `<input type="checkbox" id="${id}">`).join(""));
  switches();
  const box = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (one(`#${id}`));
  equal(
    ids.map((id) => box(id).checked),
    [false, false, true, false, true, false, false],
  );
  box("sound").click();
  box("ask-first").click();
  await settled();
  equal([isOn("sound"), isOn("notify"), isOn("ask-first")], [true, false, false]);
});
