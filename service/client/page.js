// @ts-check
// What all pages share: finding things, making things, asking the server, keeping settings.

/** @import { ErrorBody, GameResult, Player } from "./protocol.js" */

/** The icon of a page where it is your turn. */
export const MARKED = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#1d3b4a" d="M0 0h8v8H0"/><circle fill="#f2b84b" cx="4" cy="4" r="3"/></svg>')}`;

/**
 * The element with that id; every page that asks for it has it.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind] which element it is, if more is asked of it than of any other
 * @returns {T}
 */
export function $(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof (kind ?? HTMLElement))) throw new Error(`This page has no ${id}.`);
  return /** @type {T} */ (element);
}

/**
 * The nearest element around what an event hit that a selector finds, itself included.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | SVGElement | null}
 */
export const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * Listens for clicks on the element with that id.
 * @param {string} id
 * @param {() => void} work
 */
export const on = (id, work) => $(id).addEventListener("click", work);

/**
 * A new element; texts are texts, never markup. A property is an attribute; `true` is an attribute without
 * a value, `false` none at all.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean>} [properties]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/**
 * A text as the rules wrote it: what stands between backticks is a line that one may write.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export const worded = (text) =>
  text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));

/** Something that was not done: the words for people, a word for programs, and the rule that says no. */
export class Refusal extends Error {
  /**
   * @param {string} words
   * @param {string} [kind]
   * @param {string} [rule]
   */
  constructor(words, kind = "failed", rule = "") {
    super(words);
    this.kind = kind;
    this.rule = rule;
  }
}

/** How long an answer is waited for, in milliseconds. */
const PATIENCE = 20_000;

/**
 * Posts JSON; throws a {@link Refusal} unless it was done. Of the kind `away` is one of which nobody knows.
 * @param {string} path
 * @param {object} body
 */
export async function post(path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    throw new Refusal("No answer came: it is not known whether this was done.", "away");
  }
  if (response.ok) return response;
  /** @type {Partial<ErrorBody>} */
  const failure = await response.json().catch(() => ({}));
  throw new Refusal(
    failure.message || `The server answered ${response.status}.`,
    // What stands before the server answers so if it heard nothing itself.
    failure.error ?? (response.status >= 502 ? "away" : undefined),
    failure.rule,
  );
}

/**
 * A link to a rule of a game.
 * @param {string} game
 * @param {string} rule
 */
export const ruleLink = (game, rule) =>
  make("a", { href: `/help/${game}/rules#${rule}`, target: "_blank", class: "rule" }, rule);

/**
 * A dot in a seat's colour.
 * @param {number} seat
 */
export const dot = (seat) => make("span", { class: `dot body-seat${seat % 8}`, "aria-hidden": "true" });

/** So many things that decided a game stand beside each other; more stand below each other, a column for each seat. */
const ABREAST = 3;

/** The ends of numbers that count places. */
const NTH = new Map([
  ["one", "st"],
  ["two", "nd"],
  ["few", "rd"],
]);

/**
 * How whoever looks fared, if they sat in one seat and somebody won: "You win", "You lost, 1 to 20" of two, "You came 2nd
 * of 3"; else nothing.
 * @param {GameResult["ranks"]} ranks
 * @param {string[]} mine
 */
export function fate(ranks, mine) {
  const own = ranks.filter(({ seat }) => mine.includes(String(seat + 1)));
  const winners = ranks.filter(({ won }) => won);
  if (own.length !== 1 || ranks.length < 2 || !winners.length) return "";
  const [{ won, rank, score }] = own;
  const others = winners.filter((winner) => winner !== own[0]).map(({ name }) => name);
  if (won) return others.length ? `You win, with ${new Intl.ListFormat("en-GB").format(others)}` : "You win";
  if (ranks.length === 2) {
    const other = winners[0].score;
    return score === other || other === undefined ? "You lost" : `You lost, ${score ?? 0} to ${other}`;
  }
  const nth = NTH.get(new Intl.PluralRules("en-GB", { type: "ordinal" }).select(rank)) ?? "th";
  return `You came ${rank}${nth} of ${ranks.length}`;
}

/**
 * The end of a game: who won, the sentence, and the seats by rank with what decided it, each with the colour of its pieces.
 * Where much decided it and few played, a seat is a column, so that nothing is cut off. Where nobody won nobody came
 * first. Whoever sat in one seat reads first how they fared.
 * @param {GameResult} outcome
 * @param {Player[]} [players]
 * @param {string[]} [mine] the seats of whoever looks, counted from 1
 */
export function ranking({ text, ranks, heads }, players = [], mine = []) {
  // Points have a line of their own, unless one of the parts says the same.
  const same = heads.some((_, at) => ranks.every(({ score, parts }) => parts[at] === `${score}`));
  const scored = !same && ranks.some(({ score }) => score !== undefined);
  // What parts equals is told where there are any.
  const equals = new Set(ranks.map(({ score }) => score)).size < ranks.length;
  const shown = [...heads.keys()].filter((at) => equals || !/^(Tie|Then):/.test(heads[at]));
  const titles = [...(scored ? ["Points"] : []), ...shown.map((at) => heads[at])];
  const turned = titles.length > ABREAST && ranks.length <= ABREAST + 1;
  const ranked = ranks.some(({ won }) => won);
  const names = ranks.map(({ seat, name, rank, won }) => {
    const colour = players[seat]?.colour ?? seat;
    // Above a column a bot is told by its number, as among the players.
    const bot = turned && players[seat]?.kind === "bot" ? / bot (\d+)$/.exec(name) : null;
    const cell = make(
      "th",
      { scope: turned ? "col" : "row", class: won ? "won" : "" },
      make("span", { class: "place" }, ranked ? `${rank}. ` : "", dot(colour)),
      bot ? make("span", { title: name }, `Bot ${bot[1]}`) : name,
      won ? make("b", {}, " won") : "",
    );
    cell.style.setProperty("--seat", `var(--ow-body-seat${colour % 8})`);
    return cell;
  });
  const values = ranks.map(({ score, won, parts }) =>
    [...(scored ? [`${score ?? ""}`] : []), ...shown.map((at) => parts[at] ?? "")].map((value) =>
      make("td", { class: won ? "won" : "" }, value.replace(/^-(?=\d)/, "−").replace(/^-$/, "–")),
    ),
  );
  const column = (/** @type {string} */ words) => make("th", { scope: turned ? "row" : "col" }, words);
  const [head, ...rows] = turned
    ? [[make("td"), ...names], ...titles.map((words, at) => [column(words), ...values.map((own) => own[at])])]
    : [[column("Player"), ...titles.map(column)], ...names.map((name, at) => [name, ...values[at]])];
  const row = (/** @type {HTMLElement[]} */ cells) =>
    make("tr", { class: turned && cells[0].textContent === "Total" ? "sum" : "" }, ...cells);
  const table = make(
    "table",
    { class: turned ? "ranks turned" : "ranks" },
    make("thead", {}, row(head)),
    make("tbody", {}, ...rows.map(row)),
  );
  // Who won is read first, then how it ended and what it came to.
  const winners = ranks.filter(({ won }) => won && ranks.length > 1).map(({ name }) => name);
  const who = new Intl.ListFormat("en-GB").format(winners);
  const title = who && `${who} ${winners.length > 1 ? "win" : "wins"}`;
  const fared = fate(ranks, mine);
  // What the sentence says itself is not said twice.
  const says = winners.every((name) => text.includes(name));
  const told = fared && !fared.startsWith("You win") && !says ? sentences([title, text]) : text;
  return [
    make("h2", {}, fared || title || text),
    ...(fared || title ? [make("p", {}, told)] : []),
    make("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": "Result" }, table),
  ];
}

/**
 * The end of a game in words: the sentence, and who came where.
 * @param {GameResult} outcome
 */
export const ended = ({ text, ranks }) =>
  sentences([
    text,
    ...ranks.map(({ name, rank, score, won }) => {
      const points = score === undefined ? "" : `, ${score} ${score === 1 ? "point" : "points"}`;
      const place = ranks.some((other) => other.won) ? `${rank}. ` : "";
      return `${place}${name}${points}${won ? ", won" : ""}`;
    }),
  ]);

/**
 * A button with which an address is passed on: by what the device has for it, else copied, else shown.
 * @param {string} label
 * @param {string} path
 */
export function shareButton(label, path) {
  const button = make("button", { type: "button" }, label);
  button.addEventListener("click", async () => {
    const { href: url } = new URL(path, location.href);
    try {
      if (navigator.share) return await navigator.share({ title: document.title, url });
      await navigator.clipboard.writeText(url);
      button.textContent = "The link is copied";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      button.replaceWith(make("code", { class: "link" }, url));
    }
  });
  return button;
}

/**
 * Makes a list of tabs show one panel each; arrow keys go from one to the next. A panel hears `shown` when it
 * is. Gives what shows a tab.
 * @param {HTMLElement} list
 */
export function tabs(list) {
  /** @type {HTMLElement[]} */
  const all = [...list.querySelectorAll("[role=tab]")].filter((tab) => tab instanceof HTMLElement);
  /**
   * @param {HTMLElement} tab
   * @param {boolean} focus
   */
  const show = (tab, focus) => {
    for (const other of all) {
      const on = other === tab;
      other.setAttribute("aria-selected", String(on));
      other.tabIndex = on ? 0 : -1;
      $(other.getAttribute("aria-controls") ?? "").hidden = !on;
    }
    $(tab.getAttribute("aria-controls") ?? "").dispatchEvent(new Event("shown"));
    tab.classList.remove("new");
    if (focus) tab.focus();
  };
  list.addEventListener("click", (event) => {
    const tab = all.find((tab) => tab === around(event, "[role=tab]"));
    if (tab) show(tab, false);
  });
  list.addEventListener("keydown", (event) => {
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = new Map([
      ["ArrowRight", at + 1],
      ["ArrowLeft", at - 1],
      ["Home", 0],
      ["End", all.length - 1],
    ]).get(event.key);
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    show(all[(to + all.length) % all.length], true);
  });
  /**
   * @param {string} id
   * @param {boolean} focus
   */
  return (id, focus) => show($(id), focus);
}

/** Whether keys go into a field. */
export const writing = () =>
  !!document.activeElement?.matches("textarea, select, input:not([type=checkbox]):not([type=range])");

/** Keeps settings in this browser; works without storage too. */
export const kept = {
  /**
   * @param {string} key
   * @param {string} otherwise
   */
  get(key, otherwise) {
    try {
      return localStorage.getItem(key) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  /**
   * @param {string} key
   * @param {string} value
   */
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // A browser that keeps nothing.
    }
  },
};

/**
 * Parts of a text as sentences; empty parts are none.
 * @param {string[]} parts
 */
export const sentences = (parts) =>
  parts
    .map((part) => part.replace(/[.\s]+$/, ""))
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(" ");
