/** Layers: areas over the map, each with a pattern of its own, chosen from what the game can show. */

import { ask } from "./ask.js";
import { h } from "./dom.js";
import { swatch } from "./map.js";
import { titleOf } from "./place.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./types.js").Layer} Layer */

/** A list of layers; those chosen are asked for again whenever the position changes. @param {Game} game */
export function layerChoice(game) {
  const list = h("ul", { class: "choices" });
  const box = h("details", { id: "layers" }, h("summary", { class: "button" }, "Layers"), list);
  /** The titles of those chosen; each keeps its number, and with it its pattern. @type {Map<string, number>} */
  const chosen = new Map();
  let shown = "";
  const draw = async () => {
    const at = `${game.step ? "past" : game.led?.version ?? game.table.head} ${[...chosen.keys()].join()}`;
    if (at === shown) return;
    shown = at;
    const layers = chosen.size && !game.step ? await fetched(game) : [];
    if (at !== shown) return;
    const found = layers.filter((layer) => chosen.has(titleOf(layer)));
    game.map.cover(found.map((layer) => ({ places: layer.places, pattern: chosen.get(titleOf(layer)) ?? 0 })));
    if (found.length) game.say(found.map((layer) => `${titleOf(layer)}: ${layer.places.length} places`).join("; "));
  };
  const fill = async () => {
    const layers = await fetched(game);
    const focused = document.activeElement?.getAttribute("aria-label");
    const names = [...new Set(layers.map((layer) => layer.name))];
    list.replaceChildren(...names.map((name) => h("li", {}, h("span", {}, name),
      ...layers.filter((layer) => layer.name === name).map((layer) => row(layer)))));
    if (!layers.length) list.replaceChildren(h("li", {}, "This game has none in this position."));
    for (const tick of list.querySelectorAll("input")) if (tick.getAttribute("aria-label") === focused) tick.focus();
  };
  const row = (/** @type {Layer} */ layer) => {
    const title = titleOf(layer);
    const sample = h("span", { class: "swatch" });
    const show = () => sample.replaceChildren(...(chosen.has(title) ? [swatch(chosen.get(title) ?? 0)] : []));
    const tick = h("input", { type: "checkbox", checked: chosen.has(title), "aria-label": title, "data-layer": layer.name, "data-seat": layer.seat });
    tick.addEventListener("change", () => {
      if (tick.checked) chosen.set(title, lowest(new Set(chosen.values())));
      else chosen.delete(title);
      show();
      void draw();
    });
    show();
    return h("label", { title: `${title}: ${layer.places.length} places` }, tick, sample, layer.seat || "all");
  };
  box.addEventListener("toggle", () => { if (box.open) void fill(); });
  document.addEventListener("pointerdown", (event) => { if (event.target instanceof Node && !box.contains(event.target)) box.open = false; });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.open) return;
    event.stopPropagation();
    box.open = false;
    box.querySelector("summary")?.focus();
  });
  game.listeners.push(() => {
    void draw();
    if (box.open) void fill();
  });
  return box;
}

/** The lowest number that is not taken. @param {Set<number>} taken */
function lowest(taken) {
  let number = 0;
  while (taken.has(number)) number++;
  return number;
}

/** The layers of the newest position. @type {{at: string, layers: Promise<Layer[]>|null}} */
const kept = { at: "", layers: null };

/** @param {Game} game @returns {Promise<Layer[]>} */
async function fetched(game) {
  const at = `${game.table.head} ${game.led?.version}`;
  if (kept.at !== at || !kept.layers) {
    kept.at = at;
    kept.layers = ask("layers", game.led ? { version: game.led.version } : {}).then((found) => found.layers);
  }
  try {
    return await kept.layers;
  } catch {
    // The orders were changed meanwhile; they are drawn anew, and so is the layer.
    kept.layers = null;
    return [];
  }
}
