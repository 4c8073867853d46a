/** Playing alone or side by side: commanders go on by themselves, a curtain hides one player's plans, turns are taken back. */

import { ask } from "./ask.js";
import { dialog, openDialog } from "./dialog.js";
import { byId, h } from "./dom.js";
import { button } from "./panel.js";

/** @typedef {import("./game.js").Game} Game */

const SEATED = "sealion-seated";

/** Let commanders play until a player is asked. @param {Game} game @param {() => Promise<void>} again */
export async function goOn(game, again) {
  const box = byId("progress");
  let played = 0;
  let isDone = false;
  while (game.table.alone?.due && !isDone) {
    const { due } = game.table.alone;
    const turns = played ? ` · ${played} ${played === 1 ? "turn" : "turns"} so far` : "";
    box.replaceChildren(h("progress", { "aria-label": `${due} plays` }), `${due} plays · ${game.table.now.part}${turns}`);
    box.hidden = false;
    isDone = true;
    await game.try(async () => {
      await ask("go_on");
      played++;
      await again();
      isDone = false;
    });
  }
  box.hidden = true;
}

/** Ask for the next player if another one sat here before. @param {Game} game @returns {Promise<void>} when it is lifted */
export function curtain(game) {
  const { alone } = game.table;
  const seat = game.led?.draft.seat || "";
  if (!alone || alone.commanded.length || !seat) return Promise.resolve();
  const before = sessionStorage.getItem(SEATED);
  // Nobody has plans to hide before the first turn.
  if (before === seat || (before === null && game.table.is_new)) {
    sessionStorage.setItem(SEATED, seat);
    return Promise.resolve();
  }
  const box = dialog();
  box.classList.add("curtain");
  openDialog("curtain", `${seat} plays now`, h("p", {}, before ? `${before} looks away; ${seat} lifts the curtain.` : `Whoever is not ${seat} looks away.`),
    button(`I am ${seat}`, () => {
      sessionStorage.setItem(SEATED, seat);
      box.close();
    }, { class: "main", id: "lift" }));
  // Escape would lift it for whoever sat here before.
  const stay = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && event.preventDefault();
  box.addEventListener("keydown", stay);
  return new Promise((lifted) => box.addEventListener("close", () => {
    box.classList.remove("curtain");
    box.removeEventListener("keydown", stay);
    lifted();
  }, { once: true }));
}

/** What can be taken back, or why nothing can. @param {Game} game @param {() => void} takeBack */
export function back(game, takeBack) {
  const { alone } = game.table;
  if (!alone || !(alone.back || alone.stands)) return [];
  const parts = alone.back
    ? [button(`Take back turn ${alone.back.seq} of ${alone.back.by}`, takeBack, { id: "take-back" }),
      h("p", { class: "small" }, "No die has fallen since. Its orders stand in the list again, and whatever was played upon it is gone.")]
    : [h("p", { class: "small" }, `What was played stands: ${alone.stands}.`)];
  return [h("section", { id: "back", "aria-label": "Taking back" }, ...parts)];
}

/** Take back the last turn of a player. @param {Game} game @param {() => Promise<void>} again */
export async function takeBack(game, again) {
  await game.try(async () => {
    const taken = await ask("take_back");
    await again();
    game.say(`turn ${taken.seq} of ${taken.by} is taken back`);
  });
  await curtain(game);
}
