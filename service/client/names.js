// @ts-check
// Names of outlined areas, written where they are in nobody's way and over everything that would cut them; a sign at
// the edge of the view that says where the goal is while it is out of sight; and the names of places, to go there.

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { BoardArea, BoardPlace, BoardRect } from "./protocol.js" */
/** @import { Rulers } from "./rulers.js" */

import { ARROWS, apart, bearing, common, hexesApart, inside, nearest } from "./geometry.js";
import { dot, make } from "./page.js";
import { draw } from "./svg.js";

/** How high the letters of a name are, in pixels, and in board units at least and at most. */
const LETTERS = 12;
const [SMALLEST, LARGEST] = [270, 1150];

/** The names of hexes are as high in pixels as can be read, but in board units never larger than a hex has room for. */
const HEX_LETTERS = 11;
const HEX_ROOM = 400;

/** The names of more hexes than this are written where a hex, of so many units, has so many pixels. */
const [MANY, HEX, CLEAR] = [150, 1732, 46];

/** The counts of hexes have letters of so many units, and grow by so much at most where these could not be read. */
const COUNTS = 250;
const MOST = 1.6;

/** What is written on lines has letters of so many units. */
const LINES = 300;

/** What is written on a measured table grows by so much at most where it could not be read; what is lower than so many
 * pixels even so is not there. */
const FAR = 2.2;
const LEGIBLE = 10.7;

/** The letters on cards have so many pixels, or are left out. */
const CARD_LETTERS = 11;

/** Half the way from a hex to the next one beside it. */
const BESIDE = 866;

/** From the middle of a hex to where the next row begins. */
const BETWEEN = 760;

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
  /** The nearest point of a zone, by its name and where one looks from.
   * @type {Map<string, Point>} */
  near = new Map();
  /** How large the sign is with the words that it has.
   * @type {{ key: string, width: number, height: number } | null} */
  sign = null;

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

  /** The names that are drawn on a ground without hexes, each with its rectangle.
   * @type {[SVGTextElement, BoardRect][]} */
  drawn = [];

  /** @param {BoardArea[]} [areas] */
  set(areas = []) {
    this.areas = areas;
    this.near.clear();
    const { hex, layer, plane } = this.board.ground;
    const texts = hex && !plane ? [] : [...layer.querySelectorAll("text")];
    this.drawn = texts.map((text) => [text, boxOf(text)]);
  }

  /**
   * The names of places that are cards grow from where they begin until they can be read; what else is written in one is
   * left out where it cannot be read, or would lie over a name.
   */
  enlarge() {
    const least = CARD_LETTERS * this.board.camera.seen().scale;
    const layer = this.drawn[0]?.[0].closest(".ow-ground");
    /** @type {BoardRect[]} */
    const taken = [];
    for (const [text, box] of this.drawn) {
      const letters = Number.parseFloat(getComputedStyle(text).fontSize) || 1;
      const anchor = getComputedStyle(text).textAnchor;
      const grow = Math.min(Math.max(least / letters, 1), FAR);
      const from = anchor === "start" ? 0 : anchor === "end" ? 1 : 0.5;
      const wide = box.width * grow;
      const own = { ...grown(box, grow), x: box.x + (box.width - wide) * from };
      const beside = [...(text.parentElement?.children ?? [])];
      const first =
        beside.find((it) => it instanceof SVGTextElement) === text || text.parentElement === layer;
      const covered = !first && (letters * grow < least || taken.some((other) => common(own, other) > 0));
      text.classList.toggle("covered", covered);
      text.style.scale = grow > 1 ? String(grow) : "";
      text.style.transformOrigin = `${from * 100}% 50%`;
      if (!covered) taken.push(own);
      // A sign behind the name is left out where the name needs its room.
      const signs = from || !first ? [] : beside.filter((it) => it instanceof SVGUseElement);
      for (const sign of signs) {
        const { x } = sign.getBBox();
        sign.style.visibility = x > box.x && own.x + own.width > x ? "hidden" : "";
      }
    }
  }

  /**
   * A name on the table that a piece or another name covers, or of which a part is out of sight, would be read wrongly,
   * and one that is too small not at all: they are left out as long as that is so.
   */
  uncover() {
    const taken = [...this.bodies(1.15), ...this.board.captions.draw()];
    this.board.explain();
    const seen = this.board.camera.seen();
    const least = LEGIBLE * seen.scale;
    for (const [text, box] of this.drawn) {
      const high = Math.min(box.width, box.height);
      const grow = Math.min(Math.max((1.55 * least) / high, 1), FAR);
      const own = grown(box, grow);
      // A part of a name is read wrongly.
      const cut = common(own, seen) < 0.97 * own.width * own.height;
      const covered = cut || high * grow < least || taken.some((other) => common(own, other) > 0);
      text.classList.toggle("covered", covered);
      text.style.scale = grow > 1 ? String(grow) : "";
      if (!covered) taken.push(own);
    }
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
    svg.style.setProperty("--grow", String(Math.min(Math.max(letters / COUNTS, 1), MOST)));
    const lines = (LINES * this.board.glow.counter) / 900;
    svg.style.setProperty("--legible", String(Math.min(Math.max(letters / lines, 1), FAR)));
    // Of many hexes the names are a haze from far, and read from near.
    const haze = ground.places.size > MANY && HEX / seen.scale < CLEAR;
    svg.classList.toggle("distant", haze || letters > HEX_ROOM * 1.15);
    if (ground.plane) rulers.draw(ground.plane, seen);
    this.draw();
  }

  /** Writes every name where it covers least, and says where the goal is. */
  draw() {
    const { board } = this;
    if (!board.camera.view) return;
    const seen = board.camera.seen();
    board.afar.draw(seen);
    const sign = this.point(seen);
    const size = Math.min(Math.max(LETTERS * seen.scale, SMALLEST), LARGEST);
    const taken = [...board.glow.taken, ...this.bodies(), ...sign];
    const written = this.areas.flatMap(({ label, ink, places, taken: drawn }) => {
      const at = this.spot(label, size, places, drawn, taken, seen);
      const box = plate(label, at ?? seen, size);
      // Half a name under the sign would be read as nothing.
      if (!at || sign.some((other) => common(box, other) > 0)) return [];
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
    if (board.ground.plane) this.uncover();
    else if (!board.ground.hex) this.enlarge();
  }

  /**
   * The rectangles of the pieces; so much larger, with what stands out from them.
   * @param {number} [grown]
   */
  bodies(grown = 1) {
    const { pieces } = this.board;
    const stands = [...pieces.all.keys()].flatMap((id) => pieces.shown(id) ?? []);
    return stands.map(({ x, y, size }) => ({
      x: x - (size * grown) / 2,
      y: y - (size * grown) / 2,
      width: size * grown,
      height: size * Math.max(grown, 1.2),
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
    /** @type {(at: Point) => boolean} */
    const has = (at) => hexes.some(({ x, y }) => x === at.x && y === at.y);
    // In the middle of hexes, and between their rows, where no piece stands.
    const rows = hexes.flatMap(({ x, y }) => [
      { x, y },
      ...(has({ x: x + 2 * BESIDE, y }) ? [{ x: x + BESIDE, y }] : []),
    ]);
    const spots = rows.flatMap(({ x, y }) => [
      { x, y },
      { x, y: y - BETWEEN },
      { x, y: y + BETWEEN },
    ]);
    const pictures = drawn
      .flatMap((id) => ground.places.get(id) ?? [])
      .map(({ x, y }) => box({ x, y: y - 520 }, 620));
    const edges = hexes.map(({ x, y }) => box({ x, y: y + 680 }, 500));
    const middle = { x: mean(hexes, "x"), y: mean(hexes, "y") };
    /** @type {(at: Point) => number} */
    const cost = (at) => {
      const own = plate(label, at, size);
      const cut = own.width * own.height - common(own, seen);
      const over = [...taken, ...pictures].reduce((all, other) => all + common(own, other), 0);
      const low = edges.reduce((all, other) => all + common(own, other), 0);
      return 6 * cut + 4 * over + low + Math.hypot(at.x - middle.x, at.y - middle.y) * 20;
    };
    const best = spots.reduce(
      (/** @type {Point | null} */ best, spot) => (!best || cost(spot) < cost(best) ? spot : best),
      null,
    );
    // A name of which a part is out of sight would be read wrongly.
    const own = best && plate(label, best, size);
    return own && common(own, seen) > 0.9 * own.width * own.height ? best : null;
  }

  /**
   * How many pixels the sign has with these words, in this window: to ask lays the whole page out.
   * @param {string} words
   */
  sized(words) {
    const key = `${words} ${innerWidth}`;
    if (this.sign?.key !== key) {
      const { offsetWidth: width, offsetHeight: height } = this.beacon;
      this.sign = { key, width, height };
    }
    return this.sign;
  }

  /**
   * The rectangle of the sign, in board units, where it stands by shares of the view.
   * @param {Point} at
   * @param {BoardRect & { scale: number }} seen
   * @returns {BoardRect}
   */
  signBox(at, seen) {
    const sign = this.sized(this.beacon.textContent ?? "");
    const [width, height] = [sign.width * seen.scale, sign.height * seen.scale];
    const [x, y] = [seen.x + (seen.width - width) * at.x, seen.y + (seen.height - height) * at.y];
    return { x, y, width, height };
  }

  /**
   * Where the sign stands, as shares of the view: as far towards the goal as the view goes, or along that edge, or at
   * another, where it covers no piece.
   * @param {Point} goal
   * @param {BoardRect & { scale: number }} seen
   * @returns {Point}
   */
  beaconAt(goal, seen) {
    /** @type {(at: number, start: number, length: number) => number} */
    const share = (at, start, length) => Math.min(Math.max((at - start) / length, 0), 1);
    const best = { x: share(goal.x, seen.x, seen.width), y: share(goal.y, seen.y, seen.height) };
    const { width, height } = this.signBox(best, seen);
    /** @type {(it: Point) => BoardRect} */
    const box = (at) => this.signBox(at, seen);
    const taken = [...this.bodies(), ...this.board.glow.taken, ...this.board.afar.taken];
    /** @type {(spot: Point) => number} */
    const cost = (spot) =>
      taken.reduce((all, other) => all + common(box(spot), other), 0) +
      (Math.abs(spot.x - best.x) + Math.abs(spot.y - best.y)) * width * height * 0.1;
    const shares = [0, 0.25, 0.5, 0.75, 1];
    const spots = [
      best,
      ...shares.flatMap((x) => [
        { x, y: best.y },
        { x, y: 0 },
        { x, y: 1 },
      ]),
    ];
    return spots.reduce((least, spot) => (cost(spot) < cost(least) ? spot : least));
  }

  /**
   * Of a zone of a measured table one means the point that is nearest, or where one stands in it. That is looked for
   * once, not with every move of the view.
   * @param {BoardPlace} place
   * @param {Point} from
   * @returns {Point}
   */
  nearBy(place, from) {
    const key = `${place.id} ${from.x},${from.y}`;
    let near = this.near.get(key);
    if (!near) {
      const edge = this.board.ground.edge(place, from);
      const { x, y } = edge?.inside ? from : (edge?.at ?? place);
      near = { x, y };
      this.near.set(key, near);
    }
    return near;
  }

  /**
   * Says at the edge of the view where the goal is, while none of it is in sight; gives where it stands, if it is there.
   * @param {BoardRect & { scale: number }} seen
   * @returns {BoardRect[]}
   */
  point(seen) {
    const { board, beacon } = this;
    const { ground } = board;
    const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
    const from = board.stop(board.focused ?? "") ?? middle;
    const places = board.marks.all.flatMap(({ place, kind }) =>
      kind === "goal" && ground.places.has(place)
        ? [/** @type {BoardPlace} */ (ground.places.get(place))]
        : [],
    );
    const goals = ground.plane ? places.map((place) => ({ ...place, ...this.nearBy(place, from) })) : places;
    const shown = ground.hex || (ground.plane && board.focused !== null);
    const hidden = !shown || !goals.length || goals.some((goal) => inside(seen, goal));
    // The nearest is that of the fewest hexes, as the game counts: what lies nearer by eye may be more of them.
    /** @type {(goal: Point) => number} */
    const steps = (goal) => hexesApart(from, goal, ground.flat);
    const few = ground.hex ? Math.min(...goals.map(steps)) : 0;
    const near = ground.hex ? goals.filter((goal) => steps(goal) === few) : goals;
    const goal = hidden ? null : nearest(near, from);
    this.goal = goal;
    beacon.hidden = goal === null;
    if (!goal) return [];
    const hexes = steps(goal);
    const area = this.areas.find(({ places }) => places.includes(goal.id));
    const far = ground.plane
      ? `${Math.round(apart(from, goal) / 1000)}"`
      : `${hexes} ${hexes === 1 ? "hex" : "hexes"}`;
    // How a zone is written matters only to those who write.
    const zone = ground.plane && goal.label?.replace(/ \(.*/, "");
    const words = `${area?.label || zone || "Goal"}: ${far} ${bearing(from, goal)}`;
    beacon.textContent = `${ARROWS.get(bearing(middle, goal)) ?? ""} ${words}`;
    beacon.style.setProperty("--name", `var(--ow-edge-${area?.ink ?? "good"})`);
    const at = this.beaconAt(goal, seen);
    beacon.style.setProperty("--across", String(at.x));
    beacon.style.setProperty("--down", String(at.y));
    return [this.signBox(at, seen)];
  }
}

/**
 * The places of a board whose cards are read from near, each with who is there, one beside the other below a narrow
 * board; a touch shows a place.
 */
export class Tour {
  /** The button of every place.
   * @type {Map<string, HTMLButtonElement>} */
  stops = new Map();

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.element = make("div", { class: "tour", role: "group", "aria-label": "Places of the board" });
    this.cards = make("p", { class: "on-cards", hidden: true });
    document.querySelector(".lens")?.prepend(this.element);
    // Beside the board it takes nothing from it.
    document.querySelector(".side")?.prepend(this.cards);
  }

  /** Lists the places of the ground as it is now, if it is such a board. */
  set() {
    const { camera, ground } = this.board;
    const places = camera.lettered ? [...ground.places.values()] : [];
    places.sort((a, b) => a.y - b.y || a.x - b.x);
    this.stops = new Map(
      places.map((place) => {
        const button = make("button", { type: "button" });
        button.addEventListener("click", () => this.show(place.id));
        return [place.id, button];
      }),
    );
    this.element.replaceChildren(...this.stops.values());
    this.element.hidden = places.length === 0;
    this.draw();
  }

  /** Writes the name of every place, with the colours of those who stand there. */
  draw() {
    const { ground, pieces } = this.board;
    for (const [id, button] of this.stops) {
      const seats = pieces.in(id).flatMap((piece) => /seat(\d)/.exec(pieces.colourOf(piece.id))?.[1] ?? []);
      const dots = [...new Set(seats)].map((seat) => dot(Number(seat)));
      button.replaceChildren(ground.places.get(id)?.label ?? id, ...dots);
    }
    this.tellCards();
    this.follow();
  }

  /** Says which cards lie where, for those to whom they are too small to read. */
  tellCards() {
    const { ground, pieces } = this.board;
    const told = [...this.stops.keys()].flatMap((id) => {
      const cards = pieces.in(id).filter((piece) => pieces.isCard(piece.id));
      const name = (/** @type {string} */ words) => words.split(/[,;:.]/, 1)[0].trim();
      const named = cards.map((card, at) =>
        make(
          "span",
          { class: "on-card" },
          pictureOf(card.element),
          name(card.words) + (cards[at + 1] ? "," : ""),
        ),
      );
      const place = make("b", {}, `${ground.places.get(id)?.label ?? id}:`);
      return cards.length ? [make("span", {}, place, ...named.flatMap((card) => [" ", card])), " "] : [];
    });
    this.cards.replaceChildren(...told);
    this.cards.hidden = !told.length;
  }

  /** Marks what is in sight. */
  follow() {
    const { camera, ground } = this.board;
    if (!camera.view || !this.stops.size) return;
    const seen = camera.seen();
    for (const [id, button] of this.stops) {
      const place = ground.places.get(id);
      button.classList.toggle("seen", !!place && inside(seen, place));
    }
    const first = this.element.querySelector(".seen");
    if (first instanceof HTMLElement) this.element.scrollLeft = first.offsetLeft - this.element.offsetLeft;
  }

  /**
   * Shows a place from near.
   * @param {string} id
   */
  show(id) {
    const { camera, ground } = this.board;
    const place = ground.places.get(id);
    if (!place) return;
    camera.whole = false;
    camera.chosen = false;
    camera.frame({ x: place.x, y: place.y, width: 0, height: 0 }, place);
  }
}

/**
 * The picture of a card once more, as small as letters; nothing if it has none.
 * @param {Element} card
 */
function pictureOf(card) {
  const picture = card.querySelector(".ow-p use");
  const href = picture?.getAttribute("href");
  if (!href) return "";
  return draw("svg", { class: "sym", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("use", { href }));
}

/**
 * The rectangle of a name on the ground, also of one that is turned.
 * @param {SVGTextElement} text
 * @returns {BoardRect}
 */
function boxOf(text) {
  const { x, y, width, height } = text.getBBox();
  const group = text.closest("g[transform]");
  const matrix = group instanceof SVGGElement ? group.transform.baseVal.consolidate()?.matrix : null;
  if (!matrix) return { x, y, width, height };
  const corners = [new DOMPoint(x, y), new DOMPoint(x + width, y + height)].map((at) =>
    at.matrixTransform(matrix),
  );
  const [left, right] = corners.map((at) => at.x).sort((a, b) => a - b);
  const [top, low] = corners.map((at) => at.y).sort((a, b) => a - b);
  return { x: left, y: top, width: right - left, height: low - top };
}

/**
 * A rectangle so many times as large about its middle.
 * @param {BoardRect} rect
 * @param {number} times
 */
const grown = ({ x, y, width, height }, times) => ({
  x: x + (width * (1 - times)) / 2,
  y: y + (height * (1 - times)) / 2,
  width: width * times,
  height: height * times,
});

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
