// The saved games of this browser: saves the open game after each step, and shows the list on the
// start screen.
import { control, slot } from "../common/dom.js";
import { setMarkup } from "../common/html.js";
import { messageOf } from "../common/text.js";
import { savedGamesMarkup } from "./markup.js";
import { saveStore } from "./save-store.js";
import { newGame } from "./state.js";
import { copyNotes, removeNotes } from "./tour-book.js";

export class SavedGames {
  /** @param {PlayTable} table */
  constructor(table) {
    this.table = table;
    this.page = table.page;
    this.game = table.data.game;
    this.pending = 0; // games that are being written
    /** @type {Promise<void>} */
    this.writing = Promise.resolve();
    this.warned = ""; // the warning that was shown; it is shown once, until a game is saved again
    this.elsewhere = ""; // id of the game that the player knows to be open in another tab
    saveStore.onElsewhere((id) => this.onElsewhere(id));
  }

  /** Respond to a game that another tab has saved. @param {string} id */
  onElsewhere(id) {
    const { messages, state } = this.table;
    if (this.page.dataset.room === "door") this.list();
    else if (id === state.game.id && id !== this.elsewhere) {
      this.elsewhere = id;
      const reopen = () => this.table.reopen(id);
      messages.show("This game has gone on in another tab.", [["Go on from there", reopen]]);
    }
  }

  /** Save a game, after earlier writes are done. @param {SavedGame} game */
  save(game) {
    this.pending++;
    this.page.dataset.busy = "";
    this.writing = this.writing
      .then(() => this.write(game))
      .then(() => {
        this.pending--;
        this.table.clearBusy();
      });
  }

  /** @param {SavedGame} game */
  async write(game) {
    const { warned } = this;
    try {
      const warning = await saveStore.put(game);
      if (warning) this.warnOnce(warning);
      else this.warned = "";
    } catch (error) {
      if (/** @type {any} */ (error).kind === "elsewhere") await this.fork(game);
      else this.warn(error);
    }
    if (warned !== this.warned) this.table.showPlace();
  }

  /**
   * Save the game as a new one, because another tab has gone on with it.
   * @param {SavedGame} game
   */
  async fork(game) {
    const other = game.id;
    game.id = newGame(this.game, "").id;
    copyNotes(other, game.id);
    game.title = `${game.title.slice(0, 200)}, otherwise`;
    this.elsewhere = "";
    const words =
      "This game has gone on in another tab. What you decide here is kept as a game of its own: " +
      `${game.title}.`;
    const reopen = () => this.table.reopen(other);
    await saveStore.put(game).then(
      () => this.table.messages.show(words, [["Go on with that of the other tab", reopen]]),
      (error) => this.warn(error),
    );
  }

  /** @param {unknown} error */
  warn(error) {
    this.warnOnce(`This game is not kept: ${messageOf(error)}`);
  }

  /**
   * Show a warning unless it is already shown; the bar then says that the game is not kept.
   * @param {string} words
   */
  warnOnce(words) {
    if (this.warned === words) return;
    this.warned = words;
    this.table.messages.show(words, [["Save it as a file", () => this.table.saveFile()]]);
  }

  /** Return the newest saved game of a kind. @param {(game: any) => boolean} isMeant */
  async find(isMeant) {
    await this.writing;
    return (await saveStore.list(this.game).catch(() => [])).find(isMeant);
  }

  /** Show the saved games. */
  async list() {
    try {
      const games = await saveStore.list(this.game);
      const box = slot(this.page, "kept");
      box.hidden = !games.length;
      setMarkup(box, savedGamesMarkup(games));
      this.orderButtons(games);
    } catch (error) {
      this.table.messages.show(`Kept games cannot be read: ${messageOf(error)}`);
    }
  }

  /**
   * Put first what the player most likely wants: the game in progress, the lesson on a first visit.
   * @param {any[]} games the newest first
   */
  orderButtons(games) {
    const [goOn, first, begin] = ["go_on", "first", "begin"].map((name) =>
      control(this.page, name),
    );
    const open = games.find(({ seen, broken }) => !broken && !seen?.over);
    goOn.hidden = !open;
    goOn.dataset.id = open?.id;
    goOn.textContent = `Go on: ${[open?.title, open?.seen?.place].filter(Boolean).join(", ")}`;
    if (first) (games.length ? begin : first).after(games.length ? first : begin);
  }

  /**
   * Remove a game when its button is pressed a second time.
   * @param {HTMLElement} button
   * @param {string} id
   */
  async remove(button, id) {
    if (button.dataset.sure === undefined) {
      button.dataset.sure = "";
      button.textContent = "Remove it for good";
      return;
    }
    await saveStore.remove(id);
    removeNotes(id);
    await this.list();
  }
}
