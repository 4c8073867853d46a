/** The past: a slider through every turn that was judged, with what happened in it. */

import { ask } from "./ask.js";
import { foughtCard } from "./card.js";
import { byId, h } from "./dom.js";

/** @typedef {import("./game.js").Game} Game */

/** So long a step is shown when it is replayed, in milliseconds, and so much longer for each sentence. */
const PAUSE = 3000;
const LINE = 500;

export class PastBar {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {import("./types.js").StepTitle[]} */
    this.steps = [];
    this.slider = h("input", { type: "range", min: "0", max: "0", value: "0", id: "slider", "aria-label": "Step of the game" });
    this.title = h("output", { id: "step-title", for: "slider" }, "Now");
    this.seen = 0;
    this.timer = 0;
    const to = (/** @type {number} */ number) => {
      clearTimeout(this.timer);
      void this.show(number);
    };
    this.slider.addEventListener("input", () => to(Number(this.slider.value)));
    const at = (/** @type {number} */ by) => () => to(Number(this.slider.value) + by);
    byId("foot").replaceChildren(
      h("button", { type: "button", onclick: at(-1), "aria-label": "step back" }, "◀"),
      this.slider,
      h("button", { type: "button", onclick: at(1), "aria-label": "step on" }, "▶"),
      h("button", { type: "button", onclick: () => to(this.steps.length), id: "to-now" }, "Now"),
      h("button", { type: "button", onclick: () => to(this.#since()), id: "since" }, "Since my last mail"),
      this.title,
      h("span", { id: "where" }));
  }

  /** Read the titles of all steps; there are more after a mail. */
  async read() {
    const { steps, seen } = await ask("steps");
    this.steps = steps;
    // Who looks for the first time has nothing to catch up with, unless he plays alone or at one table.
    this.seen = seen ?? (this.game.table.alone ? 0 : -1);
    if (this.seen < 0) await this.#look(steps.length);
    this.slider.max = String(this.steps.length);
    this.slider.value = this.slider.max;
    this.title.textContent = "Now";
  }

  /** The first step after the last that was written here. */
  #since() {
    const { own, seats } = this.game.table;
    const mine = own.length ? own : seats;
    return this.steps.findLastIndex((step) => mine.includes(step.by)) + 1;
  }

  /** Show what happened since this player last looked, step after step, then the position as it is now. */
  async replay() {
    if (this.game.table.observes || this.game.step || this.seen >= this.steps.length) return;
    clearTimeout(this.timer);
    const from = this.seen;
    await this.#go(from, from);
  }

  /** @param {number} number @param {number} from */
  async #go(number, from) {
    await this.show(number);
    const { step } = this.game;
    if (!step) return;
    step.news = `New since you last looked: ${number - from + 1} of ${this.steps.length - from}`;
    this.game.say(`${step.news}: ${step.part}, ${step.by}`);
    this.game.changed();
    // Who wants no motion goes on by himself.
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.timer = setTimeout(() => void this.#go(number + 1, from), PAUSE + step.story.length * LINE);
  }

  /** Remember how far this player has looked. @param {number} number */
  async #look(number) {
    if (this.game.table.observes || number <= this.seen) return;
    this.seen = number;
    await ask("look", { number });
  }

  /** Show a step; behind the last is now. @param {number} number */
  async show(number) {
    const { game } = this;
    const at = Math.max(0, Math.min(this.steps.length, number));
    this.slider.value = String(at);
    await game.try(async () => {
      if (at >= this.steps.length) {
        game.step = null;
        this.title.textContent = "Now";
        await this.#look(this.steps.length);
      } else {
        const step = await ask("step", { number: at });
        if (this.slider.value !== String(at)) return;
        await game.faces(step.sheet);
        game.drop();
        game.step = step;
        this.title.textContent = `${step.part} · ${step.by}`;
        await this.#look(at + 1);
      }
      game.map.show(game.shown);
    });
  }
}

/** What happened in the step that is looked at. @param {Game} game */
export function renderStep(game) {
  const { step } = game;
  if (!step) return;
  byId("panel").prepend(h("section", { id: "step" },
    step.news ? h("div", { class: "row", id: "news" }, h("strong", {}, step.news),
      h("button", { type: "button", onclick: () => byId("to-now").click() }, "Skip to now")) : null,
    h("h2", {}, `${step.part}: ${step.by}`),
    step.message ? h("blockquote", {}, step.message) : null,
    h("ul", { class: "story" }, ...step.story.map((one) => h("li", {}, one.cost ? `${one.text}: ${one.cost}` : one.text))),
    step.dice.length ? h("h3", {}, "Dice") : null,
    h("ul", {}, ...step.dice.map((roll) => h("li", { class: "small" }, `${roll.for}: ${roll.faces.join(" ")} (rule ${roll.rule})`))),
    ...step.cards.map(foughtCard)));
}
