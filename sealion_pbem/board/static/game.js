/** What is going on: the position, the orders, the order that is being composed. No rule is known here. */

import { Refused, ask, picture } from "./ask.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./types.js").Led} Led */
/** @typedef {import("./types.js").Menu} Menu */
/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").Reach} Reach */
/** @typedef {import("./types.js").Shown} Shown */

/** So many other places are named when one is refused. */
const FEW = 3;

export class Game {
  /** @param {import("./types.js").Table} table @param {import("./map.js").BoardMap} map */
  constructor(table, map) {
    this.table = table;
    this.map = map;
    /** @type {Led|null} */
    this.led = table.orders;
    /** @type {Set<string>} */
    this.chosen = new Set();
    /** @type {Menu|null} */
    this.menu = null;
    /** @type {Reach[]} */
    this.reach = [];
    /** The number of the order that is edited, or -1. */
    this.edited = -1;
    /** @type {import("./types.js").Step|null} */
    this.step = null;
    /** The place that is looked at. */
    this.place = "";
    /** @type {Draft[]} */
    this.done = [];
    /** @type {Draft[]} */
    this.undone = [];
    /** @type {(() => void)[]} */
    this.listeners = [];
    /** @type {(text: string, hint?: string, details?: string[]) => void} */
    this.complain = () => {};
    /** @type {(text: string) => void} */
    this.say = () => {};
    /** How many questions are under way. */
    this.asking = 0;
    /** @type {(isBusy: boolean) => void} */
    this.busy = () => {};
    /** Take a counter up that does not lie on the map. @type {(unit: string, event: PointerEvent) => void} */
    this.lift = () => {};
  }

  /** The position that is looked at. @returns {Shown} */
  get shown() {
    if (this.step) return this.step.shown;
    return this.led ? this.led.position.shown : this.table.now.shown;
  }

  /** Whether orders can be composed now. */
  get isComposing() {
    return Boolean(this.led?.asked) && !this.step;
  }

  /** Behind how many orders an order is composed: those before the one that is edited, or all. */
  get count() {
    return this.edited >= 0 ? this.edited : this.led?.draft.orders.length ?? 0;
  }

  /** @param {string} unit */
  nameOf(unit) {
    return this.shown.units[unit]?.name || unit;
  }

  /** @param {string} place */
  placeName(place) {
    const known = this.table.scene.places[place];
    if (known && known.kind !== "hex") return known.title || place;
    return known?.title ? `${place} ${known.title}` : place;
  }

  /** Everybody who can begin an order. @returns {Set<string>} */
  get able() {
    const kinds = this.isComposing && this.led?.asked ? this.led.asked.kinds : [];
    return new Set(kinds.flatMap((kind) => kind.units));
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  /** Do something that asks the server; what it has against it is said. @param {() => Promise<void>} act */
  async try(act) {
    this.asking++;
    this.busy(true);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.complain(error.message, error.hint, error.details);
      if (error.kind === "stale") await this.reload();
    } finally {
      this.asking--;
      this.changed();
      this.busy(this.asking > 0);
    }
  }

  /** Read everything anew: another tab, a mail or a signature has changed it. */
  async reload() {
    const table = await ask("table");
    this.table = table;
    this.done = [];
    this.undone = [];
    this.drop();
    this.step = null;
    await this.#take(table.orders, table.sheet);
    this.map.show(this.shown);
    this.changed();
  }

  /** @param {Led|null} led @param {import("./types.js").Sheet} sheet */
  async #take(led, sheet) {
    this.led = led;
    await this.faces(sheet);
  }

  /** Fetch the sheet of counters again if it has grown. @param {import("./types.js").Sheet} sheet */
  async faces(sheet) {
    if (sheet.faces !== this.map.sheet.faces) this.map.paintSheet(await picture("sheet"), sheet);
  }

  /** Leave what is being composed. */
  drop() {
    this.chosen.clear();
    this.menu = null;
    this.reach = [];
    this.edited = -1;
  }

  /** One step back: the order that is composed, then the choice, then the place. */
  escape() {
    if (this.menu || this.chosen.size || this.edited >= 0) this.drop();
    else this.place = "";
    this.changed();
  }

  /** Take up a unit, or put it down again. @param {string} unit @param {boolean} adds */
  async chooseUnit(unit, adds) {
    if (!this.isComposing) return this.look(this.shown.units[unit]?.place || "", unit);
    const choice = this.menu && this.#choicesFor(this.menu.choices, unit)[0];
    if (choice) return this.choose(choice);
    const chosen = adds ? this.chosen : new Set(/** @type {string[]} */ ([]));
    if (this.chosen.has(unit)) chosen.delete(unit);
    else chosen.add(unit);
    await this.chooseUnits([...chosen]);
  }

  /** The choice by which the order at hand takes a unit up, if it does. @param {string} unit */
  takesUp(unit) {
    return this.menu?.choices.find(({ value }) => value === unit || (Array.isArray(value) && value[0] === unit && value[1] === null));
  }

  /** Take a unit into the order at hand. @param {string} unit */
  async takeUp(unit) {
    const choice = this.takesUp(unit);
    this.chosen = new Set([unit]);
    if (choice) await this.choose(choice);
  }

  /** Take up units together. @param {string[]} units */
  async chooseUnits(units) {
    this.menu = null;
    this.reach = [];
    this.chosen = new Set(units);
    this.place = units.length ? this.shown.units[units[0]]?.place || "" : this.place;
    if (!units.length || !units.every((unit) => this.able.has(unit))) return this.changed();
    await this.try(async () => {
      const found = await ask("reach", { version: this.#version, count: this.count, units });
      this.reach = found.kinds;
      const names = units.map((unit) => this.nameOf(unit)).join(", ");
      this.say(`${names}: ${this.targets().size} places`);
    });
  }

  get #version() {
    return this.led?.version ?? "";
  }

  /** @param {string} place @param {string} [unit] */
  look(place, unit) {
    this.place = place;
    this.chosen = new Set(unit ? [unit] : []);
    this.changed();
  }

  /**
   * The choices that lead to each place or unit; whoever could only join those that are dragged is no target.
   * @param {boolean} [isDragged] @returns {Map<string, {reach: Reach|null, choice: Choice}[]>}
   */
  targets(isDragged = false) {
    /** @type {Map<string, {reach: Reach|null, choice: Choice}[]>} */
    const found = new Map();
    const sources = this.menu ? [{ reach: null, choices: this.menu.choices }]
      : this.reach.map((reach) => ({ reach, choices: reach.choices }));
    for (const { reach, choices } of sources) {
      for (const choice of choices) {
        const target = this.target(choice);
        if (!target || this.chosen.has(target)) continue;
        if ((reach || isDragged) && joins(reach?.partial || this.menu?.partial || {}, choice, target in this.shown.units)) continue;
        const known = found.get(target) || [];
        // Of several ways to a place the first is the best.
        if (!known.some((one) => one.reach === reach && one.choice.member === choice.member)) known.push({ reach, choice });
        found.set(target, known);
      }
    }
    return found;
  }

  /** The place or unit that a choice ends at, or "". @param {Choice} choice */
  target(choice) {
    const value = Array.isArray(choice.value) ? choice.value.filter((one) => one !== null).at(-1) : choice.value;
    const isKnown = typeof value === "string" && (value in this.table.scene.places || value in this.shown.units);
    return isKnown ? value : "";
  }

  /** @param {Choice[]} choices @param {string} target */
  #choicesFor(choices, target) {
    return choices.filter((choice) => this.target(choice) === target);
  }

  /** Go to a place, or to a unit: what is composed is led there. @param {string} target @param {boolean} goesOn @param {boolean} [isDragged] */
  async chooseTarget(target, goesOn, isDragged = false) {
    const ways = this.targets(isDragged).get(target) || [];
    if (ways.length !== 1) return ways;
    await this.take(ways[0].reach, ways[0].choice, goesOn);
    return [];
  }

  /** Say why those who are chosen cannot go to a place, and where they can go instead. @param {string} place */
  async refuse(place) {
    const who = [...this.chosen].map((one) => this.nameOf(one)).join(", ");
    const near = this.map.nearest(place, [...this.targets(true).keys()]).slice(0, FEW).map((one) => this.placeName(one));
    await this.try(async () => {
      const { kinds } = this.menu ? { kinds: [] } : await ask("why", { version: this.#version, count: this.count, units: [...this.chosen], target: place });
      const reasons = kinds.map((/** @type {import("./types.js").Why} */ one) => `${one.label}: ${one.text} (rule ${one.rule})`);
      this.complain(`${who} cannot go to ${this.placeName(place)}`, near.length ? `nearest that it can: ${near.join(", ")}; all are lit up and listed` : "it can go nowhere now", reasons);
    });
  }

  /** Add a choice to the order; one that is complete and rolls no dice is written down. @param {Reach|null} reach @param {Choice} choice @param {boolean} goesOn */
  async take(reach, choice, goesOn) {
    const partial = reach ? reach.partial : this.menu?.partial || {};
    await this.#compose(partial, choice);
    const menu = this.menu;
    // Whoever was put somewhere is done with; the order goes on with others.
    if (Array.isArray(choice.value) && this.chosen.has(choice.value[0])) this.chosen.clear();
    if (!goesOn && menu?.order && !menu.forecasts.length) await this.write();
  }

  /** Begin an order of a kind. @param {string} kind */
  async begin(kind) {
    this.drop();
    await this.#compose({ kind });
  }

  /** @param {Choice} choice */
  async choose(choice) {
    await this.#compose(this.menu?.partial || {}, choice);
  }

  /** @param {Order} partial @param {Choice} [choice] */
  async #compose(partial, choice) {
    const added = choice && { member: choice.member, value: choice.value, label: choice.label };
    await this.try(async () => {
      this.menu = await ask("menu", { version: this.#version, count: this.count, partial, choice: added });
      if (this.menu?.refused.length) {
        const fault = this.menu.refused[0];
        this.complain(`${fault.text} (rule ${fault.rule})`);
        this.menu = null;
      }
    });
  }

  /** Put the composed order into the list. */
  async write() {
    const order = this.menu?.order;
    if (!order || !this.led) return;
    const orders = [...this.led.draft.orders];
    if (this.edited >= 0) orders.splice(this.edited, 1, { ...timeOf(orders[this.edited]), ...order });
    else orders.push(order);
    this.say(`ordered: ${this.menu?.said}`);
    this.drop();
    await this.save({ ...this.led.draft, orders });
  }

  /** Open an order of the list again. @param {number} number */
  async edit(number) {
    if (!this.led) return;
    this.drop();
    this.edited = number;
    const { turn, stage, ...partial } = this.led.draft.orders[number];
    await this.#compose(partial);
  }

  /** @param {Draft} draft */
  async save(draft) {
    if (!this.led) return;
    const before = this.led.draft;
    if (await this.#keep(draft)) {
      this.done.push(before);
      this.undone = [];
    }
    this.changed();
  }

  /** @param {Draft} draft */
  async #keep(draft) {
    let isKept = false;
    await this.try(async () => {
      const { orders, supposes = [], standing_orders, drop_queued, message = "" } = draft;
      const led = await ask("write", { version: this.#version, orders, supposes, standing_orders, drop_queued, message });
      await this.#take(led, led.sheet);
      this.map.show(this.shown);
      isKept = true;
    });
    return isKept;
  }

  async undo() {
    await this.#go(this.done, this.undone);
  }

  async redo() {
    await this.#go(this.undone, this.done);
  }

  /** @param {Draft[]} from @param {Draft[]} to */
  async #go(from, to) {
    const draft = from.at(-1);
    if (!draft || !this.led) return;
    const before = this.led.draft;
    this.drop();
    if (await this.#keep(draft)) {
      from.pop();
      to.push(before);
    }
    this.changed();
  }

  /** @param {number} number @param {number} by */
  async move(number, by) {
    if (!this.led) return;
    const orders = [...this.led.draft.orders];
    const [order] = orders.splice(number, 1);
    orders.splice(number + by, 0, order);
    this.drop();
    await this.save({ ...this.led.draft, orders });
  }

  /** @param {number} number */
  async remove(number) {
    if (!this.led) return;
    this.drop();
    await this.save({ ...this.led.draft, orders: this.led.draft.orders.filter((_, other) => other !== number) });
  }

  /** Suppose how dice fall or what another seat answers. @param {Order} supposition */
  async suppose(supposition) {
    if (!this.led) return;
    this.drop();
    await this.save({ ...this.led.draft, supposes: [...this.led.supposed, supposition] });
  }

  /** Take back suppositions from one on. @param {number} number */
  async unsuppose(number) {
    if (!this.led) return;
    this.drop();
    await this.save({ ...this.led.draft, supposes: this.led.supposed.slice(0, number) });
  }
}

/** Whether a choice only adds one more unit to where others are. @param {Order} partial @param {Choice} choice @param {boolean} isUnit */
function joins(partial, choice, isUnit) {
  return isUnit && choice.member in partial && (!Array.isArray(choice.value) || choice.value[1] === null);
}

/** @param {Order} order @returns {Order} */
function timeOf(order) {
  const { turn, stage } = order;
  return { ...(turn === undefined ? {} : { turn }), ...(stage === undefined ? {} : { stage }) };
}
