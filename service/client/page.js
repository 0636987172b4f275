// What all pages share: finding things, asking the server, saying what happened.

/** The element with that id. */
export const $ = (id) => document.getElementById(id);

/** Listens for clicks on the element with that id. */
export const on = (id, work) => $(id).addEventListener("click", work);

/** A new element; texts are texts, never markup. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Posts JSON; throws refusals with their words and rule. */
export async function post(path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw Object.assign(new Error("The server cannot be reached. Nothing was done."), { kind: "away" });
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const words = answer.message || `The server answered ${response.status}.`;
    throw Object.assign(new Error(words), { kind: answer.error || "failed", rule: answer.rule || "" });
  }
  return answer;
}

/** A link to a rule. */
export const ruleLink = (game, rule) =>
  make("a", { href: `/help/${game}/rules#${rule}`, target: "_blank", class: "rule" }, rule);

/** A dot in a seat's colour. */
export const dot = (seat) => make("span", { class: `dot body-seat${seat % 8}`, "aria-hidden": "true" });

/** The end of a game: the sentence, and the seats by rank. */
export const ranks = ({ text, rows }) => [make("h2", {}, text), make("ol", { class: "ranks" },
  ...rows.map(([seat, name, rank, score, won]) => make("li", { class: won ? "won" : "" }, dot(seat),
    `${rank}. ${name}`, score === null ? "" : `, ${score} points`, won ? make("b", {}, " won") : "")))];

/** Tabs that show one panel each; arrow keys go from one to the next. */
export function tabs(list) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const show = (tab, focus) => {
    for (const other of all) {
      const on = other === tab;
      other.setAttribute("aria-selected", on);
      other.tabIndex = on ? 0 : -1;
      $(other.getAttribute("aria-controls")).hidden = !on;
    }
    tab.classList.remove("new");
    if (focus) tab.focus();
    list.dispatchEvent(new CustomEvent("shown", { detail: tab.id }));
  };
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) show(tab, false);
  });
  list.addEventListener("keydown", (event) => {
    const at = all.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    show(all[(to + all.length) % all.length], true);
  });
  return (id, focus) => show($(id), focus);
}

/** Whether keys go into a field. */
export const writing = () => {
  const element = document.activeElement;
  return !!element && (element.matches("textarea, select, input:not([type=checkbox]):not([type=range])"));
};

/** Keeps something in this browser; works without storage too. */
export const kept = {
  get(key, otherwise) {
    try {
      return localStorage.getItem(key) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch { /* a browser that keeps nothing */ }
  },
};
