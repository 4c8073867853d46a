/** Where on the map a point is: hexes by their nearest middle, areas and boxes by their frames. */

/** @typedef {import("./types.js").Place} Place */

export class Places {
  /** @param {import("./types.js").Scene} scene */
  constructor(scene) {
    this.places = scene.places;
    this.hex = scene.hex;
    /** @type {Map<string, string[]>} */
    this.cells = new Map();
    /** @type {string[]} */
    this.spaces = [];
    for (const [name, place] of Object.entries(scene.places)) {
      if (place.kind !== "hex") this.spaces.push(name);
      else this.#bucket(Math.floor(place.x / this.hex), Math.floor(place.y / this.hex)).push(name);
    }
  }

  /** @param {number} column @param {number} row */
  #bucket(column, row) {
    const key = `${column},${row}`;
    let found = this.cells.get(key);
    if (!found) this.cells.set(key, (found = []));
    return found;
  }

  /** The place at a point, or "". @param {number} x @param {number} y */
  at(x, y) {
    const box = this.spaces.find((name) => this.places[name].kind === "box" && inside(this.places[name], x, y));
    if (box) return box;
    return this.#hexAt(x, y) || this.#areaAt(x, y);
  }

  /** @param {number} x @param {number} y */
  #hexAt(x, y) {
    if (!this.hex) return "";
    let best = "";
    // The middle of a hex is nearer than its corner to each of its points.
    let least = this.hex * this.hex / 3;
    const column = Math.floor(x / this.hex);
    const row = Math.floor(y / this.hex);
    for (let i = column - 1; i <= column + 1; i++) {
      for (let j = row - 1; j <= row + 1; j++) {
        for (const name of this.cells.get(`${i},${j}`) || []) {
          const place = this.places[name];
          const far = (place.x - x) ** 2 + (place.y - y) ** 2;
          if (far < least) [best, least] = [name, far];
        }
      }
    }
    return best;
  }

  /** @param {number} x @param {number} y */
  #areaAt(x, y) {
    let best = "";
    let least = Infinity;
    for (const name of this.spaces) {
      const place = this.places[name];
      if (place.kind === "box") continue;
      if (place.outline?.length) {
        if (within(place.outline, x, y)) return name;
        continue;
      }
      const far = distance(place, x, y);
      if (far < least) [best, least] = [name, far];
    }
    return best;
  }

  /** The neighbour of a hex nearest to a direction, or "". @param {string} name @param {number} dx @param {number} dy */
  towards(name, dx, dy) {
    const from = this.places[name];
    if (!from || from.kind !== "hex") return "";
    const long = Math.hypot(dx, dy) || 1;
    return this.#hexAt(from.x + dx / long * this.hex, from.y + dy / long * this.hex);
  }
}

/** @param {Place} place @param {number} x @param {number} y */
function inside(place, x, y) {
  return distance(place, x, y) === 0;
}

/** How far a point is from the frame of a place. @param {Place} place @param {number} x @param {number} y */
function distance(place, x, y) {
  const [left, top, width, height] = place.frame || [place.x, place.y, 0, 0];
  return Math.max(left - x, 0, x - left - width) + Math.max(top - y, 0, y - top - height);
}

/** @param {number[][]} ring @param {number} x @param {number} y */
function within(ring, x, y) {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

/** The six corners of a hex around a point. @param {number} x @param {number} y @param {number} height */
export function hexagon(x, y, height) {
  const radius = height / Math.sqrt(3);
  const half = height / 2;
  const at = [[radius / 2, -half], [radius, 0], [radius / 2, half], [-radius / 2, half], [-radius, 0], [-radius / 2, -half]];
  return at.map(([dx, dy]) => `${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`).join(" ");
}
