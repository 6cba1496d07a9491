// The chance of each side, from games that the engine flies on the spot.
import { slot } from "../common/dom.js";
import { html, setMarkup } from "../common/html.js";
import { percent } from "../common/text.js";
import { LiveOdds } from "../odds/live-odds.js";
import { chancesOf, chanceWords } from "./chance-words.js";

/** @typedef {import("./builder.js").Builder} Builder */
/** @typedef {import("../odds/odds-markup.js").Report} Report */

export class ScenarioChance extends LiveOdds {
  /** @param {HTMLFormElement} form @param {Builder} builder */
  constructor(form, builder) {
    super(form, builder.data);
    this.builder = builder;
    this.engine = builder.engine;
  }

  question() {
    return { ...super.question(), scenario: this.builder.form.read() };
  }

  async fly() {
    if (this.builder.isFine()) await super.fly();
  }

  /** @param {Report} report */
  show(report) {
    super.show(report);
    const { sides } = this.builder.data;
    const [first] = chancesOf(report);
    const range = `left:${percent(first.low)};width:${percent(first.high - first.low)}`;
    setMarkup(
      slot(this.form, "found"),
      html`<p class="cb-build__chances">${chanceWords(sides, report)}</p>
        <p class="cb-build__bar" aria-hidden="true">
        <span style="width:${percent(first.value)}"></span>
        <i style="${range}"></i></p>`,
    );
  }

  /** @param {Report} report */
  heard(report) {
    return `Flown. ${chanceWords(this.builder.data.sides, report)}`;
  }

  /** Remove the result, because the scenario has changed. */
  forget() {
    slot(this.form, "found").replaceChildren();
    slot(this.form, "news").textContent = "";
    if (slot(this.form, "stop").hidden) return;
    this.runNumber++;
    this.end("Stopped, because the scenario has changed.");
  }
}
