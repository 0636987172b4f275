// @ts-check
// The glow: what can be chosen, lit up on the board, with tags that say what it costs.

/** @import { Offer } from "./choices.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Ground } from "./ground.js" */
/** @import { Pieces } from "./pieces.js" */

import { grouped, keyOf, pieceOf, placeOf, pointOf } from "./choices.js";
import { ALONG_THE_EDGE } from "./ground.js";
import { draw, outlined } from "./svg.js";

/** A tag on the board; one without a line opens the menu.
 * @typedef {{ tag: string, notation?: string, plan?: string[] }} Tag */

/**
 * The tags of what can be done at one thing. What says the same is said once, and more than fit beside each
 * other become one.
 * @param {Offer[]} group
 * @returns {Tag[]}
 */
export function tagsOf(group) {
  const tagged = group.filter(({ tag }) => tag);
  if (tagged.length > 1 && tagged.every(({ tag }) => tag === tagged[0].tag)) return [{ tag: tagged[0].tag }];
  return tagged.length > 2 ? [{ tag: `${tagged.length} ways` }] : tagged;
}

/** More choices than this are drawn with finer lines. */
const MANY = 8;

export class Glow {
  /** The side of a usual counter. */
  counter = 1000;

  /**
   * @param {{ places: SVGGElement, tags: SVGGElement }} layers what lies under the pieces, and what over them
   * @param {Ground} ground
   * @param {Pieces} pieces
   */
  constructor(layers, ground, pieces) {
    this.layers = layers;
    this.ground = ground;
    this.pieces = pieces;
  }

  /**
   * Draws what can be chosen.
   * @param {Offer[]} offers
   */
  draw(offers) {
    const { places, tags } = this.layers;
    places.replaceChildren();
    tags.replaceChildren();
    const groups = grouped(offers);
    // Where much can be chosen, loud lines would say nothing.
    places.classList.toggle("many", groups.size > MANY);
    for (const [key, group] of groups) {
      const found = this.shape(group[0]);
      if (!found) continue;
      const far = group.every(({ plan }) => plan);
      const choice = draw("g", { class: far ? "choice far" : "choice", "data-choice": key });
      choice.append(...outlined(found.shape));
      (placeOf(group[0].target) === null ? tags : places).append(choice);
      this.drawTags(tagsOf(group), key, found.at, found.point ? 0.6 : 1);
    }
  }

  /**
   * The shape that stands for a choice, and where its tags go; nothing if it is not on the board.
   * @param {Offer} offer
   * @returns {{ shape: SVGElement, at: Point, point?: boolean } | null}
   */
  shape({ target }) {
    const place = this.ground.places.get(placeOf(target) ?? "");
    if (place) {
      // Under the pieces stands the number of the hex, by which one decides.
      const off = this.pieces.in(place.id).length ? -600 : 230;
      return {
        shape: this.ground.outline(place, ALONG_THE_EDGE),
        at: { x: place.x, y: place.low ?? place.y + off },
      };
    }
    const piece = this.pieces.stop(pieceOf(target) ?? "");
    const spot = piece ?? pointOf(target);
    if (!spot) return null;
    // Where any point will do, those that are named are only hints.
    const r = piece ? piece.size * 0.62 : this.counter * (this.ground.plane ? 0.14 : 0.28);
    const point = !piece && this.ground.plane !== null;
    const at = { x: spot.x, y: spot.y - r * (point ? 2 : 1) };
    return { shape: draw("circle", { cx: spot.x, cy: spot.y, r }), at, point };
  }

  /**
   * Draws tags in a row around a point.
   * @param {Tag[]} tags
   * @param {string} key
   * @param {Point} at
   * @param {number} scale
   */
  drawTags(tags, key, at, scale) {
    const size = (330 * this.counter * scale) / 900;
    const gap = size * 0.2;
    const widths = tags.map(({ tag }) => Math.max(tag.length * size * 0.62 + size * 0.7, size * 1.35));
    let x = at.x - widths.reduce((sum, width) => sum + width + gap, 0) / 2;
    for (const [index, { tag, notation, plan }] of tags.entries()) {
      const width = widths[index];
      const chip = draw(
        "g",
        { class: plan ? "chip far" : "chip", "data-choice": key },
        draw("rect", { x, y: at.y - size * 0.68, width, height: size * 1.35, rx: size * 0.68 }),
        draw("text", { x: x + width / 2, y: at.y + size * 0.34, "font-size": size }, tag),
      );
      if (notation) chip.dataset.notation = notation;
      this.layers.tags.append(chip);
      x += width + gap;
    }
  }

  /**
   * Lights what a choice stands for, and nothing else.
   * @param {Offer | null} offer
   */
  light(offer) {
    const key = keyOf(offer?.target ?? null);
    for (const layer of Object.values(this.layers)) {
      for (const element of layer.querySelectorAll("[data-choice]")) {
        element.classList.toggle("lit", !!key && element.getAttribute("data-choice") === key);
      }
    }
  }
}
