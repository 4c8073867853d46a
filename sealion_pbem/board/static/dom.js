/** Elements made from words; text is only ever text. */

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["g", "path", "circle", "rect", "line", "polygon", "polyline", "ellipse", "text", "tspan", "title", "svg"]);
const LOOK = /^(?:d|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|dx|dy|width|height|points|transform|class|fill|stroke|opacity|viewBox|font-[a-z]+|fill-[a-z]+|stroke-[a-z]+|text-anchor|letter-spacing|paint-order|dominant-baseline)$/;

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Object<string, any>} [properties] @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === undefined || value === null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) made.append(child);
  return made;
}

/** @param {string} tag @param {Object<string, string|number>} attributes @param {...Node} children @returns {SVGElement} */
export function s(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return /** @type {SVGElement} */ (made);
}

/**
 * A drawing that the server told as a tree; what is no shape is left out.
 * @param {import("./types.js").Tree} tree @returns {SVGElement}
 */
export function drawn(tree) {
  const [tag, attributes, ...children] = tree;
  const made = s(DRAWN.has(tag) ? tag : "g");
  for (const [name, value] of Object.entries(attributes)) if (LOOK.test(name)) made.setAttribute(name, value);
  for (const child of children) made.append(typeof child === "string" ? child : drawn(child));
  return made;
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}
