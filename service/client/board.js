// The board: ground, pieces that glide, what can be chosen, and a cursor for those who use keys.

import { $, make, on } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";
const MARKS = { recent: "just now", reach: "in reach", must: "compulsory" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const full = (drawing) => drawing.replaceAll("~", "var(--ow-");

function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export class Board {
  /** A board in an element. `choose` gets what can be done where one clicked, `look` what is there,
      `preview` what is pointed at, `measure` what the ruler lies between. */
  constructor(element, { choose, look, preview = () => {}, measure = () => {} }) {
    Object.assign(this, { element, choose, look, preview, measure });
    this.free = [];
    this.ruler = null;
    this.places = new Map();
    this.pieces = new Map();
    this.marked = new Map();
    this.choices = [];
    this.cursor = null;
    this.view = null;
    this.extent = [0, 0, 1, 1];
    this.counter = 1000;
    this.svg = draw("svg", { "aria-hidden": "true", focusable: "false" });
    this.layers = {};
    for (const name of ["ground", "marks", "glow", "traces", "pieces", "sketch", "tags", "cursor"]) {
      this.layers[name] = draw("g", { class: name });
      this.svg.append(this.layers[name]);
    }
    element.replaceChildren(this.svg);
    this.listen();
    on("fit", () => this.fit());
    on("zoom-in", () => this.zoom(1.4));
    on("zoom-out", () => this.zoom(1 / 1.4));
    new ResizeObserver(() => this.view && this.show()).observe(element);
  }

  /** Shows another ground; browsers keep it. */
  async setGround(digest) {
    if (digest === this.digest) return;
    this.digest = digest;
    const [drawing, places] = await Promise.all([
      fetch(`/ground/${digest}.svg`).then((answer) => answer.text()),
      fetch(`/ground/${digest}.json`).then((answer) => answer.json()),
    ]);
    if (digest !== this.digest) return;
    this.layers.ground.innerHTML = drawing;
    this.extent = places.box;
    this.counter = places.counter;
    this.svg.style.setProperty("--unit", this.counter / 900);
    this.hex = places.hex;
    this.plane = places.plane;
    this.places.clear();
    for (const [id, x, y, label, words, outline, low] of places.places) {
      this.places.set(id, { id, x, y, label: label || id, words, outline, low });
    }
    const first = !this.view;
    if (first) this.fit();
    this.setMarks(this.marks || []);
    this.drawChoices();
  }

  // ---- what lies on the board

  /** Takes over the parts of a frame that lie on the board. */
  patch(set, names) {
    if ("marks" in set) this.setMarks(set.marks);
    if ("traces" in set) this.layers.traces.innerHTML = full(set.traces);
    if (names) {
      for (const [id, piece] of this.pieces) {
        if (!names.has(`piece/${id}`)) {
          this.pieces.delete(id);
          piece.element.classList.add("gone");
          setTimeout(() => piece.element.remove(), calm.matches ? 0 : 300);
        }
      }
    }
    for (const [name, part] of Object.entries(set)) {
      if (name.startsWith("body/")) this.setBody(name.slice(5), part);
      else if (name.startsWith("piece/")) this.setPiece(name.slice(6), part);
    }
  }

  setMarks(marks) {
    this.marks = marks;
    this.marked.clear();
    const shapes = [];
    for (const [id, kind, tag] of marks) {
      const before = this.marked.get(id);
      const now = `${MARKS[kind] || kind} ${tag}`.trim();
      this.marked.set(id, before ? `${before}, ${now}` : now);
      const place = this.places.get(id);
      if (!place) continue;
      const shape = this.outline(place, 0.93);
      shape.setAttribute("class", kind);
      shapes.push(shape);
    }
    this.layers.marks.replaceChildren(...shapes);
  }

  piece(id) {
    let piece = this.pieces.get(id);
    if (!piece) {
      piece = { id, element: draw("g", { class: "piece" }), order: Infinity, words: "" };
      piece.element.dataset.piece = id;
      this.pieces.set(id, piece);
    }
    return piece;
  }

  setBody(id, [words, body]) {
    const piece = this.piece(id);
    piece.words = words;
    piece.element.innerHTML = full(body);
  }

  setPiece(id, [x, y, size, place, order]) {
    const piece = this.piece(id);
    Object.assign(piece, { x, y, size, place, order });
    if (!piece.element.isConnected) {
      let after = null;
      for (const other of this.pieces.values()) {
        if (other.element.isConnected && other.order > order && (!after || other.order < after.order)) after = other;
      }
      this.layers.pieces.insertBefore(piece.element, after ? after.element : null);
    }
    piece.element.style.transform = `translate(${x}px,${y}px) scale(${size / 1000})`;
  }

  // ---- what can be chosen

  setChoices(choices, free = []) {
    this.choices = choices;
    this.free = free;
    this.drawChoices();
  }

  /** Draws a sketch over the pieces, or takes it away. */
  sketch(drawing = "") {
    this.layers.sketch.innerHTML = drawing;
  }

  /** Sketches a way through places, from the focus. */
  way(places) {
    const spots = [this.focused, ...places].map((id) => this.spot(id)).filter(Boolean);
    const d = spots.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${y}`).join("");
    this.layers.sketch.replaceChildren(draw("path", { d, class: "under" }), draw("path", { d }));
  }

  /** A point of the plane as players write it. */
  written({ x, y }) {
    const [left, top, , high, below] = this.plane;
    const inches = (mils) => String(Math.round(mils / 50) / 20);
    return `${inches(x - left)},${inches(below ? top + high - y : y - top)}`;
  }

  /** What can be done at a point of a plane, by any piece or this one. */
  freely(at, piece) {
    const [left, top, wide, high] = this.plane || [0, 0, -1, -1];
    if (at.x < left || at.y < top || at.x > left + wide || at.y > top + high) return [];
    return this.free.filter(([, , moves]) => !piece || moves === piece).map(([label, notation]) => {
      const line = notation.replace("{at}", this.written(at));
      return { notation: line, label: `${label} to ${this.written(at)}`, words: "", kind: "point", target: [at.x, at.y], tag: "", free: true };
    });
  }

  /** Choices grouped by what one would click. */
  groups() {
    const groups = new Map();
    for (const choice of this.choices) {
      if (!choice.kind || choice.kind === "card") continue;
      const key = `${choice.kind} ${choice.target}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(choice);
    }
    return groups;
  }

  drawChoices() {
    const { glow, tags } = this.layers;
    glow.replaceChildren();
    tags.replaceChildren();
    const occupied = new Set([...this.pieces.values()].map((piece) => piece.place));
    for (const [key, group] of this.groups()) {
      const { kind, target } = group[0];
      const unit = this.counter / 900;
      let at, shape;
      if (kind === "place") {
        const place = this.places.get(target);
        if (!place) continue;
        shape = this.outline(place, 0.93);
        at = { x: place.x, y: place.low ?? place.y + (occupied.has(target) ? 640 : 230) };
      } else {
        const piece = kind === "piece" ? this.pieces.get(target) : null;
        if (kind === "piece" && !piece) continue;
        const [x, y] = piece ? [piece.x, piece.y] : target;
        const radius = piece ? piece.size * 0.62 : this.counter * 0.28;
        shape = draw("circle", { cx: x, cy: y, r: radius });
        at = { x, y: y - radius };
      }
      const back = shape.cloneNode();
      back.setAttribute("class", "under");
      const group_ = draw("g", { class: group.every((choice) => choice.plan) ? "choice far" : "choice" }, back, shape);
      group_.dataset.choice = key;
      (kind === "place" ? glow : tags).append(group_);
      this.drawTags(group, key, at, unit);
    }
    this.drawCursor();
  }

  /** The outline of a place, a little smaller. */
  outline(place, scale) {
    if (!place.outline) {
      return draw("path", { d: this.hex, transform: `translate(${place.x} ${place.y}) scale(${scale})` });
    }
    const holder = draw("g");
    holder.innerHTML = place.outline;
    const shape = holder.firstElementChild;
    shape.setAttribute("transform",
      `translate(${place.x * (1 - scale)} ${place.y * (1 - scale)}) scale(${scale})`);
    return shape;
  }

  drawTags(group, key, at, unit) {
    const size = 330 * unit;
    const width = (text) => Math.max(text.length * size * 0.62 + size * 0.7, size * 1.35);
    let tagged = group.filter((choice) => choice.tag);
    // More than fit beside each other become one, which opens the menu.
    if (tagged.length > 1 && tagged.every(({ tag }) => tag === tagged[0].tag)) tagged = [{ tag: tagged[0].tag }];
    if (tagged.length > 2) tagged = [{ tag: `${tagged.length} ways` }];
    let x = at.x - tagged.reduce((sum, choice) => sum + width(choice.tag) + size * 0.2, 0) / 2;
    for (const choice of tagged) {
      const wide = width(choice.tag);
      const chip = draw("g", { class: choice.plan ? "chip far" : "chip" },
        draw("rect", { x, y: at.y - size * 0.68, width: wide, height: size * 1.35, rx: size * 0.68 }),
        draw("text", { x: x + wide / 2, y: at.y + size * 0.34, "font-size": size }, choice.tag));
      chip.dataset.choice = key;
      if (choice.notation) chip.dataset.notation = choice.notation;
      this.layers.tags.append(chip);
      x += wide + size * 0.2;
    }
  }

  /** Lights what a choice stands for. */
  light(choice) {
    for (const lit of this.svg.querySelectorAll(".lit")) lit.classList.remove("lit");
    this.preview(choice);
    if (!choice?.kind) return;
    const key = `${choice.kind} ${choice.target}`;
    for (const element of this.svg.querySelectorAll(".choice, .chip")) {
      if (element.dataset.choice === key) element.classList.add("lit");
    }
  }

  // ---- looking closer and further

  fit() {
    this.view = [...this.extent];
    this.show();
  }

  show() {
    const [x, y, w, h] = this.view;
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  }

  /** Shows the view, moved so that the board fills the window. */
  showBoard() {
    const seen = this.seen();
    const [x, y, w, h] = this.extent;
    const inside = (at, size, from, whole) => (size >= whole ? from + (whole - size) / 2 : Math.min(Math.max(at, from), from + whole - size));
    this.view = [inside(seen.x, seen.w, x, w), inside(seen.y, seen.h, y, h), seen.w, seen.h];
    this.show();
  }

  /** What is really seen: the view box, widened to the window's shape. */
  seen() {
    const { clientWidth: wide, clientHeight: high } = this.element;
    const [x, y, w, h] = this.view;
    const scale = Math.max(w / Math.max(wide, 1), h / Math.max(high, 1));
    const [sw, sh] = [wide * scale, high * scale];
    return { x: x + (w - sw) / 2, y: y + (h - sh) / 2, w: sw, h: sh, scale };
  }

  zoom(factor, at) {
    if (!this.view) return;
    const seen = this.seen();
    const centre = at || { x: seen.x + seen.w / 2, y: seen.y + seen.h / 2 };
    const least = this.counter * 2.5;
    const most = Math.max(this.extent[2], this.extent[3]) * 1.6;
    const size = Math.max(seen.w, seen.h);
    factor = Math.min(Math.max(size / factor, least), most) / size;
    this.view = [
      centre.x - (centre.x - seen.x) * factor, centre.y - (centre.y - seen.y) * factor,
      seen.w * factor, seen.h * factor,
    ];
    this.show();
  }

  pan(dx, dy) {
    const seen = this.seen();
    this.view = [seen.x + dx, seen.y + dy, seen.w, seen.h];
    this.show();
  }

  /** Where a place or piece is. */
  spot(id) {
    const place = this.places.get(id);
    if (place) return place;
    const piece = this.pieces.get(id);
    return piece && piece.x !== undefined ? piece : null;
  }

  /** Brings a place into view, the first time close enough to read. */
  focus(id, first) {
    const spot = this.spot(id);
    if (!spot || !this.view) return;
    const seen = this.seen();
    if (first && this.counter / seen.scale < 24) {
      const scale = this.counter / 40;
      const [w, h] = [this.element.clientWidth * scale, this.element.clientHeight * scale];
      this.view = [spot.x - w / 2, spot.y - h / 2, w, h];
      this.showBoard();
      return;
    }
    // No further than it must.
    const margin = this.counter * 0.6;
    const over = (at, from, size) => Math.min(at - margin - from, 0) + Math.max(at + margin - from - size, 0);
    const [dx, dy] = [over(spot.x, seen.x, seen.w), over(spot.y, seen.y, seen.h)];
    if (dx || dy) this.pan(dx, dy);
  }

  /** Comes close to what can be chosen, if it is too small. */
  approach() {
    const { x, y, width, height } = this.layers.glow.getBBox();
    if (!width || this.counter / this.seen().scale >= 24) return;
    const margin = this.counter * 3;
    this.view = [x - margin, y - margin, width + 2 * margin, height + 2 * margin];
    this.showBoard();
  }

  point({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  listen() {
    const { element } = this;
    const heard = (name, work, how) => element.addEventListener(name, work, how);
    const held = new Map();
    let moved = 0;
    heard("wheel", (event) => {
      if (!this.view) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), this.point(event));
    }, { passive: false });
    heard("pointerdown", (event) => {
      if (event.button) return;
      held.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (held.size === 1) moved = 0;
      this.pointed = true;
      const piece = this.pieceUnder(event);
      const movable = piece && !this.ruler
        && (this.free.some(([, , moves]) => moves === piece) || this.choices.some(({ moves }) => moves === piece));
      this.dragged = movable ? piece : null;
    });
    heard("pointermove", (event) => {
      if (!this.view || (held.size && !this.dragged) || (!held.size && event.pointerType === "touch")) return;
      if (this.ruler) return this.ruler.from && this.measure(this.ruler.from, this.thing(event));
      if (this.dragged ? moved <= 8 : !this.free.length || event.target.closest("[data-choice], [data-piece]")) return;
      const group = this.dragged ? this.dropped(event) : this.freely(this.point(event));
      if (group[0] || this.dragged) this.light(group[0]);
    });
    addEventListener("pointermove", (event) => {
      const before = held.get(event.pointerId);
      if (!before || !this.view) return;
      const now = { x: event.clientX, y: event.clientY };
      const others = [...held].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      if (others.length) {
        const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
        const middle = { clientX: (now.x + others[0].x) / 2, clientY: (now.y + others[0].y) / 2 };
        this.zoom(apart(now, others[0]) / Math.max(apart(before, others[0]), 1), this.point(middle));
        moved = 100;
      } else {
        moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
        if (moved > 8 && !this.dragged) {
          const { scale } = this.seen();
          this.pan((before.x - now.x) * scale, (before.y - now.y) * scale);
          element.classList.add("dragging");
        }
      }
      held.set(event.pointerId, now);
    });
    const release = (event) => {
      if (held.delete(event.pointerId)) element.classList.remove("dragging");
    };
    addEventListener("pointerup", (event) => {
      if (this.dragged && moved > 8 && held.has(event.pointerId)) {
        const group = this.dropped(event);
        this.light(group[0]);
        this.choose(group, { x: event.clientX, y: event.clientY });
      }
      this.dragged = null;
      release(event);
      this.pointed = false;
    });
    addEventListener("pointercancel", release);
    heard("click", (event) => {
      if (moved <= 8) this.click(event);
    });
    heard("pointerover", (event) => this.hover(event));
    heard("keydown", (event) => this.key(event));
    heard("focus", () => {
      // A board that is clicked stays where it is.
      if (!this.pointed) this.place(this.cursor || this.start());
    });
    heard("blur", () => this.drawCursor());
  }

  /** What it means to let the dragged piece go here. */
  dropped(event) {
    const stop = this.nearest(event)?.id;
    const here = this.choices.filter(({ moves, kind, target }) => moves === this.dragged && kind === "place" && target === stop);
    return here.length ? here : this.freely(this.point(event), this.dragged);
  }

  /** What is under the pointer, as the server names it. */
  thing(event) {
    const piece = this.pieceUnder(event);
    if (piece) return `piece:${piece}`;
    const { x, y } = this.point(event);
    return this.plane ? `point:${Math.round(x)},${Math.round(y)}` : `place:${this.nearest(event)?.id}`;
  }

  /** The piece under the pointer, or under what glows there. */
  pieceUnder(event) {
    const found = document.elementsFromPoint(event.clientX, event.clientY);
    return found.map((element) => element.closest("[data-piece]")).find(Boolean)?.dataset.piece;
  }

  nearest(event) {
    const at = this.point(event);
    let nearest = null, least = Infinity;
    for (const place of this.places.values()) {
      const far = Math.hypot(place.x - at.x, place.y - at.y);
      if (far < least) [nearest, least] = [place, far];
    }
    return nearest;
  }

  /** Takes the ruler, or lays it away. */
  setRuler(on) {
    this.ruler = on ? {} : null;
    this.element.classList.toggle("measuring", on);
    this.sketch();
  }

  layRuler(thing) {
    this.ruler.from = thing;
    this.measure(thing, "", true);
  }

  /** What can be done with the thing under the pointer. */
  under(event) {
    // What glows under a piece that has nothing to offer itself is meant.
    const own = this.pieces.get(event.target.closest("[data-piece]")?.dataset.piece);
    const tagged = own && this.at(own.id).length ? null
      : document.elementsFromPoint(event.clientX, event.clientY).map((element) => element.closest("[data-choice]")).find(Boolean);
    if (tagged) {
      const group = this.groups().get(tagged.dataset.choice) || [];
      const { notation } = tagged.dataset;
      return { group: notation ? group.filter((choice) => choice.notation === notation) : group };
    }
    if (own) {
      const group = this.at(own.id);
      if (group.length || !own.place) return { group, stop: own.id };
      return { group: this.at(own.place), stop: own.place };
    }
    const stop = this.nearest(event)?.id;
    return { group: stop ? this.at(stop) : [], stop };
  }

  click(event) {
    if (this.ruler) return this.layRuler(this.thing(event));
    const { group, stop } = this.under(event);
    if (stop) {
      this.cursor = stop;
      this.look(this.words(stop));
    }
    const all = group.length || event.target.closest("[data-piece]") ? group : this.freely(this.point(event));
    this.choose(all, { x: event.clientX, y: event.clientY }, false, stop || this.nearest(event)?.id);
    this.drawCursor();
  }

  hover(event) {
    if (event.pointerType === "touch" || this.ruler || this.dragged) return;
    const tagged = event.target.closest("[data-choice]");
    if (tagged) {
      const { group } = this.under(event);
      this.look(group.map(told).join(" · "));
      this.light(group[0]);
      return;
    }
    this.light(null);
    const piece = this.pieces.get(event.target.closest("[data-piece]")?.dataset.piece);
    if (piece) this.look(piece.words);
  }

  // ---- walking with keys

  /** Where the cursor can stop: places, and pieces in none. */
  stops() {
    const stops = [...this.places.values()];
    for (const piece of this.pieces.values()) if (!piece.place && piece.x !== undefined) stops.push(piece);
    return stops;
  }

  start() {
    const choice = this.choices.find(({ kind }) => kind === "place" || kind === "piece");
    if (choice) return this.pieces.get(choice.target)?.place || choice.target;
    return this.focused || this.places.keys().next().value;
  }

  place(id) {
    if (!id) return;
    this.cursor = id;
    this.drawCursor();
    this.focus(id, false);
    if (this.ruler?.from) this.measure(this.ruler.from, this.named(id), true);
    else this.look(this.words(id), true);
  }

  named(id) {
    return `${this.places.has(id) ? "place" : "piece"}:${id}`;
  }

  walk(dx, dy) {
    const here = this.spot(this.cursor);
    if (!here) return this.place(this.start());
    let best = null, least = Infinity;
    for (const stop of this.stops()) {
      const [x, y] = [stop.x - here.x, stop.y - here.y];
      const far = Math.hypot(x, y);
      if (!far) continue;
      const along = (x * dx + y * dy) / far;
      if (along < 0.45) continue;
      const score = far * (1 + 2.5 * (1 - along));
      if (score < least) [best, least] = [stop, score];
    }
    if (best) this.place(best.id);
  }

  next(step) {
    const ids = [];
    for (const group of this.groups().values()) {
      const { kind, target, plan } = group[0];
      if (kind === "point" || plan) continue;
      const id = kind === "piece" ? this.pieces.get(target)?.place || target : target;
      if (!ids.includes(id)) ids.push(id);
    }
    if (!ids.length) return;
    const at = ids.indexOf(this.cursor);
    this.place(ids[(at + step + ids.length) % ids.length]);
  }

  /** What can be chosen at a place and with the pieces in it. */
  at(id) {
    return this.choices.filter(({ kind, target }) =>
      (kind === "place" && target === id)
      || (kind === "piece" && (target === id || this.pieces.get(target)?.place === id)));
  }

  /** What is at a stop, in words. */
  words(id) {
    const place = this.places.get(id);
    if (!place) return this.pieces.get(id)?.words || "";
    const parts = [place.words ? `${place.label}: ${place.words}` : place.label];
    if (this.marked.has(id)) parts.push(this.marked.get(id));
    for (const piece of this.pieces.values()) if (piece.place === id) parts.push(piece.words);
    const group = this.at(id);
    if (group.length) parts.push(`You can: ${group.map(told).join("; ")}`);
    return parts.map((part) => part.replace(/[.\s]+$/, "")).join(". ") + ".";
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (to) this.walk(...to);
    else if (event.key === "Enter" || event.key === " ") {
      if (this.ruler && this.cursor) {
        event.preventDefault();
        event.stopPropagation();
        return this.layRuler(this.named(this.cursor));
      }
      const group = this.cursor ? this.at(this.cursor) : [];
      this.choose(group, this.layers.cursor.getBoundingClientRect(), true, this.cursor);
    } else if (event.key === "n") this.next(1);
    else if (event.key === "N") this.next(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  drawCursor() {
    this.layers.cursor.replaceChildren();
    if (document.activeElement !== this.element) return;
    const spot = this.spot(this.cursor);
    if (!spot) return;
    const shape = this.places.has(spot.id)
      ? this.outline(spot, 0.98)
      : draw("circle", { cx: spot.x, cy: spot.y, r: spot.size * 0.7 });
    const back = shape.cloneNode();
    back.setAttribute("class", "under");
    this.layers.cursor.append(back, shape);
  }
}

/** A choice in a few words. */
export function told(choice) {
  const label = choice.label || choice.notation;
  return choice.words ? `${label} (${choice.words.replace(/\.$/, "")})` : label;
}

/** A choice from the list that the server sends. */
export function read([notation, at = 0, tag = "", label = "", words = "", final = 0, moves = null]) {
  const kind = at.map ? "point" : { h: "place", p: "piece", c: "card" }[at[0]] || "";
  return { notation, label: label || notation, words, kind, target: at.map ? at : at && at.slice(1), tag, final: !!final, moves };
}

/** Decisions further ahead, as choices of several lines. */
export function plans(ahead = []) {
  const all = [];
  return ahead.flatMap(([after, line, place, tag]) => {
    const before = all[after] || { plan: [], way: [] };
    const step = { plan: [...before.plan, line], way: [...before.way, place] };
    all.push(step);
    const words = `costs ${tag}: ${step.plan.join(", ")}`;
    return tag ? [{ ...step, notation: step.plan.join(", "), label: `Go on to ${place}`, words, kind: "place", target: place, tag }] : [];
  });
}

// The pictures that pieces use are laid into the page.
const style = document.querySelector("link[rel=stylesheet]").href;
const holder = make("div", { class: "pictures", "aria-hidden": "true" });
document.body.append(holder);
fetch(style.replace("style.css", "sprite.svg")).then((answer) => answer.text()).then((drawing) => (holder.innerHTML = drawing));

/** Shows what is somewhere, and says it if it was asked for with keys. */
export function look(words, aloud) {
  $("place-words").textContent = words;
  if (aloud) $("here").textContent = words;
}
