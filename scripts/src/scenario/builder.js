// The page on which a scenario is built. The engine draws the table and judges the scenario; it is
// loaded at the first change or press.
import { copyAddress } from "../common/clipboard.js";
import { control, find, slot } from "../common/dom.js";
import { messageOf } from "../common/text.js";
import { engineOnDemand } from "../engine/engine-client.js";
import { EngineError } from "../engine/errors.js";
import { downloadText, inFileName } from "../play/download.js";
import { ScenarioChance } from "./chance.js";
import { pointWords } from "./chance-words.js";
import { ScenarioForm } from "./form.js";
import { scenarioHash, scenarioIn } from "./link.js";
import { ScenarioTable } from "./table.js";
import { readYaml, writeYaml } from "./yaml.js";

/** @typedef {import("./link.js").ScenarioData} ScenarioData */
/**
 * A scenario as the engine sets it up (combatbox/play/setup_choices.py); without values of its
 * parts it has no points.
 * @typedef {{top: SceneTop, models: Record<string, ModelState>, points: Partial<Points>}} TableData
 * @typedef {{americans: number, germans: number, chance: number}} Points
 */
/**
 * The data of the page (combatbox/web/play_page.py).
 * @typedef {{game: string, beside: unknown, printed: ScenarioData, sides: string[],
 *   scenarios: Record<string, ScenarioData>, values: object, margin: number, table: TableData,
 *   seats: {key: string, rulings: Record<string, string>}[]}} BuilderData
 */

const PAUSE = 400; // milliseconds without a change until the table is drawn again
const MOST_BYTES = 100000; // of a file

export class Builder {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {BuilderData} */
    this.data = JSON.parse(find(root, "script").textContent ?? "");
    const { game } = this.data;
    this.engine = engineOnDemand(game, [`${game}/build.html`]);
    const form = (/** @type {string} */ name) =>
      /** @type {HTMLFormElement} */ (find(root, `[data-form=${name}]`));
    this.form = new ScenarioForm(form("scenario"), this.data.printed);
    this.table = new ScenarioTable(slot(this.root, "table"), this.form);
    this.chance = new ScenarioChance(form("chance"), this);
    this.timer = 0;
    this.drawing = 0; // answers for an earlier scenario are ignored
    this.refusal = ""; // why the engine cannot set up the scenario of the form
  }

  /** @param {string} name */
  control(name) {
    return /** @type {HTMLInputElement} */ (control(this.root, name));
  }

  start() {
    this.chance.listen();
    this.form.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.form.addEventListener("input", (event) => {
      if (event.target !== this.control("begin")) this.changed();
    });
    this.control("begin").addEventListener("change", () => this.beginWith());
    this.control("seat").addEventListener("change", () => this.showLink());
    this.control("share").addEventListener("click", () => this.share());
    this.control("save").addEventListener("click", () => this.save());
    this.control("open").addEventListener("change", () => this.open());
    addEventListener("hashchange", () => this.readAddress());
    this.root.hidden = false;
    this.beginWith();
    this.readAddress();
  }

  // ---- the scenario

  beginWith() {
    const { scenarios, table } = this.data;
    const { value } = this.control("begin");
    this.form.fill(scenarios[value] ?? { title: value && "A scenario of our own" });
    if (!value) {
      this.form.clear();
      this.showTable({ ...table, models: {}, points: {} });
    }
    this.changed(0);
  }

  readAddress() {
    this.attempt(() => {
      const found = scenarioIn(location.hash);
      if (!found) return;
      this.accept(found.data);
      if (!found.seat) return;
      this.control("seat").value = found.seat;
      this.showLink();
    });
  }

  /**
   * Show a scenario from outside, unless the form cannot show all of it.
   * @param {any} data
   * @param {Record<string, number>} [lines]
   */
  accept(data, lines) {
    const words = this.form.refusal(data, lines);
    if (words) throw new Error(words);
    this.control("begin").value = "none"; // it comes from elsewhere
    this.form.fill(data);
    const options = this.form.options();
    const seat = this.data.seats.find(({ rulings }) =>
      Object.entries(rulings).every(([key, option]) => options[key] === option),
    );
    if (seat) this.control("seat").value = seat.key;
    this.changed(0);
  }

  /** Draw the table again after a pause. @param {number} [pause] milliseconds */
  changed(pause = PAUSE) {
    this.chance.forget();
    slot(this.root, "points").classList.add("is-old"); // until the engine has drawn the change
    slot(this.root, "shared").textContent = "";
    clearTimeout(this.timer);
    this.drawing++;
    this.refusal = "";
    this.showLink();
    if (this.form.isUnfinished()) this.complain("");
    else if (this.isFine()) this.timer = setTimeout(() => this.attempt(() => this.redraw()), pause);
  }

  /** Return what is wrong with the scenario; empty for nothing. */
  trouble() {
    return this.form.trouble() || this.refusal;
  }

  /** Show what is wrong with the scenario, and return whether it can be used. */
  isFine() {
    const words = this.trouble();
    this.complain(words);
    return !words;
  }

  async redraw() {
    const { drawing } = this;
    const engine = await this.engine((part, words) => {
      slot(this.root, "engine").hidden = part >= 1;
      slot(this.root, "loaded").textContent = words;
      /** @type {HTMLProgressElement} */ (find(slot(this.root, "engine"), "progress")).value = part;
    });
    const { values } = this.data;
    const scenario = this.form.read();
    try {
      const table = await engine.call("set_up", { scenario, values });
      if (drawing === this.drawing) this.showTable(table);
    } catch (error) {
      if (drawing !== this.drawing) return;
      if (error instanceof EngineError && error.kind === "refused") {
        this.refusal = this.form.inWords(error.message);
      }
      this.showLink();
      throw this.refusal ? new Error(this.refusal) : error;
    }
  }

  /** @param {TableData} table */
  showTable(table) {
    this.table.draw(table);
    slot(this.root, "points").classList.remove("is-old");
    slot(this.root, "points").textContent = pointWords(
      this.data.sides,
      table.points,
      this.data.margin,
    );
  }

  // ---- errors

  /** Show what is wrong; an empty text removes it. @param {string} words */
  complain(words) {
    const box = slot(this.root, "trouble");
    box.hidden = !words;
    box.textContent = words;
  }

  /** Run something that may fail, and show the error. @param {() => unknown} work */
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      slot(this.root, "engine").hidden = true;
      this.complain(messageOf(error));
      slot(this.root, "trouble").scrollIntoView({ block: "nearest" });
    }
  }

  // ---- play, links and files

  address() {
    return scenarioHash(this.form.read(), this.control("seat").value);
  }

  showLink() {
    const play = /** @type {HTMLAnchorElement} */ (control(this.root, "play"));
    if (this.trouble()) play.removeAttribute("href");
    else play.href = `play.html${this.address()}`;
  }

  async share() {
    if (this.isFine()) await copyAddress(slot(this.root, "shared"), this.address(), "scenario");
  }

  save() {
    if (!this.isFine()) return;
    const data = this.form.read();
    const file = `${inFileName(data.title) || "scenario"}.yaml`;
    downloadText(file, writeYaml(data), "application/yaml");
    slot(this.root, "shared").textContent = `${file} is among your downloads.`;
  }

  open() {
    const control = this.control("open");
    const file = control.files?.[0];
    control.value = "";
    if (!file) return;
    slot(this.root, "shared").textContent = "";
    this.attempt(async () => {
      if (file.size > MOST_BYTES) throw new Error(`${file.name} is too big to be a scenario.`);
      try {
        const { data, lines } = readYaml(await file.text());
        this.accept(data, lines);
      } catch (error) {
        throw new Error(`${file.name}: ${messageOf(error)}`);
      }
      slot(this.root, "shared").textContent = `${file.name} is open.`;
    });
  }
}
