/** The one dialog of the page, and everything that it can show. */

import { byId, h } from "./dom.js";

/** What the dialog shows, by name; tests open each of them. */
export const DIALOGS = Object.freeze({
  review: "the orders before they are signed",
  signed: "what was signed, to be saved or sent",
  answer: "a turn that waits for its answer",
  happened: "what a turn came to that was played alone",
  arrived: "what became of files that came",
  prepare: "set-ups and standing orders",
  which: "several orders that lead to one place",
  keys: "the keys",
  curtain: "who plays now, at one table",
});

/** @returns {HTMLDialogElement} */
export function dialog() {
  return /** @type {HTMLDialogElement} */ (byId("dialog"));
}

export function closeDialog() {
  dialog().close();
}

/**
 * Show something; what was shown before gives way.
 * @param {keyof typeof DIALOGS} name @param {string} title @param {...(Node|string|null|false|undefined)} children
 */
export function openDialog(name, title, ...children) {
  const box = dialog();
  box.dataset.shows = name;
  box.setAttribute("aria-labelledby", "dialog-title");
  box.replaceChildren(h("h2", { id: "dialog-title" }, title));
  for (const child of children) if (child) box.append(child);
  if (!box.open) box.showModal();
}
