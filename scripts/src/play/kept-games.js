// Games that this browser keeps: the game on the table after each step, and the list at the
// door.
import { find } from "../common/dom.js";
import { setMarkup } from "../common/html.js";
import { messageOf } from "./decision.js";
import { keptGamesMarkup } from "./markup.js";
import { saveStore } from "./save-store.js";
import { newGame } from "./state.js";

/** @typedef {import("./messages.js").Offer} Offer */
/**
 * What is asked of the table.
 * @typedef {object} KeepingHost
 * @property {import("./messages.js").Messages} messages
 * @property {PlayState} state
 * @property {() => void} rest no call is waited for, perhaps
 * @property {(id: string) => void} takeUp go on with a kept game
 * @property {Offer} saving offers the game as a file
 * @property {() => boolean} isAtDoor
 */

export class KeptGames {
  /** @param {HTMLElement} page @param {string} game @param {KeepingHost} host */
  constructor(page, game, host) {
    this.page = page;
    this.game = game;
    this.host = host;
    this.pending = 0; // games that are being written
    /** @type {Promise<void>} */
    this.writing = Promise.resolve();
    this.warned = ""; // what has been said once
    this.elsewhere = ""; // the game that another tab has gone on with
    saveStore.onElsewhere((id) => this.hear(id));
  }

  /** Another tab has put a game. @param {string} id */
  hear(id) {
    const { messages, state, takeUp } = this.host;
    if (this.host.isAtDoor()) this.list();
    else if (id === state.game.id && id !== this.elsewhere) {
      this.elsewhere = id;
      const offers = /** @type {Offer[]} */ ([["Go on from there", () => takeUp(id)]]);
      messages.show("This game has gone on in another tab.", offers);
    }
  }

  /** Write the game on the table, after those that are being written. @param {SavedGame} game */
  keep(game) {
    this.pending++;
    this.page.dataset.busy = "";
    this.writing = this.writing
      .then(() => this.write(game))
      .then(() => {
        this.pending--;
        this.host.rest();
      });
  }

  /** @param {SavedGame} game */
  async write(game) {
    try {
      const passing = await saveStore.put(game);
      if (!passing || this.warned) return;
      this.warned = passing;
      this.host.messages.show(passing, [["Save it as a file", this.host.saving[1]]]);
    } catch (error) {
      if (/** @type {any} */ (error).kind === "elsewhere") await this.fork(game);
      else this.warn(error);
    }
  }

  /**
   * Another tab has gone on with the game: what was decided here is kept beside it, as another
   * game.
   * @param {SavedGame} game
   */
  async fork(game) {
    const other = game.id;
    game.id = newGame(this.game, "").id;
    game.title = `${game.title.slice(0, 200)}, otherwise`;
    this.elsewhere = "";
    const words =
      "This game has gone on in another tab. What you decide here is kept as a game of its own: " +
      `${game.title}.`;
    const offer = /** @type {Offer} */ ([
      "Go on with that of the other tab",
      () => this.host.takeUp(other),
    ]);
    await saveStore.put(game).then(
      () => this.host.messages.show(words, [offer]),
      (error) => this.warn(error),
    );
  }

  /** @param {unknown} error */
  warn(error) {
    const offer = /** @type {Offer} */ (["Save it as a file", this.host.saving[1]]);
    this.host.messages.show(`This game is not kept: ${messageOf(error)}`, [offer]);
  }

  /** Show the games that are kept. */
  async list() {
    try {
      const games = await saveStore.list(this.game);
      const box = find(this.page, "[data-slot=kept]");
      box.hidden = !games.length;
      setMarkup(box, keptGamesMarkup(games));
    } catch (error) {
      this.host.messages.show(`Kept games cannot be read: ${messageOf(error)}`);
    }
  }

  /** Remove a game at the second press. @param {HTMLElement} button @param {string} id */
  async remove(button, id) {
    if (button.dataset.sure === undefined) {
      button.dataset.sure = "";
      button.textContent = "Remove it for good";
      return;
    }
    await saveStore.remove(id);
    await this.list();
  }
}
