/** The tray: units in boxes beside the map, to be dragged from the panel, and where each kind can go. */

import { Refused, ask } from "./ask.js";
import { h } from "./dom.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./types.js").Box} Box */

const FEW = 12;
/** What was asked for last. @type {{at: string, boxes: Promise<Box[]>|null}} */
const kept = { at: "", boxes: null };

/** @param {Game} game @returns {Promise<Box[]>} */
async function boxes(game) {
  const at = `${game.table.head} ${game.led?.version} ${game.count}`;
  if (kept.at !== at || !kept.boxes) {
    kept.at = at;
    kept.boxes = ask("boxes", { version: game.led?.version ?? "", count: game.count }).then((found) => found.boxes);
  }
  try {
    return await kept.boxes;
  } catch (error) {
    // The orders were changed meanwhile, and the tray is made anew with them.
    if (!(error instanceof Refused)) throw error;
    return [];
  }
}

/** The units of those who can act that stand in boxes, by box. @param {Game} game */
export function boxed(game) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const unit of game.able) {
    const at = game.shown.units[unit]?.place || "";
    const isFree = !game.menu || game.takesUp(unit);
    if (isFree && game.table.scene.places[at]?.kind === "box") found.set(at, [...(found.get(at) || []), unit]);
  }
  return found;
}

/** @param {Game} game */
export function tray(game) {
  const found = game.isComposing ? boxed(game) : new Map();
  if (!found.size) return [];
  const rows = [...found].map(([at, units]) => {
    const list = h("ul", { class: "small missing" });
    void fill(game, at, new Set(units), list);
    return h("li", {}, h("strong", {}, `${game.placeName(at)}: ${units.length}`),
      h("div", { class: "counters-row" }, ...units.map((/** @type {string} */ unit) => h("button", {
        type: "button", class: game.chosen.has(unit) ? "on" : "", "data-unit": unit, title: game.nameOf(unit),
        "aria-label": game.nameOf(unit), "aria-pressed": String(game.chosen.has(unit)),
        onpointerdown: (/** @type {PointerEvent} */ event) => game.lift(unit, event),
        onclick: (/** @type {MouseEvent} */ event) => { if (!event.detail) void game.chooseUnit(unit, event.shiftKey); },
      }, game.map.counter(unit)))), list);
  });
  return [h("section", { id: "tray", "aria-labelledby": "tray-title" }, h("h2", { id: "tray-title" }, "In the boxes"),
    h("p", { class: "small" }, "Drag a counter to the map, or click it and then a place."), h("ul", { class: "actors" }, ...rows))];
}

/** @param {Game} game @param {string} at @param {Set<string>} units @param {HTMLElement} list */
async function fill(game, at, units, list) {
  const box = (await boxes(game)).find((one) => one.place === at);
  list.replaceChildren(...(box?.groups || []).flatMap((group) => {
    const left = group.units.filter((unit) => units.has(unit)).length;
    const what = [group.what, group.values].filter(Boolean).join(" ");
    const where = group.places.length > FEW ? `${group.places.length} places` : group.places.map((place) => game.placeName(place)).join(", ");
    return left ? [h("li", {}, `${left} × ${what}${where ? `: ${where}` : ""}`)] : [];
  }));
}
