/** The page: it enters, asks for the table once, and connects map, panel, past and post. */

import { curtain, goOn, takeBack } from "./alone.js";
import { Refused, TABLE, ask, enter, picture, stay } from "./ask.js";
import { closeDialog, dialog, openDialog } from "./dialog.js";
import { drawDiagrams } from "./diagram.js";
import { byId, h } from "./dom.js";
import { Game } from "./game.js";
import { listen } from "./gesture.js";
import { layerChoice } from "./layer.js";
import { BoardMap } from "./map.js";
import { button, renderPanel } from "./panel.js";
import { PastBar, renderStep } from "./past.js";
import { prepare } from "./prepared.js";
import { answer, arrived, review, takeFiles } from "./send.js";

async function begin() {
  await enter();
  const [table, ground] = await Promise.all([ask("table"), picture("map")]);
  const map = new BoardMap(table.scene, table.sheet);
  const game = new Game(table, map);
  map.paint(ground, await picture("sheet"));
  game.say = (text) => { byId("spoken").textContent = text; };
  game.complain = complain;
  game.busy = (isBusy) => { byId("panel").dataset.busy = String(isBusy); };
  const past = new PastBar(game);
  const again = async () => {
    await game.reload();
    await past.read();
  };
  const on = async () => {
    await goOn(game, again);
    await curtain(game);
    await past.replay();
  };
  const doors = { review: () => review(game, again, on), answer: () => answer(game, again), prepare: () => void prepare(game),
    takeBack: () => void takeBack(game, again) };
  /** @param {string} target @param {boolean} goesOn @param {boolean} [isDragged] */
  const drop = async (target, goesOn, isDragged) => {
    const ways = await game.chooseTarget(target, goesOn, isDragged);
    if (ways.length > 1) pick(game, ways, goesOn);
  };
  game.listeners.push(() => render(game, doors));
  listen(game, drop);
  takeFiles(game, again);
  tools(game, again);
  keys(game);
  map.show(game.shown);
  map.fit();
  game.changed();
  void stay(() => complain("the board has ended", "start it again with: sealion board; your orders are kept"));
  await past.read();
  // Alone, what is new is shown when the commanders have played and the curtain is lifted.
  dialog().addEventListener("close", () => game.table.alone || void past.replay());
  document.body.dataset.ready = "yes";
  await on();
}

/** @param {Game} game @param {import("./panel.js").Doors} doors */
function render(game, doors) {
  const { table, step } = game;
  const position = game.led ? game.led.position : table.now;
  document.title = `${table.name} · ${position.part}`;
  byId("name").textContent = table.name;
  byId("part").textContent = step ? step.part : [position.part, position.date].filter(Boolean).join(" · ");
  byId("facts").textContent = step ? "" : position.facts.map((fact) => fact.join(" ")).join(" · ");
  byId("sequence").replaceChildren(...(step ? [] : position.sequence).map((one) => h("li", {
    class: one.now ? "now" : "", title: one.name, "aria-current": one.now ? "step" : null,
  }, h("span", {}, one.name))));
  byId("supposed").hidden = Boolean(step) || !position.is_supposed;
  document.body.classList.toggle("past", Boolean(step));
  const lights = new Map();
  for (const [target, ways] of game.targets()) {
    const [{ choice }] = ways;
    if (target in table.scene.places) lights.set(target, { label: choice.price || "", kind: choice.notes?.length ? "noted" : "" });
  }
  game.map.light(lights);
  const able = game.menu ? new Set([...game.targets().keys()]) : game.chosen.size ? new Set(game.targets().keys()) : game.able;
  game.map.mark(able, game.chosen);
  drawDiagrams(game);
  renderPanel(game, doors);
  if (step) renderStep(game);
}

/** Where a place can be reached in several ways: which? @param {Game} game @param {{reach: import("./types.js").Reach|null, choice: import("./types.js").Choice}[]} ways @param {boolean} goesOn */
function pick(game, ways, goesOn) {
  const rows = ways.map(({ reach, choice }) => h("li", {}, button(
    [reach ? reach.label : choice.member, choice.label, choice.price].filter(Boolean).join(" · "),
    () => { closeDialog(); void game.take(reach, choice, goesOn); })));
  openDialog("which", "Which order?", h("ul", { class: "choices" }, ...rows), button("Leave it", closeDialog));
}

/** @param {Game} game @param {() => Promise<void>} again */
function tools(game, again) {
  const file = h("input", { type: "file", multiple: true, id: "file", hidden: true, "aria-label": "Files that arrived" });
  file.addEventListener("change", () => {
    const files = [...(file.files || [])];
    file.value = "";
    void arrived(game, files, again);
  });
  const place = h("input", { id: "place-name", list: "place-names", placeholder: "go to…", "aria-label": "Go to a place or unit", autocomplete: "off" });
  const names = h("datalist", { id: "place-names" });
  place.addEventListener("focus", () => names.replaceChildren(...namesOf(game).map(([name]) => h("option", { value: name }))), { once: true });
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const found = namesOf(game).find(([name, at]) => name.toLowerCase() === place.value.toLowerCase() || at === place.value);
    if (!found) return complain(`there is no ${place.value} on the map`);
    place.value = "";
    game.map.point(found[1]);
    game.map.centre(found[1]);
    game.look(found[1]);
    game.map.view.focus();
  });
  byId("tools").replaceChildren(TABLE ? h("a", { href: "/hall.html", class: "button", id: "to-hall" }, "All campaigns") : "", place, names, layerChoice(game),
    button("+", () => game.map.zoom(1.25), { "aria-label": "larger" }),
    button("−", () => game.map.zoom(0.8), { "aria-label": "smaller" }),
    button("Whole map", () => game.map.fit(), { id: "whole" }),
    button("Receive…", () => file.click(), { disabled: game.table.observes }),
    button("Keys", help, { "aria-keyshortcuts": "?" }), file);
}

/** Everything that can be gone to, and where it is. @param {Game} game @returns {[string, string][]} */
function namesOf(game) {
  const places = Object.entries(game.table.scene.places);
  return [
    ...places.map(([id]) => /** @type {[string, string]} */ ([id, id])),
    ...places.filter(([, place]) => place.title).map(([id, place]) => /** @type {[string, string]} */ ([place.title, id])),
    ...Object.values(game.shown.units).map((unit) => /** @type {[string, string]} */ ([unit.name, unit.place])),
  ];
}

const SHORTCUTS = [
  ["drag, click", "move a counter: where it can go is lit up"], ["Shift and drop", "set a way point and go on"],
  ["Shift and click", "add a counter to those chosen"], ["wheel, pinch, + −, 0", "larger, smaller, whole map"],
  ["arrow keys", "move the map"], ["7 8 9 1 2 3", "go to the next hex, on the map"], ["Enter", "choose there"],
  ["n", "the next who can act"], ["Escape", "leave the order, then the choice"], ["m", "between map and list"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"], ["?", "this list"],
];

function help() {
  openDialog("keys", "Keys", h("dl", {}, ...SHORTCUTS.flatMap(([key, text]) => [h("dt", {}, key), h("dd", {}, text)])), button("Close", closeDialog));
}

/** @param {Game} game */
function keys(game) {
  document.addEventListener("keydown", (event) => {
    if (dialog().open || (event.target instanceof Element && event.target.matches("input, textarea, select"))) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") void game.undo();
    else if ((event.ctrlKey || event.metaKey) && event.key === "y") void game.redo();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "Escape") {
      byId("fan").hidden = true;
      game.escape();
    } else if (event.key === "?") help();
    else if (event.key === "m") (document.activeElement === game.map.view ? byId("panel").querySelector("button") : game.map.view)?.focus();
    else if (event.key === "n") next(game);
    else return;
    event.preventDefault();
  });
}

/** Choose the next unit that can act. @param {Game} game */
function next(game) {
  const able = [...game.able];
  const unit = able[(able.indexOf([...game.chosen][0]) + 1) % able.length];
  if (!unit) return;
  game.map.point(game.shown.units[unit].place);
  void game.chooseUnits([unit]);
}

let hiding = 0;

/** @param {string} text @param {string} [hint] @param {string[]} [details] */
function complain(text, hint = "", details = []) {
  const box = byId("alert");
  box.replaceChildren(h("p", {}, text), ...details.map((one) => h("p", {}, one)), hint && h("p", { class: "small" }, hint), button("×", () => { box.hidden = true; }, { "aria-label": "close" }));
  box.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, 12000);
}

begin().catch((error) => {
  if (!(error instanceof Refused)) throw error;
  complain(error.message, error.hint);
  document.body.dataset.ready = "no";
});
