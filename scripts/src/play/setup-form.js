// The form in which a game is set up. The engine describes the choices.
import { find, findAll } from "../common/dom.js";
import { html, raw, setMarkup } from "../common/html.js";
import { knownRulings } from "../common/ruling-store.js";

/** @type {Record<string, string>} */
const RUNS = { mission: "One mission", tour: "A whole tour, mission after mission" };
const DICE = [
  ["seed", "Rolled for me"],
  ["own", "My own dice, on my own table"],
  ["mixed", "Some tables my own, the rest rolled for me"],
];
const LARGEST = 8e6; // bytes of a book
const RULINGS = "Rulings: where the rules contradict each other or are silent";

/** The options of a new game. @typedef {Record<string, any>} GameOptions */

/** @param {string} name @param {string} value @param {string} words @param {boolean} isOn */
const radioMarkup = (name, value, words, isOn) =>
  html`<label><input type="radio" name="${name}" value="${value}"${isOn && raw(" checked")}>
    <span>${words}</span></label>`;

/** @param {string} legend @param {unknown} content @param {unknown} [more] attributes */
const fieldMarkup = (legend, content, more = "") =>
  html`<fieldset${more}><legend>${legend}</legend>${content}</fieldset>`;

/** @param {string} summary @param {string} legend @param {unknown} content */
const foldMarkup = (summary, legend, content) =>
  html`<details><summary>${summary}</summary>${fieldMarkup(legend, content)}</details>`;

/** @param {GameAbout} about @param {number} number */
const missionTitle = (about, number) => about.titles?.[number - 1] || `Mission ${number}`;

/**
 * The sides to play. The side that the player's rulings choose is selected.
 * @param {GameAbout} about
 */
function seatsMarkup({ game, rulings, seats }) {
  if (!seats.length) return null;
  const known = knownRulings(game, rulings);
  const isChosen = (/** @type {GameAbout["seats"][number]} */ seat) =>
    Object.entries(seat.rulings).every(
      ([key, option]) => (known[key] ?? rulings[key].default) === option,
    );
  const chosen = seats.find(isChosen) ?? seats[0];
  const radios = seats.map((seat) => radioMarkup("seat", seat.key, seat.words, seat === chosen));
  return fieldMarkup("I fly", radios);
}

/** @param {GameAbout} about @param {PlayData["scenarios"]} scenarios */
function flyMarkup({ runs, missions, ...about }, scenarios) {
  const radios = runs.map((run, i) => radioMarkup("run", run, RUNS[run] ?? run, !i));
  const options = Array.from({ length: missions }, (_, i) => {
    const title = missionTitle({ runs, missions, ...about }, i + 1);
    return html`<option value="${i + 1}">${title}</option>`;
  });
  const more = scenarios.map(
    ({ title }, i) => html`<option value="${missions + i + 1}">${title}</option>`,
  );
  const first = html`<label><span>Begin with</span>
    <select name="mission">${options}${more}</select></label>`;
  return fieldMarkup("What to fly", [runs.length > 1 && radios, missions > 1 && first]);
}

/** @param {NonNullable<GameAbout["names"]>} names */
function namesMarkup(names) {
  const inputs = names.map(
    ({ key, label }) => html`<label><span>${label}</span>
      <input type="text" maxlength="40" autocomplete="off" data-name="${key}"></label>`,
  );
  const note = html`<small>What is left empty is called as the game has it.</small>`;
  return foldMarkup("Names", "Names", [inputs, note]);
}

/** @param {string} seed */
function diceMarkup(seed) {
  const radios = DICE.map(([value, words], i) => radioMarkup("dice", value, words, !i));
  const label = "A word for the dice: the same word and choices, the same game";
  const input = html`<label><span>${label}</span>
    <input type="text" name="seed" maxlength="60" autocomplete="off" value="${seed}"></label>`;
  return fieldMarkup("Dice", [radios, input]);
}

/** @param {NonNullable<GameAbout["rolled"]>} rolled */
function tablesMarkup(rolled) {
  const boxes = rolled.map(
    ({ id, title }) => html`<label><input type="checkbox" name="by_hand" value="${id}">
      <span>${id} ${title}</span></label>`,
  );
  const note = html`<small>Which tables do you throw for?</small>`;
  return fieldMarkup("Tables that you throw for", [note, boxes], raw(' data-when="mixed" hidden'));
}

/** @param {string} key @param {Ruling} ruling @param {string} chosen */
function rulingMarkup(key, { question, options, default: usual }, chosen) {
  const choices = Object.entries(options).map(([name, words]) => {
    const text = name === usual ? `as usual: ${words}` : words;
    return html`<option value="${name}"${name === chosen && raw(" selected")}>${text}</option>`;
  });
  return html`<label><span>${question}</span><select data-ruling="${key}">${choices}</select>
    <small>${options[chosen]}</small></label>`;
}

/** @param {GameAbout} about @param {boolean} isOptional */
function rulingsMarkup({ game, rulings, seats }, isOptional) {
  const chosen = knownRulings(game, rulings);
  const seated = seats.flatMap((seat) => Object.keys(seat.rulings)); // chosen by the seat
  return Object.entries(rulings)
    .filter(([key, ruling]) => !!ruling.optional === isOptional && !seated.includes(key))
    .map(([key, ruling]) => rulingMarkup(key, ruling, chosen[key] || ruling.default));
}

/** @param {GameAbout} about @param {string} book the name of the player's own tables */
function bookMarkup({ digest }, book) {
  const words = book
    ? html`In play: <b>${book}</b>, tables ${digest}.`
    : html`<a href="../authors/house-rules.html">House rules</a> tells how to write one from your
      own tables.`;
  const note = html`<small>${words}</small>`;
  const content = html`<div class="cb-play__drop"><label class="cb-play__file">
    <span>${book ? "Another book" : "Choose a compiled book"}</span>
    <input type="file" accept=".json" name="book"></label> or drop it here. ${note}</div>`;
  return foldMarkup("House rules", "House rules", content);
}

/**
 * The form.
 * @param {GameAbout} about
 * @param {PlayData["scenarios"]} scenarios of the site
 * @param {string} book
 * @param {string} seed
 */
function setupMarkup(about, scenarios, book, seed) {
  const optional = rulingsMarkup(about, true);
  return html`<h2>Set up a game</h2>${flyMarkup(about, scenarios)}${seatsMarkup(about)}
    ${about.names?.length ? namesMarkup(about.names) : null}${diceMarkup(seed)}
    ${tablesMarkup(about.rolled ?? [])}
    ${optional.length > 0 && foldMarkup("Optional rules", "Optional rules", optional)}
    ${foldMarkup(RULINGS, "Rulings", rulingsMarkup(about, false))}${bookMarkup(about, book)}
    <p class="cb-play__doors"><button type="submit" class="cb-play__big">Begin</button>
    <button type="button" data-action="door">Back</button></p>`;
}

export class SetupForm {
  /** @param {HTMLElement} page @param {PlayTable} host */
  constructor(page, host) {
    this.form = /** @type {HTMLFormElement} */ (find(page, "[data-room=setup]"));
    this.host = host;
    this.form.addEventListener("change", ({ target }) => {
      this.onChange(/** @type {HTMLInputElement} */ (target));
    });
    this.form.addEventListener("dragover", (event) => event.preventDefault());
    this.form.addEventListener("drop", (event) => {
      event.preventDefault();
      this.loadBook(event.dataTransfer?.files[0]);
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  /**
   * Return the value of a control; empty where the form has no such control.
   * @param {string} name
   */
  value(name) {
    const control = /** @type {HTMLInputElement | null} */ (this.form.elements.namedItem(name));
    return control?.value ?? "";
  }

  fill() {
    const { session, data } = this.host;
    const book = session.book?.name ?? "";
    const seed = this.host.newSeed();
    setMarkup(this.form, setupMarkup(session.described(), data.scenarios, book, seed));
    this.host.showRoom("setup");
  }

  open() {
    return this.host.attempt(async () => {
      await this.host.session.open();
      this.fill();
      find(this.form, "input,select").focus();
    });
  }

  /** Load the engine with a compiled book of the player's own. @param {File | undefined} file */
  loadBook(file) {
    if (!file) return;
    if (file.size > LARGEST) return this.host.fail(new Error("That file is too big to be a book."));
    this.host.attempt(async () => {
      await this.host.session.open({ name: file.name, text: await file.text() });
      this.fill();
    });
  }

  /** @param {HTMLInputElement} control */
  onChange(control) {
    const { name, dataset, value, files, nextElementSibling } = control;
    if (name === "book") this.loadBook(files?.[0]);
    if (dataset.ruling && nextElementSibling) {
      const { options } = this.host.session.described().rulings[dataset.ruling];
      nextElementSibling.textContent = options[value];
    }
    if (name === "dice") find(this.form, "[data-when=mixed]").hidden = value !== "mixed";
  }

  /** Return the names that the player has filled in, nested by the parts of their keys. */
  names() {
    /** @type {Record<string, any>} */
    const names = {};
    for (const el of findAll(this.form, "[data-name]")) {
      const value = /** @type {HTMLInputElement} */ (el).value.trim();
      const keys = (el.dataset.name ?? "").split(".");
      const last = keys.pop() ?? "";
      if (!value) continue;
      let into = names;
      for (const key of keys) {
        into[key] ??= {};
        into = into[key];
      }
      into[last] = value;
    }
    return names;
  }

  /** Return the rulings that differ from the defaults. */
  rulings() {
    const { rulings } = this.host.session.described();
    const selects = /** @type {HTMLSelectElement[]} */ (findAll(this.form, "[data-ruling]"));
    const chosen = selects.map(({ dataset, value }) => [dataset.ruling ?? "", value]);
    const seat = this.host.session.described().seats.find(({ key }) => key === this.value("seat"));
    chosen.push(...Object.entries(seat?.rulings ?? {}));
    return Object.fromEntries(chosen.filter(([key, value]) => value !== rulings[key].default));
  }

  submit() {
    const about = this.host.session.described();
    const run = this.value("run") || about.runs[0];
    const mission = this.value("mission");
    const names = this.names();
    /** @type {GameOptions} */
    const options = {
      seed: this.value("seed").trim() || this.host.newSeed(),
      dice: this.value("dice"),
      run,
      names,
      rulings: this.rulings(),
    };
    const scenario = this.host.data.scenarios[Number(mission) - about.missions - 1];
    if (scenario) options.scenario = scenario.data;
    else if (mission) options.mission = Number(mission);
    if (options.dice === "mixed") options.by_hand = new FormData(this.form).getAll("by_hand");
    const flown = scenario?.data.title ?? missionTitle(about, options.mission || 1);
    const title = run === "mission" ? flown : "A tour";
    this.host.begin(options, [names.bomber, title].filter(Boolean).join(", "));
  }
}
