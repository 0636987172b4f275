// @ts-check
// What bots think of a game that is over: a graph over its steps, and the same as a table.

/** @import { EstimateAt, GameEstimate, Player } from "./protocol.js" */

import { $, dot, make, on, post, Refusal } from "./page.js";
import { draw } from "./svg.js";

/** How large the graph is drawn: so wide and high, within a frame. */
const WIDE = 320;
const HIGH = 120;

const percent = (/** @type {number} */ share) => `${Math.round(share * 100)} %`;

/**
 * Where a share lies in the graph.
 * @param {number} step
 * @param {number} share
 * @param {number} steps
 */
export const spot = (step, share, steps) =>
  `${((step / Math.max(1, steps)) * WIDE).toFixed(1)} ${((1 - share) * HIGH).toFixed(1)}`;

/**
 * The line of a seat through the points, and the band of its intervals.
 * @param {EstimateAt[]} points those that were played out
 * @param {number} seat
 * @param {number} steps
 */
export function pathsOf(points, seat, steps) {
  const known = points.filter(({ shares }) => shares[seat]);
  const through = (/** @type {"value" | "low" | "high"} */ which) =>
    known.map(({ step, shares }) => spot(step, shares[seat][which], steps));
  if (!known.length) return { line: "", band: "" };
  return {
    line: `M${through("value").join("L")}`,
    band: `M${through("high").join("L")}L${through("low").reverse().join("L")}Z`,
  };
}

export class Estimate {
  /** @type {GameEstimate | null} */
  estimate = null;
  runs = false;
  at = 0;
  /** @type {Player[]} */
  players = [];

  /**
   * @param {{ table: string, key: string, steps: number }} game
   * @param {(step: number) => void} go
   */
  constructor({ table, key, steps }, go) {
    this.path = `/t/${table}/estimate`;
    this.key = key;
    this.steps = steps;
    this.go = go;
    on("estimate-go", () => this.run());
    $("graph").addEventListener("click", ({ clientX }) => {
      const { left, width } = $("graph").getBoundingClientRect();
      if (this.estimate) go(Math.round(((clientX - left) / width) * this.steps));
    });
    this.load();
  }

  /** What is known already is shown. */
  async load() {
    const answer = await fetch(this.path).catch(() => null);
    if (answer?.ok) this.take(await answer.json());
    else if (answer) {
      const { message = "" } = await answer.json().catch(() => ({}));
      $("estimate-words").textContent = message;
      $("estimate-go").hidden = true;
    }
  }

  /** Lets bots play on until everything is played out, or stops them. */
  async run() {
    this.runs = !this.runs;
    this.state();
    while (this.runs && !this.estimate?.done) {
      try {
        const answer = await post(this.path, { key: this.key });
        this.take(await answer.json());
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        $("estimate-state").textContent = error.message;
        this.runs = false;
        $("estimate-go").textContent = "Go on";
        return;
      }
    }
    this.runs = false;
    this.state();
  }

  /** Says how far it has come. */
  state() {
    const { points = [], done = false } = this.estimate ?? {};
    const games = points.reduce((sum, point) => sum + point.games, 0);
    const button = $("estimate-go");
    button.hidden = done;
    button.textContent = this.runs ? "Stop" : games ? "Go on" : "Let bots play it out";
    $("estimate-state").textContent = games ? `${games} games played out` : "";
  }

  /** @param {GameEstimate} estimate */
  take(estimate) {
    this.estimate = estimate;
    this.state();
    this.show();
  }

  /**
   * Shows where the page stands.
   * @param {number} step the last decision of the game itself on the way there
   * @param {Player[]} players
   */
  mark(step, players) {
    this.at = step;
    this.players = players;
    this.show();
  }

  show() {
    const points = this.estimate?.points.filter(({ games }) => games) ?? [];
    $("graph").hidden = !points.length;
    $("estimate-table").hidden = !points.length;
    if (!points.length || !this.players.length) return;
    const { steps } = this;
    const lines = this.players.map((player, seat) => {
      const { line, band } = pathsOf(points, seat, steps);
      const colour = `var(--ow-body-seat${(player.colour ?? seat) % 8})`;
      const drawn = draw(
        "g",
        {},
        draw("path", { class: "band", d: band }),
        draw("path", { class: "share", d: line }),
      );
      drawn.style.setProperty("--seat", colour);
      return drawn;
    });
    const here = (this.at / Math.max(1, steps)) * WIDE;
    const drawing = draw(
      "svg",
      {
        viewBox: `-1 -4 ${WIDE + 2} ${HIGH + 8}`,
        role: "img",
        "aria-label": `How often each would win from each step, as bots play; the same stands in the table below.`,
      },
      draw("path", { class: "frame", d: `M0 0H${WIDE}M0 ${HIGH / 2}H${WIDE}M0 ${HIGH}H${WIDE}` }),
      ...lines,
      draw("path", { class: "here", d: `M${here.toFixed(1)} -4V${HIGH + 4}` }),
    );
    const names = this.players.map(({ name, colour }, seat) =>
      make("li", {}, dot(colour ?? seat), ` ${name} `, make("b", {}, this.now(points, seat))),
    );
    $("graph").replaceChildren(drawing, make("ul", { class: "key" }, ...names));
    $("estimate-words").textContent =
      `How often each would win, if the bot “${this.estimate?.bot}” played all seats from there on, from the position as it truly ` +
      "stood. The band is the interval of 95 %; without dice and doubt all games go the same way. It says how these bots fare, not " +
      "how you would.";
    this.list(points);
  }

  /**
   * What is thought of a seat where the page stands.
   * @param {EstimateAt[]} points
   * @param {number} seat
   */
  now(points, seat) {
    const near = points.toSorted(
      (one, other) => Math.abs(one.step - this.at) - Math.abs(other.step - this.at),
    );
    const share = near[0]?.shares[seat];
    return share ? percent(share.value) : "";
  }

  /**
   * The same as a table.
   * @param {EstimateAt[]} points
   */
  list(points) {
    const head = ["Step", "Games", ...this.players.map(({ name }) => name)];
    const rows = points.map(({ step, games, shares }) => {
      const cells = shares.map(
        ({ value, low, high }) => `${percent(value)} (${percent(low)} to ${percent(high)})`,
      );
      return make(
        "tr",
        {},
        make("th", { scope: "row" }, String(step)),
        ...[String(games), ...cells].map((cell) => make("td", {}, cell)),
      );
    });
    const table = make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...head.map((words) => make("th", { scope: "col" }, words)))),
      make("tbody", {}, ...rows),
    );
    $("estimate-table").querySelector("div")?.replaceChildren(table);
  }
}
