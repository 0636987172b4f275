// @ts-check
// The ground: the board itself and its places. It is fetched once under its digest; browsers keep it.

/** @import { Point, Wind } from "./geometry.js" */
/** @import { Board, BoardPlace, Plane } from "./protocol.js" */

import { bearing, hexesApart, nearest, step, towards, WINDS } from "./geometry.js";
import { draw } from "./svg.js";

/** How large an outline is that leaves room for what is written along the edge of its place. */
export const ALONG_THE_EDGE = 0.985;

/** At so many points an outline is looked at to find its nearest. */
const SAMPLES = 128;

export class Ground {
  digest = "";
  /** @type {Map<string, BoardPlace>} */
  places = new Map();
  /** @type {Plane | null} */
  plane = null;
  /** The outline that hexes share. */
  hex = "";

  /** @param {SVGElement} layer where it is drawn */
  constructor(layer) {
    this.layer = layer;
  }

  /**
   * Shows the ground of that digest. Gives the board if it is another one, and nothing if it is the same or
   * yet another was asked for meanwhile.
   * @param {string} digest
   * @returns {Promise<Board | null>}
   */
  async set(digest) {
    if (digest === this.digest) return null;
    this.digest = digest;
    const [drawing, /** @type {Board} */ board] = await Promise.all([
      fetch(`/ground/${digest}.svg`).then((answer) => answer.text()),
      fetch(`/ground/${digest}.json`).then((answer) => answer.json()),
    ]);
    if (digest !== this.digest) return null;
    this.layer.innerHTML = drawing;
    this.take(board);
    return board;
  }

  /** @param {Board} board */
  take({ hex, plane, places }) {
    this.hex = hex;
    this.plane = plane ?? null;
    this.places = new Map(places.map((place) => [place.id, place]));
  }

  /** Whether its hexes have a flat top. */
  get flat() {
    return this.hex.startsWith("M-500");
  }

  /**
   * Whether a place or piece is a hex.
   * @param {{ id: string }} thing
   */
  isHex({ id }) {
    const place = this.places.get(id);
    return !!this.hex && !!place && !place.outline;
  }

  /**
   * What lies around a place or piece, by its wind: the hexes that touch a hex; else the nearest of these things.
   * @template {Point & { id: string }} T
   * @param {Point & { id: string }} here
   * @param {T[]} things
   * @returns {Map<Wind, BoardPlace | T>}
   */
  around(here, things) {
    const found = new Map();
    if (this.isHex(here)) {
      for (const place of this.places.values()) {
        if (this.isHex(place) && hexesApart(here, place, this.flat) === 1)
          found.set(bearing(here, place), place);
      }
      return found;
    }
    for (const wind of WINDS) {
      const next = towards(things, here, step(wind));
      if (next && bearing(here, next) === wind) found.set(wind, next);
    }
    return found;
  }

  /**
   * The point of an area's outline that is nearest to another, and whether the other lies within it; nothing if it has
   * no outline of its own.
   * @param {{ id: string }} area
   * @param {Point} from
   * @returns {{ inside: boolean, at: Point } | null}
   */
  edge({ id }, from) {
    const place = this.places.get(id);
    if (!place?.outline) return null;
    const shape = this.outline(place, 1);
    if (!(shape instanceof SVGGeometryElement)) return null;
    this.layer.append(shape);
    const length = shape.getTotalLength();
    const points = Array.from({ length: SAMPLES }, (_, at) =>
      shape.getPointAtLength((length * at) / SAMPLES),
    );
    const inside = shape.isPointInFill(new DOMPoint(from.x, from.y));
    shape.remove();
    const found = nearest(points, from);
    return found && { inside, at: { x: found.x, y: found.y } };
  }

  /**
   * The outline of a place, so many times as large.
   * @param {BoardPlace} place
   * @param {number} scale
   * @returns {SVGElement}
   */
  outline({ x, y, outline }, scale) {
    if (!outline) return draw("path", { d: this.hex, transform: `translate(${x} ${y}) scale(${scale})` });
    const holder = draw("g");
    holder.innerHTML = outline;
    const shape = /** @type {SVGElement} */ (holder.firstElementChild);
    shape.setAttribute("transform", `translate(${x * (1 - scale)} ${y * (1 - scale)}) scale(${scale})`);
    return shape;
  }
}
