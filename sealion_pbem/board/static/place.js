/** The card of the place that is looked at: who stands there, what is true of it, lines that begin there. */

import { Refused, ask } from "./ask.js";
import { byId, h } from "./dom.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./types.js").Looked} Looked */

/** What was asked for of the newest position; others are forgotten. */
const asked = { at: "", /** @type {Map<string, Promise<any>>} */ found: new Map() };
/** The units of which the sources are unfolded, and the line that is drawn. */
const unfolded = new Set(/** @type {string[]} */ ([]));
let traced = "";
/** What was filled in last, so that a card that is made anew is not empty for a moment. @type {{key: string, box: HTMLElement|null}} */
const filled = { key: "", box: null };

/** @param {Game} game @param {string} name @param {Object<string, string>} about @returns {Promise<any>} */
async function known(game, name, about) {
  const at = game.led?.version ?? game.table.head;
  if (asked.at !== at) asked.found.clear();
  asked.at = at;
  const key = JSON.stringify([name, about]);
  const version = game.led ? { version: game.led.version } : {};
  const found = asked.found.get(key) ?? ask(name, { ...about, ...version });
  asked.found.set(key, found);
  try {
    return await found;
  } catch (error) {
    // The orders were changed meanwhile, and the card is made anew with them.
    if (!(error instanceof Refused)) throw error;
    return {};
  }
}

/** @param {Game} game */
export function placeCard(game) {
  const at = game.table.scene.places[game.place];
  if (!at) {
    trace(game, "", []);
    return [];
  }
  const words = [...at.words, ...at.sites].join(", ").replaceAll("_", " ");
  const key = `${game.place} ${game.led?.version ?? game.table.head}`;
  const about = !game.step && filled.key === key && filled.box || h("div", { id: "about" });
  if (!game.step) void fill(game, game.place, about, key);
  else trace(game, "", []);
  const stack = game.map.unitsIn(game.place).map((id) => unitCard(game, id));
  return [h("section", { id: "place", "aria-labelledby": "place-title" },
    h("h2", { id: "place-title" }, game.placeName(game.place)),
    words && h("p", { class: "small" }, words),
    h("ul", { class: "stack" }, ...stack), about)];
}

/** A counter with what is printed on it, how it stands, and where its values come from. @param {Game} game @param {string} id */
function unitCard(game, id) {
  const unit = game.shown.units[id];
  const cargo = Object.entries(game.shown.units).filter(([, other]) => other.aboard === id).map(([name]) => game.nameOf(name));
  const facts = [unit.what, unit.values, unit.note, unit.reduced ? "reduced" : "",
    unit.aboard ? `aboard ${game.nameOf(unit.aboard)}` : "", cargo.length ? `carries ${cargo.join(", ")}` : ""];
  const list = h("div", {});
  const more = h("details", { class: "sources", open: unfolded.has(id), "data-sources": id },
    h("summary", { class: "small", "aria-label": `${unit.name}: printed values and their sources` }, "printed values and their sources"), list);
  const show = async () => list.replaceChildren(...sources(await known(game, "sources", { thing: id })));
  if (unfolded.has(id)) void show();
  more.addEventListener("toggle", () => {
    if (!more.open) unfolded.delete(id);
    else if (!unfolded.has(id)) {
      unfolded.add(id);
      void show();
    }
  });
  return h("li", { class: game.chosen.has(id) ? "on" : "" }, game.map.counter(id), h("div", { class: "facts" },
    h("strong", {}, unit.name), ` (${unit.seat})`, h("br"), h("span", { class: "small" }, facts.filter(Boolean).join(" · ")),
    game.step ? null : more));
}

/** @param {import("./types.js").Sources} found */
function sources(found) {
  if (!found.values?.length) return [h("p", { class: "small" }, "Nothing is written down about where these values come from.")];
  /** @type {Map<string, string[]>} */
  const bySource = new Map();
  for (const { name, value, source } of found.values) {
    bySource.set(source, [...(bySource.get(source) || []), `${name.replaceAll("_", " ")} ${value}`]);
  }
  const rows = [...bySource].flatMap(([source, values]) => [h("dt", {}, values.join(", ")), h("dd", {}, source)]);
  return [h("dl", { class: "small about" }, ...rows),
    h("p", { class: "small" }, [found.file && `${found.file}, row ${found.row}`, found.count_source && `that it exists: ${found.count_source}`, found.note].filter(Boolean).join("; "))];
}

/** @param {Game} game @param {string} place @param {HTMLElement} box @param {string} key */
async function fill(game, place, box, key) {
  /** @type {Looked} */
  const found = await known(game, "place", { place });
  if (!found.facts || game.place !== place || !box.isConnected) return;
  const facts = found.facts.map((one) => [h("dt", {}, one.name), h("dd", {}, `${one.text} (rule ${one.rule})`)]);
  const covers = found.covers.map((one) => {
    const who = one.who.map((unit) => game.nameOf(unit)).join(", ");
    return h("li", {}, [titleOf(one), who].filter(Boolean).join(": "));
  });
  const lines = found.lines.map((line) => {
    const key = `${place} ${line.name} ${line.seat}`;
    const isOn = traced === key;
    return h("li", {}, line.places.length ? h("button", {
      type: "button", class: isOn ? "on" : "", "aria-pressed": String(isOn), "data-line": line.name,
      onclick: () => { traced = isOn ? "" : key; game.changed(); },
    }, `${isOn ? "hide" : "show"} ${line.name} of ${line.seat}`) : h("strong", {}, `${line.name} of ${line.seat}`), ` ${line.text} (rule ${line.rule})`);
  });
  const drawn = found.lines.find((line) => traced === `${place} ${line.name} ${line.seat}`);
  trace(game, drawn ? traced : "", drawn ? drawn.places : []);
  const parts = [
    facts.length ? h("dl", { class: "small about" }, ...facts.flat()) : null,
    lines.length ? h("ul", { class: "small lines" }, ...lines) : null,
    covers.length ? h("h3", {}, "Who reaches it, and what covers it") : null,
    covers.length ? h("ul", { class: "small covers" }, ...covers) : null,
  ];
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.line : "";
  box.replaceChildren(...parts.filter((part) => part !== null));
  const isNew = filled.box !== box;
  filled.key = key;
  filled.box = box;
  if (isNew && !game.menu && !game.chosen.size) byId("place").scrollIntoView({ block: byId("place").offsetHeight > byId("panel").clientHeight ? "start" : "nearest" });
  if (focused) /** @type {HTMLElement|null} */ (byId("panel").querySelector(`[data-line="${focused}"]`))?.focus();
}

/** @param {Game} game @param {string} key @param {string[]} places */
function trace(game, key, places) {
  traced = key;
  game.map.trace(places);
}

/** @param {{name: string, seat: string, rule: string}} layer */
export function titleOf(layer) {
  return [layer.name, layer.seat && `of ${layer.seat}`, layer.rule && `(rule ${layer.rule})`].filter(Boolean).join(" ");
}
