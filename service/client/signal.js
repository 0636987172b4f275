// @ts-check
// The signal that it is your turn: title, icon, and if wanted a sound and a notification.

import { $, kept, MARKED } from "./page.js";

/** The switches by the ids of their boxes, and how they stand at first. */
const SWITCHES = {
  sound: "no",
  notify: "no",
  "ask-first": "yes",
  "by-itself": "no",
  "letter-keys": "yes",
  notation: "no",
  "text-first": "no",
};

/**
 * Whether a switch is on in this browser.
 * @param {keyof typeof SWITCHES} id
 */
export const isOn = (id) => kept.get(id, SWITCHES[id]) === "yes";

function sound() {
  try {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.12, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.5);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.5);
  } catch {
    // A browser without sound.
  }
}

/** Sets up the boxes of the switches. */
export function switches() {
  for (const id of /** @type {(keyof typeof SWITCHES)[]} */ (Object.keys(SWITCHES))) {
    const box = $(id, HTMLInputElement);
    box.checked = isOn(id);
    box.addEventListener("change", async () => {
      if (id === "notify" && box.checked && "Notification" in window) {
        box.checked = (await Notification.requestPermission()) === "granted";
      }
      kept.set(id, box.checked ? "yes" : "no");
    });
  }
}

/** The title and the icon of a page, which say whether it is your turn. */
export class Signal {
  title = document.title;
  icon = document.querySelector("link[rel=icon]");
  plain = this.icon?.getAttribute("href") ?? "";
  yours = false;

  /**
   * Shows whether it is your turn; makes itself heard when it comes to be.
   * @param {boolean} yours
   */
  turn(yours) {
    document.title = yours ? `● Your turn · ${this.title}` : this.title;
    this.icon?.setAttribute("href", yours ? MARKED : this.plain);
    if (yours && !this.yours) {
      if (isOn("sound")) sound();
      if (document.hidden && isOn("notify") && "Notification" in window) {
        new Notification("Your turn", { body: this.title, tag: location.pathname });
      }
    }
    this.yours = yours;
  }
}
