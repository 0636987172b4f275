// @ts-check
// Pieces: what lies on the board. They glide where they go, and fade when they are gone.

/** @import { Point } from "./geometry.js" */
/** @import { Parts, PieceBody, PiecePosition as Stand } from "./protocol.js" */

import { partsOf } from "./frame.js";
import { apart, spreadOut } from "./geometry.js";
import { draw, full } from "./svg.js";

/**
 * A piece: its drawing, what it is in words, where it stands, once that is known, how high the letters on it are, in
 * thousandths of its size, and how many times as large they can be where they have it to themselves; 0 if there are
 * none beside a picture; its letters where there is no picture, and its count where it stands for several; and where
 * it is drawn, if that is beside where it stands.
 * @typedef {{ id: string, element: SVGGElement, words: string, stand: Stand | null, letters: number, alone: number, bare?: SVGElement | null, count?: SVGElement | null, beside?: Point }} Piece
 */

/** Letters of fewer pixels are not read. */
const LEAST = 11;

/** So many times as large are they at most where they have the piece to themselves, and so wide. */
const ALONE = 2.35;
const WIDE = 700;

/** What is written on a piece without a picture may be so wide. */
const BARE = 780;

/**
 * How wide letters are, in their height: signs such as those of sexes are wider than digits.
 * @param {string} text
 */
export const breadth = (text) => [...text].reduce((sum, letter) => sum + (letter > "\u02ff" ? 1 : 0.6), 0);

/** A figure on a measured table has so many pixels, if it need not be more than so many times as large as its base. */
const SEEN = 30;
const OUTGROWN = 1.85;

/** The disc of a figure is so many times as wide as its base, with its rim. */
const RIM = 1.16;

/** A figure that is drawn more than so many pixels beside where it stands is tied to that point by a line. */
const TIED = 5;

/** So many times as large letters leave room for a picture. */
const BOTH = 1.45;

/** A count is at most so many times as large as it is drawn. */
const COUNTED = 2.1;

/** A piece that stands somewhere.
 * @typedef {Stand & { id: string }} Stop */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Pieces {
  /** @type {Map<string, Piece>} */
  all = new Map();
  /** How many board units lie under a pixel. */
  pixel = 1;
  /** Whether figures stand on a measured table: from afar they are drawn larger than their bases. */
  measured = false;

  /** How large a piece is at most: where hexes have numbers and names, it leaves them in sight. */
  most = Number.POSITIVE_INFINITY;

  /** The piece that is asked about, which nothing covers; empty if none is. */
  asked = "";

  /**
   * @param {SVGElement} layer
   * @param {SVGElement} [ties] for the lines from figures to where they stand
   */
  constructor(layer, ties = draw("g")) {
    this.layer = layer;
    this.ties = ties;
  }

  /**
   * Takes over what is new, and takes away what is not among the names.
   * @param {Parts} set
   * @param {Set<string> | null} names
   */
  patch(set, names) {
    for (const { id } of names ? [...this.all.values()] : []) {
      if (!names?.has(`piece/${id}`)) this.remove(id);
    }
    for (const [id, body] of partsOf(set, "body/")) this.setBody(id, body);
    for (const [id, stand] of partsOf(set, "piece/")) this.setStand(id, stand);
    this.spread();
  }

  /**
   * Puts the piece that is asked about above all others, and back those that were.
   * @param {string} id
   */
  raise(id) {
    const before = this.all.get(this.asked);
    this.asked = id;
    if (before?.stand && before.id !== id)
      this.layer.insertBefore(before.element, this.above(before.stand.order));
    const { element } = this.all.get(id) ?? {};
    if (element && element !== this.layer.lastElementChild) this.layer.append(element);
    this.spread();
  }

  /**
   * Draws the figures of a measured table beside each other where they would cover each other, each tied to where it
   * stands; the one that is asked about stays there.
   */
  spread() {
    if (!this.measured) return;
    const standing = [...this.all.values()].flatMap((piece) =>
      piece.stand && piece.element.isConnected ? [{ piece, stand: piece.stand }] : [],
    );
    const discs = standing.map(({ piece, stand: { x, y, size } }) => ({
      x,
      y,
      size: size * this.grown(size) * RIM,
      held: piece.id === this.asked,
    }));
    const spots = spreadOut(discs);
    const ties = [];
    for (const [at, { piece, stand }] of standing.entries()) {
      const far = apart(spots[at], stand);
      piece.beside = far > this.pixel ? spots[at] : undefined;
      this.lay(piece);
      if (far <= TIED * this.pixel) continue;
      const tie = draw("path", { d: `M${stand.x} ${stand.y}L${spots[at].x} ${spots[at].y}` });
      ties.push(tie, draw("circle", { cx: stand.x, cy: stand.y, r: 3 * this.pixel }));
    }
    this.ties.replaceChildren(...ties);
  }

  /**
   * Where a piece is drawn, and how large.
   * @param {string} id
   * @returns {Stop | null}
   */
  shown(id) {
    const { stand, beside } = this.all.get(id) ?? {};
    return stand ? { ...stand, ...beside, size: stand.size * this.grown(stand.size), id } : null;
  }

  /**
   * The piece of that id, which is new if there was none.
   * @param {string} id
   */
  piece(id) {
    let piece = this.all.get(id);
    if (!piece) {
      const element = draw("g", { class: "piece", "data-piece": id });
      piece = { id, element, words: "", stand: null, letters: 0, alone: 0 };
      this.all.set(id, piece);
    }
    return piece;
  }

  /** @param {string} id */
  remove(id) {
    const { element } = this.piece(id);
    this.all.delete(id);
    element.classList.add("gone");
    setTimeout(() => element.remove(), calm.matches ? 0 : 300);
  }

  /**
   * @param {string} id
   * @param {PieceBody} body
   */
  setBody(id, { words, drawing }) {
    const piece = this.piece(id);
    piece.words = words;
    piece.element.innerHTML = full(drawing);
    const text = piece.element.querySelector(".ow-l text");
    piece.letters = Number(text?.getAttribute("font-size") ?? 0);
    const wide = breadth(text?.textContent ?? "") * piece.letters;
    piece.alone = wide ? Math.min(ALONE, WIDE / wide) : 0;
    piece.element.style.setProperty("--alone", String(piece.alone));
    piece.count = /** @type {SVGElement | null} */ (piece.element.querySelector(".ow-c"));
    const [only, ...others] = piece.element.querySelectorAll("text");
    const bare = only?.matches(".ow-b") && !piece.letters && !others.length && !piece.count;
    piece.bare = bare ? only : null;
    this.letter(piece);
  }

  /**
   * Follows how close one looks: a piece that is too small for its picture and its letters shows the letters alone, and
   * its picture alone if nobody could read even these.
   * @param {number} pixel
   */
  follow(pixel) {
    this.pixel = pixel;
    for (const piece of this.all.values()) {
      this.letter(piece);
      if (this.measured) this.lay(piece);
    }
    this.spread();
  }

  /** @param {Piece} piece */
  letter({ element, stand, letters, alone, bare, count }) {
    const size = stand?.size ?? 0;
    if (count && size) {
      const units = Number(count.querySelector("text")?.getAttribute("font-size"));
      const wanted = (LEAST * 1000 * this.pixel) / (units * size * this.grown(size));
      count.style.scale = String(Math.min(Math.max(wanted, 1), COUNTED));
    }
    const high = (letters * size * this.grown(size)) / 1000 / this.pixel;
    const tiny = letters > 0 && high < LEAST;
    // An animal is known by its picture: its letters stand beside it as long as there is room, and are never alone.
    const animal = element.querySelector(".ow-a") !== null;
    const needed = LEAST / Math.max(high, 1);
    const both = tiny && animal && needed <= Math.min(BOTH, alone);
    element.classList.toggle("both", both);
    element.style.setProperty("--both", String(both ? needed : 1));
    element.classList.toggle("lettered", tiny && !animal && high * alone >= LEAST);
    element.classList.toggle("pictured", tiny && !both && (animal || high * alone < LEAST));
    if (!bare || !size) return;
    const units = Number(bare.getAttribute("font-size"));
    const wanted = (LEAST * 1000 * this.pixel) / (units * size * this.grown(size));
    const most = BARE / (breadth(bare.textContent ?? "") * units);
    const grow = Math.max(Math.min(wanted, most), 1);
    bare.style.scale = grow > 1 ? String(grow) : "";
  }

  /**
   * @param {string} id
   * @param {Stand} stand
   */
  setStand(id, stand) {
    const piece = this.piece(id);
    piece.stand = { ...stand, size: Math.min(stand.size, this.most) };
    this.letter(piece);
    if (!piece.element.isConnected) this.layer.insertBefore(piece.element, this.above(stand.order));
    this.lay(piece);
  }

  /**
   * Lays a piece where it stands, as large as it is or can be seen.
   * @param {Piece} piece
   */
  lay({ element, stand, beside }) {
    if (!stand) return;
    const { x, y, size } = { ...stand, ...beside };
    element.style.transform = `translate(${x}px,${y}px) scale(${(size * this.grown(size)) / 1000})`;
  }

  /**
   * How many times as large as it is a piece of this size is drawn.
   * @param {number} size
   */
  grown(size) {
    return this.measured ? Math.min(Math.max((SEEN * this.pixel) / size, 1), OUTGROWN) : 1;
  }

  /**
   * The lowest piece that is drawn and belongs above that order.
   * @param {number} order
   */
  above(order) {
    let lowest = null;
    let least = Infinity;
    for (const { element, stand } of this.all.values()) {
      if (!stand || !element.isConnected || stand.order <= order || stand.order >= least) continue;
      [lowest, least] = [element, stand.order];
    }
    return lowest;
  }

  /**
   * Where a piece stands.
   * @param {string} id
   * @returns {Stop | null}
   */
  stop(id) {
    const stand = this.all.get(id)?.stand;
    return stand ? { ...stand, id } : null;
  }

  /**
   * The place in which a piece lies.
   * @param {string} id
   */
  placeOf(id) {
    return this.all.get(id)?.stand?.place;
  }

  /**
   * The colour of a piece: its body is drawn from a base in that colour, or with it; that of writing if neither is so.
   * @param {string} id
   */
  colourOf(id) {
    const drawn = this.all.get(id)?.element.innerHTML ?? "";
    const [, based] = /href="#ow[a-z]-(\w+)"/.exec(drawn) ?? [];
    const [, filled] = /var\(--ow-body-(\w+)\)/.exec(drawn) ?? [];
    const ink = based?.replace(/^\d/, "seat$&") ?? filled;
    return ink ? `var(--ow-body-${ink})` : "var(--ow-text)";
  }

  /**
   * Whether a piece is a card, which is wider than it is high.
   * @param {string} id
   */
  isCard(id) {
    return this.all.get(id)?.element.innerHTML.includes('"#owk-') ?? false;
  }

  /** Where the pieces stand that lie in no place. */
  loose() {
    const stops = [...this.all.keys()].map((id) => this.stop(id));
    return stops.filter((stop) => stop !== null).filter(({ place }) => !place);
  }

  /**
   * The pieces in a place.
   * @param {string} place
   */
  in(place) {
    return [...this.all.values()].filter(({ stand }) => stand?.place === place);
  }
}
