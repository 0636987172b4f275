// @ts-check
// How the table page is laid out: board first, or text first for those who read or listen.

/**
 * Puts the question and the sheets before the board, or behind it.
 * @param {HTMLElement} main
 * @param {boolean} textFirst
 */
export function layOut(main, textFirst) {
  const [stage, side] = [main.querySelector(".stage"), main.querySelector(".side")];
  if (!stage || !side) return;
  main.classList.toggle("text-first", textFirst);
  if (textFirst) stage.before(side);
  else stage.after(side);
}
