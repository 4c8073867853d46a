/** The map: a picture, drawings over it and counters, each a layer of its own under one transform. */

import { byId, drawn, h, s } from "./dom.js";
import { Places, hexagon } from "./geometry.js";

/** @typedef {import("./types.js").Shown} Shown */
/** @typedef {{label: string, kind: string}} Light */

const NEAREST = 6;
const SMALLEST = 0.2;
const LARGEST = 4;
const READABLE = 0.9;

export class BoardMap {
  /** @param {import("./types.js").Scene} scene @param {import("./types.js").Sheet} sheet */
  constructor(scene, sheet) {
    this.scene = scene;
    this.sheet = sheet;
    this.places = new Places(scene);
    /** @type {Shown|null} */
    this.shown = null;
    this.view = byId("view");
    this.world = byId("world");
    const [left, top, width, height] = scene.view;
    this.box = { left, top, width, height };
    this.picture = h("img", { alt: "", class: "layer ground", draggable: "false" });
    this.under = s("svg", { class: "layer", viewBox: scene.view.join(" "), "aria-hidden": "true" });
    this.counters = h("div", { class: "layer counters", "aria-hidden": "true" });
    this.over = s("svg", { class: "layer over", viewBox: scene.view.join(" "), "aria-hidden": "true" });
    this.held = s("g");
    this.lights = s("g", { class: "lights" });
    this.layer = s("g", { class: "area" });
    this.marks = s("g", { class: "marks" });
    this.traced = s("g", { class: "traced" });
    this.way = s("g", { class: "way" });
    this.cursor = s("g", { class: "cursor" });
    this.diagram = s("g", { class: "diagram" });
    this.under.append(patterns("layer"), this.held, drawn(scene.loose), this.layer, this.lights);
    this.over.append(this.marks, this.traced, this.diagram, this.way, this.cursor);
    this.world.append(this.picture, this.under, this.counters, this.over);
    this.world.style.width = `${width}px`;
    this.world.style.height = `${height}px`;
    /** @type {Map<string, HTMLElement>} */
    this.elements = new Map();
    this.style = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.style];
    this.at = { x: 0, y: 0, scale: 1 };
    /** Whether the whole map is shown, and stays so when the window changes. */
    this.isWhole = true;
    /** The place that the keyboard points at. */
    this.pointed = "";
    this.fit();
    new ResizeObserver(() => (this.isWhole ? this.fit() : this.#moved())).observe(this.view);
  }

  /** @param {string} ground @param {string} sheet */
  paint(ground, sheet) {
    this.picture.src = ground;
    this.paintSheet(sheet, this.sheet);
  }

  /** @param {string} address @param {import("./types.js").Sheet} sheet */
  paintSheet(address, sheet) {
    this.sheet = sheet;
    const rows = Math.ceil(sheet.faces / sheet.row);
    this.style.replaceSync(
      `.counter { background-image: url("${address}"); width: ${sheet.edge}px; height: ${sheet.edge}px;` +
      ` background-size: ${sheet.row * sheet.edge}px ${rows * sheet.edge}px; }`,
    );
  }

  /** Show a position. @param {Shown} shown */
  show(shown) {
    this.shown = shown;
    const gone = new Set(this.elements.keys());
    shown.placed.forEach(([face, x, y, unit], number) => {
      const key = unit || `#${number}`;
      gone.delete(key);
      const element = this.elements.get(key) || this.#element(key, unit);
      element.style.transform = `translate(${x - this.box.left}px, ${y - this.box.top}px)`;
      element.style.zIndex = String(number);
      this.#face(element, face);
    });
    for (const key of gone) {
      this.elements.get(key)?.remove();
      this.elements.delete(key);
    }
    this.held.replaceChildren(drawn(shown.held));
    this.marks.replaceChildren(drawn(shown.marks));
  }

  /** @param {string} key @param {string} unit */
  #element(key, unit) {
    const made = h("div", { class: unit ? "counter unit" : "counter" });
    if (unit) made.dataset.unit = unit;
    this.counters.append(made);
    this.elements.set(key, made);
    return made;
  }

  /** @param {HTMLElement} element @param {number} face */
  #face(element, face) {
    const { row, edge } = this.sheet;
    element.style.backgroundPosition = `${-(face % row) * edge}px ${-Math.floor(face / row) * edge}px`;
  }

  /** A counter by itself, for cards and fans. @param {string} unit */
  counter(unit) {
    const made = h("div", { class: "counter", "aria-hidden": "true" });
    const placed = this.shown?.placed.find((one) => one[3] === unit);
    if (placed) this.#face(made, placed[0]);
    return made;
  }

  /** Mark counters: who can act, who is chosen. @param {Set<string>} able @param {Set<string>} chosen */
  mark(able, chosen) {
    for (const [unit, element] of this.elements) {
      element.classList.toggle("able", able.has(unit));
      element.classList.toggle("chosen", chosen.has(unit));
    }
  }

  /** Light up places, each with a word. @param {Map<string, Light>} lights */
  light(lights) {
    const shapes = [];
    for (const [name, light] of lights) {
      const place = this.scene.places[name];
      if (!place) continue;
      const shape = this.#shape(name);
      shape.setAttribute("class", `lit ${light.kind}`);
      shapes.push(shape);
      if (light.label) {
        const text = s("text", { x: place.x, y: place.y + this.scene.hex * 0.42, class: "cost" });
        text.textContent = light.label;
        shapes.push(text);
      }
    }
    this.lights.replaceChildren(...shapes);
  }

  /** Lay areas over the map. @param {{places: string[], pattern: number}[]} layers */
  cover(layers) {
    this.layer.replaceChildren(...layers.map(({ places, pattern }) => {
      const d = places.filter((name) => name in this.scene.places).map((name) => this.#outline(name)).join("");
      const [, colour] = PATTERNS[pattern % PATTERNS.length];
      return s("path", { d, fill: `url(#layer-${pattern % PATTERNS.length})`, stroke: colour });
    }));
  }

  /** @param {string} name */
  #outline(name) {
    const shape = this.#shape(name);
    const points = shape.getAttribute("points");
    if (points) return `M${points.split(" ").join("L")}Z`;
    const [x, y, width, height] = ["x", "y", "width", "height"].map((one) => Number(shape.getAttribute(one)));
    return `M${x},${y}h${width}v${height}h${-width}Z`;
  }

  /** @param {string} name */
  #shape(name) {
    const place = this.scene.places[name];
    if (place.kind === "hex") return s("polygon", { points: hexagon(place.x, place.y, this.scene.hex * 0.94) });
    if (place.outline?.length) return s("polygon", { points: place.outline.map((one) => one.join(",")).join(" ") });
    const [x, y, width, height] = place.frame || [place.x, place.y, 1, 1];
    return s("rect", { x, y, width, height, rx: 8 });
  }

  /** Draw a way through places. @param {string[]} names */
  draw(names) {
    const points = names.map((name) => this.scene.places[name]).filter(Boolean);
    const line = points.map((place) => `${place.x},${place.y}`).join(" ");
    const dots = points.slice(1).map((place) => s("circle", { cx: place.x, cy: place.y, r: 5 }));
    this.way.replaceChildren(...(points.length ? [s("polyline", { points: line }), ...dots] : []));
  }

  /** Draw a line that was asked for: a ring where it begins, a square where it ends. @param {string[]} names */
  trace(names) {
    const points = names.map((name) => this.scene.places[name]).filter(Boolean);
    const [first] = points;
    const last = points.at(-1);
    if (!first || !last) return this.traced.replaceChildren();
    const line = points.map((place) => `${place.x},${place.y}`).join(" ");
    this.traced.replaceChildren(s("polyline", { points: line, class: "edge" }), s("polyline", { points: line }),
      s("circle", { cx: first.x, cy: first.y, r: 9 }), s("rect", { x: last.x - 9, y: last.y - 9, width: 18, height: 18 }));
  }

  /** Point at a place with the keyboard's cursor. @param {string} name */
  point(name) {
    this.pointed = name;
    const shape = name && this.scene.places[name] ? [this.#shape(name)] : [];
    this.cursor.replaceChildren(...shape);
    if (name) this.reveal(name);
  }

  /** Bring a place into view. @param {string} name */
  reveal(name) {
    const place = this.scene.places[name];
    if (!place) return;
    const x = (place.x - this.box.left) * this.at.scale + this.at.x;
    const y = (place.y - this.box.top) * this.at.scale + this.at.y;
    const margin = 60;
    const { clientWidth, clientHeight } = this.view;
    if (x < margin || y < margin || x > clientWidth - margin || y > clientHeight - margin) this.centre(name);
  }

  /** @param {string} name */
  centre(name) {
    const place = this.scene.places[name];
    if (!place) return;
    this.isWhole = false;
    // On the whole map nothing can be read.
    this.at.scale = Math.max(this.at.scale, READABLE);
    this.at.x = this.view.clientWidth / 2 - (place.x - this.box.left) * this.at.scale;
    this.at.y = this.view.clientHeight / 2 - (place.y - this.box.top) * this.at.scale;
    this.#moved();
  }

  /** Show the whole map. */
  fit() {
    this.isWhole = true;
    const { clientWidth, clientHeight } = this.view;
    const scale = Math.min(clientWidth / this.box.width, clientHeight / this.box.height) || 1;
    this.at = {
      scale,
      x: (clientWidth - this.box.width * scale) / 2,
      y: (clientHeight - this.box.height * scale) / 2,
    };
    this.#moved();
  }

  /** Enlarge around a point of the screen. @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x = this.view.clientWidth / 2, y = this.view.clientHeight / 2) {
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.at.scale * factor));
    const by = scale / this.at.scale;
    this.isWhole = false;
    this.at = { scale, x: x - (x - this.at.x) * by, y: y - (y - this.at.y) * by };
    this.#moved();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.isWhole = false;
    this.at.x += dx;
    this.at.y += dy;
    this.#moved();
  }

  #moved() {
    const { clientWidth, clientHeight } = this.view;
    this.at.x = held(this.at.x, clientWidth, this.box.width * this.at.scale);
    this.at.y = held(this.at.y, clientHeight, this.box.height * this.at.scale);
    this.world.style.transform = `translate(${this.at.x}px, ${this.at.y}px) scale(${this.at.scale})`;
  }

  /** A point of the screen on the map. @param {{clientX: number, clientY: number}} event */
  onMap(event) {
    const box = this.view.getBoundingClientRect();
    return {
      x: (event.clientX - box.left - this.at.x) / this.at.scale + this.box.left,
      y: (event.clientY - box.top - this.at.y) / this.at.scale + this.box.top,
    };
  }

  /** The place at a point of the screen. @param {{clientX: number, clientY: number}} event */
  placeAt(event) {
    const { x, y } = this.onMap(event);
    return this.places.at(x, y);
  }

  /** The uppermost counter at a point of the screen, or "". @param {{clientX: number, clientY: number}} event */
  unitAt(event) {
    const { x, y } = this.onMap(event);
    const edge = this.sheet.edge;
    for (const [, left, top, unit] of [...(this.shown?.placed || [])].reverse()) {
      if (unit && x >= left && y >= top && x < left + edge && y < top + edge) return unit;
    }
    return "";
  }

  /** Where on the map the middle of a counter is, if it is shown. @param {string} unit */
  spotOfUnit(unit) {
    const placed = this.shown?.placed.find((one) => one[3] === unit);
    return placed ? { x: placed[1] + this.sheet.edge / 2, y: placed[2] + this.sheet.edge / 2 } : null;
  }

  /** Where on the screen the middle of a place is. @param {string} name */
  spotOf(name) {
    const place = this.scene.places[name];
    return {
      x: (place.x - this.box.left) * this.at.scale + this.at.x,
      y: (place.y - this.box.top) * this.at.scale + this.at.y,
    };
  }

  /** Places in the order of their distance from one. @param {string} name @param {string[]} others */
  nearest(name, others) {
    const from = this.scene.places[name];
    const far = (/** @type {string} */ one) => Math.hypot(this.scene.places[one].x - from.x, this.scene.places[one].y - from.y);
    return others.filter((one) => one in this.scene.places).sort((a, b) => far(a) - far(b));
  }

  /** Everybody in a place, in the order of the counters. @param {string} place */
  unitsIn(place) {
    return Object.entries(this.shown?.units || {}).filter(([, unit]) => unit.place === place).map(([id]) => id);
  }
}

/** Patterns that differ in shape as well as in colour: what is drawn in a square of 16, and its ink. @type {[string, string][]} */
const PATTERNS = [
  ["M-4,4l8,-8M0,16L16,0M12,20l8,-8", "#5b2a9d"],
  ["M4,4h2v2h-2zM12,12h2v2h-2z", "#00523d"],
  ["M-4,12l8,8M0,0L16,16M12,-4l8,8", "#9c2f00"],
  ["M0,8h16", "#00468b"],
  ["M8,0v16M0,8h16", "#7a0043"],
  ["M8,3a5,5 0 1,0 .1,0z", "#3d3d00"],
];

/** @param {string} name @param {number} [only] the one pattern that is wanted */
function patterns(name, only) {
  const wanted = PATTERNS.map((one, number) => /** @type {const} */ ([number, one])).filter(([number]) => only === undefined || number === only);
  return s("defs", {}, ...wanted.map(([number, [d, colour]]) => s("pattern", { id: `${name}-${number}`, width: 16, height: 16, patternUnits: "userSpaceOnUse" },
    s("rect", { width: 16, height: 16, fill: colour, "fill-opacity": 0.1 }), s("path", { d, fill: "none", stroke: colour, "stroke-width": 2, "stroke-opacity": 0.75 }))));
}

/** A sample of a pattern. @param {number} number */
export function swatch(number) {
  const at = number % PATTERNS.length;
  return s("svg", { width: 28, height: 18, "aria-hidden": "true" }, patterns("swatch", at), s("rect", { width: 28, height: 18, fill: `url(#swatch-${at})`, stroke: PATTERNS[at][1] }));
}

/** Where the map may begin, so that nothing but a rim of the window is empty, or all of the map is in it. @param {number} at @param {number} room @param {number} size */
function held(at, room, size) {
  const rim = 80;
  const [least, most] = size > room ? [room - size - rim, rim] : [0, room - size];
  return Math.min(most, Math.max(least, at));
}

export { NEAREST };
