// @ts-check
// The glow: what can be chosen, lit up on the board, with tags that say what it costs; and marks: places that the game
// points out, on the board and in words.

/** @import { Offer } from "./choices.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Ground } from "./ground.js" */
/** @import { Pieces, Stop } from "./pieces.js" */
/** @import { BoardPlace, BoardRect, FreeMove, PlaceMark } from "./protocol.js" */

import { grouped, keyOf, pieceOf, placeOf, pointOf } from "./choices.js";
import { apart, common } from "./geometry.js";
import { ALONG_THE_EDGE } from "./ground.js";
import { draw, outlined } from "./svg.js";

/** A tag on the board; one without a line opens the menu.
 * @typedef {{ tag: string, notation?: string, plan?: string[], vain?: boolean }} Tag */

/**
 * The tags of what can be done at one thing, which say what it costs. What says the same is said once; of more than fit
 * beside each other none is said, and the menu tells them.
 * @param {Offer[]} group
 * @returns {Tag[]}
 */
export function tagsOf(group) {
  const tagged = group.filter(({ tag }) => tag);
  if (tagged.length > 1 && tagged.every(({ tag }) => tag === tagged[0].tag)) return [{ tag: tagged[0].tag }];
  return tagged.length > 2 ? [] : tagged;
}

/** How high the letters of a tag are at least, in pixels. */
const LETTERS = 12;

/** Half as wide as a place that the list numbers is at least, in pixels, so that a finger meets it. */
const GHOST = 12;

/** The number of a choice about a piece has a disc of so many pixels about its middle. */
const NUMBER = 9;

/** More choices than this are drawn with finer lines. */
const MANY = 8;

export class Glow {
  /** The side of a usual counter. */
  counter = 1000;
  /** How many board units lie under a pixel. */
  pixel = 1;
  /** Where tags are already.
   * @type {BoardRect[]} */
  taken = [];
  /** The numbers that choices have in the list, by their lines.
   * @type {Map<string, string>} */
  numbers = new Map();
  /** The lines of those whose number stands on the board, each with where it stands.
   * @type {Map<string, Point & { number: string }>} */
  numbered = new Map();

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
   * Draws what can be chosen, a ring around the piece whose choices these are, and a thin one around every other piece
   * that can go; ways of several decisions with a line from where they begin.
   * @param {Offer[]} offers
   * @param {string} [picked]
   * @param {string[]} [others]
   * @param {FreeMove[]} [free] what takes any point: points that only say the same are seen while somebody speaks of them
   * @param {Point | null} [from]
   */
  draw(offers, picked = "", others = [], free = [], from = null) {
    const { places, tags } = this.layers;
    /** @type {(id: string, kind: string) => SVGElement[]} */
    const ring = (id, kind) => {
      const own = this.pieces.shown(id);
      if (!own) return [];
      // A counter has corners, a base has none. In a hex a wide ring would lie over the name of the hex.
      const round = () =>
        draw("circle", { cx: own.x, cy: own.y, r: own.size * (this.ground.plane ? 0.64 : 0.72) });
      const snug = () => this.framed(own, this.shared(own) && id !== picked ? 0.96 : 1.08).shape;
      return [draw("g", { class: kind }, ...outlined(this.ground.hex ? snug() : round()))];
    };
    places.replaceChildren(...others.flatMap((id) => ring(id, "movable")), ...ring(picked, "picked"));
    tags.replaceChildren();
    this.taken = [];
    this.numbered = new Map();
    const groups = grouped(offers);
    // Where much can be chosen, loud lines would say nothing.
    places.classList.toggle("many", groups.size > MANY);
    const anywhere = free.map(({ notation }) => notation.slice(0, notation.indexOf("{at}")));
    /** @type {(it: Offer) => boolean} */
    const isHint = ({ notation }) => anywhere.some((line) => notation.startsWith(line));
    places.append(...this.leads([...groups.values()], from));
    for (const [key, group] of groups) {
      const found = this.shape(group[0]);
      if (!found) continue;
      const hint = found.point && group.every(isHint);
      const far = group.every(({ plan }) => plan);
      const vain = group.every(({ vain }) => vain);
      const counted = this.ground.plane ? group.filter(({ notation }) => this.numbers.has(notation)) : [];
      if (hint && counted.length) {
        const mover = free.find(({ notation }) =>
          group[0].notation.startsWith(notation.slice(0, notation.indexOf("{at}"))),
        );
        const [spot, own] = [found.spot ?? found.at, this.pieces.shown(mover?.moves ?? "")];
        // The figure that is asked about is covered by nothing, nor by where it would hardly stand elsewhere.
        const over = own && apart(spot, own) < own.size * 0.58 + GHOST * this.pixel;
        if (!over) tags.append(this.ghost(key, spot, counted, mover?.moves ?? ""));
        continue;
      }
      const kinds = ["choice", far && "far", hint && "hint", found.small && "snug", vain && "vain"];
      const choice = draw("g", { class: kinds.filter((kind) => kind).join(" "), "data-choice": key });
      choice.append(...outlined(found.shape));
      // What stands on a piece or beside it, one decides by: its ring lies below.
      (pointOf(group[0].target) === null ? places : tags).append(choice);
      // What the figure does that is asked about has no number on it: it is not what one points at.
      const own = free.some(({ moves }) => moves !== undefined && moves === pieceOf(group[0].target));
      if (!hint && !own && counted.length && found.spot) {
        tags.append(this.badge(key, found.spot, found.at, counted));
      }
      const drawn = hint ? [] : tagsOf(group);
      const scale = found.point ? 0.6 : far || found.small ? 0.75 : 1;
      const wide = this.widths(drawn, scale).reduce((sum, width) => sum + width, 0);
      if (!drawn.length || !this.hasRoom(choice, group[0], wide)) continue;
      this.drawTags(drawn, key, this.free(choice, found.at, wide, scale, found.small), scale);
    }
  }

  /**
   * A figure as it would stand at a point that the list names, with the number that it has there.
   * @param {string} key
   * @param {Point} at
   * @param {Offer[]} offers
   * @param {string} mover the piece that would stand there
   */
  ghost(key, at, offers, mover) {
    const numbers = offers.map(({ notation }) => this.numbers.get(notation) ?? "");
    const number = numbers.join(" ");
    for (const { notation } of offers) this.numbered.set(notation, { ...at, number });
    const r = Math.max((this.pieces.stop(mover)?.size ?? this.counter) * 0.5, GHOST * this.pixel);
    const size = (r * 1.25) / Math.max(1, number.length * 0.62);
    this.taken.push({ x: at.x - r, y: at.y - r, width: 2 * r, height: 2 * r });
    return draw(
      "g",
      { class: "choice numbered", "data-choice": key },
      ...outlined(draw("circle", { cx: at.x, cy: at.y, r })),
      draw("text", { x: at.x, y: at.y + size * 0.36, "font-size": size }, number),
    );
  }

  /**
   * The number that a choice about a piece has in the list, at the upper right of the piece.
   * @param {string} key
   * @param {Point} spot its middle
   * @param {Point} top its upper edge
   * @param {Offer[]} offers
   */
  badge(key, spot, top, offers) {
    const [{ notation }] = offers;
    const number = this.numbers.get(notation) ?? "";
    const r = NUMBER * this.pixel;
    const at = { x: spot.x + (spot.y - top.y) * 0.8, y: top.y + (spot.y - top.y) * 0.2 };
    this.numbered.set(notation, { ...at, number });
    this.taken.push({ x: at.x - r, y: at.y - r, width: 2 * r, height: 2 * r });
    return draw(
      "g",
      { class: "choice numbered badge", "data-choice": key },
      ...outlined(draw("circle", { cx: at.x, cy: at.y, r })),
      draw("text", { x: at.x, y: at.y + r * 0.46, "font-size": r * 1.3 }, number),
    );
  }

  /**
   * Thin lines along the ways of several decisions to where they end; each stretch once.
   * @param {Offer[][]} groups
   * @param {Point | null} from
   */
  leads(groups, from) {
    const far = groups.filter((group) => group.every(({ plan }) => plan));
    /** @type {Set<string>} */
    const stretches = new Set();
    for (const [{ way = [] }] of from ? far : []) {
      const places = way.map((id) => this.ground.places.get(id)).filter((place) => place !== undefined);
      const stops = [...(from ? [from] : []), ...places];
      for (const [index, { x, y }] of stops.slice(1).entries()) {
        stretches.add(`M${stops[index].x} ${stops[index].y}L${x} ${y}`);
      }
    }
    return stretches.size ? [draw("path", { class: "lead", d: [...stretches].join("") })] : [];
  }

  /**
   * The shape that stands for a choice, and where its tags go; nothing if it is not on the board.
   * @param {Offer} offer
   * @returns {{ shape: SVGElement, at: Point, point?: boolean, small?: boolean, spot?: Point } | null}
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
    const piece = this.pieces.shown(pieceOf(target) ?? "");
    const spot = piece ?? pointOf(target);
    if (!spot) return null;
    // In a hex a wide ring would lie over its number and its name.
    if (piece?.place && !this.ground.plane) {
      return this.framed(piece, this.ground.hex && !this.shared(piece) ? 1.04 : 0.96);
    }
    // Where any point will do, those that are named are only hints.
    const r = piece ? piece.size * 0.66 : this.counter * (this.ground.plane ? 0.14 : 0.28);
    const point = !piece && this.ground.plane !== null;
    const at = { x: spot.x, y: spot.y - r * (point ? 2 : 1) };
    return { shape: draw("circle", { cx: spot.x, cy: spot.y, r }), at, point, spot };
  }

  /**
   * Where the ground itself is written on, if its places have outlines of their own.
   * @returns {BoardRect[]}
   */
  written() {
    if (this.ground.hex || this.ground.plane) return [];
    const texts = [...(this.ground.layer?.querySelectorAll("text") ?? [])];
    return texts.map((text) => text.getBBox());
  }

  /**
   * Whether a piece lies beside others, over which a ring around it would lie.
   * @param {Stop} piece
   */
  shared({ place }) {
    return !!place && this.pieces.in(place).length > 1;
  }

  /**
   * A frame around a piece, so many times as large as it, with its tag at the upper right corner; one that lies in a
   * place beside others has a narrow one.
   * @param {Stop} piece
   * @param {number} [scale]
   */
  framed({ id, x, y, size }, scale = 0.96) {
    const wide = size * (this.pieces.isCard(id) ? 1.75 : 1) * scale;
    const high = size * scale;
    const shape = draw("rect", {
      x: x - wide / 2,
      y: y - high / 2,
      width: wide,
      height: high,
      rx: size * 0.14,
    });
    return { shape, at: { x: x + wide / 2 - size * 0.12, y: y - size * 0.42 }, small: true };
  }

  /**
   * Whether tags so wide may stand at a choice: a piece among others in a place, and a place as low as a bar, are lit
   * without them, since they would cover what lies beside it.
   * @param {SVGGElement} choice
   * @param {Offer} offer
   * @param {number} wide
   */
  hasRoom(choice, { target }, wide) {
    if (this.ground.plane || this.ground.hex) return true;
    const piece = this.pieces.stop(pieceOf(target) ?? "");
    if (piece?.place) return wide <= piece.size * 0.9;
    const { width, height } = choice.getBBox();
    return 2 * width < 5 * height;
  }

  /**
   * Where tags go at a place that is no hex: along its lower edge, where they cover least of what
   * stands there and of other tags, and never its name. Elsewhere they stay where they belong.
   * @param {SVGGElement} choice
   * @param {Point} at
   * @param {number} width
   * @param {number} scale
   * @param {boolean} [small] whether they belong to a piece
   * @returns {Point}
   */
  free(choice, at, width, scale, small = false) {
    const height = this.sizeOf(scale) * 1.35;
    /** @type {(it: Point) => BoardRect} */
    const box = ({ x, y }) => ({ x: x - width / 2, y: y - height / 2, width, height });
    const spots = [at];
    const frame = choice.getBBox();
    if (!small && !choice.querySelector("path, circle") && frame.width > width) {
      const across = [at.x, frame.x + width / 2, frame.x + frame.width - width / 2];
      spots.push(...across.map((x) => ({ x, y: at.y })));
    }
    const stands = [...this.pieces.all.values()].flatMap(({ stand }) => stand ?? []);
    const bodies = stands.map(({ x, y, size }) => ({
      x: x - size / 2,
      y: y - size / 2,
      width: size,
      height: size,
    }));
    /** @type {(spot: Point) => number} */
    const covered = (spot) =>
      bodies.reduce((sum, other) => sum + common(box(spot), other), 0) +
      [...this.taken, ...this.written()].reduce((sum, other) => sum + 4 * common(box(spot), other), 0);
    const best = spots.reduce((best, spot) => (covered(spot) < covered(best) ? spot : best), at);
    this.taken.push(box(best));
    return best;
  }

  /**
   * How high the letters of tags are: what can be read, but no more than there is room for.
   * @param {number} scale
   */
  sizeOf(scale) {
    const unit = (this.counter * scale) / 900;
    return Math.min(Math.max(330 * unit, LETTERS * this.pixel), 460 * unit);
  }

  /**
   * How wide tags are.
   * @param {Tag[]} tags
   * @param {number} scale
   */
  widths(tags, scale) {
    const size = this.sizeOf(scale);
    return tags.map(({ tag }) => Math.max(tag.length * size * 0.62 + size * 0.7, size * 1.35));
  }

  /**
   * Draws tags in a row around a point.
   * @param {Tag[]} tags
   * @param {string} key
   * @param {Point} at
   * @param {number} scale
   */
  drawTags(tags, key, at, scale) {
    const size = this.sizeOf(scale);
    const gap = size * 0.2;
    const widths = this.widths(tags, scale);
    let x = at.x - widths.reduce((sum, width) => sum + width + gap, 0) / 2;
    for (const [index, { tag, notation, plan, vain }] of tags.entries()) {
      const width = widths[index];
      const chip = draw(
        "g",
        { class: plan ? "chip far" : vain ? "chip vain" : "chip", "data-choice": key },
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
