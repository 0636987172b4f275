// @ts-check

import { layOut } from "../layout.js";
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
