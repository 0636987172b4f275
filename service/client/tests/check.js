// @ts-check
// What tests of modules are made of. A test file calls `test`; index.html loads it and calls `run`.

/** @typedef {{ name: string, failure: string }} Result what failed, in words; empty if nothing did */

/** @type {{ name: string, work: () => void | Promise<void> }[]} */
const tests = [];

/**
 * Something that a module promises, in a sentence, and how it is seen.
 * @param {string} name
 * @param {() => void | Promise<void>} work
 */
export const test = (name, work) => tests.push({ name, work });

/**
 * Fails unless two values are written alike.
 * @param {unknown} found
 * @param {unknown} expected
 */
export function equal(found, expected) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  if (left !== right) throw new Error(`found ${left}\n  expected ${right}`);
}

/**
 * Fails unless two numbers are as good as equal.
 * @param {number} found
 * @param {number} expected
 */
export function near(found, expected) {
  if (!(Math.abs(found - expected) < 1e-6)) throw new Error(`found ${found}\n  expected about ${expected}`);
}

/**
 * Lays out a page with this content and nothing else.
 * @param {string} html
 */
export function page(html) {
  document.body.innerHTML = html;
}

/**
 * The only element that a selector finds.
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function one(selector) {
  const found = document.querySelectorAll(selector);
  if (found.length !== 1) throw new Error(`${found.length} elements are ${selector}`);
  return /** @type {HTMLElement} */ (found[0]);
}

/** What elements say.
 * @param {string} selector */
export const texts = (selector) => [...document.querySelectorAll(selector)].map((found) => found.textContent);

/** Waits until everything is done that was begun. */
export const settled = () => new Promise((done) => setTimeout(done, 0));

/**
 * Presses a key on an element, perhaps with Shift.
 * @param {Element} element
 * @param {string} key
 * @param {boolean} [shiftKey]
 */
export const press = (element, key, shiftKey = false) =>
  element.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));

/**
 * Runs everything that was called a test.
 * @returns {Promise<Result[]>}
 */
export async function run() {
  const results = [];
  for (const { name, work } of tests) {
    let failure = "";
    localStorage.clear();
    page("");
    try {
      await work();
    } catch (error) {
      failure = error instanceof Error ? `${error.message}` : String(error);
    }
    results.push({ name, failure });
  }
  return results;
}
