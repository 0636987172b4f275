// @ts-check
// How the table page is laid out: board first, or text first for those who read or listen.

import { $, make } from "./page.js";

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

/**
 * Keeps what the style cuts to a few lines within reach: as long as something of it is cut, a button beside it shows
 * the whole, also of what will stand there later. Where several stand near each other, each names what it shows.
 * @param {HTMLElement} text
 * @param {string} [what]
 */
export function inShort(text, what = "") {
  const words = what ? [`${what} ▾`, `${what} ▴`] : ["more", "less"];
  const button = make("button", { type: "button", class: "unfold", "aria-expanded": "false", hidden: true });
  if (what) button.setAttribute("aria-label", `The whole ${what}`);
  const label = () => {
    const whole = text.classList.contains("whole");
    button.textContent = words[whole ? 1 : 0];
    button.setAttribute("aria-expanded", String(whole));
    const rest = text.querySelector(".rest");
    const cut = text.scrollHeight > text.clientHeight + 2 || (rest && !rest.checkVisibility());
    button.hidden = !text.textContent || !(whole || cut);
  };
  const unfold = () => {
    text.classList.toggle("whole");
    label();
  };
  button.addEventListener("click", unfold);
  // A thumb means the text itself.
  text.addEventListener("click", () => {
    if (!button.hidden && !getSelection()?.toString()) unfold();
  });
  text.after(button);
  new ResizeObserver(() => requestAnimationFrame(label)).observe(text);
  new MutationObserver(label).observe(text, { childList: true });
}

/** What is said of a place is at least so high, in pixels: three lines. */
const LEAST = 56;

/**
 * Gives what is said of a place a button that closes it, and tells the style how much room there is below the board
 * before anything that can be chosen.
 * @param {HTMLElement} words
 */
export function closable(words) {
  const label = "Close what is said of this place";
  const button = make(
    "button",
    { type: "button", class: "close-words", "aria-label": label, hidden: true },
    "×",
  );
  button.addEventListener("click", () => {
    words.textContent = "";
  });
  words.after(button);
  new MutationObserver(() => {
    button.hidden = !words.textContent;
    const answers = document.querySelectorAll("#slips > *, #choices > :not(.ends), #choices button");
    const edge = words.parentElement?.getBoundingClientRect().bottom ?? 0;
    const tops = [...answers]
      .filter((it) => it.checkVisibility())
      .map((it) => it.getBoundingClientRect().top);
    const room = Math.min(...tops.filter((top) => top > edge + LEAST), innerHeight / 2 + edge) - edge;
    words.style.setProperty("--room", `${Math.round(room)}px`);
  }).observe(words, { childList: true });
}

/**
 * Makes what scrolls sideways reachable by keys, as long as something of it is out of sight.
 * @param {HTMLElement} row
 */
export function reachable(row) {
  const look = () => {
    if (row.scrollWidth > row.clientWidth + 1) row.tabIndex = 0;
    else row.removeAttribute("tabindex");
  };
  new ResizeObserver(() => requestAnimationFrame(look)).observe(row);
  new MutationObserver(look).observe(row, { childList: true });
}

/**
 * Brings a sheet that was chosen under its tabs, if it lies below what is seen of the column.
 * @param {HTMLElement} column
 * @param {HTMLElement} tabs
 * @param {HTMLElement} sheet
 */
export function bringUp(column, tabs, sheet) {
  const [whole, part] = [column.getBoundingClientRect(), sheet.getBoundingClientRect()];
  if (getComputedStyle(column).overflowY === "visible" || part.top < whole.top + whole.height / 2) return;
  column.scrollTop += part.top - whole.top - tabs.offsetHeight;
}

/**
 * Tells the style how high what stays in sight above and below the choices is, so that nothing that has the focus
 * lies under it; `moved` is called whenever that, or anything that is asked, changes its size.
 * @param {HTMLElement} above
 * @param {HTMLElement[]} below from the upper one to the lower one
 * @param {() => void} moved
 */
export function keepClear(above, below, moved) {
  const [line, tabs] = below;
  const set = () => {
    const { style } = document.documentElement;
    style.setProperty("--head", `${above.offsetHeight}px`);
    style.setProperty("--line", `${line.offsetHeight}px`);
    style.setProperty("--tabs", `${tabs.offsetHeight}px`);
    const ends = document.querySelector("#choices .ends");
    style.setProperty("--ends", `${ends instanceof HTMLElement ? ends.offsetHeight : 0}px`);
    moved();
  };
  const sizes = new ResizeObserver(() => requestAnimationFrame(set));
  for (const element of [$("ask"), above, $("choices"), ...below]) sizes.observe(element);
}
