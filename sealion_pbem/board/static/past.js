/** The past: a slider through every turn that was judged, with what happened in it. */

import { ask } from "./ask.js";
import { foughtCard } from "./card.js";
import { byId, h } from "./dom.js";

/** @typedef {import("./game.js").Game} Game */

export class PastBar {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {import("./types.js").StepTitle[]} */
    this.steps = [];
    this.slider = h("input", { type: "range", min: "0", max: "0", value: "0", id: "slider", "aria-label": "Step of the game" });
    this.title = h("output", { id: "step-title", for: "slider" }, "Now");
    this.slider.addEventListener("input", () => void this.show(Number(this.slider.value)));
    const at = (/** @type {number} */ by) => () => void this.show(Number(this.slider.value) + by);
    byId("foot").replaceChildren(
      h("button", { type: "button", onclick: at(-1), "aria-label": "step back" }, "◀"),
      this.slider,
      h("button", { type: "button", onclick: at(1), "aria-label": "step on" }, "▶"),
      h("button", { type: "button", onclick: () => void this.show(this.steps.length), id: "to-now" }, "Now"),
      h("button", { type: "button", onclick: () => void this.show(this.#since()), id: "since" }, "Since my last turn"),
      this.title,
      h("span", { id: "where" }));
  }

  /** Read the titles of all steps; there are more after a mail. */
  async read() {
    this.steps = (await ask("steps")).steps;
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

  /** Show a step; behind the last is now. @param {number} number */
  async show(number) {
    const { game } = this;
    const at = Math.max(0, Math.min(this.steps.length, number));
    this.slider.value = String(at);
    await game.try(async () => {
      if (at >= this.steps.length) {
        game.step = null;
        this.title.textContent = "Now";
      } else {
        const step = await ask("step", { number: at });
        if (this.slider.value !== String(at)) return;
        await game.faces(step.sheet);
        game.drop();
        game.step = step;
        this.title.textContent = `${step.part} · ${step.by}`;
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
    h("h2", {}, `${step.part}: ${step.by}`),
    step.message ? h("blockquote", {}, step.message) : null,
    h("ul", { class: "story" }, ...step.story.map((one) => h("li", {}, one.cost ? `${one.text}: ${one.cost}` : one.text))),
    step.dice.length ? h("h3", {}, "Dice") : null,
    h("ul", {}, ...step.dice.map((roll) => h("li", { class: "small" }, `${roll.for}: ${roll.faces.join(" ")} (rule ${roll.rule})`))),
    ...step.cards.map(foughtCard)));
}
