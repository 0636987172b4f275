// @ts-check
// Names of outlined areas, written where they are in nobody's way and over everything that would cut them; and a sign
// at the edge of the view that says where the goal is while it is out of sight.

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { BoardArea, BoardPlace, BoardRect } from "./protocol.js" */
/** @import { Rulers } from "./rulers.js" */

import { bearing, common, hexesApart, inside, nearest } from "./geometry.js";
import { make } from "./page.js";
import { draw } from "./svg.js";

/** How high the letters of a name are, in pixels, and in board units at least and at most. */
const LETTERS = 12;
const [SMALLEST, LARGEST] = [270, 460];

/** The names of hexes are as high in pixels as can be read, but in board units never larger than a hex has room for. */
const HEX_LETTERS = 11;
const HEX_ROOM = 400;

/** Half the way from a hex to the next one beside it. */
const BESIDE = 866;

/** The arrow to each wind. */
const ARROWS = new Map([
  ["north", "↑"],
  ["north-east", "↗"],
  ["east", "→"],
  ["south-east", "↘"],
  ["south", "↓"],
  ["south-west", "↙"],
  ["west", "←"],
  ["north-west", "↖"],
]);

/**
 * The rectangle of a name about a point.
 * @param {string} label
 * @param {Point} at
 * @param {number} size of the letters
 * @returns {BoardRect}
 */
export function plate(label, at, size) {
  const [width, height] = [label.length * size * 0.54 + size * 1.1, size * 1.5];
  return { x: at.x - width / 2, y: at.y - height / 2, width, height };
}

export class Names {
  /** @type {BoardArea[]} */
  areas = [];
  /** Where the goal is of which the sign speaks.
   * @type {Point | null} */
  goal = null;

  /**
   * @param {Board} board
   * @param {SVGElement} layer
   */
  constructor(board, layer) {
    this.board = board;
    this.layer = layer;
    this.beacon = make("button", { class: "beacon", type: "button", hidden: true });
    // What is done with the sign is not done with the board under it.
    for (const kind of ["pointerdown", "click", "keydown"]) {
      this.beacon.addEventListener(kind, (event) => event.stopPropagation());
    }
    this.beacon.addEventListener("click", () => {
      if (this.goal) board.camera.focus(this.goal, true);
    });
  }

  /** @param {BoardArea[]} [areas] */
  set(areas = []) {
    this.areas = areas;
  }

  /**
   * What goes with the view: rulers, the size of what is written, names and the sign.
   * @param {Rulers} rulers
   */
  follow(rulers) {
    const { camera, ground, svg } = this.board;
    if (!camera.view) return;
    const seen = camera.seen();
    const letters = HEX_LETTERS * seen.scale;
    svg.style.setProperty("--letters", `${Math.round(Math.min(letters, HEX_ROOM))}px`);
    svg.classList.toggle("distant", letters > HEX_ROOM * 1.15);
    if (ground.plane) rulers.draw(ground.plane, seen);
    this.draw();
  }

  /** Writes every name where it covers least, and says where the goal is. */
  draw() {
    const { board } = this;
    if (!board.camera.view) return;
    const seen = board.camera.seen();
    const size = Math.min(Math.max(LETTERS * seen.scale, SMALLEST), LARGEST);
    const taken = [...board.glow.taken, ...this.bodies()];
    const written = this.areas.flatMap(({ label, ink, places, taken: drawn }) => {
      const at = this.spot(label, size, places, drawn, taken, seen);
      if (!at) return [];
      const box = plate(label, at, size);
      taken.push(box);
      const { x, y, width, height } = box;
      const name = draw(
        "g",
        { class: "name" },
        draw("rect", { x, y, width, height, rx: height / 2 }),
        draw("text", { x: at.x, y: at.y + size * 0.35, "font-size": size }, label),
      );
      name.style.setProperty("--name", `var(--ow-edge-${ink})`);
      return [name];
    });
    this.layer.replaceChildren(...written);
    this.point(seen);
  }

  /** The rectangles of the pieces. */
  bodies() {
    const stands = [...this.board.pieces.all.values()].flatMap(({ stand }) => stand ?? []);
    return stands.map(({ x, y, size }) => ({
      x: x - size / 2,
      y: y - size / 2,
      width: size,
      height: size * 1.2,
    }));
  }

  /**
   * Where a name covers least: in a hex of its area, or between two of them. Nothing if none is in sight.
   * @param {string} label
   * @param {number} size
   * @param {string[]} places
   * @param {string[]} drawn those of them in which something is drawn
   * @param {BoardRect[]} taken
   * @param {BoardRect} seen
   */
  spot(label, size, places, drawn, taken, seen) {
    const { ground } = this.board;
    const hexes = places.flatMap((id) => ground.places.get(id) ?? []).filter((hex) => inside(seen, hex));
    const has = (/** @type {Point} */ at) => hexes.some(({ x, y }) => x === at.x && y === at.y);
    const spots = hexes.flatMap(({ x, y }) => [
      { x, y },
      ...(has({ x: x + 2 * BESIDE, y }) ? [{ x: x + BESIDE, y }] : []),
    ]);
    const pictures = drawn
      .flatMap((id) => ground.places.get(id) ?? [])
      .map(({ x, y }) => box({ x, y: y - 330 }, 700));
    const edges = hexes.map(({ x, y }) => box({ x, y: y + 680 }, 500));
    const middle = { x: mean(hexes, "x"), y: mean(hexes, "y") };
    const cost = (/** @type {Point} */ at) => {
      const own = plate(label, at, size);
      const cut = own.width * own.height - common(own, seen);
      const over = [...taken, ...pictures].reduce((all, other) => all + common(own, other), 0);
      const low = edges.reduce((all, other) => all + common(own, other), 0);
      return 6 * cut + 4 * over + low + Math.hypot(at.x - middle.x, at.y - middle.y) * 20;
    };
    return spots.reduce(
      (/** @type {Point | null} */ best, spot) => (!best || cost(spot) < cost(best) ? spot : best),
      null,
    );
  }

  /**
   * Says at the edge of the view where the goal is, while none of it is in sight.
   * @param {BoardRect & { scale: number }} seen
   */
  point(seen) {
    const { board, beacon } = this;
    const goals = board.marks.all.flatMap(({ place, kind }) =>
      kind === "goal" && board.ground.places.has(place)
        ? [/** @type {BoardPlace} */ (board.ground.places.get(place))]
        : [],
    );
    const hidden = !board.ground.hex || !goals.length || goals.some((goal) => inside(seen, goal));
    const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
    const from = board.stop(board.focused ?? "") ?? middle;
    const goal = hidden ? null : nearest(goals, from);
    this.goal = goal;
    beacon.hidden = goal === null;
    if (!goal) return;
    const far = hexesApart(from, goal, board.ground.flat);
    const area = this.areas.find(({ places }) => places.includes(goal.id));
    const wind = bearing(from, goal);
    const words = `${area?.label ?? "Goal"}: ${far === 1 ? "1 hex" : `${far} hexes`} ${wind}`;
    beacon.textContent = `${ARROWS.get(bearing(middle, goal)) ?? ""} ${words}`;
    beacon.style.setProperty("--name", `var(--ow-edge-${area?.ink ?? "good"})`);
    // As far towards it as the view goes.
    const share = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ length) =>
      String(Math.min(Math.max((at - start) / length, 0), 1));
    beacon.style.setProperty("--across", share(goal.x, seen.x, seen.width));
    beacon.style.setProperty("--down", share(goal.y, seen.y, seen.height));
  }
}

/**
 * A square about a point.
 * @param {Point} at
 * @param {number} side
 */
const box = ({ x, y }, side) => ({ x: x - side / 2, y: y - side / 2, width: side, height: side });

/**
 * The mean of a coordinate.
 * @param {Point[]} points
 * @param {"x" | "y"} way
 */
const mean = (points, way) => points.reduce((all, point) => all + point[way], 0) / Math.max(points.length, 1);
