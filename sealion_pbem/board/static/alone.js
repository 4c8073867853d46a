/** Playing alone or side by side: commanders go on by themselves, and a curtain hides one player's plans. */

import { ask } from "./ask.js";
import { byId, h } from "./dom.js";
import { button } from "./panel.js";

/** @typedef {import("./game.js").Game} Game */

/** Let commanders play until a player is asked. @param {Game} game @param {() => Promise<void>} again */
export async function goOn(game, again) {
  const box = byId("progress");
  let isDone = false;
  while (game.table.alone?.due && !isDone) {
    const { due } = game.table.alone;
    box.replaceChildren(h("progress", { "aria-label": `${due} plays` }), `${due} plays · ${game.table.now.part}`);
    box.hidden = false;
    isDone = true;
    await game.try(async () => {
      await ask("go_on");
      await again();
      isDone = false;
    });
  }
  box.hidden = true;
}

let seated = "";

/** Ask for the next player if another one sat here before. @param {Game} game */
export function curtain(game) {
  const { alone } = game.table;
  const seat = game.led?.draft.seat || "";
  if (!alone || alone.commanded.length || !seat) return;
  const before = seated;
  seated = seat;
  if (!before || before === seat) return;
  const box = /** @type {HTMLDialogElement} */ (byId("dialog"));
  box.classList.add("curtain");
  box.setAttribute("aria-labelledby", "dialog-title");
  box.replaceChildren(h("h2", { id: "dialog-title" }, `${seat} plays now`),
    h("p", {}, `${before} looks away; ${seat} lifts the curtain.`),
    button(`I am ${seat}`, () => box.close(), { class: "main", id: "lift" }));
  box.addEventListener("close", () => box.classList.remove("curtain"), { once: true });
  if (!box.open) box.showModal();
}
