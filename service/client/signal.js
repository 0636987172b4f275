// The signal that it is your turn: title, icon, and if wanted a sound and a notification.

import { $, kept } from "./page.js";

const title = document.title;
const icon = document.querySelector("link[rel=icon]");
const plain = icon.href;
let yours = false;

const marked = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#1d3b4a" d="M0 0h8v8H0"/><circle fill="#f2b84b" cx="4" cy="4" r="3"/></svg>')}`;

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
  } catch { /* a browser without sound */ }
}

/** Sets up the switches. */
export function switches() {
  for (const [id, usual] of [["sound", "no"], ["notify", "no"], ["ask-first", "yes"]]) {
    const box = $(id);
    box.checked = kept.get(id, usual) === "yes";
    box.addEventListener("change", async () => {
      if (id === "notify" && box.checked && "Notification" in window) {
        box.checked = (await Notification.requestPermission()) === "granted";
      }
      kept.set(id, box.checked ? "yes" : "no");
    });
  }
}

/** Shows whether it is your turn. */
export function turn(now) {
  document.title = now ? `● Your turn · ${title}` : title;
  icon.href = now ? marked : plain;
  if (now && !yours) {
    if (kept.get("sound", "no") === "yes") sound();
    if (document.hidden && kept.get("notify", "no") === "yes" && "Notification" in window) {
      new Notification("Your turn", { body: title, tag: location.pathname });
    }
  }
  yours = now;
}
