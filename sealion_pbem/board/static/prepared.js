/** Ready-made set-ups, and standing orders as a form in plain words. */

import { ask } from "./ask.js";
import { closeDialog, dialog, openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { button } from "./panel.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").Prepared} Prepared */

/** @param {Game} game */
export async function prepare(game) {
  /** @type {Prepared|null} */
  let found = null;
  await game.try(async () => { found = await ask("prepared"); });
  if (found) show(game, found);
}

/** @param {Game} game @param {Prepared} found */
function show(game, found) {
  openDialog("prepare", "Prepare", ...setUps(game, found), ...standing(game, found), h("div", { class: "row" }, button("Close", closeDialog)));
}

/** @param {Game} game @param {Prepared} found */
function setUps(game, found) {
  if (!found.set_ups.length) return [];
  const rows = found.set_ups.map((one) => h("li", {}, button(one.name, async () => {
    closeDialog();
    if (game.led) await game.save({ ...game.led.draft, orders: one.orders });
  }, { "data-set-up": one.name }), ` ${one.text}`));
  return [h("h3", {}, "Ready-made set-ups"), h("p", { class: "small" }, "They take the place of the orders in the list, and can be changed there."), h("ul", { class: "choices" }, ...rows)];
}

/** @param {Game} game @param {Prepared} found */
function standing(game, found) {
  const now = game.led?.draft.standing_orders ?? found.standing_orders;
  /** @param {Order[]} orders */
  const keep = async (orders) => {
    if (game.led) await game.save({ ...game.led.draft, standing_orders: orders });
    // Who has closed it meanwhile is done with it.
    if (dialog().open) show(game, found);
  };
  const rows = now.map((order, number) => h("li", {}, said(found, order), " ",
    button("×", () => void keep(now.filter((_, other) => other !== number)), { "aria-label": `remove standing order ${number + 1}` })));
  const books = found.books.map((book) => h("li", {}, button(book.name, () => void keep(book.standing_orders), { "data-book": book.name }),
    h("ul", { class: "small" }, ...book.lines.map((line) => h("li", {}, line)))));
  return [h("h3", {}, "Standing orders"),
    h("p", { class: "small" }, "They answer small decisions for you, so that nobody waits; they are signed with your next turn and hold until you change them."),
    h("ol", { id: "standing" }, ...rows), ...form(found, (order) => void keep([...now, order])),
    books.length ? h("h3", {}, "Books") : "", h("ul", { class: "choices" }, ...books)];
}

/** @param {Prepared} found @param {Order} order */
function said(found, order) {
  const decision = found.decisions.find((one) => one.kind === order.when);
  const policy = decision?.policies.find((one) => one.name === order.do);
  return `${decision?.label || order.when}: ${policy ? policy.text : JSON.stringify(order.do)}`;
}

/** @param {Prepared} found @param {(order: Order) => void} add */
function form(found, add) {
  const what = h("select", { id: "standing-do" });
  const when = h("select", { id: "standing-when" }, ...found.decisions.map((one) => h("option", { value: one.kind }, one.label)));
  const fill = () => {
    const policies = found.decisions.find((one) => one.kind === when.value)?.policies || [];
    what.replaceChildren(...policies.map((one) => h("option", { value: one.name }, `${one.name.replaceAll("_", " ")}: ${one.text}`)));
  };
  when.addEventListener("change", fill);
  fill();
  if (!found.decisions.length) return [];
  return [h("label", { for: "standing-when" }, "When I am asked for"), when, h("label", { for: "standing-do" }, "answer"), what,
    h("div", { class: "row" }, button("Add this standing order", () => add({ when: when.value, do: what.value }), { id: "standing-add" }))];
}
