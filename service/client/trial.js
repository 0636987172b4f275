// @ts-check
// A sandbox: where in its tree the page stands, the tree as a list, and what is done to its lines. The table's own page shows
// everything else.

/** @import { LineTried, LinesTried, Player, SandboxMoved, SandboxRequest } from "./protocol.js" */

import { Estimate } from "./estimate.js";
import { $, dot, make, on, post, Refusal } from "./page.js";

/**
 * A decision of a sandbox, with what was tried after it; the first of these goes on with its line.
 * @typedef {{ id: number, seat: number, line: string, bot?: string, name?: string, after: Node[] }} Node
 */

/**
 * A decision as it is listed: how deep it lies, how many decisions lead to it, and the decisions of the game that are left
 * out before it.
 * @typedef {{ node: Node, depth: number, step: number, skipped: number }} Row
 */

/** So many decisions of the game itself are listed on either side of where one looks and of where something was tried. */
const NEAR = 3;

/**
 * The tree of what was tried: what comes first, and every decision by its number.
 * @param {[number, string][]} trunk the decisions of the game with which it begins: seat and line
 * @param {LinesTried} lines
 * @returns {{ root: Node, all: Map<number, Node> }}
 */
export function treeOf(trunk, { tried, names }) {
  /** @type {Node} */
  const root = { id: 0, seat: -1, line: "", after: [] };
  const all = new Map([[0, root]]);
  const add = (/** @type {number} */ after, /** @type {Node} */ node) => {
    all.set(node.id, node);
    all.get(after)?.after.push(node);
  };
  for (const [index, [seat, line]] of trunk.entries()) {
    add(index, { id: index + 1, seat, line, name: names[index + 1], after: [] });
  }
  for (const { id, after, seat, line, bot } of tried) {
    add(after, { id, seat, line, bot, name: names[id], after: [] });
  }
  return { root, all };
}

/**
 * The decisions that lead to one, the first first.
 * @param {number} id
 * @param {number} trunk how many decisions of the game come first
 * @param {LineTried[]} tried
 */
export function wayTo(id, trunk, tried) {
  const before = new Map(tried.map((line) => [line.id, line.after]));
  const way = [];
  for (let at = id; at > 0; at = at <= trunk ? at - 1 : (before.get(at) ?? 0)) way.unshift(at);
  return way;
}

/**
 * The tree as a list: a line goes down, what was tried beside a decision stands deeper, before the line goes on. Of the game
 * itself only what is near.
 * @param {Node} root
 * @param {number} trunk
 * @param {Set<number>} near the decisions of the game that are listed
 * @returns {Row[]}
 */
export function rowsOf(root, trunk, near) {
  /** @type {Row[]} */
  const rows = [];
  let skipped = 0;
  /** @type {{ node: Node, depth: number, step: number }[]} */
  const left = [{ node: root, depth: 0, step: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, depth, step } = next;
    const hidden = node.id > 0 && node.id <= trunk && !near.has(node.id);
    if (hidden) skipped += 1;
    else if (node.id > 0) {
      rows.push({ node, depth, step, skipped });
      skipped = 0;
    }
    const [first, ...others] = node.after;
    // What is pushed last comes next: other ways stand before the line goes on.
    if (first) left.push({ node: first, depth, step: step + 1 });
    for (const other of others.reverse()) left.push({ node: other, depth: depth + 1, step: step + 1 });
  }
  return rows;
}

/**
 * The decisions of the game that are worth listing: those around where one looks, and around where something was tried.
 * @param {number} at
 * @param {number} trunk
 * @param {LinesTried} lines
 */
export function nearOf(at, trunk, { tried, names }) {
  const way = wayTo(at, trunk, tried);
  const last = way.findLast((id) => id <= trunk) ?? 0;
  const marks = [0, trunk, last, ...tried.map(({ after }) => after), ...Object.keys(names).map(Number)];
  const near = new Set();
  for (const mark of marks.filter((mark) => mark <= trunk)) {
    for (let id = Math.max(1, mark - NEAR + 1); id <= Math.min(trunk, mark + NEAR); id++) near.add(id);
  }
  return near;
}

export class Trial {
  /** Where the page stands. */
  at = Number(new URLSearchParams(location.search).get("at")) || 0;
  /** Which way was taken from each decision last.
   * @type {Map<number, number>} */
  taken = new Map();
  /** @type {LinesTried | null} */
  lines = null;
  /** @type {Player[]} */
  players = [];
  /** Whether a bot plays on. */
  runs = false;
  busy = false;

  /**
   * @param {{ table: string, key: string, trunk: [number, string][] }} sandbox
   * @param {{ show: () => Promise<void>, tell: (refusal: Refusal | null) => void, say: (words: string) => void, eyes: (eyes: string) => void, over: () => boolean }} page
   */
  constructor({ table, key, trunk }, page) {
    this.table = table;
    this.key = key;
    this.trunk = trunk;
    this.page = page;
    /** What bots think of the game, if it is over. */
    this.estimate = document.getElementById("estimate")
      ? new Estimate({ table, key, steps: trunk.length }, (step) => this.go(step))
      : null;
    on("to-start", () => this.go(0));
    on("to-before", () => this.back());
    on("to-after", () => this.on());
    on("bot-once", () => this.bot());
    on("bot-on", () => this.run());
    on("roll-again", () => this.change("again"));
    on("cut-line", () => this.change("cut"));
    document.getElementById("plan-line")?.addEventListener("click", () => this.plan());
    $("name-line").addEventListener("submit", (event) => {
      event.preventDefault();
      this.name();
    });
    $("eyes").addEventListener("change", () => page.eyes($("eyes", HTMLSelectElement).value));
    for (const list of [$("tree"), $("named")]) list.addEventListener("click", (event) => this.picked(event));
    $("tree").addEventListener("keydown", (event) => this.walk(event));
    for (const form of document.querySelectorAll("form[data-sure]")) {
      form.addEventListener("submit", (event) => {
        const { sure = "" } = form instanceof HTMLElement ? form.dataset : {};
        if (this.lines?.tried.length && !confirm(sure)) event.preventDefault();
      });
    }
  }

  /** The address of where the page stands. */
  get home() {
    return `/t/${this.table}/try/${this.at}`;
  }

  /** How many decisions of the game come first. */
  get trunkLength() {
    return this.lines?.trunk ?? this.trunk.length;
  }

  /** The decision before where the page stands; nothing at the beginning. */
  get before() {
    if (!this.at) return undefined;
    if (this.at <= this.trunkLength) return this.at - 1;
    return this.lines?.tried.find(({ id }) => id === this.at)?.after ?? 0;
  }

  /** What was tried after where the page stands; the game's own decision first. */
  get after() {
    const own = this.at < this.trunkLength ? [this.at + 1] : [];
    const tried = this.lines?.tried.filter(({ after }) => after === this.at) ?? [];
    return [...own, ...tried.map(({ id }) => id)];
  }

  /**
   * Goes to a decision.
   * @param {number} node
   */
  async go(node) {
    this.at = node;
    history.replaceState(null, "", `?at=${node}`);
    await this.page.show();
  }

  /** Goes to the decision before; says so if there is none. */
  back() {
    const { before } = this;
    if (before === undefined) this.page.tell(new Refusal("This is where the sandbox begins.", "found"));
    else {
      this.taken.set(before, this.at);
      this.go(before);
    }
  }

  /** Goes on along the line that was looked at last. */
  on() {
    const { after } = this;
    const last = this.taken.get(this.at);
    const next = after.find((id) => id === last) ?? after[0];
    if (next === undefined) this.page.tell(new Refusal("The line ends here: decide, or let a bot.", "found"));
    else this.go(next);
  }

  /**
   * Goes to a step of the line that the page shows.
   * @param {number} step
   */
  toStep(step) {
    this.go(wayTo(this.at, this.trunkLength, this.lines?.tried ?? [])[step - 1] ?? 0);
  }

  /**
   * Sends something that is done where the page stands, and goes where it leads; gives whether it was done.
   * @param {string} what
   * @param {Partial<SandboxRequest>} [body]
   */
  async change(what, body = {}) {
    if (this.busy) return false;
    this.busy = true;
    this.page.tell(null);
    const from = this.at;
    try {
      const answer = await post(`${this.home}/${what}`, { key: this.key, ...body });
      /** @type {SandboxMoved} */
      const { node } = await answer.json();
      this.busy = false;
      // Whoever has gone elsewhere meanwhile stays there.
      if (this.at !== from) return false;
      await this.go(node);
      return true;
    } catch (error) {
      this.busy = false;
      if (!(error instanceof Refusal)) throw error;
      // Another window may have changed it.
      if (error.kind === "stale") await this.page.show();
      this.page.tell(error);
      return false;
    }
  }

  /** Lets the chosen bot decide once. */
  bot() {
    return this.change("bot", { bot: $("bot", HTMLSelectElement).value });
  }

  /** Lets the bot play on, or stops it. */
  async run() {
    this.runs = !this.runs;
    this.running();
    while (this.runs && !this.page.over() && (await this.bot()));
    this.runs = false;
    this.running();
  }

  running() {
    $("bot-on").textContent = this.runs ? "Stop" : "Plays on";
    $("bot-on").setAttribute("aria-pressed", String(this.runs));
  }

  /** Keeps the line that leads here under the name that is written. */
  async name() {
    const name = $("line-name", HTMLInputElement).value.trim();
    if (await this.change("name", { name })) {
      this.page.say(name ? `This line is kept as ${name}.` : "This line has no name any more.");
    }
  }

  /** Makes the line that leads here the plan of our seat. */
  async plan() {
    try {
      const answer = await post(`${this.home}/plan`, { key: this.key });
      const { premoves } = await answer.json();
      const words = `Planned at the table: ${premoves.map((/** @type {string} */ line) => `\`${line}\``).join(", ")}.`;
      this.page.tell(new Refusal(words, "found"));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.page.tell(error);
    }
  }

  /**
   * Shows what was tried.
   * @param {LinesTried} lines
   * @param {Player[]} players
   */
  set(lines, players) {
    this.lines = lines;
    this.players = players;
    this.at = lines.at;
    const { trunk, tried, names } = lines;
    const { root, all } = treeOf(this.trunk, lines);
    const way = new Set(wayTo(lines.at, trunk, tried));
    const rows = rowsOf(root, trunk, nearOf(lines.at, trunk, lines));
    const held = !!document.activeElement?.closest("#tree");
    $("tree").replaceChildren(...rows.flatMap((row) => this.items(row, way)));
    this.estimate?.mark([...way].findLast((id) => id <= trunk) ?? 0, players);
    $("tree-empty").hidden = tried.length > 0 || trunk > 0;
    const kept = Object.entries(names).map(([id, name]) =>
      make("li", {}, make("button", { type: "button", "data-node": id }, name)),
    );
    $("named").replaceChildren(...kept);
    $("named").hidden = !kept.length;
    $("at-words").textContent = lines.at ? `Decision ${way.size}` : "The beginning";
    $("line-name", HTMLInputElement).value = all.get(lines.at)?.name ?? "";
    $("to-start", HTMLButtonElement).disabled = !lines.at;
    $("to-before", HTMLButtonElement).disabled = !lines.at;
    $("to-after", HTMLButtonElement).disabled = !this.after.length;
    $("roll-again", HTMLButtonElement).disabled = lines.at <= trunk;
    $("cut-line", HTMLButtonElement).disabled = lines.at <= trunk;
    const plan = document.getElementById("plan-line");
    if (plan instanceof HTMLButtonElement) plan.disabled = !lines.at;
    const over = this.page.over();
    for (const id of ["bot-once", "bot-on"]) $(id, HTMLButtonElement).disabled = over && !this.runs;
    const current = $("tree").querySelector("[aria-current]");
    if (current instanceof HTMLElement) {
      if (held) current.focus();
      const { top, bottom } = current.getBoundingClientRect();
      const box = $("tree").getBoundingClientRect();
      if (top < box.top || bottom > box.bottom) current.scrollIntoView({ block: "nearest" });
    }
  }

  /**
   * A decision of the list, and before it what is left out.
   * @param {Row} row
   * @param {Set<number>} way
   */
  items({ node, depth, step, skipped }, way) {
    const { seat, line, bot, name, id } = node;
    const player = this.players[seat];
    const button = make(
      "button",
      { type: "button", "data-node": String(id), "aria-current": id === this.at && "step", tabindex: "-1" },
      make("span", { class: "step" }, `${step}. `),
      dot(player?.colour ?? seat),
      make("span", { class: "sr" }, `${player?.name ?? ""}: `),
      make("code", {}, line),
      bot ? make("span", { class: "quiet" }, " bot") : "",
      name ? make("b", {}, ` ${name}`) : "",
    );
    if (id === this.at || (!this.at && step === 1 && !depth)) button.tabIndex = 0;
    const words = depth ? make("span", { class: "sr" }, "Another way: ") : "";
    const item = make("li", { class: way.has(id) ? "way" : "" }, words, button);
    item.style.setProperty("--depth", String(Math.min(depth, 6)));
    const more = `${skipped} more ${skipped === 1 ? "decision" : "decisions"} of the game`;
    return skipped ? [make("li", { class: "skipped quiet" }, more), item] : [item];
  }

  /** @param {Event} event */
  picked({ target }) {
    const button = target instanceof Element ? target.closest("[data-node]") : null;
    if (button instanceof HTMLElement) this.go(Number(button.dataset.node));
  }

  /**
   * Up and down go through the list.
   * @param {KeyboardEvent} event
   */
  walk(event) {
    const by = new Map([
      ["ArrowDown", 1],
      ["ArrowUp", -1],
    ]).get(event.key);
    const all = [...$("tree").querySelectorAll("button")];
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (!by || at < 0) return;
    event.preventDefault();
    all[at + by]?.focus();
  }

  /**
   * Does what a key means here; gives whether it means anything.
   * @param {string} key
   */
  press(key) {
    if (key === "ArrowLeft") this.back();
    else if (key === "ArrowRight") this.on();
    else return false;
    return true;
  }
}
