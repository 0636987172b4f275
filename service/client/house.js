// @ts-check
// Light or dark, and at how many tables one is asked, on every page.

import { kept, make, MARKED } from "./page.js";

const button = document.querySelector("button.theme");
const system = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;

const dark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";

/** Says on the button what a click would bring. */
function show() {
  if (!(button instanceof HTMLElement)) return;
  const words = dark() ? "Light" : "Dark";
  button.hidden = false;
  button.title = words;
  const said = button.querySelector(".sr");
  if (said) said.textContent = words;
}

// Paper is light.
addEventListener("beforeprint", () => {
  root.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  const theme = kept.get("theme", "");
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
});

/**
 * Shows a number in the navigation, with what it counts for those who listen; nothing if it is none.
 * @param {string} id
 * @param {number} count
 * @param {string} words
 */
function mark(id, count, words) {
  const badge = document.getElementById(id);
  if (!badge) return;
  badge.hidden = !count;
  badge.title = words;
  badge.replaceChildren(...(count ? [String(count), make("span", { class: "sr" }, `: ${words}`)] : []));
}

/** Says at how many tables one is asked, and how many wait for an answer besides: in the navigation; the turns also in the title
 * and the icon of a page that has no turn of its own to tell of. */
async function tellTurns() {
  if (!document.getElementById("my-turns") || document.hidden) return;
  const answer = await fetch("/my/turns").catch(() => null);
  const { turns, asking } = answer?.ok ? await answer.json() : { turns: 0, asking: 0 };
  mark("my-turns", turns, `It is your turn at ${turns} table${turns === 1 ? "" : "s"}`);
  mark("my-asking", asking, "Waiting for your answer: invitations, and requests of friends");
  if (document.body.classList.contains("table")) return;
  document.title = `${turns ? `(${turns}) ` : ""}${document.title.replace(/^\(\d+\) /, "")}`;
  const icon = document.querySelector("link[rel=icon]");
  if (icon instanceof HTMLLinkElement) {
    icon.dataset.plain ??= icon.href;
    icon.href = turns ? MARKED : icon.dataset.plain;
  }
}

tellTurns();
setInterval(tellTurns, 60_000);
document.addEventListener("visibilitychange", tellTurns);

const chosen = kept.get("theme", "");
if (chosen) root.dataset.theme = chosen;
show();
system.addEventListener("change", show);
button?.addEventListener("click", () => {
  root.dataset.theme = dark() ? "light" : "dark";
  kept.set("theme", root.dataset.theme);
  show();
});
