// @ts-check

import { Focus } from "../focus.js";
import { equal, one, page, test } from "./check.js";

const HTML = `<p id="question" tabindex="-1">Where to?</p><div id="choices"><button id="go">Go</button></div>
  <button id="undo">Undo</button><div id="board" tabindex="0">A board</div><input id="line"><input id="words">`;

const asked = () => {
  page(HTML);
  return new Focus(one("#question"), [one("#board"), one("#line")]);
};
const focused = () => document.activeElement?.id;

/** Decides with an element; the choices are replaced. */
function decide(/** @type {Focus} */ focus, /** @type {string} */ id) {
  one(`#${id}`).focus();
  focus.decide();
  focus.note();
  one("#choices").replaceChildren();
  focus.settle();
}

test("after a choice the question has the focus", () => {
  decide(asked(), "go");
  equal(focused(), "question");
});

test("after undo too, whether it can be done again or not", () => {
  decide(asked(), "undo");
  equal(focused(), "question");
  const focus = asked();
  one("#undo").focus();
  focus.decide();
  one("#undo").setAttribute("disabled", "");
  focus.note();
  focus.settle();
  equal(focused(), "question");
});

test("the board and the line keep it", () => {
  decide(asked(), "board");
  equal(focused(), "board");
  decide(asked(), "line");
  equal(focused(), "line");
});

test("a line that is hidden gives it to the question", () => {
  const focus = asked();
  one("#line").focus();
  focus.note();
  one("#line").hidden = true;
  focus.settle();
  equal(focused(), "question");
});

test("who writes elsewhere is not called away, and who has no focus is given none", () => {
  const focus = asked();
  one("#words").focus();
  focus.note();
  focus.settle();
  equal(focused(), "words");
  page(HTML);
  focus.note();
  focus.settle();
  equal(document.activeElement, document.body);
});

test("choices that others take away under the focus lead to the question", () => {
  const focus = asked();
  one("#go").focus();
  focus.note();
  one("#choices").replaceChildren();
  focus.settle();
  equal(focused(), "question");
});
