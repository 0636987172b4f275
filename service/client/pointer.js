// @ts-check
// Pointers: a mouse, a pen or fingers that click, drag pieces, move the board and look closer.

/** @import { Board } from "./board.js" */
/** @import { Offer } from "./choices.js" */
/** @import { Point } from "./geometry.js" */

import { droppedAt, grouped, keyOf, ofKey, pieceKey, placeKey, told } from "./choices.js";
import { apart, nearest } from "./geometry.js";
import { around } from "./page.js";

/** A pointer that moved no further than so many pixels has clicked. */
const STEADY = 8;

/**
 * The first thing around a point of the window that a selector finds, from above.
 * @param {{ clientX: number, clientY: number }} at
 * @param {string} selector
 * @returns {HTMLElement | SVGElement | undefined}
 */
function topmost({ clientX, clientY }, selector) {
  const found = document.elementsFromPoint(clientX, clientY).map((element) => element.closest(selector));
  return found.find((element) => element instanceof SVGElement || element instanceof HTMLElement);
}

export class Pointer {
  /** Whether one is pressed. */
  pressed = false;
  /** Where those are that are held down, by their ids.
   * @type {Map<number, Point>} */
  held = new Map();
  /** How far the held ones have moved, in pixels. */
  moved = 0;
  /** The piece that is dragged; empty if none is. */
  dragged = "";
  /** Whether one was pressed on the knob of the course. */
  onKnob = false;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    const { element } = board;
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.point(event));
    element.addEventListener("pointerover", (event) => this.hover(event));
    element.addEventListener("pointerleave", ({ pointerType }) => {
      if (pointerType !== "touch") this.leave();
    });
    element.addEventListener("click", (event) => this.click(event));
    addEventListener("pointermove", (event) => this.pull(event));
    addEventListener("pointerup", (event) => this.release(event));
    addEventListener("pointercancel", (event) => this.letGo(event));
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const { camera } = this.board;
    if (!camera.view) return;
    event.preventDefault();
    camera.zoom(Math.exp(-event.deltaY / 400), camera.point(event));
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button) return;
    this.onKnob = around(event, "[data-turn]") !== null;
    if (this.onKnob) this.board.course.turn();
    this.held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.held.size === 1) this.moved = 0;
    this.pressed = true;
    const { ruler, free, all } = this.board;
    const piece = ruler.taken ? "" : this.pieceUnder(event);
    this.dragged = [...free, ...all].some(({ moves }) => moves === piece) ? piece : "";
  }

  /**
   * Shows what would happen where one points or drags a piece.
   * @param {PointerEvent} event
   */
  point(event) {
    const { board, dragged } = this;
    if (board.course.turning) return board.course.face(board.camera.point(event));
    const busy = this.held.size ? !dragged : event.pointerType === "touch";
    if (!board.camera.view || busy) return;
    if (board.ruler.taken) return board.ruler.reach(this.thing(event));
    if (dragged) {
      if (this.moved > STEADY) board.light(this.dropped(event, false)[0] ?? null);
    } else if (board.free.length && !around(event, "[data-choice], [data-piece]")) {
      const [first] = board.course.to(board.camera.point(event));
      if (first) board.light(first);
    }
  }

  /**
   * Moves the board with one pointer, looks closer with two.
   * @param {PointerEvent} event
   */
  pull(event) {
    const { camera, element } = this.board;
    const before = this.held.get(event.pointerId);
    if (!before || !camera.view) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.held].find(([id]) => id !== event.pointerId)?.[1];
    this.held.set(event.pointerId, now);
    if (other) {
      const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
      camera.zoom(apart(now, other) / Math.max(apart(before, other), 1), camera.point(middle));
      this.moved = Infinity;
      return;
    }
    this.moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (this.moved > STEADY && !this.dragged && !this.board.course.turning) {
      const { scale } = camera.seen();
      camera.whole = false;
      camera.chosen = true;
      camera.pan({ x: (before.x - now.x) * scale, y: (before.y - now.y) * scale });
      element.classList.add("dragging");
    }
  }

  /**
   * Lets a dragged piece go.
   * @param {PointerEvent} event
   */
  release(event) {
    const { course, camera } = this.board;
    // A click on the knob takes it up, the next one lays it down.
    if (course.turning && this.held.has(event.pointerId) && (this.moved > STEADY || !this.onKnob)) {
      const offers = course.faced(camera.point(event));
      this.moved = Infinity;
      this.board.choose(offers, { x: event.clientX, y: event.clientY });
    }
    if (this.dragged && this.moved > STEADY && this.held.has(event.pointerId)) {
      const offers = this.dropped(event, true);
      this.board.light(offers[0] ?? null);
      this.board.choose(offers, { x: event.clientX, y: event.clientY });
    }
    this.dragged = "";
    this.letGo(event);
    this.pressed = false;
  }

  /** @param {PointerEvent} event */
  letGo({ pointerId }) {
    if (this.held.delete(pointerId)) this.board.element.classList.remove("dragging");
  }

  /** @param {MouseEvent} event */
  click(event) {
    const { board } = this;
    if (this.moved > STEADY || board.course.turning) return;
    if (board.ruler.taken) return board.ruler.lay(this.thing(event));
    const { offers, stop } = this.under(event);
    board.cursor.point = null;
    board.cursor.shown = false;
    const own = this.goer(event);
    if (stop) {
      board.cursor.at = stop;
      board.look(board.words(own || stop));
    }
    // Who points at a piece that can go somewhere wants to see where; who points beside it lets it be.
    if (own && ofKey(own).id !== board.picked) return void board.pick(own);
    const here =
      offers.length || around(event, "[data-piece]") ? offers : board.course.ask(board.camera.point(event));
    if (!here.length || own) board.pick("");
    board.choose(here, { x: event.clientX, y: event.clientY }, false, ofKey(stop).id || this.nearest(event));
    board.cursor.draw();
  }

  /**
   * The piece under the pointer, if it can go somewhere that is not where it stands; empty if it cannot, or if its
   * place can be chosen.
   * @param {MouseEvent} event
   */
  goer(event) {
    const { board } = this;
    const piece = board.pieces.all.get(this.pieceUnder(event));
    if (!piece) return "";
    const place = piece.stand?.place;
    const there = place !== undefined && board.offers.some(({ target }) => keyOf(target) === placeKey(place));
    const goes = board.all.some(({ moves }) => moves === piece.id);
    return goes && !there ? pieceKey(piece.id) : "";
  }

  /**
   * Says what is pointed at, and shows what can be done there.
   * @param {PointerEvent} event
   */
  hover(event) {
    const { board } = this;
    if (event.pointerType === "touch" || board.ruler.taken || this.dragged || board.course.turning) return;
    const { offers, stop } = this.under(event);
    const named = keyOf(offers[0]?.target ?? null);
    const id = stop || (named.startsWith("point:") ? "" : named);
    // Whoever moves freely is told of every point by and by; a piece or a place there is still said.
    if (!offers.length && board.free.length && !around(event, "[data-piece]")) return;
    const words = id ? board.words(id) : offers.map(told).join(" · ");
    board.look(words);
    board.light(offers[0] ?? null, false, words);
  }

  /** Nothing is pointed at any more. */
  leave() {
    if (this.held.size || this.board.ruler.taken || this.board.course.turning) return;
    this.board.light(null);
    this.board.look("");
  }

  /**
   * What can be done with the thing under the pointer, and the place or piece that it is.
   * @param {MouseEvent} event
   * @returns {{ offers: Offer[], stop: string }}
   */
  under(event) {
    const { board } = this;
    const own = board.pieces.all.get(around(event, "[data-piece]")?.dataset.piece ?? "");
    const offers = own ? board.at(pieceKey(own.id)) : [];
    // What glows under a piece that has nothing to offer itself is meant.
    const glowing = offers.length ? undefined : topmost(event, "[data-choice]");
    if (glowing) {
      const { choice = "", notation } = glowing.dataset;
      const group = grouped(board.offers).get(choice) ?? [];
      // A tag is too small for a finger, which means the thing under it.
      const finger = event instanceof PointerEvent && event.pointerType === "touch";
      return {
        offers: notation && !finger ? group.filter((offer) => offer.notation === notation) : group,
        stop: "",
      };
    }
    if (own && (offers.length || !own.stand?.place)) return { offers, stop: pieceKey(own.id) };
    const place = own?.stand?.place ?? this.nearest(event);
    const stop = place && placeKey(place);
    return { offers: stop ? board.at(stop) : [], stop };
  }

  /**
   * What it means to let the dragged piece go here, or would mean if it has not been let go yet.
   * @param {PointerEvent} event
   * @param {boolean} gone
   */
  dropped(event, gone) {
    const { board, dragged } = this;
    const here = droppedAt(board.all, dragged, this.nearest(event));
    if (here.length) return here;
    const at = board.camera.point(event);
    return gone ? board.course.ask(at, dragged) : board.course.to(at, dragged);
  }

  /**
   * What is under the pointer, as the server names it.
   * @param {MouseEvent} event
   */
  thing(event) {
    const piece = this.pieceUnder(event);
    if (piece) return `piece:${piece}`;
    const { x, y } = this.board.camera.point(event);
    return this.board.ground.plane
      ? `point:${Math.round(x)},${Math.round(y)}`
      : `place:${this.nearest(event)}`;
  }

  /**
   * The piece under the pointer, or under what glows there; empty if there is none.
   * @param {MouseEvent} event
   */
  pieceUnder(event) {
    return topmost(event, "[data-piece]")?.dataset.piece ?? "";
  }

  /**
   * The place nearest to the pointer; empty if the board has none.
   * @param {MouseEvent} event
   */
  nearest(event) {
    // A plane is not paved with places: only what is really under the pointer is meant.
    if (this.board.ground.plane) {
      const area = topmost(event, "[id^='place-']");
      return area && this.board.ground.layer.contains(area) ? area.id.slice("place-".length) : "";
    }
    return nearest(this.board.ground.places.values(), this.board.camera.point(event))?.id ?? "";
  }
}
