// @ts-check
// Drawing: new SVG elements, and the drawings that the server sends.

/**
 * A new SVG element with these attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * The shape with a wider one of the same form under it, so that it stands out from any ground.
 * @template {SVGElement} T
 * @param {T} shape
 * @param {string} [kind] a class of both
 */
export function outlined(shape, kind = "") {
  const under = /** @type {T} */ (shape.cloneNode(true));
  under.setAttribute("class", `under ${kind}`.trim());
  if (kind) shape.setAttribute("class", kind);
  return [under, shape];
}

/**
 * A drawing of the server's in full: it abbreviates the beginning of a colour's name.
 * @param {string} drawing
 */
export const full = (drawing) => drawing.replaceAll("~", "var(--ow-");

/** Lays the pictures that pieces and sheets use into the page. */
export async function layPictures() {
  const style = document.querySelector("link[rel=stylesheet]")?.getAttribute("href") ?? "";
  const holder = document.createElement("div");
  holder.className = "pictures";
  holder.setAttribute("aria-hidden", "true");
  document.body.append(holder);
  holder.innerHTML = await fetch(style.replace("style.css", "sprite.svg")).then((answer) => answer.text());
}
