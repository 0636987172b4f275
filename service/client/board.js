// @ts-check
// The board: ground, marks, pieces, what can be chosen, and what is sketched over it, put together. What
// pointers and keys do with it is in pointer.js and cursor.js.

/** @import { Offer } from "./choices.js" */
/** @import { Point } from "./geometry.js" */
/** @import { BoardPlace, FreeMove, Parts } from "./protocol.js" */
/** @import { Stop } from "./pieces.js" */

import { Camera } from "./camera.js";
import { offersAt, placeOf, told } from "./choices.js";
import { Course } from "./course.js";
import { Cursor, stopsOf } from "./cursor.js";
import { around, inside, nearest } from "./geometry.js";
import { Glow } from "./glow.js";
import { Ground } from "./ground.js";
import { Marks } from "./marks.js";
import { $, on } from "./page.js";
import { Pieces } from "./pieces.js";
import { Pointer } from "./pointer.js";
import { Ruler } from "./ruler.js";
import { draw, full, outlined } from "./svg.js";

/**
 * What a board tells the page.
 * @typedef {object} Listener
 * @property {Choose} choose what can be done where somebody clicked, which may be nothing
 * @property {(words: string, aloud?: boolean) => void} look what is there; aloud if it was asked for by key
 * @property {(offer: Offer | null, aloud?: boolean) => void} [preview] what is pointed at
 * @property {(from: string, to: string, aloud?: boolean) => void} [measure] what the ruler lies between
 */

/**
 * Chooses among what can be done somewhere: at a point of the window, by keys or not, at a place or piece. True
 * if the place itself was what somebody waited for.
 * @typedef {(offers: Offer[], where: Point, keys?: boolean, stop?: string) => boolean | void} Choose
 */

/** How many counters the base of a figure on a measured table is worth: a mouse wants it larger than it must be. */
const BASE = matchMedia("(pointer: coarse)").matches ? 1 : 0.75;

/** Shows and says what is somewhere; says it only if it was asked for by key.
 * @type {Listener["look"]} */
export function look(words, aloud) {
  $("place-words").textContent = words;
  // What is said twice is heard twice.
  const here = $("here");
  if (aloud) here.textContent = here.textContent === words ? `${words}\u00a0` : words;
}

export class Board {
  /** @type {Offer[]} */
  offers = [];
  /** @type {FreeMove[]} */
  free = [];
  /** The place or piece to which the game draws attention.
   * @type {string | null} */
  focused = null;
  /** What somebody speaks of.
   * @type {string[]} */
  lit = [];

  /**
   * @param {HTMLElement} element
   * @param {Listener} listener
   */
  constructor(element, { choose, look, preview = () => {}, measure = () => {} }) {
    this.element = element;
    this.choose = choose;
    this.look = look;
    this.preview = preview;
    this.svg = draw("svg", { "aria-hidden": "true", focusable: "false" });
    const layer = (/** @type {string} */ name) => this.svg.appendChild(draw("g", { class: name }));
    this.ground = new Ground(layer("ground"));
    const marks = layer("marks");
    const places = layer("glow");
    this.traces = layer("traces");
    this.pieces = new Pieces(layer("pieces"));
    this.marks = new Marks(
      marks,
      this.ground,
      layer("mark-tags"),
      (place) => this.pieces.in(place).length > 0,
    );
    this.spots = layer("spot");
    this.sketches = layer("sketch");
    this.glow = new Glow({ places, tags: layer("tags") }, this.ground, this.pieces);
    this.course = new Course(this, layer("course"));
    this.cursor = new Cursor(this, layer("cursor"));
    this.ruler = new Ruler(this, measure);
    this.camera = new Camera(this.svg, element);
    this.pointer = new Pointer(this);
    element.replaceChildren(this.svg);
    on("fit", () => this.camera.fit());
    on("zoom-in", () => this.zoom(1));
    on("zoom-out", () => this.zoom(-1));
  }

  /**
   * Shows another ground.
   * @param {string} digest
   */
  async setGround(digest) {
    const board = await this.ground.set(digest);
    if (!board) return;
    this.camera.extent = board.extent;
    this.glow.counter = this.marks.counter = board.counter;
    // The base of a figure on a measured table is smaller than a counter, and must be told apart.
    this.camera.counter = board.plane ? board.counter * BASE : board.counter;
    this.svg.style.setProperty("--unit", String(board.counter / 900));
    if (!this.camera.view) this.camera.fit();
    this.marks.draw();
    this.drawChoices();
  }

  /**
   * Takes over the parts of a frame that lie on the board.
   * @param {Parts} set
   * @param {Set<string> | null} names
   */
  patch(set, names) {
    if (set.marks) this.marks.set(set.marks);
    if (set.traces !== undefined) this.traces.innerHTML = full(set.traces);
    this.pieces.patch(set, names);
    if (this.lit.length) this.spotlight(this.lit);
  }

  /**
   * @param {Offer[]} offers
   * @param {FreeMove[]} [free]
   */
  setChoices(offers, free = []) {
    this.offers = offers;
    this.free = free;
    this.course.clear();
    this.drawChoices();
  }

  drawChoices() {
    this.glow.draw(this.offers);
    if (!this.free.length) this.cursor.point = null;
    this.marks.say(new Set(this.offers.filter(({ tag }) => tag).map(({ target }) => placeOf(target) ?? "")));
    this.cursor.draw();
  }

  /**
   * Lights places and pieces that somebody speaks of.
   * @param {string[]} ids
   */
  spotlight(ids) {
    this.lit = ids;
    const rings = ids.flatMap((id) => {
      const place = this.ground.places.get(id);
      if (place) return outlined(this.ground.outline(place, 1.04));
      const piece = this.pieces.stop(id);
      return piece ? outlined(draw("circle", { cx: piece.x, cy: piece.y, r: piece.size * 0.72 })) : [];
    });
    this.spots.replaceChildren(...rings);
  }

  /**
   * Draws over the pieces, or takes away what was drawn there.
   * @param {string} [drawing]
   */
  sketch(drawing = "") {
    this.sketches.innerHTML = drawing;
  }

  /**
   * Sketches a way through places, from the focus.
   * @param {string[]} places
   */
  way(places) {
    const stops = [this.focused ?? "", ...places].map((id) => this.stop(id)).filter((stop) => stop !== null);
    const d = stops.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${y}`).join("");
    this.sketches.replaceChildren(...outlined(draw("path", { d })));
  }

  /**
   * Sketches the ways that pieces went, each with a dot where it ended.
   * @param {{ from: Point, to: Point }[]} trails
   */
  trails(trails) {
    const dot = this.camera.counter / 6;
    const drawn = trails.flatMap(({ from, to }) => [
      ...outlined(draw("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}` })),
      draw("circle", { cx: to.x, cy: to.y, r: dot }),
    ]);
    this.sketches.replaceChildren(...drawn);
  }

  /**
   * Lights what a choice stands for, and shows what it would do; says it too if it was asked for by key.
   * @param {Offer | null} offer
   * @param {boolean} [aloud]
   */
  light(offer, aloud = false) {
    this.glow.light(offer);
    this.preview(offer, aloud);
  }

  /**
   * Comes a step closer to the place or piece that was clicked or walked to, if it is in sight, or goes a step
   * back.
   * @param {1 | -1} step
   */
  zoom(step) {
    const at = this.stop(this.cursor.id);
    this.camera.zoom(1.4 ** step, at && inside(this.camera.seen(), at) ? at : undefined);
  }

  /**
   * Brings a place or piece into view; if `closer`, with everything that can be chosen, and close enough to read.
   * @param {string} id
   * @param {boolean} closer
   */
  focus(id, closer) {
    const stop = this.stop(id);
    if (!stop) return;
    const { places, tags } = this.glow.layers;
    const layers = this.ground.plane ? [this.traces, places, tags] : [places];
    const boxes = layers.map((layer) => layer.getBBox());
    if (closer) this.camera.frame(around(stop, boxes), stop);
    this.camera.focus(stop, closer);
  }

  /** Shows what can be chosen on the board, if hardly anything of it is in sight: the nearest, and what lies around. */
  reveal() {
    const { camera, glow, pieces } = this;
    const seen = camera.seen();
    const ids = stopsOf(this.offers, (piece) => pieces.placeOf(piece));
    const stops = ids.map((id) => this.stop(id)).filter((stop) => stop !== null);
    const here = stops.filter((stop) => inside(seen, stop));
    const first = nearest(stops, { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 });
    if (!first || (here.length * 2 >= stops.length && !camera.isFar())) return;
    camera.frame(
      around(
        first,
        Object.values(glow.layers).map((layer) => layer.getBBox()),
      ),
      first,
    );
  }

  /**
   * A place, or where a piece stands.
   * @param {string} id
   * @returns {BoardPlace | Stop | null}
   */
  stop(id) {
    return this.ground.places.get(id) ?? this.pieces.stop(id);
  }

  /**
   * What can be chosen at a place and with the pieces in it, or with a piece.
   * @param {string} id
   */
  at(id) {
    return offersAt(this.offers, id, (piece) => this.pieces.placeOf(piece));
  }

  /**
   * What a place or piece is called.
   * @param {string} id
   */
  name(id) {
    return this.ground.places.get(id)?.label ?? this.pieces.all.get(id)?.words ?? id;
  }

  /**
   * What is at a place, or what a piece is, in words.
   * @param {string} id
   */
  words(id) {
    const place = this.ground.places.get(id);
    if (!place) return this.pieces.all.get(id)?.words ?? "";
    const label = place.label ?? id;
    const parts = [place.words ? `${label}: ${place.words}` : label];
    parts.push(this.marks.words.get(id) ?? "", ...this.pieces.in(id).map(({ words }) => words));
    const here = this.at(id);
    if (here.length) parts.push(`You can: ${here.map(told).join("; ")}`);
    return sentences(parts);
  }
}

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
