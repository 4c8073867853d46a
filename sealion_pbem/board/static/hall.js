/** The page of all campaigns in a folder: where each stands, and the way to its board. */

import { Refused, ask, enter, stay } from "./ask.js";
import { byId, h } from "./dom.js";

async function begin() {
  await enter();
  const { title, campaigns } = await ask("campaigns");
  document.title = title;
  byId("name").textContent = title;
  byId("hall").replaceChildren(h("ul", { class: "campaigns" }, ...campaigns.map(entry)),
    campaigns.length ? "" : h("p", {}, "There is no campaign here any more."));
  void stay(() => complain("the board has ended; start it again with: sealion board"));
  document.body.dataset.ready = "yes";
}

/** @param {import("./types.js").Listed} one */
function entry(one) {
  if (one.fault) return h("li", {}, h("strong", {}, one.folder), h("p", { class: "fault" }, one.fault));
  return h("li", {},
    h("a", { href: `/?${new URLSearchParams({ table: one.table })}`, "data-table": one.table }, one.name),
    h("span", { class: "small" }, ` ${one.folder} · ${one.game}`),
    h("p", {}, `${one.part} · ${one.entries} entries`),
    h("p", {}, one.waits));
}

/** @param {string} text */
function complain(text) {
  byId("alert").replaceChildren(h("p", {}, text));
  byId("alert").hidden = false;
}

begin().catch((error) => {
  if (!(error instanceof Refused)) throw error;
  complain([error.message, error.hint].filter(Boolean).join("; "));
  document.body.dataset.ready = "no";
});
