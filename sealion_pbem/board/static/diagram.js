/** Diagrams over the map: where dice may lead, with exact chances, and who is to fire at whom in which order. */

import { s } from "./dom.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {{x: number, y: number}} Spot */

/** Draw what belongs to the order at hand, or to the dice that fall next. @param {Game} game */
export function drawDiagrams(game) {
  const forecasts = game.step ? [] : game.menu ? game.menu.forecasts : game.led?.forecasts || [];
  game.map.diagram.replaceChildren(...forecasts.flatMap((forecast) => spread(game, forecast)), ...turns(game), ...pairs(game));
}

/** Where the cases of a forecast end, each with its chance; a cross is where something is lost. @param {Game} game @param {import("./types.js").Forecast} forecast */
function spread(game, forecast) {
  const { places } = game.table.scene;
  const from = places[game.shown.units[forecast.about]?.place || forecast.about];
  if (!from) return [];
  return forecast.cases.flatMap((one) => {
    const to = one.place ? places[one.place] : null;
    if (!to) return [];
    const isLost = Object.keys(one.lost).length > 0;
    const size = game.table.scene.hex * 0.28;
    const cross = `M${to.x - size},${to.y - size}l${2 * size},${2 * size}m0,${-2 * size}l${-2 * size},${2 * size}`;
    return [...arrow(from, to), isLost ? s("path", { d: cross, class: "lost" }) : s("circle", { cx: to.x, cy: to.y, r: size, class: "safe" }),
      word(one.chance, to.x, to.y + game.table.scene.hex * 0.12)];
  });
}

/** The numbers of targets that the rules put in an order. @param {Game} game */
function turns(game) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const choice of game.menu?.choices || []) {
    const target = game.target(choice);
    if (choice.turn && target) found.set(target, Math.min(choice.turn, found.get(target) ?? choice.turn));
  }
  return [...found].flatMap(([target, turn]) => {
    const spot = game.map.spotOfUnit(target);
    return spot ? badge(String(turn), spot.x + 18, spot.y - 18) : [];
  });
}

/** Pairs of units in the order at hand, in the sequence in which they stand there. @param {Game} game */
function pairs(game) {
  const members = Object.values(game.menu?.partial || {}).filter(Array.isArray);
  return members.flatMap((member) => member.filter((one) => Array.isArray(one) && one.length === 2).flatMap((pair, number) => {
    const [from, to] = pair.map((/** @type {string} */ unit) => game.map.spotOfUnit(unit));
    return from && to ? [...arrow(from, to), ...badge(String(number + 1), from.x, from.y, "order")] : [];
  }));
}

/** @param {Spot} from @param {Spot} to @returns {SVGElement[]} */
function arrow(from, to) {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / long, (to.y - from.y) / long];
  const [x, y] = [to.x - dx * 14, to.y - dy * 14];
  const head = [[to.x, to.y], [x - dy * 7, y + dx * 7], [x + dy * 7, y - dx * 7]].map((point) => point.join(",")).join(" ");
  return [s("line", { x1: from.x, y1: from.y, x2: x, y2: y }), s("polygon", { points: head })];
}

/** @param {string} text @param {number} x @param {number} y @param {string} [kind] */
function badge(text, x, y, kind = "turn") {
  const shape = kind === "turn" ? s("circle", { cx: x, cy: y, r: 10, class: kind }) : s("rect", { x: x - 10, y: y - 10, width: 20, height: 20, class: kind });
  return [shape, word(text, x, y + 5)];
}

/** @param {string} text @param {number} x @param {number} y */
function word(text, x, y) {
  const made = s("text", { x, y });
  made.textContent = text;
  return made;
}
