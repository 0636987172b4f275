// @ts-check

import { bringUp, inShort, layOut, reachable } from "../layout.js";
import { equal, one, page, test } from "./check.js";

test("text first puts the question before the board, and board first puts it back", () => {
  page(`<main><div class="stage"></div><div class="side"></div><p></p></main>`);
  const main = one("main");
  const order = () => [...main.children].map((child) => child.className);
  layOut(main, true);
  equal([order(), main.className], [["side", "stage", ""], "text-first"]);
  layOut(main, false);
  equal([order(), main.className], [["stage", "side", ""], ""]);
});

/** What is laid out is told a frame later. */
const laidOut = () => new Promise((done) => setTimeout(done, 100));

test("a text that is cut can be shown whole, and cut again", async () => {
  page(`<div><p id="text" style="margin: 0; width: 200px; line-height: 20px; overflow: hidden"></p></div>`);
  const text = one("#text");
  text.style.maxHeight = "20px";
  text.textContent = "word ".repeat(60);
  inShort(text);
  await laidOut();
  const button = one("#text + button");
  equal([button.hidden, button.textContent, button.getAttribute("aria-expanded")], [false, "more", "false"]);
  button.click();
  equal(
    [text.className, button.textContent, button.getAttribute("aria-expanded")],
    ["whole", "less", "true"],
  );
  button.click();
  equal([text.className, button.hidden], ["", false]);
});

test("a text that is not cut has no button", async () => {
  page(`<div><p id="text">Short.</p></div>`);
  inShort(one("#text"));
  await laidOut();
  equal(one("#text + button").hidden, true);
});

test("a row is reached by keys only while something of it is out of sight", async () => {
  page(`<div id="row" style="width: 90px; overflow: auto; white-space: nowrap"></div>`);
  const row = one("#row");
  reachable(row);
  row.textContent = "word ".repeat(60);
  await laidOut();
  equal(row.tabIndex, 0);
  row.textContent = "word";
  await laidOut();
  equal(row.hasAttribute("tabindex"), false);
});

test("a sheet that lies below what is seen comes up under its tabs, and one that is seen stays", () => {
  page(`<div id="column" style="height: 200px; overflow: auto; position: relative">
    <div style="height: 500px"></div><div id="tabs" style="height: 30px"></div>
    <div id="sheet" style="height: 900px"></div></div>`);
  const [column, tabs, sheet] = [one("#column"), one("#tabs"), one("#sheet")];
  bringUp(column, tabs, sheet);
  equal(column.scrollTop, 500);
  bringUp(column, tabs, sheet);
  equal(column.scrollTop, 500);
});
