/** Pointer, wheel and keys on the map: a click, a drag and a key do the same things. */

import { byId, h } from "./dom.js";
import { NEAREST } from "./map.js";

/** @typedef {import("./game.js").Game} Game */

const KEYS = {
  7: [-1, -0.6], 8: [0, -1], 9: [1, -0.6], 1: [-1, 0.6], 2: [0, 1], 3: [1, 0.6],
};
const STEP = 60;

/** @param {Game} game @param {(target: string, goesOn: boolean, isDragged?: boolean) => Promise<void>} drop */
export function listen(game, drop) {
  const pointers = new Pointers(game, drop);
  game.lift = (unit, event) => pointers.lift(unit, event);
  game.map.view.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = game.map.view.getBoundingClientRect();
    game.map.zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  game.map.view.addEventListener("keydown", (event) => onKey(game, drop, event));
}

class Pointers {
  /** @param {Game} game @param {(target: string, goesOn: boolean, isDragged?: boolean) => Promise<void>} drop */
  constructor(game, drop) {
    this.game = game;
    this.drop = drop;
    /** @type {Map<number, {x: number, y: number}>} */
    this.down = new Map();
    /** @type {{unit: string, x: number, y: number, isDragged: boolean, isPanned: boolean, isLifted?: boolean}|null} */
    this.held = null;
    /** @type {HTMLElement|null} */
    this.ghost = null;
    /** The place that the pointer is over. */
    this.last = "";
    const view = game.map.view;
    view.addEventListener("pointerdown", (event) => this.#pressed(event));
    view.addEventListener("pointermove", (event) => this.#moved(event));
    view.addEventListener("pointerup", (event) => this.#released(event));
    view.addEventListener("pointercancel", (event) => this.#lost(event));
    view.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    if (event.target instanceof Element && event.target.closest("#fan button")) return;
    this.game.map.view.setPointerCapture(event.pointerId);
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const unit = event.button === 0 ? this.game.map.unitAt(event) : "";
    this.held = { unit, x: event.clientX, y: event.clientY, isDragged: false, isPanned: this.down.size > 1 };
  }

  /** Take a counter up outside of the map; from now on the map hears of the pointer. @param {string} unit @param {PointerEvent} event */
  lift(unit, event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.game.map.view.setPointerCapture(event.pointerId);
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.held = { unit, x: event.clientX, y: event.clientY, isDragged: false, isPanned: false, isLifted: true };
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const last = this.down.get(event.pointerId);
    if (!last || !this.held) return this.#hover(event);
    const now = { x: event.clientX, y: event.clientY };
    if (this.down.size > 1) this.#pinch(event.pointerId, last, now);
    else {
      const far = Math.hypot(now.x - this.held.x, now.y - this.held.y);
      if (!this.held.isDragged && !this.held.isPanned && far > NEAREST) this.#begin(this.held);
      if (this.held.isPanned) this.game.map.pan(now.x - last.x, now.y - last.y);
      if (this.held.isDragged) this.#drag(event);
    }
    this.down.set(event.pointerId, now);
  }

  /** @param {number} id @param {{x: number, y: number}} last @param {{x: number, y: number}} now */
  #pinch(id, last, now) {
    const other = [...this.down].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const box = this.game.map.view.getBoundingClientRect();
    const before = Math.hypot(last.x - other.x, last.y - other.y) || 1;
    const after = Math.hypot(now.x - other.x, now.y - other.y) || 1;
    this.game.map.zoom(after / before, (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
    if (this.held) this.held.isPanned = true;
  }

  /** @param {NonNullable<Pointers["held"]>} held */
  #begin(held) {
    const { game } = this;
    const isAble = held.unit && game.isComposing && (game.able.has(held.unit) || game.chosen.has(held.unit) || game.takesUp(held.unit));
    if (!isAble) {
      held.isPanned = true;
      return;
    }
    held.isDragged = true;
    if (game.takesUp(held.unit)) void game.takeUp(held.unit);
    else if (!game.chosen.has(held.unit)) void game.chooseUnits([held.unit]);
    this.ghost = h("div", { class: "ghost" }, ...[...game.chosen].map((unit) => game.map.counter(unit)));
    game.map.view.append(this.ghost);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.ghost) return;
    const box = this.game.map.view.getBoundingClientRect();
    this.ghost.style.transform = `translate(${event.clientX - box.left - 23}px, ${event.clientY - box.top - 23}px)`;
    this.#aim(this.game.map.placeAt(event), this.game.map.unitAt(event));
  }

  /** Draw the way to where the pointer is. @param {string} place @param {string} unit */
  #aim(place, unit) {
    const { game } = this;
    const targets = game.targets(Boolean(this.held?.isDragged));
    const found = targets.get(unit) || targets.get(place);
    const from = game.shown.units[[...game.chosen][0]]?.place;
    game.map.draw(found ? wayOf(game, from, found[0].choice) : []);
    game.say(found ? said(game, found[0].choice) : place ? game.placeName(place) : "");
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    const place = this.game.map.placeAt(event);
    if (place === this.last) return;
    this.last = place;
    if (this.game.targets().size) this.#aim(place, "");
    byId("where").textContent = place ? whereabouts(this.game, place) : "";
  }

  /** @param {PointerEvent} event */
  #released(event) {
    this.down.delete(event.pointerId);
    const held = this.held;
    if (!held || this.down.size) return;
    this.held = null;
    if (held.isDragged) void this.#dropped(event);
    else if (held.isLifted) void this.game.chooseUnit(held.unit, event.shiftKey);
    else if (!held.isPanned) void clicked(this.game, this.drop, this.game.map.placeAt(event), held.unit, event);
    this.#clear();
  }

  /** @param {PointerEvent} event */
  async #dropped(event) {
    const { game } = this;
    // The answer to where these units can go may still be under way.
    for (let wait = 0; game.asking && wait < 100; wait++) await new Promise((done) => setTimeout(done, 20));
    const targets = game.targets(true);
    const unit = game.map.unitAt(event);
    const place = game.map.placeAt(event);
    const target = unit && targets.has(unit) ? unit : place;
    if (targets.has(target)) return this.drop(target, event.shiftKey, true);
    const home = game.shown.units[[...game.chosen][0]]?.place;
    if (place && place !== home) await game.refuse(place);
  }

  /** @param {PointerEvent} event */
  #lost(event) {
    this.down.delete(event.pointerId);
    this.held = null;
    this.#clear();
  }

  #clear() {
    this.ghost?.remove();
    this.ghost = null;
    this.game.map.draw([]);
  }
}

/** @param {Game} game @param {(target: string, goesOn: boolean, isDragged?: boolean) => Promise<void>} drop @param {string} place @param {string} unit @param {{shiftKey: boolean}} event */
async function clicked(game, drop, place, unit, event) {
  const targets = game.targets();
  const target = unit && targets.has(unit) ? unit : targets.has(place) ? place : "";
  game.map.point(place);
  if (target) return drop(target, event.shiftKey);
  const here = game.map.unitsIn(place);
  if (unit && (here.length < 2 || event.shiftKey)) return game.chooseUnit(unit, event.shiftKey);
  game.drop();
  game.look(place);
  if (here.length > 1) fan(game, place, here);
}

/** Spread the counters of a place, so that each can be taken. @param {Game} game @param {string} place @param {string[]} units */
export function fan(game, place, units) {
  const box = byId("fan");
  const able = game.able;
  const shut = () => { box.hidden = true; };
  const buttons = units.map((unit) => h("button", {
    type: "button", class: able.has(unit) ? "able" : "", title: game.nameOf(unit),
    onclick: (/** @type {MouseEvent} */ event) => { shut(); void game.chooseUnit(unit, event.shiftKey); },
  }, game.map.counter(unit), h("span", { class: "small" }, game.nameOf(unit))));
  const all = units.filter((unit) => able.has(unit));
  if (all.length > 1) buttons.push(h("button", { type: "button", onclick: () => { shut(); void game.chooseUnits(all); } }, "all who can act"));
  box.replaceChildren(...buttons);
  box.hidden = false;
  const { x, y } = game.map.spotOf(place);
  const { clientWidth, clientHeight } = game.map.view;
  box.style.left = `${Math.max(4, Math.min(clientWidth - box.offsetWidth - 4, x - box.offsetWidth / 2))}px`;
  box.style.top = `${Math.max(4, Math.min(clientHeight - box.offsetHeight - 4, y + 20))}px`;
}

/** The places that a choice leads through. @param {Game} game @param {string|undefined} from @param {import("./types.js").Choice} choice */
export function wayOf(game, from, choice) {
  const value = Array.isArray(choice.value) ? choice.value : [choice.value];
  const places = value.map((one) => game.shown.units[one]?.place || one).filter((one) => one in game.table.scene.places);
  const begun = game.menu ? Object.values(game.menu.partial).flat().filter((one) => one in game.table.scene.places) : [];
  return [...(from ? [from] : []), ...begun, ...places];
}

/** @param {Game} game @param {import("./types.js").Choice} choice */
function said(game, choice) {
  const target = game.target(choice);
  const name = target in game.table.scene.places ? game.placeName(target) : game.nameOf(target);
  return [name, choice.price, ...(choice.notes || [])].filter(Boolean).join(", ");
}

/** @param {Game} game @param {string} place */
export function whereabouts(game, place) {
  const known = game.table.scene.places[place];
  const units = game.map.unitsIn(place).map((unit) => game.nameOf(unit));
  const words = [...(known?.words || []), ...(known?.sites || [])].join(", ").replaceAll("_", " ");
  return [game.placeName(place), words, units.join(", ")].filter(Boolean).join(" · ");
}

/** @param {Game} game @param {(target: string, goesOn: boolean, isDragged?: boolean) => Promise<void>} drop @param {KeyboardEvent} event */
function onKey(game, drop, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { map } = game;
  const move = /** @type {Object<string, number[]>} */ (KEYS)[event.key];
  if (move) {
    const next = map.pointed ? map.places.towards(map.pointed, move[0], move[1]) : firstPlace(game);
    if (next) {
      map.point(next);
      game.say(whereabouts(game, next));
    }
  } else if (event.key === "ArrowLeft") map.pan(STEP, 0);
  else if (event.key === "ArrowRight") map.pan(-STEP, 0);
  else if (event.key === "ArrowUp") map.pan(0, STEP);
  else if (event.key === "ArrowDown") map.pan(0, -STEP);
  else if (event.key === "+" || event.key === "=") map.zoom(1.25);
  else if (event.key === "-") map.zoom(0.8);
  else if (event.key === "0") map.fit();
  else if (event.key === "Enter" || event.key === " ") {
    if (map.pointed) void clicked(game, drop, map.pointed, map.unitsIn(map.pointed)[0] || "", event);
  } else return;
  event.preventDefault();
}

/** @param {Game} game */
function firstPlace(game) {
  const unit = [...game.able][0];
  return (unit && game.shown.units[unit]?.place) || Object.keys(game.table.scene.places)[0];
}
