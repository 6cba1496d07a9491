// The dialog of the search.
import { button, element, find } from "../common/dom.js";
import { html, setMarkup } from "../common/html.js";
import { SITE } from "../common/site.js";
import { readSetting, writeSetting } from "../common/storage.js";
import { excerpt, markedParts, SHOWN } from "./search-index.js";

/** @typedef {import("./search-index.js").SearchIndex} SearchIndex */
/** @typedef {import("./search-index.js").Entry} Entry */

const GAME_KEY = "cb-search-game";
/** @type {Record<string, number>} The number of hits by which a key moves. */
const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };
const DIALOG = html`<div class="cb-search__bar"><input type="text" inputmode="search"
  id="cb-search-input" class="cb-search__input" role="combobox" aria-expanded="false"
  aria-label="Search rules and tables" aria-controls="cb-search-list" aria-autocomplete="list"
  autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go"
  placeholder="A word, a table, a rule, a question">
  <button type="button" class="cb-search__close" aria-label="Close the search">
  <span class="cb-mouse">Esc</span><span class="cb-finger">Close</span></button></div>
  <fieldset class="cb-search__games"><legend class="cb-sr">Look in</legend></fieldset>
  <p class="cb-search__status" role="status"></p>
  <div id="cb-search-list" class="cb-search__list" role="listbox" aria-label="Results"></div>
  <button type="button" class="cb-search__more" hidden></button>`;

/** @param {string} text @param {Set<string>} marks */
const marked = (text, marks) =>
  markedParts(text, marks).map((part, n) => (n % 2 ? html`<mark>${part}</mark>` : part));

export class SearchDialog {
  constructor() {
    const about = { class: "cb-search", "aria-label": "Search" };
    this.dialog = /** @type {HTMLDialogElement} */ (element("dialog", about));
    setMarkup(this.dialog, DIALOG);
    this.input = /** @type {HTMLInputElement} */ (find(this.dialog, "input"));
    this.status = find(this.dialog, "[role=status]");
    this.games = find(this.dialog, "fieldset");
    this.list = find(this.dialog, "[role=listbox]");
    this.more = find(this.dialog, ".cb-search__more");
    /** @type {SearchIndex | null} */
    this.index = null;
    this.active = -1;
    this.unfolded = ""; // the question for which hits in other games are shown
    /** @type {string | null} The game to look in, as the reader chose it; empty for all games. */
    this.chosen = null;
    this.listen();
    document.body.append(this.dialog);
  }

  listen() {
    this.input.addEventListener("input", () => this.show());
    this.input.addEventListener("keydown", (event) => this.press(event));
    this.dialog.addEventListener("click", ({ target }) => {
      const closes = target instanceof Element && target.closest(".cb-hit,.cb-search__close");
      if (target === this.dialog || closes) this.dialog.close();
    });
    this.more.addEventListener("click", () => this.unfold());
    this.list.addEventListener("mousemove", ({ target }) => {
      const hit = target instanceof Element && target.closest(".cb-hit");
      if (hit) this.pick([...this.list.children].indexOf(hit), false);
    });
  }

  /** @param {string} [question] */
  open(question) {
    if (!this.dialog.open) this.dialog.showModal();
    if (question) this.input.value = question;
    this.input.focus();
    this.input.select();
    if (this.index) this.show();
  }

  /** Use the index once it is loaded. @param {SearchIndex} index */
  setIndex(index) {
    this.index = index;
    this.offerGames(index);
    this.show();
  }

  /** @param {SearchIndex} index */
  offerGames(index) {
    const radios = index.data.games.map(
      ([key, title]) => html`<label><input type="radio" name="${GAME_KEY}" value="${key}">
        <span>${key ? title : "All games"}</span></label>`,
    );
    this.games.insertAdjacentHTML("beforeend", radios.join(""));
    const last = readSetting(GAME_KEY, "sessionStorage");
    if (index.data.games.some(([key]) => key === last)) this.chosen = last;
    this.light(this.chosen ?? this.pageGame());
    this.games.addEventListener("change", () => {
      this.chosen = /** @type {HTMLInputElement} */ (find(this.games, "input:checked")).value;
      writeSetting(GAME_KEY, this.chosen, "sessionStorage");
      this.show();
    });
    this.games.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || this.active < 0) return;
      event.preventDefault();
      this.hit(this.active).click();
    });
  }

  /** Light the filter whose hits are shown. @param {string} game empty for all games */
  light(game) {
    const radio = /** @type {HTMLInputElement} */ (find(this.games, `[value="${game}"]`));
    radio.checked = true;
    radio.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {number} number */
  hit(number) {
    return /** @type {HTMLElement} */ (this.list.children[number]);
  }

  /** Return the game of this page; empty on pages of no game. */
  pageGame() {
    const folder = location.href.slice(SITE.href.length).split("/")[0];
    return this.index?.data.games.some(([key]) => key === folder) ? folder : "";
  }

  /** Show the hits in other games as well. */
  unfold() {
    this.unfolded = this.input.value;
    this.input.focus();
    this.show();
  }

  /** @param {Record<string, string[]>} questions */
  hint(questions) {
    const examples = questions[this.pageGame()] ?? questions.site;
    const buttons = examples.map((words) =>
      button(words, () => this.open(words), "cb-search__try"),
    );
    this.status.replaceChildren("Try", ...buttons.flatMap((example) => [" ", example]));
  }

  show() {
    const { index } = this;
    this.list.replaceChildren();
    this.active = -1;
    this.input.removeAttribute("aria-activedescendant");
    this.input.setAttribute("aria-expanded", "false");
    if (!index) return;
    this.more.hidden = true;
    const question = this.input.value;
    if (!question.trim()) return this.hint(index.data.examples);
    const { chosen } = this;
    const here = this.pageGame();
    const { hits: own, others, marks, instead } = index.ask(question, here, chosen ?? "");
    const isSplit = chosen === null && own.length > 0 && others.length > 0;
    const isFolded = isSplit && this.unfolded !== question;
    this.light(chosen ?? (isFolded ? here : ""));
    const hits = isFolded ? own : [...own, ...others];
    this.more.hidden = !isFolded;
    this.more.textContent = `${others.length} in other games`;
    const options = hits.map(({ at }, n) => optionMarkup(index, index.data.docs[at], n, marks));
    setMarkup(this.list, options);
    this.list.scrollTop = 0;
    this.showCount(hits.length, instead);
    if (!hits.length) return;
    this.input.setAttribute("aria-expanded", "true");
    this.pick(0, true);
  }

  /** @param {number} count of hits @param {[typed: string, meant: string][]} instead */
  showCount(count, instead) {
    const best = count >= SHOWN ? "The best " : "";
    const words = `${best}${count} ${count === 1 ? "result" : "results"}`;
    const none = `Nothing found. Try fewer or other words${this.chosen ? ", or all games." : "."}`;
    const parts = instead.map(([typed, meant]) => html` for <b>${meant}</b> instead of ${typed}`);
    setMarkup(this.status, count ? [words, parts] : none);
  }

  /** @param {number} number @param {boolean} scrolls */
  pick(number, scrolls) {
    this.hit(this.active)?.setAttribute("aria-selected", "false");
    this.active = number;
    const chosen = this.hit(number);
    chosen.setAttribute("aria-selected", "true");
    this.input.setAttribute("aria-activedescendant", chosen.id);
    if (scrolls) chosen.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const count = this.list.children.length;
    const step = STEPS[event.key];
    if (event.isComposing || !count) return;
    if (step) {
      event.preventDefault();
      const next = this.active + step;
      const within = Math.max(0, Math.min(count - 1, next));
      this.pick(Math.abs(step) === 1 ? (next + count) % count : within, true);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.hit(this.active).click();
    }
  }
}

/**
 * @param {SearchIndex} index
 * @param {Entry} doc
 * @param {number} number
 * @param {Set<string>} marks
 */
function optionMarkup(index, doc, number, marks) {
  const [game, , url, id, title, text] = doc;
  const kind = index.kindOf(doc);
  const table = index.tableOf(doc);
  const [, gameTitle] = index.data.games[game];
  const looks = `cb-hit__kind cb-hit__kind--${kind.toLowerCase()}`;
  return html`<a class="cb-hit" role="option" id="cb-hit-${number}" tabindex="-1"
    aria-selected="false" href="${new URL(url, SITE).href}">
    <span class="cb-hit__head"><span class="${looks}">${kind}</span>${" "}
    <span class="cb-hit__game">${gameTitle}</span></span>${" "}
    <span class="cb-hit__title">${id && html`<span class="cb-hit__id">${id}</span> `}
    ${marked(`${table && `${table}, `}${title}`, marks)}</span>
    ${text && html` <span class="cb-hit__text">${marked(excerpt(text, marks), marks)}</span>`}</a>`;
}
