// Live odds: simulates missions with the options that the reader chooses, and shows the results
// beside the stored odds. The engine counts and names the results, and compares them. Nothing is
// loaded before the reader presses the button.

import { copyAddress } from "../common/clipboard.js";
import { find, findAll, showChoice, slot, usualOf } from "../common/dom.js";
import { setMarkup } from "../common/html.js";
import { chosenRulings } from "../common/ruling-store.js";
import { messageOf } from "../common/text.js";
import { engineOnDemand } from "../engine/engine-client.js";
import * as markup from "./odds-markup.js";

/** @typedef {import("./odds-markup.js").Report} Report */

const BATCH = 200; // milliseconds that a batch of missions should take
const MOST = 1000; // missions of a batch
const GROWTH = 3; // the greatest factor from one batch to the next

/**
 * Choose an option, unless the select does not have it.
 * @param {HTMLSelectElement} select
 * @param {string | null} value
 */
function choose(select, value) {
  if (value !== null && [...select.options].some((option) => option.value === value)) {
    select.value = value;
  }
}

export class LiveOdds {
  /** @param {HTMLFormElement} form @param {{game: string, beside: unknown}} data */
  constructor(form, data) {
    this.form = form;
    this.data = data;
    this.missions = this.control("missions");
    this.seed = this.control("seed");
    this.mission = this.control("mission");
    this.go = /** @type {HTMLButtonElement} */ (slot(this.form, "go"));
    this.engine = engineOnDemand(data.game);
    this.runNumber = 0; // answers to an earlier run are ignored
    this.batch = 5;
    this.begun = 0;
  }

  /** @param {string} name */
  control(name) {
    return /** @type {HTMLSelectElement} */ (this.form.elements.namedItem(name));
  }

  /** Return the selects of a kind: `ruling` or `always`. @param {string} kind */
  selects(kind) {
    return /** @type {HTMLSelectElement[]} */ (findAll(this.form, `[data-${kind}]`));
  }

  listen() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.go.disabled) this.fly();
    });
    slot(this.form, "stop").addEventListener("click", () => this.stop());
    this.missions.addEventListener("change", () => this.label());
    this.label();
  }

  start() {
    this.listen();
    const link = () => copyAddress(slot(this.form, "news"), this.address(), "question");
    slot(this.form, "link").addEventListener("click", link);
    addEventListener("hashchange", () => this.readAddress());
    // The rulings chosen for the whole site are preselected; an address overrides them.
    const chosen = chosenRulings(this.data.game);
    for (const select of this.selects("ruling")) {
      choose(select, chosen[select.dataset.id ?? ""] ?? null);
      showChoice(select);
    }
    this.readAddress();
  }

  // ---- the question, for the engine and in the address

  /** @param {string} kind */
  chosen(kind) {
    const others = this.selects(kind).filter((select) => select.value !== usualOf(select));
    return Object.fromEntries(others.map(({ dataset, value }) => [dataset[kind] ?? "", value]));
  }

  question() {
    return {
      missions: Number(this.missions.value),
      seed: this.seed.value.trim() || "live",
      mission: Number(this.mission.value),
      rulings: this.chosen("ruling"),
      always: this.chosen("always"),
    };
  }

  address() {
    const { mission, missions, seed, always, rulings } = this.question();
    const [number, count] = [mission, missions].map(String);
    const query = new URLSearchParams({ mission: number, missions: count, seed });
    for (const [kind, option] of Object.entries(always)) query.set(`always ${kind}`, option);
    for (const [key, option] of Object.entries(rulings)) query.set(`ruling ${key}`, option);
    return `#fly?${query}`;
  }

  readAddress() {
    const text = /^#fly\?(.{1,2000})$/.exec(location.hash);
    if (!text) return;
    const query = new URLSearchParams(text[1]);
    choose(this.mission, query.get("mission"));
    choose(this.missions, query.get("missions"));
    this.seed.value = (query.get("seed") ?? "live").slice(0, 60) || "live";
    for (const kind of ["always", "ruling"]) {
      for (const select of this.selects(kind)) {
        select.value = usualOf(select);
        choose(select, query.get(`${kind} ${select.dataset[kind]}`));
        showChoice(select);
      }
    }
    this.label();
    this.form.scrollIntoView();
  }

  label() {
    this.go.textContent = `Fly ${markup.whole(Number(this.missions.value))}`;
  }

  // ---- the simulation

  /** @param {boolean} isFlying */
  wait(isFlying) {
    this.go.disabled = isFlying;
    slot(this.form, "stop").hidden = !isFlying;
    slot(this.form, "loading").hidden = !isFlying;
  }

  /** @param {number} part @param {string} words */
  step(part, words) {
    /** @type {HTMLProgressElement} */ (find(this.form, "progress")).value = part;
    slot(this.form, "how").textContent = words;
  }

  async fly() {
    const run = ++this.runNumber;
    const isOver = () => run !== this.runNumber;
    const question = { ...this.question(), beside: this.data.beside };
    this.wait(true);
    this.step(0, "");
    slot(this.form, "news").textContent = "";
    slot(this.form, "found").replaceChildren();
    try {
      const engine = await this.engine((part, words) => this.step(part, words));
      if (isOver()) return;
      await engine.call("odds_begin", question);
      this.begun = performance.now();
      /** @type {Report | null} */
      let report = null;
      while (!report || report.done < report.of) {
        report = await this.flyBatch(engine);
        if (isOver()) return;
        this.show(report);
      }
      this.end(this.heard(report));
    } catch (error) {
      if (!isOver()) this.end(messageOf(error));
    }
  }

  /** @param {EngineHandle} engine @returns {Promise<Report>} */
  async flyBatch(engine) {
    const start = performance.now();
    const missions = Math.max(1, Math.min(MOST, Math.round(this.batch)));
    const report = await engine.call("odds_fly", { missions });
    const time = Math.max(1, performance.now() - start);
    this.batch = missions * Math.min(GROWTH, BATCH / time);
    return report;
  }

  /** @param {Report} report */
  show(report) {
    const seconds = (performance.now() - this.begun) / 1000;
    setMarkup(slot(this.form, "found"), markup.reportMarkup(report));
    this.step(report.done / report.of, markup.progressWords(report, seconds));
  }

  /** Summarise a report for screen readers. @param {Report} report */
  heard(report) {
    return markup.heardWords(report);
  }

  /** @param {string} words */
  end(words) {
    this.wait(false);
    slot(this.form, "news").textContent = words;
  }

  stop() {
    this.runNumber++;
    this.end("Stopped. What is shown was found in the missions flown so far.");
    this.go.focus();
  }
}
