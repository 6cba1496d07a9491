// The engine of a game on the page. It is loaded at the first use, and again after it has died.

import { slot } from "../common/dom.js";
import { loadingWords } from "../common/text.js";
import { engineClient } from "../engine/engine-client.js";

/** The player's own tables. @typedef {{name: string, text: string}} CustomBook */

export class EngineSession {
  /** @param {HTMLElement} page @param {string} game @param {(why: string) => void} onDeath */
  constructor(page, game, onDeath) {
    this.page = page;
    this.game = game;
    this.onDeath = onDeath;
    /** @type {EngineHandle | null} */
    this.engine = null;
    /** @type {Promise<EngineHandle> | null} */
    this.opening = null;
    /** @type {CustomBook | null} */
    this.book = null;
    /** @type {GameAbout | null} */
    this.about = null;
    this.loading = slot(page, "loading");
  }

  /** Return the engine, which must be open. @returns {EngineHandle} */
  handle() {
    return /** @type {EngineHandle} */ (this.engine);
  }

  /** Return the engine's description of the game. The engine must be open. @returns {GameAbout} */
  described() {
    return /** @type {GameAbout} */ (this.about);
  }

  /**
   * Load the engine, unless it is loaded with the right book.
   * @param {CustomBook | null} [book] null for the tables of the site; undefined for the tables in
   *   use
   * @returns {Promise<EngineHandle>}
   */
  open(book) {
    if (book === undefined && this.opening) return this.opening;
    if (book === undefined && this.engine) return Promise.resolve(this.engine);
    const opening = this.load(book === undefined ? this.book : book).finally(() => {
      this.loading.hidden = true;
      if (this.opening === opening) this.opening = null;
    });
    this.opening = opening;
    return opening;
  }

  /**
   * Load the engine with the tables of a game, unless it has them.
   * @param {CustomBook | null | undefined} book
   */
  use(book) {
    return book?.text === this.book?.text ? this.open() : this.open(book ?? null);
  }

  /** @param {CustomBook | null} book */
  async load(book) {
    this.loading.hidden = false;
    const before = this.book;
    this.book = book; // a game that begins meanwhile waits for these tables
    const engine = await engineClient
      .open({
        game: this.game,
        book: book?.text,
        progress: (loaded, total, what) => this.showProgress(loaded, total, what),
      })
      .catch((error) => {
        this.book = before;
        throw error;
      });
    this.engine?.close(); // the old engine has another book
    this.engine = engine;
    this.about = engine.described;
    engine.onDeath((why) => {
      this.engine = null;
      this.onDeath(why);
    });
    slot(this.page, "house").hidden = !book;
    slot(this.page, "house_name").textContent = book ? book.name : "";
    return engine;
  }

  /** @param {number} loaded @param {number} total @param {string} what */
  showProgress(loaded, total, what) {
    const bar = /** @type {HTMLProgressElement} */ (document.getElementById("play-bytes"));
    if (total) bar.value = loaded / total;
    else bar.removeAttribute("value");
    slot(this.page, "loaded").textContent = loadingWords(loaded, total, what);
  }
}
