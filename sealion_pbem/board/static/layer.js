/** Layers: an area over the map, chosen from what the game can show of the position. */

import { ask } from "./ask.js";
import { h } from "./dom.js";
import { titleOf } from "./place.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./types.js").Layer} Layer */

/** A list of layers; what is chosen is asked for again whenever the position changes. @param {Game} game */
export function layerChoice(game) {
  const choice = h("select", { id: "layer", "aria-label": "Layer over the map" }, h("option", { value: "" }, "no layer"));
  let shown = "";
  const draw = async () => {
    const at = `${game.step ? "past" : game.led?.version ?? game.table.head} ${choice.value}`;
    if (at === shown) return;
    shown = at;
    if (!choice.value || game.step) {
      game.map.cover([]);
      return;
    }
    const layers = await fetched(game);
    const found = layers.find((layer) => titleOf(layer) === choice.value);
    game.map.cover(found ? found.places : []);
    if (found) game.say(`${titleOf(found)}: ${found.places.length} places`);
  };
  choice.addEventListener("focus", async () => {
    const layers = await fetched(game);
    const kept = choice.value;
    choice.replaceChildren(h("option", { value: "" }, "no layer"), ...layers.map((layer) => h("option", { value: titleOf(layer) }, titleOf(layer))));
    choice.value = kept;
  });
  choice.addEventListener("change", () => void draw());
  game.listeners.push(() => void draw());
  return choice;
}

/** @param {Game} game @returns {Promise<Layer[]>} */
async function fetched(game) {
  /** @type {Layer[]} */
  let layers = [];
  try {
    layers = (await ask("layers", game.led ? { version: game.led.version } : {})).layers;
  } catch {
    // The orders were changed meanwhile; they are drawn anew, and so is the layer.
  }
  return layers;
}
