// @ts-check
// The board: ground, marks, pieces, what can be chosen, and what is sketched over it, put together. What
// pointers and keys do with it is in pointer.js and cursor.js.

/** @import { Offer } from "./choices.js" */
/** @import { Point } from "./geometry.js" */
/** @import { BoardPlace, BoardRect, FreeMove, LineKey, Parts, Plane } from "./protocol.js" */
/** @import { Stop } from "./pieces.js" */
/** @import { Trail } from "./recap.js" */

import { Afar } from "./afar.js";
import { Camera, isSmall } from "./camera.js";
import { Captions } from "./captions.js";
import { offersAt, offersOf, ofKey, pieceKey, placeKey, placeOf, told } from "./choices.js";
import { Course } from "./course.js";
import { Cursor, stopsOf } from "./cursor.js";
import { apart, around, inside, nearest } from "./geometry.js";
import { Glow, Marks } from "./glow.js";
import { Ground } from "./ground.js";
import { Names, Tour } from "./names.js";
import { $, make, on, sentences } from "./page.js";
import { Pieces } from "./pieces.js";
import { Pointer } from "./pointer.js";
import { Ruler, Rulers } from "./rulers.js";
import { spokenOf } from "./plans.js";
import { draw, full, outlined } from "./svg.js";

/**
 * What a board tells the page.
 * @typedef {object} Listener
 * @property {Choose} choose what can be done where somebody clicked, which may be nothing
 * @property {(words: string, aloud?: boolean) => void} look what is there; aloud if it was asked for by key
 * @property {(offer: Offer | null, aloud?: boolean, about?: string) => void} [preview] what is pointed at, and what is
 * said of the place anyway
 * @property {(from: string, to: string, aloud?: boolean) => void} [measure] what the ruler lies between
 * @property {(piece: string, words: string) => void} [picked] the piece of which somebody wants to know what it can
 * do, and what it is; empty if they let it be
 */

/**
 * Chooses among what can be done somewhere: at a point of the window, by keys or not, at a place or piece. True
 * if the place itself was what somebody waited for, which is named by its id.
 * @typedef {(offers: Offer[], where: Point, keys?: boolean, stop?: string) => boolean | void} Choose
 */

/** How many counters the base of a figure on a measured table is worth: a mouse wants it larger than it must be. */
const base = () => (isSmall() ? 1 : 0.68);

/** A window that has become so much wider or narrower is another one: what matters is brought into view again. */
const OTHER = 0.1;

/** And one of cards that has become so much higher or lower. */
const SLIGHT = 0.03;

/** A piece of this size lies between the number of a hex, above, and its name, below. */
const CLEAR = 700;

/** So many things that can be done somewhere are told with what they mean, and so many at all. */
const IN_FULL = 3;
const IN_SHORT = 8;

/**
 * What can be done somewhere, in words; empty if nothing can.
 * @param {Offer[]} offers
 */
function canDo(offers) {
  const named = offers.map((offer) => (offers.length > IN_FULL ? offer.label : told(offer)));
  const more = offers.length - IN_SHORT;
  const all = [...named.slice(0, IN_SHORT), ...(more > 0 ? [`and ${more} more`] : [])];
  return all.length ? `You can: ${all.join("; ")}` : "";
}

/** The room around a table and its floors, and for the names over these. */
const BESIDE = 400;
const OVER = 1400;

/**
 * A measured table with its floors, without the room for the rulers of a picture.
 * @param {Plane} plane
 * @returns {BoardRect}
 */
function tableOf({ rect, floors }) {
  const over = floors.map(({ rect }) => ({ ...rect, y: rect.y - OVER, height: rect.height + OVER }));
  const { x, y, width, height } = around(rect, [rect, ...over]);
  return { x: x - BESIDE, y: y - BESIDE, width: width + 2 * BESIDE, height: height + 2 * BESIDE };
}

/** Shows and says what is somewhere; says it only if it was asked for by key.
 * @type {Listener["look"]} */
export function look(words, aloud) {
  $("place-words").textContent = words;
  // What is said twice is heard twice.
  const here = $("here");
  if (aloud) here.textContent = here.textContent === words ? `${words}\u00a0` : words;
}

export class Board {
  /** Everything that can be chosen.
   * @type {Offer[]} */
  all = [];
  /** @type {FreeMove[]} */
  free = [];
  /** How wide and how high the window was. */
  width = 0;
  height = 0;
  /** What was last brought into view, and whether from near.
   * @type {[string, boolean]} */
  attention = ["", false];
  /** What lines mean whose meaning the game says.
   * @type {LineKey[]} */
  kinds = [];
  /** The place or piece to which the game draws attention, with its kind.
   * @type {string | null} */
  focused = null;
  /** What somebody speaks of, with its kind.
   * @type {string[]} */
  lit = [];
  /** The piece whose choices alone are shown; empty if all are. */
  picked = "";
  /** The part of the board by which one decides, if the game names one.
   * @type {BoardRect | null} */
  outlook = null;

  /**
   * @param {HTMLElement} element
   * @param {Listener} listener
   */
  constructor(element, { choose, look, preview = () => {}, measure = () => {}, picked = () => {} }) {
    this.element = element;
    this.choose = choose;
    this.look = look;
    this.preview = preview;
    this.tellPicked = picked;
    this.svg = draw("svg", { "aria-hidden": "true", focusable: "false" });
    /** @type {(name: string) => SVGGElement} */
    const layer = (name) => this.svg.appendChild(draw("g", { class: name }));
    this.ground = new Ground(layer("ground"));
    const marks = layer("marks");
    const places = layer("glow");
    this.traces = layer("traces");
    this.pieces = new Pieces(
      layer("pieces"),
      this.svg.insertBefore(draw("g", { class: "ties" }), this.svg.lastChild),
    );
    this.asks = layer("asks");
    this.marks = new Marks(
      marks,
      this.ground,
      layer("mark-tags"),
      (place) => this.pieces.in(place).length > 0,
    );
    this.spots = layer("spot");
    this.plans = layer("planned");
    this.sketches = layer("sketch");
    this.glow = new Glow({ places, tags: layer("tags") }, this.ground, this.pieces);
    this.course = new Course(this, layer("course"));
    this.cursor = new Cursor(this, layer("cursor"));
    this.ruler = new Ruler(this, measure);
    this.camera = new Camera(this.svg, this.svg);
    this.names = new Names(this, layer("names"));
    this.captions = new Captions(this);
    this.rulers = new Rulers();
    this.afar = new Afar(this);
    this.lines = make("ul", { class: "line-key", "aria-label": "What the lines mean", hidden: true });
    document.querySelector(".lens")?.prepend(this.lines);
    this.tour = new Tour(this);
    this.camera.moved = () => this.moved();
    this.pointer = new Pointer(this);
    element.replaceChildren(this.svg, this.rulers.element, this.names.beacon, this.afar.element);
    new ResizeObserver(() => this.resized()).observe(element);
    on("fit", () => this.camera.keepWhole());
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
    this.camera.extent = board.plane ? tableOf(board.plane) : board.extent;
    this.names.set(board.areas);
    this.element.classList.toggle("measured", !!board.plane);
    this.element.classList.toggle("of-places", !board.plane && !board.hex);
    this.glow.counter = this.marks.counter = board.counter;
    this.measure();
    this.camera.measured = this.pieces.measured = !!board.plane;
    this.pieces.most = this.ground.layer.querySelector(".ow-count") ? CLEAR : Number.POSITIVE_INFINITY;
    this.tour.set();
    this.svg.style.setProperty("--unit", String(board.counter / 900));
    document.body.style.setProperty("--shape", String(board.extent.width / board.extent.height));
    if (!this.camera.view) this.camera.fit();
    this.marks.draw();
    this.drawChoices();
  }

  /** Tells the camera how large what must be read is: the base of a figure is smaller than a counter. */
  measure() {
    this.camera.counter = this.glow.counter * (this.ground.plane ? base() : 1);
  }

  /** Brings what matters into view again if the window is another one, unless somebody looks elsewhere; cards are read in
   * all of a narrow one. */
  resized() {
    const { camera, element, width, height } = this;
    this.width = element.clientWidth;
    this.height = element.clientHeight;
    /** @type {(now: number, before: number, by: number) => boolean} */
    const other = (now, before, by) => Math.abs(now / before - 1) > by;
    const changed = other(this.width, width, OTHER) || (camera.near && other(this.height, height, SLIGHT));
    if (camera.view && width && height && changed && !camera.chosen && !camera.whole) {
      this.measure();
      camera.fit();
      this.focus(...this.attention);
    }
    this.moved();
  }

  /** Draws anew what goes with the view: what is written is large enough from near and from far. */
  moved() {
    if (!this.camera.view) return;
    const { scale } = this.camera.seen();
    const other = Math.abs(scale / this.glow.pixel - 1) > 0.04;
    this.glow.pixel = scale;
    if (other) this.pieces.follow(scale);
    if (other) this.drawChoices();
    this.names.follow(this.rulers);
    this.tour.follow();
  }

  /**
   * Says what the lines over the board mean.
   * @param {LineKey[]} kinds
   */
  explain(kinds = this.kinds) {
    this.kinds = kinds;
    /** @type {(paint: string, words: string, dotted?: boolean) => HTMLElement} */
    const item = (paint, words, dotted = false) => {
      const line = draw("svg", { viewBox: "0 0 28 10", "aria-hidden": "true" });
      line.append(draw("path", { d: "M2 5H26", class: dotted ? "dotted" : "" }));
      line.style.setProperty("--line", paint);
      return make("li", {}, line, words);
    };
    const items = [
      ...kinds.map(({ ink, dotted, words }) => item(`var(--ow-writing-${ink})`, words, dotted)),
      ...this.captions.left.map(({ paint, words }) => item(paint, words)),
    ];
    this.lines.replaceChildren(...items);
    this.lines.hidden = !items.length;
  }

  /**
   * Shows who acts in a colour, by its number; in that of writing if it is nobody's.
   * @param {number | null} colour
   */
  actor(colour) {
    const ink = colour === null ? "mark-active" : `body-seat${colour % 8}`;
    this.svg.style.setProperty("--actor", `var(--ow-${ink})`);
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
    const lettered = [...this.pieces.all.keys()].some((id) => this.pieces.isCard(id));
    if (lettered !== this.camera.lettered) {
      this.camera.lettered = lettered;
      this.tour.set();
    }
    if (this.lit.length) this.spotlight(this.lit);
    this.names.draw();
    this.tour.draw();
  }

  /**
   * Takes over to what the game draws attention, once its pieces stand. What is written goes by it: how far the goal is,
   * where ways begin.
   * @param {Parts} parts
   */
  attend({ focus, outlook, watched, lines }) {
    this.focused = focus === undefined || focus === null ? null : this.meant(focus);
    this.outlook = outlook ?? null;
    this.afar.ids = watched ?? [];
    this.explain(lines ?? []);
    this.names.draw();
  }

  /**
   * @param {Offer[]} offers
   * @param {FreeMove[]} [free]
   */
  setChoices(offers, free = []) {
    this.all = offers;
    this.free = free;
    this.course.clear();
    this.pick("");
    this.drawChoices();
  }

  /** What can be chosen now: what is asked about, or what the piece can do that somebody picked. */
  get offers() {
    return this.picked ? offersOf(this.all, this.picked) : this.all.filter(({ aside }) => !aside);
  }

  /** The pieces that can go too, though nothing shows where to before they are picked. */
  movable() {
    const ids = this.all.flatMap(({ aside, moves }) =>
      aside && moves && moves !== this.picked ? [moves] : [],
    );
    return [...new Set(ids)];
  }

  /** The things at which something can be chosen, or from where a piece can go. */
  stops() {
    /** @type {(piece: string) => string | undefined} */
    const lies = (piece) => this.pieces.placeOf(piece);
    const movable = this.movable().map((id) => {
      const place = lies(id);
      return place === undefined ? pieceKey(id) : placeKey(place);
    });
    return [...new Set([...stopsOf(this.offers, lies), ...movable])];
  }

  /**
   * Shows only what a piece can do, or one in a place, if it can go somewhere; a second time, or without one, shows again
   * what is asked about. False if nothing has changed.
   * @param {string} key
   */
  pick(key) {
    const named = ofKey(key);
    const here = named.piece ? [named.id] : this.pieces.in(named.id).map(({ id }) => id);
    const id = here.find((piece) => this.all.some(({ moves }) => moves === piece)) ?? "";
    const next = id !== this.picked ? id : "";
    if (next === this.picked) return false;
    this.picked = next;
    this.drawChoices();
    this.tellPicked(next, next && this.name(pieceKey(next)));
    return true;
  }

  /**
   * Shows on a measured table the numbers that choices have in the list, by their lines; says which are shown.
   * @param {Map<string, string>} numbers
   * @returns {Set<string>}
   */
  number(numbers) {
    const before = this.glow.numbers;
    this.glow.numbers = numbers;
    const same =
      before.size === numbers.size && [...numbers].every(([line, digit]) => before.get(line) === digit);
    if (!same && this.ground.plane) this.drawChoices();
    return new Set(this.glow.numbered.keys());
  }

  drawChoices() {
    const { offers } = this;
    const far = offers.some(({ plan, way }) => plan && way);
    this.glow.draw(offers, this.picked, this.movable(), this.free, this.stop(this.focused ?? ""));
    this.raise();
    this.element.classList.toggle("has-far", far);
    this.names.draw();
    if (!this.free.length) this.cursor.point = null;
    this.marks.say(new Set(offers.filter(({ tag }) => tag).map(({ target }) => placeOf(target) ?? "")));
    this.cursor.draw();
  }

  /** The only piece that can go, which is the one that is asked about; empty if none or several can. */
  mover() {
    const ids = new Set([...this.free, ...this.all].flatMap(({ moves }) => moves ?? []));
    return ids.size === 1 ? [...ids][0] : "";
  }

  /** Puts the piece that is asked about above all others, on a measured table with a ring around it. */
  raise() {
    const id = this.mover();
    this.pieces.raise(id);
    const own = this.ground.plane ? this.pieces.shown(id) : null;
    const ring = own ? outlined(draw("circle", { cx: own.x, cy: own.y, r: own.size * 0.7 })) : [];
    this.asks.replaceChildren(...ring);
  }

  /**
   * A ring around a place or a piece, so many times as large as it; nothing if it is not there.
   * @param {string} key
   * @param {number} wide around a place
   * @param {number} round around a piece
   */
  ring(key, wide, round) {
    const { piece, id } = ofKey(key);
    const place = piece ? undefined : this.ground.places.get(id);
    if (place) return outlined(this.ground.outline(place, wide));
    const stop = piece ? this.pieces.shown(id) : null;
    return stop ? outlined(draw("circle", { cx: stop.x, cy: stop.y, r: stop.size * round })) : [];
  }

  /**
   * Lights places and pieces that somebody speaks of.
   * @param {string[]} keys
   */
  spotlight(keys) {
    this.lit = keys;
    this.spots.replaceChildren(...keys.flatMap((key) => this.ring(key, 1.04, 0.72)));
  }

  /**
   * Marks what lines that are planned speak of, each with the number of its line.
   * @param {string[]} lines
   * @param {string} [piece] the one that goes, if there is only one
   */
  plan(lines, piece = "") {
    const { ground, pieces } = this;
    const from = ground.places.get(pieces.placeOf(piece) ?? "");
    const around = (/** @type {BoardPlace} */ here) =>
      /** @type {Iterable<BoardPlace>} */ (ground.around(here, [...ground.places.values()]).values());
    const marks = spokenOf(lines, { places: ground.places, plane: ground.plane, around }, from);
    const size = this.camera.counter;
    const drawn = marks.flatMap(({ number, place, at }) => {
      const shape = place
        ? ground.outline(place, 0.9)
        : draw("circle", { cx: at.x, cy: at.y, r: size * 0.5 });
      const [x, y] = [at.x + size * 0.34, at.y - size * 0.34];
      const tag = draw("text", { x, y, "font-size": size * 0.42 }, String(number));
      return [...outlined(shape), tag];
    });
    this.plans.replaceChildren(...drawn);
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
    const keys = [this.focused ?? "", ...places.map(placeKey)];
    const stops = keys.map((key) => this.stop(key)).filter((stop) => stop !== null);
    const d = stops.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${y}`).join("");
    this.sketches.replaceChildren(...outlined(draw("path", { d })));
  }

  /**
   * Sketches the ways that pieces went, each as an arrow in the colour of its piece that ends before it.
   * @param {Trail[]} trails
   */
  trails(trails) {
    const size = this.camera.counter;
    const drawn = trails.flatMap(({ id, from, to }) => {
      const far = apart(from, to);
      const { x, y } = { x: (to.x - from.x) / far, y: (to.y - from.y) / far };
      const short = Math.min(size / 2, far / 2);
      const tip = { x: to.x - x * short, y: to.y - y * short };
      const [back, side] = [size / 3, size / 5];
      const neck = { x: tip.x - x * back, y: tip.y - y * back };
      const head = [1, -1].map((way) => `${neck.x - way * y * side} ${neck.y + way * x * side}`);
      const d = `M${from.x} ${from.y}L${tip.x} ${tip.y}M${head[0]}L${tip.x} ${tip.y}L${head[1]}`;
      const arrow = draw("path", { d, class: "trail" });
      arrow.style.setProperty("--trail", this.pieces.colourOf(id));
      return outlined(arrow);
    });
    this.sketches.replaceChildren(...drawn);
  }

  /**
   * Lights what a choice stands for, and shows what it would do; says it too if it was asked for by key.
   * @param {Offer | null} offer
   * @param {boolean} [aloud]
   * @param {string} [about] what is said of the place before that
   */
  light(offer, aloud = false, about = "") {
    this.glow.light(offer);
    this.preview(offer, aloud, about);
  }

  /**
   * Comes a step closer to the place or piece that was clicked or walked to, if it is in sight, or goes a step
   * back.
   * @param {1 | -1} step
   */
  zoom(step) {
    const at = this.stop(this.cursor.at);
    this.camera.zoom(1.4 ** step, at && inside(this.camera.seen(), at) ? at : undefined);
  }

  /**
   * Brings a place or piece into view; if `closer`, with everything that can be chosen, and close enough to read.
   * @param {string} key
   * @param {boolean} closer
   */
  focus(key, closer) {
    this.attention = [key, closer];
    const stop = this.stop(key);
    if (!stop || this.camera.whole) return;
    const { places, tags } = this.glow.layers;
    const layers = this.ground.plane ? [this.traces, places, tags] : [places];
    const boxes = layers.map((layer) => layer.getBBox());
    const { outlook, camera } = this;
    // Over a measured table one sees as much as can be read; hexes that do not all fit are looked at from near.
    const wide = outlook && (this.ground.plane || camera.holds(outlook)) ? around(stop, [outlook]) : null;
    const bare = !!wide && !ofKey(key).piece;
    // A bar is lower than a counter.
    const bottom = this.ground.places.get(ofKey(key).id)?.low ?? Number.POSITIVE_INFINITY;
    const low = 2 * (bottom - stop.y) < camera.counter;
    if (closer) camera.frame(wide ?? around(stop, boxes), stop, { bare, low });
    if (!closer || !wide) camera.focus(stop, closer);
  }

  /** Shows what can be chosen on the board, if hardly anything of it is in sight: the nearest, and what lies around. */
  reveal() {
    const { camera, glow } = this;
    const seen = camera.seen();
    const stops = this.stops()
      .map((key) => this.stop(key))
      .filter((stop) => stop !== null);
    const here = stops.filter((stop) => inside(seen, stop));
    const first = nearest(stops, { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 });
    if (!first || camera.whole || (here.length * 2 >= stops.length && !camera.isFar())) return;
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
   * @param {string} key
   * @returns {BoardPlace | Stop | null}
   */
  stop(key) {
    const { piece, id } = ofKey(key);
    return (piece ? this.pieces.stop(id) : this.ground.places.get(id)) ?? null;
  }

  /**
   * The place or piece that an id alone means: a piece that stands at a point of its own before a place, a place
   * before a piece that lies in one.
   * @param {string} id
   */
  meant(id) {
    const piece = this.pieces.stop(id);
    return piece && !(piece.place && this.ground.places.has(id)) ? pieceKey(id) : placeKey(id);
  }

  /**
   * The name of a place, or of a piece that stands somewhere.
   * @param {BoardPlace | Stop} stop
   */
  keyTo(stop) {
    return "order" in stop ? pieceKey(stop.id) : placeKey(stop.id);
  }

  /**
   * What can be chosen at a place and with the pieces in it, or with a piece.
   * @param {string} key
   */
  at(key) {
    return offersAt(this.offers, key, (piece) => this.pieces.placeOf(piece));
  }

  /**
   * What a place or piece is called.
   * @param {string} key
   */
  name(key) {
    const { piece, id } = ofKey(key);
    return (piece ? this.pieces.all.get(id)?.words : this.ground.places.get(id)?.label) || id;
  }

  /**
   * What is at a place, or what a piece is, in words, and what one can do there.
   * @param {string} key
   */
  words(key) {
    const { piece, id } = ofKey(key);
    const offered = canDo(this.at(key));
    if (piece) return sentences([this.pieces.all.get(id)?.words ?? "", offered]);
    const place = this.ground.places.get(id);
    if (!place) return "";
    const label = place.label ?? id;
    const parts = [place.words ? `${label}: ${place.words}` : label];
    parts.push(this.marks.words.get(id) ?? "", ...this.pieces.in(id).map(({ words }) => words));
    return sentences([...parts, offered]);
  }
}
