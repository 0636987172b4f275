// @ts-check
// Marks: places that the game points out, on the board and in words.

/** @import { Ground } from "./ground.js" */
/** @import { BoardPlace, PlaceMark } from "./protocol.js" */

import { ALONG_THE_EDGE } from "./ground.js";
import { draw, outlined } from "./svg.js";

/** What a mark means, where its own word does not say it.
 * @type {Record<string, string>} */
const MEANINGS = {
  recent: "just now",
  reach: "in reach",
  must: "compulsory",
  ordered: "ordered, not yet done",
};

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
  /** The side of a usual counter. */
  counter = 1000;
  /** The places of which choices say what a tag would.
   * @type {Set<string>} */
  said = new Set();
  /** What marks say about a place. */
  words = inWords([]);

  /**
   * @param {SVGElement} layer
   * @param {Ground} ground
   * @param {SVGElement} tags what is written over the pieces
   * @param {(place: string) => boolean} [taken] whether pieces stand in a place
   */
  constructor(layer, ground, tags, taken = () => true) {
    this.layer = layer;
    this.ground = ground;
    this.tags = tags;
    this.taken = taken;
  }

  /** @param {PlaceMark[]} marks */
  set(marks) {
    this.all = marks;
    this.words = inWords(marks);
    this.draw();
  }

  /**
   * Leaves the tags of these places to the choices that say the same there.
   * @param {Set<string>} said
   */
  say(said) {
    this.said = said;
    this.drawTags();
  }

  /** Draws them on the ground as it is now. */
  draw() {
    const shapes = this.all.flatMap(({ place: id, kind }) => {
      const place = this.ground.places.get(id);
      if (!place) return [];
      const shape = this.ground.outline(place, ALONG_THE_EDGE);
      // Who acts is seen on any ground.
      if (kind === "active") return outlined(shape, kind);
      shape.setAttribute("class", kind);
      return [shape];
    });
    this.layer.replaceChildren(...shapes);
    this.drawTags();
  }

  drawTags() {
    const tags = this.all.flatMap(({ place: id, kind, tag }) => {
      const place = this.ground.places.get(id);
      return place && tag && !this.said.has(id) ? [this.tag(place, kind, tag)] : [];
    });
    this.tags.replaceChildren(...tags);
  }

  /**
   * What is written on a mark: in the middle of its place, where no number stands; over pieces of a hex at their feet,
   * since counts stand along its upper edge, and of another place at its upper edge.
   * @param {BoardPlace} place
   * @param {string} kind
   * @param {string} tag
   */
  tag({ id, x, y, low }, kind, tag) {
    const size = (300 * this.counter) / 900;
    const width = tag.length * size * 0.62 + size * 0.7;
    const edge = low === undefined ? -this.counter * 0.4 : low - y;
    const top = this.taken(id) ? y - edge : y;
    return draw(
      "g",
      { class: `chip ${kind}` },
      draw("rect", { x: x - width / 2, y: top - size * 0.68, width, height: size * 1.35, rx: size * 0.68 }),
      draw("text", { x, y: top + size * 0.34, "font-size": size }, tag),
    );
  }
}
