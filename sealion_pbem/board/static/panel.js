/** The panel beside the map: what is asked, who can act, the order at hand, the list of orders. */

import { back } from "./alone.js";
import { forecastCard } from "./card.js";
import { byId, h } from "./dom.js";
import { placeCard } from "./place.js";
import { boxed, tray } from "./tray.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./types.js").Choice} Choice */

const FEW = 60;
const LONG = 240;
let shownBefore = "";

/** @typedef {{review: () => void, answer: () => void, prepare: () => void, takeBack: () => void}} Doors */

/** @param {Game} game @param {Doors} doors */
export function renderPanel(game, doors) {
  const parts = game.step ? [] : [
    ...waiting(game, doors),
    ...asked(game),
    ...hand(game),
    ...tray(game),
    ...fork(game),
    ...orders(game, doors),
    ...back(game, doors.takeBack),
    ...came(game),
  ];
  const panel = byId("panel");
  const focused = keyOf(document.activeElement);
  const scrolled = panel.scrollTop;
  panel.replaceChildren(...parts, ...placeCard(game));
  const isSame = shownBefore === (game.menu ? "menu" : game.chosen.size ? "chosen" : "");
  shownBefore = game.menu ? "menu" : game.chosen.size ? "chosen" : "";
  panel.scrollTop = isSame ? scrolled : 0;
  if (focused) refocus(panel, focused);
}

/** By what a button of the panel is found again when the panel was made anew; "" outside of it. @param {Element|null} element */
function keyOf(element) {
  if (!(element instanceof HTMLElement) || !element.closest("#panel")) return "";
  const { unit, kind, value } = element.dataset;
  const inside = element.closest("section")?.id || "";
  return JSON.stringify([inside, element.id, unit || kind || value || element.getAttribute("aria-label") || element.textContent]);
}

/** @param {HTMLElement} panel @param {string} key */
function refocus(panel, key) {
  const buttons = [...panel.querySelectorAll("button, summary")];
  const same = buttons.find((one) => keyOf(one) === key);
  const next = panel.querySelector("#add, #hand li button, #orders .main, #asked button");
  const found = same || next || buttons[0];
  if (found instanceof HTMLElement) found.focus({ preventScroll: Boolean(same) });
}

/** @param {string} title @param {string} id @param {...(Node|string|null|false)} children */
function section(title, id, ...children) {
  return h("section", { id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), ...children);
}

/** @param {string} text @param {() => void} act @param {Object<string, any>} [more] */
export function button(text, act, more = {}) {
  return h("button", { type: "button", onclick: act, ...more }, text);
}

/** @param {Game} game @param {{answer: () => void}} doors */
function waiting(game, doors) {
  const { pending, now, own } = game.table;
  if (pending) {
    const text = pending.is_own ? `A turn of ${pending.by} has arrived and waits for your answer.`
      : `Your turn waits for the answer of ${pending.waits_for}.`;
    return [section(pending.is_own ? "A turn to answer" : "Signed", "waiting", h("p", {}, text),
      pending.is_own && button("Answer it: open the dice…", doors.answer, { class: "main" }))];
  }
  if (now.result) return [section("The game is over", "waiting", h("p", {}, now.result))];
  if (game.led) return [];
  const whose = own.length ? `${now.seat} is asked` : "Looking on";
  return [section(whose, "waiting", h("p", {}, now.prompt), now.rule && h("p", { class: "small" }, `rule ${now.rule}`))];
}

/** @param {Game} game */
function asked(game) {
  const found = game.led?.asked;
  if (!found) return [];
  const kinds = found.kinds.map((kind) => button(
    kind.units.length ? `${kind.label} (${kind.units.length})` : kind.label,
    () => void game.begin(kind.kind),
    { class: game.menu?.partial.kind === kind.kind ? "kind on" : "kind", "data-kind": kind.kind },
  ));
  return [section(`Asked of ${found.seat}`, "asked",
    h("p", { class: "prompt" }, found.prompt),
    h("p", { class: "small" }, `rule ${found.rule}${found.title ? ` · ${found.title}` : ""}`),
    h("div", { class: "row", role: "group", "aria-label": "Kinds of orders" }, ...kinds),
    ...found.not_yet.map((one) => notYet(`not yet ${one.kind.replaceAll("_", " ")}`, one.text, one.rule)),
    !game.menu && actors(game))];
}

/** Why an order cannot be given yet; what is long is folded up. @param {string} what @param {string} why @param {string} rule */
function notYet(what, why, rule) {
  if (why.length < LONG) return h("p", { class: "small not-yet" }, `${what}: ${why} (rule ${rule})`);
  return h("details", { class: "small not-yet" }, h("summary", {}, `${what}: ${why.split(":")[0]} … (rule ${rule})`), why);
}

/** Everybody who can act, by place. @param {Game} game */
function actors(game) {
  const inBoxes = new Set([...boxed(game).values()].flat());
  const able = [...game.able].filter((unit) => !inBoxes.has(unit));
  if (!able.length) return null;
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (const unit of able) {
    const at = game.shown.units[unit]?.place || "";
    places.set(at, [...(places.get(at) || []), unit]);
  }
  const groups = [...places].map(([at, units]) => h("li", {},
    button(game.placeName(at) || "elsewhere", () => { game.map.centre(at); game.map.point(at); }, { class: "place" }),
    ...units.map((unit) => button(game.nameOf(unit), () => void game.chooseUnit(unit, false), {
      class: game.chosen.has(unit) ? "unit on" : "unit", "data-unit": unit, "aria-pressed": String(game.chosen.has(unit)),
    }))));
  return h("details", { open: true }, h("summary", {}, `Who can act on the map: ${able.length}`), h("ul", { class: "actors" }, ...groups));
}

/** The order that is being composed, or what the chosen units can do. @param {Game} game */
function hand(game) {
  if (!game.isComposing) return [];
  if (game.menu) return [composed(game, game.menu)];
  if (!game.chosen.size || !game.reach.length) return [];
  const names = [...game.chosen].map((unit) => game.nameOf(unit)).join(", ");
  const kinds = game.reach.map((reach) => h("details", { open: game.reach.length === 1 || reach.choices.length < FEW },
    h("summary", {}, `${reach.label}: ${reach.choices.length}`),
    choices(game, reach.choices, (choice) => void game.take(reach, choice, true))));
  return [section(names, "hand", ...kinds, button("Put down", () => game.escape()))];
}

/** @param {Game} game @param {import("./types.js").Menu} menu */
function composed(game, menu) {
  const title = game.edited >= 0 ? `Order ${game.edited + 1}` : "Order";
  /** @type {Map<string, Choice[]>} */
  const members = new Map();
  for (const choice of menu.choices) members.set(choice.member, [...(members.get(choice.member) || []), choice]);
  const wanted = (menu.missing?.at || "").replace("/", "");
  const lists = [...members].map(([member, found]) => h("details", { open: !menu.order || member === wanted || found.length <= 8 },
    h("summary", {}, `${member.replaceAll("_", " ")}: ${found.length}`),
    choices(game, found, (choice) => void game.choose(choice))));
  return section(title, "hand",
    h("p", { class: "said-order" }, menu.said || saidPartial(game, menu.partial)),
    menu.missing && h("p", { class: "small" }, `${menu.missing.text}${menu.missing.rule !== "-" ? ` (rule ${menu.missing.rule})` : ""}`),
    ...menu.forecasts.map((forecast) => forecastCard(forecast)),
    h("div", { class: "row" },
      menu.order && button(game.edited >= 0 ? "Change the order" : "Add the order", () => void game.write(), { class: "main", id: "add" }),
      button("Leave it", () => game.escape())),
    ...lists);
}

/** @param {Game} game @param {import("./types.js").Order} partial */
function saidPartial(game, partial) {
  const words = Object.entries(partial).map(([name, value]) => {
    const parts = (Array.isArray(value) ? value.flat() : typeof value === "object" && value ? Object.entries(value).flat() : [value])
      .filter((one) => one !== null).map((one) => game.shown.units[one] ? game.nameOf(one) : String(one));
    return name === "kind" ? parts.join(" ").replaceAll("_", " ") : parts.join(", ");
  });
  return `${words.join(" ")} …`;
}

/** A list of choices, for whoever does not use the map. @param {Game} game @param {Choice[]} found @param {(choice: Choice) => void} take */
function choices(game, found, take) {
  const list = h("ul", { class: "choices" });
  const row = (/** @type {Choice} */ choice) => {
    const target = game.target(choice);
    const place = target in game.table.scene.places ? game.placeName(target) : "";
    const label = place && choice.label === target ? place : choice.label;
    const at = game.shown.units[target]?.place || target;
    return h("li", {}, h("button", {
      type: "button", "data-value": JSON.stringify(choice.value), "data-member": choice.member,
      onclick: () => take(choice),
      onmouseenter: () => game.map.point(at in game.table.scene.places ? at : ""),
      onfocus: () => game.map.point(at in game.table.scene.places ? at : ""),
    }, choice.turn ? h("span", { class: "turn", title: "comes in this turn" }, `${choice.turn}.`) : null, h("span", {}, label), choice.price ? h("span", { class: "price" }, choice.price) : null,
    choice.notes?.length ? h("span", { class: "small" }, choice.notes.join("; ")) : null));
  };
  list.append(...found.slice(0, FEW).map(row));
  if (found.length > FEW) {
    list.append(h("li", {}, button(`all ${found.length}`, () => list.replaceChildren(...found.map(row)))));
  }
  return list;
}

/** Where the file comes to dice or to another seat: how may it go on? @param {Game} game */
function fork(game) {
  const found = game.led?.fork;
  if (!found) return [];
  const ways = found.ways.map((way) => h("li", {}, button(
    `${way.text}${way.chance ? ` (${way.chance})` : ""}`, () => void game.suppose(way.supposition))));
  return [section("Here it is not known how it goes on", "fork",
    h("p", {}, found.prompt),
    h("p", { class: "small" }, "Sign now, or suppose how it ends and write ahead: such orders come back to you if it ends otherwise."),
    h("details", {}, h("summary", {}, `suppose one of ${found.ways.length}`), h("ul", { class: "choices" }, ...ways)))];
}

/** @param {Game} game @param {{review: () => void, prepare: () => void}} doors */
function orders(game, doors) {
  const { led } = game;
  if (!led) return [];
  const rows = led.lines.map((line, number) => h("li", { class: line.state },
    h("span", { class: "line" }, line.when ? `${line.when}: ${line.text}` : line.text),
    line.state === "blind" ? h("span", { class: "tag" }, "written ahead") : null,
    ...line.faults.map((fault) => h("span", { class: "fault" }, `${fault.text} (rule ${fault.rule})`)),
    h("span", { class: "row tiny" },
      button("↑", () => void game.move(number, -1), { "aria-label": `move order ${number + 1} up`, disabled: number === 0 }),
      button("↓", () => void game.move(number, 1), { "aria-label": `move order ${number + 1} down`, disabled: number === led.lines.length - 1 }),
      button("edit", () => void game.edit(number), { "aria-label": `edit order ${number + 1}` }),
      button("×", () => void game.remove(number), { "aria-label": `remove order ${number + 1}` }))));
  const supposed = led.supposed.map((one, number) => h("li", { class: "supposed" },
    h("span", { class: "line" }, `supposed: ${one.at}: ${one.faces ? one.faces.join(" ") : one.order?.kind}`),
    button("take back", () => void game.unsuppose(number), { "aria-label": `take back supposition ${number + 1}` })));
  return [section(`Orders: ${led.lines.length}`, "orders",
    led.standing.length > 0 && h("details", {}, h("summary", {}, `Standing orders: ${led.standing.length}`),
      h("ul", { class: "small" }, ...led.standing.map((text) => h("li", {}, text)))),
    rows.length || supposed.length ? h("ol", {}, ...rows, ...supposed) : h("p", { class: "small" }, "None yet. Drag a counter, or pick a kind of order above."),
    h("div", { class: "row" },
      button("Undo", () => void game.undo(), { disabled: !game.done.length, id: "undo" }),
      button("Redo", () => void game.redo(), { disabled: !game.undone.length, id: "redo" }),
      button("Prepare…", doors.prepare, { id: "prepare" }),
      button("Review and sign…", doors.review, { class: "main", id: "review", disabled: Boolean(led.refused.length) || !(led.lines.length || led.standing.length) })))];
}

/** What the orders come to. @param {Game} game */
function came(game) {
  const { led } = game;
  if (!led || !(led.story.length || led.notes.length || led.needs_dice || led.refused.length)) return [];
  return [section("What this comes to", "came", ...story(led))];
}

/** @param {import("./types.js").Led} led */
export function story(led) {
  return [
    h("ul", { class: "story" },
      ...led.refused.map((text) => h("li", { class: "fault" }, text)),
      ...led.story.map((one) => h("li", {}, one.cost ? `${one.text}: ${one.cost}` : one.text)),
      led.needs_dice && h("li", { class: "dice" }, `then dice fall: ${led.needs_dice}`)),
    ...led.forecasts.map((forecast) => forecastCard(forecast)),
    h("ul", { class: "notes" }, ...led.notes.map((note) => h("li", { class: led.dangers.includes(note) ? "warn" : "" }, note))),
  ];
}
