/** Cards: what dice promise, with exact fractions and bars, and what they brought. */

import { h } from "./dom.js";

/** @param {string} fraction */
function share(fraction) {
  const [above, below = "1"] = fraction.split("/");
  return Number(above) / Number(below);
}

/** @param {import("./types.js").Forecast} forecast */
export function forecastCard(forecast) {
  const rows = forecast.cases.map((one) => {
    const bar = h("meter", { min: "0", max: "1", value: String(share(one.chance)), "aria-label": one.chance });
    const lost = Object.entries(one.lost).map(([seat, number]) => `${seat} −${number}`).join(", ");
    return h("tr", {}, h("td", { class: "chance" }, one.chance), h("td", {}, bar),
      h("td", {}, [one.result, lost, ...one.facts].filter(Boolean).join(" · ")));
  });
  return h("div", { class: "card" },
    h("h3", {}, forecast.title, h("span", { class: "small" }, ` rule ${forecast.rule}, ${forecast.method}`)),
    forecast.clash ? clashTable(forecast.clash) : null,
    h("table", { class: "cases" }, h("caption", { class: "small" }, "chance of each result"), h("tbody", {}, ...rows)),
    ...forecast.assumes.map((text) => h("p", { class: "small" }, `assumes: ${text}`)));
}

/** @param {import("./types.js").Clash} clash */
function clashTable(clash) {
  const forces = clash.forces.map((force) => h("li", {},
    h("strong", {}, `${force.seat} ${force.role}${force.total ? `: ${force.total}` : ""}`),
    h("ul", {}, ...(force.lines || []).map((line) => h("li", { class: "small" },
      [line.name, line.value, line.note].filter(Boolean).join(" · "))))));
  const factors = (clash.factors || []).map((factor) => h("li", { class: "small" },
    `${factor.value > 0 ? "+" : ""}${factor.value} ${factor.name} (rule ${factor.rule})`));
  return h("div", {}, h("ul", { class: "forces" }, ...forces),
    clash.column ? h("p", { class: "small" }, `column ${clash.column}`) : null,
    factors.length ? h("ul", {}, ...factors) : null,
    clash.dice ? h("p", {}, `dice ${clash.dice}`) : null,
    clash.result ? h("p", {}, h("strong", {}, clash.result)) : null,
    clash.outcome?.length ? h("ul", {}, ...clash.outcome.map((text) => h("li", { class: "small" }, text))) : null);
}

/** @param {import("./types.js").Card} card */
export function foughtCard(card) {
  const luck = card.luck.map((one) => h("li", { class: "small" }, `${one.seat} lost ${one.lost}, expected ${one.expected}`));
  return h("div", { class: "card" },
    h("h3", {}, card.title, h("span", { class: "small" }, ` rule ${card.rule}`)),
    ...card.clashes.map(clashTable), luck.length ? h("ul", {}, ...luck) : null);
}
