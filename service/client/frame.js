// @ts-check
// The frame: everything that a page has been sent, part by part. It is at any time what the server would
// send to somebody who came just now.

/** @import { Parts, Update } from "./protocol.js" */

/**
 * What an update changed: the parts that are new, and, if any may be gone, the names of all that are there.
 * @typedef {{ set: Parts, names: Set<string> | null }} Change
 */

export class Frame {
  /** @type {Parts} */
  parts = {};
  /** Whether the next update is a whole frame, in which what is not named is gone. */
  whole = true;

  /** Forgets everything: what comes next is a whole frame. */
  restart() {
    this.parts = {};
    this.whole = true;
  }

  /**
   * Takes over an update.
   * @param {Update} update
   * @returns {Change}
   */
  apply({ set, gone }) {
    const parts = { ...this.parts, ...set };
    for (const name of gone ?? []) Reflect.deleteProperty(parts, name);
    const names = this.whole || gone ? new Set(Object.keys(parts)) : null;
    this.parts = parts;
    this.whole = false;
    return { set, names };
  }
}

/**
 * The parts of a kind, such as `piece/`, each with its id, by name.
 * @template {"body/" | "panel/" | "piece/" | "slip/" | "talk/"} K
 * @param {Parts} parts
 * @param {K} kind
 * @returns {[string, Parts[`${K}${string}`]][]}
 */
export function partsOf(parts, kind) {
  const found = Object.entries(parts).filter(([name]) => name.startsWith(kind));
  return /** @type {any} */ (found.sort().map(([name, part]) => [name.slice(kind.length), part]));
}
