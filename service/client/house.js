// @ts-check
// Light or dark, on every page.

import { kept } from "./page.js";

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

const chosen = kept.get("theme", "");
if (chosen) root.dataset.theme = chosen;
show();
system.addEventListener("change", show);
button?.addEventListener("click", () => {
  root.dataset.theme = dark() ? "light" : "dark";
  kept.set("theme", root.dataset.theme);
  show();
});
