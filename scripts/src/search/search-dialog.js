// The dialog of the search. Results are inserted as text, never as HTML.
import { button, element, find } from "../common/dom.js";
import { SITE } from "../common/site.js";
import { readSetting, writeSetting } from "../common/storage.js";
import { excerpt, markedParts, SHOWN } from "./search-index.js";

/** @typedef {import("./search-index.js").SearchIndex} SearchIndex */
/** @typedef {import("./search-index.js").Entry} Entry */

const GAME_KEY = "cb-search-game";
/** @type {Record<string, number>} The number of hits by which a key moves. */
const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };
const INPUT = {
  type: "text",
  inputmode: "search",
  id: "cb-search-input",
  class: "cb-search__input",
  role: "combobox",
  "aria-label": "Search rules and tables",
  "aria-controls": "cb-search-list",
  "aria-expanded": "false",
  "aria-autocomplete": "list",
  autocomplete: "off",
  autocapitalize: "off",
  spellcheck: "false",
  enterkeyhint: "go",
  placeholder: "A word, a table, a rule, a question",
};
const LIST = {
  id: "cb-search-list",
  class: "cb-search__list",
  role: "listbox",
  "aria-label": "Results",
};

/** @param {string} text @param {Set<string>} marks */
const marked = (text, marks) =>
  markedParts(text, marks).map((part, n) => (n % 2 ? element("mark", {}, part) : part));

export class SearchDialog {
  constructor() {
    this.input = /** @type {HTMLInputElement} */ (element("input", INPUT));
    this.status = element("p", { class: "cb-search__status", role: "status" });
    const legend = element("legend", { class: "cb-sr" }, "Look in");
    this.games = element("fieldset", { class: "cb-search__games" }, legend);
    this.list = element("div", LIST);
    const close = element(
      "button",
      { type: "button", class: "cb-search__close", "aria-label": "Close the search" },
      element("span", { class: "cb-mouse" }, "Esc"),
      element("span", { class: "cb-finger" }, "Close"),
    );
    this.more = button("", () => this.unfold(), "cb-search__more");
    this.more.hidden = true;
    const bar = element("div", { class: "cb-search__bar" }, this.input, close);
    const about = { class: "cb-search", "aria-label": "Search" };
    const parts = [bar, this.games, this.status, this.list, this.more];
    this.dialog = /** @type {HTMLDialogElement} */ (element("dialog", about, ...parts));
    /** @type {SearchIndex | null} */
    this.index = null;
    this.active = -1;
    this.unfolded = ""; // the question for which hits in other games are shown
    /** @type {string | null} The game to look in, as the reader chose it; empty for all games. */
    this.chosen = null;
    close.addEventListener("click", () => this.dialog.close());
    this.listen();
    document.body.append(this.dialog);
  }

  listen() {
    this.input.addEventListener("input", () => this.show());
    this.input.addEventListener("keydown", (event) => this.press(event));
    this.dialog.addEventListener("click", ({ target }) => {
      const isHit = target instanceof Element && target.closest(".cb-hit");
      if (target === this.dialog || isHit) this.dialog.close();
    });
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
    for (const [key, title] of index.data.games) {
      const radio = element("input", { type: "radio", name: GAME_KEY, value: key });
      this.games.append(
        element("label", {}, radio, element("span", {}, key ? title : "All games")),
      );
    }
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
    this.list.append(
      ...hits.map(({ at }, number) => optionOf(index, index.data.docs[at], number, marks)),
    );
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
    const parts = instead.flatMap(([typed, meant]) => [
      " for ",
      element("b", {}, meant),
      ` instead of ${typed}`,
    ]);
    this.status.replaceChildren(count ? words : none, ...(count ? parts : []));
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
      const wrapsAround = Math.abs(step) === 1;
      this.pick(
        wrapsAround ? (next + count) % count : Math.max(0, Math.min(count - 1, next)),
        true,
      );
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
function optionOf(index, doc, number, marks) {
  const kind = index.kindOf(doc);
  const table = index.tableOf(doc);
  const title = marked(`${table && `${table}, `}${doc[4]}`, marks);
  if (doc[3]) title.unshift(element("span", { class: "cb-hit__id" }, doc[3]), " ");
  const kindName = `cb-hit__kind cb-hit__kind--${kind.toLowerCase()}`;
  const game = element("span", { class: "cb-hit__game" }, index.data.games[doc[0]][1]);
  const head = { class: "cb-hit__head" };
  const parts = [
    element("span", head, element("span", { class: kindName }, kind), " ", game),
    " ",
    element("span", { class: "cb-hit__title" }, ...title),
  ];
  if (doc[5]) {
    const text = marked(excerpt(doc[5], marks), marks);
    parts.push(" ", element("span", { class: "cb-hit__text" }, ...text));
  }
  const attributes = {
    class: "cb-hit",
    role: "option",
    id: `cb-hit-${number}`,
    tabindex: "-1",
    "aria-selected": "false",
    href: new URL(doc[2], SITE).href,
  };
  return element("a", attributes, ...parts);
}
