// @ts-check
// What is written on lines over a measured table: on the free side of a ring, where it covers nothing by which one
// decides. What has no room, or would be too small to read, is said below the board instead.

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { BoardRect } from "./protocol.js" */

import { common } from "./geometry.js";

/** Letters of fewer pixels are not read. */
const LEAST = 11;

/** So many places along a ring are tried. */
const TRIED = 32;

/** A caption of which more than this share would be covered, or cut off, stands below the board. */
const COVERED = 0.06;

/**
 * Of these middles the one where a box of this size covers least of what is taken and lies in sight; nothing if it would
 * be covered or cut off everywhere. Of two that are as good the first is taken.
 * @param {Point[]} middles
 * @param {{ width: number, height: number }} size
 * @param {BoardRect[]} taken
 * @param {BoardRect} seen
 * @returns {Point | null}
 */
export function freeSpot(middles, { width, height }, taken, seen) {
  let [best, least] = [/** @type {Point | null} */ (null), COVERED * width * height];
  for (const { x, y } of middles) {
    const box = { x: x - width / 2, y: y - height / 2, width, height };
    const cut = width * height - common(box, seen);
    const over = taken.reduce((sum, other) => sum + common(box, other), cut);
    if (over < least) [best, least] = [{ x, y }, over];
    if (!over) break;
  }
  return best;
}

/**
 * Points along a closed line, from up on the left, where ways ahead seldom lead.
 * @param {SVGPathElement} ring
 */
function along(ring) {
  const length = ring.getTotalLength();
  const points = Array.from({ length: TRIED }, (_, at) => ring.getPointAtLength((length * at) / TRIED));
  return points.map(({ x, y }) => ({ x, y })).sort((a, b) => a.x + 2 * a.y - b.x - 2 * b.y);
}

export class Captions {
  /** What stands below the board instead: the words of each line and its colour.
   * @type {{ words: string, paint: string }[]} */
  left = [];

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /** Lays out what is written on lines, as it is seen now; gives where it stands. */
  draw() {
    const { camera, traces, ground } = this.board;
    this.left = [];
    if (!ground.plane || !camera.view) return [];
    const seen = camera.seen();
    const table = camera.extent;
    const [x, y] = [Math.max(seen.x, table.x), Math.max(seen.y, table.y)];
    const room = {
      x,
      y,
      width: Math.min(seen.x + seen.width, table.x + table.width) - x,
      height: Math.min(seen.y + seen.height, table.y + table.height) - y,
    };
    const taken = [...this.board.glow.taken, ...this.board.names.bodies(1.2)];
    const lines = traces.querySelectorAll(".ow-trace");
    const written = [];
    for (const label of traces.querySelectorAll(".ow-l")) {
      if (!(label instanceof SVGGElement)) continue;
      const [plate, text] = [label.querySelector("rect"), label.querySelector("text")];
      const line = lines[Number(label.dataset.of ?? -1)];
      const ring = line?.querySelector("path");
      if (!plate || !text || !(ring instanceof SVGPathElement)) continue;
      const own = plate.getBBox();
      const grow = Math.max((LEAST * seen.scale) / Number(text.getAttribute("font-size")), 1);
      const size = { width: own.width * grow, height: own.height * grow };
      const middle = { x: own.x + own.width / 2, y: own.y + own.height / 2 };
      const closed = /z\s*$/i.test(ring.getAttribute("d") ?? "");
      const at = freeSpot(closed ? along(ring) : [middle], size, taken, room);
      label.classList.toggle("covered", !at);
      if (!at) {
        const words = line.querySelector("title")?.textContent ?? "";
        if (closed && words) this.left.push({ words, paint: ring.getAttribute("stroke") ?? "" });
        continue;
      }
      label.style.translate = `${at.x - middle.x}px ${at.y - middle.y}px`;
      label.style.scale = String(grow);
      const box = { ...size, x: at.x - size.width / 2, y: at.y - size.height / 2 };
      written.push(box);
      taken.push(box);
    }
    return written;
  }
}
