// @ts-check
// Marks: places that the game points out, on the board and in words.

/** @import { Ground } from "./ground.js" */
/** @import { PlaceMark } from "./protocol.js" */

/** What a mark means, where its own word does not say it.
 * @type {Record<string, string>} */
const MEANINGS = { recent: "just now", reach: "in reach", must: "compulsory" };

/**
 * The marks of every place in words.
 * @param {PlaceMark[]} marks
 * @returns {Map<string, string>}
 */
export function inWords(marks) {
  const words = new Map();
  for (const { place, kind, tag = "" } of marks) {
    const now = `${MEANINGS[kind] ?? kind} ${tag}`.trim();
    const before = words.get(place);
    words.set(place, before ? `${before}, ${now}` : now);
  }
  return words;
}

export class Marks {
  /** @type {PlaceMark[]} */
  all = [];
  /** What marks say about a place. */
  words = inWords([]);

  /**
   * @param {SVGElement} layer
   * @param {Ground} ground
   */
  constructor(layer, ground) {
    this.layer = layer;
    this.ground = ground;
  }

  /** @param {PlaceMark[]} marks */
  set(marks) {
    this.all = marks;
    this.words = inWords(marks);
    this.draw();
  }

  /** Draws them on the ground as it is now. */
  draw() {
    const shapes = this.all.flatMap(({ place: id, kind }) => {
      const place = this.ground.places.get(id);
      if (!place) return [];
      const shape = this.ground.outline(place, 0.93);
      shape.setAttribute("class", kind);
      return [shape];
    });
    this.layer.replaceChildren(...shapes);
  }
}
