// The table of a game: it passes the player's answers to the engine and shows the results. The
// rules of the game are in the engine alone.

import { control, element, find, findAll, slot } from "../common/dom.js";
import { setMarkup } from "../common/html.js";
import { knownRulings } from "../common/ruling-store.js";
import { messageOf } from "../common/text.js";
import { engineClient } from "../engine/engine-client.js";
import { Account } from "./account.js";
import { Board } from "./board.js";
import { Decision } from "./decision.js";
import { downloadText, fileNameOf } from "./download.js";
import { loadExtras } from "./load-extras.js";
import { autoMarkup } from "./markup.js";
import { Messages } from "./messages.js";
import { saveStore } from "./save-store.js";
import { SavedGames } from "./saved-games.js";
import { EngineSession } from "./session.js";
import * as stateOf from "./state.js";

const { seenOf } = stateOf;
/** @typedef {import("./messages.js").Offer} Offer */

const STEP = 420; // milliseconds of one step that is shown moving
const MOST = 3000; // milliseconds of all steps together, at most
const ANNOUNCED = 8; // lines, at most, that a screen reader reads
const SLOW = 300; // milliseconds until a step that takes longer dims the options

const OWN = "own tables"; // in the title of a game that is played by the player's own

export class PlayTable {
  /** @param {HTMLElement} page @param {PlayData} data */
  constructor(page, data) {
    this.page = page;
    this.data = data;
    this.root = find(page, "#play-table");
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.state = stateOf.newState();
    this.messages = new Messages(page);
    this.session = new EngineSession(page, data.game, (why) => this.onDeath(why));
    this.account = new Account(this);
    this.board = new Board(this);
    this.decision = new Decision(this);
    /** @type {Offer} */
    this.saving = ["Save the game as a file", () => this.saveFile()];
    this.savedGames = new SavedGames(this);
    this.timer = 0;
    this.paceSelect = /** @type {HTMLSelectElement} */ (control(this.page, "pace"));
    this.routineSelect = /** @type {HTMLSelectElement} */ (control(this.page, "routine"));
  }

  // ---- errors

  /**
   * Run something that may fail, and show the error; a failed load can be tried again.
   * @param {() => unknown} work
   * @returns {Promise<void>}
   */
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      const { kind, message } = /** @type {any} */ (error ?? {});
      if (kind !== "load") return this.fail(error);
      const again = () => {
        this.messages.show("");
        this.attempt(work);
      };
      this.messages.show(message, [["Try again", again]]);
      await this.offerCachedGames();
    }
  }

  /** Offer the games that are cached on this device, after a load has failed. */
  async offerCachedGames() {
    const games = await engineClient
      .cachedGames()
      .catch(() => /** @type {[string, string][]} */ ([]));
    if (!games.length && navigator.onLine) return;
    const links = games.map(([key, title]) => element("a", { href: `../${key}/play.html` }, title));
    const words = games.length
      ? "Kept on this device, and played without a network: "
      : "There is no network, and no game is kept on this device yet.";
    this.messages.append(words, ...links.flatMap((link, i) => (i ? [", ", link] : [link])));
  }

  /** @param {any} error */
  fail(error) {
    if (error?.kind === "dead") return; // `onDeath` has shown it
    if (error?.kind === "moved") return this.offerMoved(error);
    if (error?.kind === "stale") {
      const resume = () => this.reopen(this.state.game.id);
      return this.messages.show(`${error.message}.`, [["Go on with the game here", resume]]);
    }
    this.messages.show(messageOf(error), this.state.game.text ? [this.saving] : []);
  }

  /**
   * Offer to finish a game under the tables that it was saved with, or to go on under the present
   * ones.
   * @param {{message: string, at?: {began: string, now: string}}} error
   */
  offerMoved({ message, at }) {
    const { game } = this.state;
    const goOn = () => this.openGame(game, "fly_on");
    const offers = [["Go on from there under the tables of today", goOn], this.saving];
    if (at && at.began !== at.now) {
      const end = () => this.attempt(() => this.finishUnder(game, at.began));
      offers.unshift(["End this mission under the tables that it began with", end]);
    }
    this.messages.show(`${message}.`, /** @type {Offer[]} */ (offers));
  }

  /** @param {SavedGame} game @param {string} digest */
  async finishUnder(game, digest) {
    const book = await engineClient.book(this.data.game, digest);
    if (book) return this.openGame(game, "finish_under", { book });
    const words =
      `This site no longer has the tables ${digest}; the game can go on under those of today, ` +
      "or be taken where they are.";
    throw new Error(words);
  }

  /** Offer to go on after the engine has stopped. @param {string} why */
  onDeath(why) {
    const { game } = this.state;
    const resume = () => {
      if (game.title) this.resume(game);
    };
    this.messages.show(why, [["Go on", resume], this.saving]);
  }

  // ---- the views of the page, which the markup calls rooms

  /** @param {string} name */
  showRoom(name) {
    for (const room of findAll(this.page, "[data-room]")) room.hidden = room.dataset.room !== name;
    this.page.dataset.room = name;
    document.body.dataset.room = name;
    this.messages.show("");
    if (name !== "door") return;
    this.savedGames.list();
    if (!location.hash.startsWith("#days=")) return;
    this.attempt(async () => (await loadExtras()).offerTournament(this));
  }

  /**
   * Make the open game a step of the browser's history, which a reload opens again.
   * @param {number} event the step that is looked at while later ones are hidden; 0 for none
   */
  remember(event) {
    const { id, shared } = this.state.game;
    const entry = { game: shared ? "" : id, event };
    if (history.state) history.replaceState(entry, "");
    else history.pushState(entry, "");
  }

  /** Open the game of a step of the history, at its moment. @param {any} entry */
  async returnTo({ game, event }) {
    if (game === this.state.game.id) this.showRoom("table");
    else await this.reopen(game);
    if (!event || game !== this.state.game.id) return;
    this.account.hideAfter(event);
    this.lookAt(event);
  }

  // ---- calls to the engine

  /** Call the engine and show the result. @param {string} method @param {object} [args] */
  async call(method, args) {
    const { state, session } = this;
    const { engine } = session;
    if (state.isBusy || !engine) return;
    state.game.shared = false;
    try {
      await this.whileBusy(async () => this.update(await engine.call(method, args)));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Answer the decision. @param {string} text of the option */
  answer(text) {
    return this.call("answer", { taken: text, hold: this.decision.keepHold() });
  }

  /**
   * Have the engine answer routine decisions by itself. A lesson asks each of them once.
   * @param {EngineHandle} engine
   */
  setRoutine(engine) {
    const on = this.routineSelect.value !== "all";
    return engine.call("take_routine", { on, once: !!this.state.game.lesson });
  }

  /**
   * Mark the page as busy until the work is done. The options on the page are ignored meanwhile.
   * They are dimmed only in a slow step, because a dimmed page has to be drawn once more.
   * @param {() => Promise<void>} work
   */
  async whileBusy(work) {
    this.state.isBusy = true;
    this.page.dataset.busy = "";
    const timer = setTimeout(() => this.page.classList.add("cb-play--slow"), SLOW);
    try {
      await work();
    } finally {
      clearTimeout(timer);
      this.page.classList.remove("cb-play--slow");
      this.state.isBusy = false;
      this.clearBusy();
    }
  }

  /** Clear the mark, unless an answer or a write is still outstanding. */
  clearBusy() {
    if (!this.state.isBusy && !this.savedGames.pending) delete this.page.dataset.busy;
  }

  /** Show the engine's answer, and save the game. @param {Seen} seen */
  async update(seen) {
    const { state, session } = this;
    const before = state.seen?.events ?? 0;
    const cut = seen.account_from;
    const fresh = seen.account.length ? seen.account[0].event : seen.events + 1;
    const isBack = seen.whole || seen.events < before || fresh <= before;
    const isOther = !!state.seen && seen.across !== state.seen.across; // another player's view
    state.isNewTurn = !!seen.turn && seen.turn !== state.turn;
    state.turn = seen.turn || state.turn;
    state.seen = seen;
    this.messages.show("");
    state.lines = [...state.lines.slice(0, cut), ...seen.account];
    state.freshFrom = isBack && cut ? seen.events : fresh;
    const engine = session.handle();
    const warn = (/** @type {unknown} */ error) => this.savedGames.warn(error);
    const save = state.game.shared ? "" : engine.call("save").catch(warn);
    // The text of the save is fetched before the options are shown, but the write to the store is
    // not awaited.
    const [, text] = await Promise.all([
      this.board.update(engine, isBack || isOther ? 0 : before),
      save,
    ]);
    await this.show(cut, isBack);
    if (text) this.save(text);
  }

  /** Save the open game. @param {string} text */
  save(text) {
    const { game, seen, stage } = this.state;
    game.text = text;
    game.updated = Date.now();
    const place = this.board.place(stateOf.lastEvent(this.state));
    game.seen = { over: !!seen?.over, place, facts: stage?.facts ?? [] };
    if (seen?.can.report) game.seen.isTour = true;
    if (seen?.evening) game.seen.evening = seen.evening;
    this.savedGames.save(game);
  }

  // ---- the page

  /** @param {number} cut number of lines that stay @param {boolean} isBack after an undo */
  show(cut, isBack) {
    const { state } = this;
    const seen = seenOf(state);
    this.stop();
    this.account.write(cut);
    this.account.hideAfter(0);
    this.showPlace();
    this.showBar();
    const fresh = stateOf.freshLines(state);
    const first = fresh.length ? fresh[0].event : stateOf.lastEvent(state);
    state.halts = fresh.map(({ event }) => event);
    this.remember(0);
    if (state.game.lesson && !isBack) return this.teach(fresh);
    if (stateOf.isAway(state)) return this.showAway();
    const isStepped = this.paceSelect.value === "steps" || (seen.over && !cut);
    if (!isBack && fresh.length > 1 && isStepped) {
      this.account.hideAfter(first);
      return this.lookAt(first);
    }
    if (seen.across !== state.across && !state.game.seat) {
      state.across = seen.across;
      this.root.classList.add("cb-play--curtain");
      this.describeBoard();
      return this.decision.showCurtain();
    }
    this.showDecision(fresh, isBack);
    this.speak(fresh, isBack);
  }

  /** Show the page while another device decides: what this player may see, and the link. */
  async showAway() {
    const { turn } = seenOf(this.state);
    this.root.classList.toggle("cb-play--curtain", this.session.described().hides);
    const { handOverMarkup } = await loadExtras();
    this.decision.set(handOverMarkup(turn), "button");
    this.showAt(0);
    this.messages.speak(`Now the ${turn} decides.`);
    this.describeBoard();
  }

  /** Decide for both players on this device. */
  playBoth() {
    const { game } = this.state;
    delete game.seat;
    this.savedGames.save(game);
    this.uncover();
  }

  /**
   * Go on with a game that another device has handed over.
   * @param {string} id
   * @param {string} text
   */
  async takeOver(id, text) {
    const saved = await saveStore.get(id).catch(() => null);
    const game = saved ?? { ...this.newGame("A game for two"), book: null, id };
    await this.openGame(game, "take_over", { text, stored: game.text });
    if (!this.state.seen) return;
    // A reload must not take the link again; a change of `location` would scroll the page.
    history.replaceState(history.state, "", location.pathname + location.search);
    dispatchEvent(new Event("hashchange"));
  }

  /** Show the decision, or the end of the game. */
  showAsked() {
    if (this.state.game.lesson) this.caption(this.askedCaption());
    this.root.classList.toggle("cb-play--over", seenOf(this.state).over);
    this.decision.show();
    this.describeBoard();
  }

  /** @param {AccountLine[]} fresh @param {boolean} isBack */
  showDecision(fresh, isBack) {
    this.account.showNews(isBack ? [] : fresh);
    this.showAsked();
    if (isBack) this.showAt(0);
    else this.run(fresh);
  }

  /**
   * Show a moment in the drawing, the account and the bar.
   * @param {number} event 0 for now
   * @param {number} [time] of the movement, in milliseconds
   */
  showAt(event, time) {
    this.board.show(event || stateOf.lastEvent(this.state), time);
    this.account.follow(event);
    this.showPlace();
  }

  showPlace() {
    const warning = this.savedGames.warned && "not kept";
    const words = [this.state.game.title, this.board.place(), warning].filter(Boolean);
    slot(this.page, "what").textContent = words.join(", ");
  }

  /**
   * Announce the new lines and the question to screen readers.
   * @param {AccountLine[]} fresh
   * @param {boolean} isBack
   */
  speak(fresh, isBack) {
    const { asked, dice, over } = seenOf(this.state);
    const news = isBack ? ["Taken back."] : fresh.map((line) => stateOf.spokenLine(line));
    const end = over ? "The game is over." : "";
    const waits = asked?.question ?? (dice ? stateOf.diceWords(dice) : end);
    this.messages.speak(`${news.slice(-ANNOUNCED).join(" ")} ${waits}`);
  }

  describeBoard() {
    this.board.describe(this.session.handle()).catch((error) => this.fail(error));
  }

  /**
   * Show the new steps one after the other. The player can decide before the last one.
   * @param {AccountLine[]} fresh
   */
  run(fresh) {
    const { state } = this;
    if (this.paceSelect.value === "once" || this.still.matches) return this.showAt(0);
    const events = [...new Set([...stateOf.eventsOf(fresh), stateOf.lastEvent(state)])];
    const longest = state.stage?.top ? 2 * STEP : STEP;
    const time = Math.min(longest, MOST / events.length);
    const next = () => {
      const event = /** @type {number} */ (events.shift());
      state.isRunning = events.length > 0;
      this.showAt(state.isRunning ? event : 0, time);
      if (state.isRunning) this.timer = setTimeout(next, time);
    };
    next();
  }

  stop() {
    clearTimeout(this.timer);
    this.decision.leave();
    this.state.isRunning = false;
  }

  /** Update the bar above the table. */
  showBar() {
    const { state } = this;
    const seen = seenOf(state);
    state.viewedEvent = 0;
    /** @param {string} css @param {(el: HTMLElement) => boolean} isOff */
    const setOff = (css, isOff) => {
      for (const el of findAll(this.page, css)) {
        /** @type {HTMLButtonElement} */ (el).disabled = isOff(el);
      }
    };
    setOff("[data-action=undo]", ({ dataset }) => !seen.can.undo.includes(dataset.size ?? ""));
    setOff("[data-action=redo]", () => !seen.can.redo);
    setOff("[data-action=log]", () => !seen.over);
    control(this.page, "tour").hidden = !seen.can.report;
    setOff("[data-action=auto]", () => !seen.asked || stateOf.isAway(state));
    setMarkup(control(this.page, "auto"), autoMarkup(seen));
  }

  /** Let the usual answers be given for a stretch. @param {string} value of the select */
  auto(value) {
    const [, kind, name] = /^(to|stretch):(.*)$/.exec(value) ?? [];
    if (kind) this.call("auto", { [kind]: name });
  }

  // ---- earlier steps

  /** @param {number} event */
  lookAt(event) {
    const { state, data } = this;
    const { lines } = state;
    this.stop();
    if (state.hiddenAfter && event > state.hiddenAfter) this.account.hideAfter(event);
    if (state.game.lesson) this.caption(stateOf.captionAt(data.lesson, lines, event));
    this.showAt(event);
    const events = stateOf.stopsOf(state);
    this.decision.showLook({
      isNew: state.hiddenAfter > 0,
      index: events.indexOf(event),
      count: events.length,
      isOver: seenOf(state).over,
    });
    state.viewedEvent = event;
    this.remember(state.hiddenAfter);
    const shown = lines.filter((line) => line.event === event);
    const words = shown.map((line) => stateOf.spokenLine(line, true));
    this.messages.speak([slot(this.page, "caption").textContent, ...words].join(" "));
  }

  /** Return the first event with a line at or after an event. @param {number} [event] */
  stopAfter(event = 0) {
    const events = stateOf.eventsOf(this.state.lines);
    return events.find((other) => other >= event) ?? events[0];
  }

  /** Show the step before or after. @param {1 | -1} step */
  stepView(step) {
    const { viewedEvent } = this.state;
    const events = stateOf.stopsOf(this.state);
    if (!events.length) return;
    const last = events[events.length - 1];
    const current = viewedEvent || last + (step < 0 ? 1 : 0);
    const at = events.findIndex((event) => event >= current);
    const index = (at < 0 ? events.length : at) + step;
    if (index >= events.length) this.backToNow();
    else this.lookAt(events[Math.max(0, index)]);
  }

  /** Return to the decision. */
  backToNow() {
    const { state } = this;
    const fresh = stateOf.freshLines(state);
    const later = fresh.filter(({ event }) => event > state.viewedEvent);
    state.viewedEvent = 0;
    this.stop();
    this.account.hideAfter(0);
    this.account.showNews(fresh);
    this.remember(0);
    this.showAsked();
    this.showAt(0);
    this.speak(later, false);
  }

  /** Remove the curtain, once the right player has the device. */
  uncover() {
    this.root.classList.remove("cb-play--curtain");
    this.showAsked();
    this.showAt(0);
  }

  // ---- the lesson: captions explain places at their first visit

  /** @param {string} text */
  caption(text) {
    const box = slot(this.page, "caption");
    box.hidden = !text;
    box.textContent = text;
  }

  /** Return the lesson's caption for the decision; empty where it was shown before. */
  askedCaption() {
    const { game } = this.state;
    const { lesson } = this.data;
    const { over, asked } = seenOf(this.state);
    const taught = game.taught ?? [];
    if (over) return lesson.end;
    const caption = asked && lesson.captions.find(({ at }) => at === asked.place);
    if (!caption || (taught.includes(caption.at) && taught.at(-1) !== caption.at)) return "";
    game.taught = [...taught.filter((at) => at !== caption.at), caption.at];
    return caption.text;
  }

  /**
   * Show the new lines from caption to caption, and then the decision.
   * @param {AccountLine[]} fresh
   */
  teach(fresh) {
    const { state, data } = this;
    const { lines } = state;
    state.halts = state.halts.filter((event) => stateOf.captionAt(data.lesson, lines, event));
    const [halt] = state.halts;
    if (halt) {
      this.account.hideAfter(halt);
      return this.lookAt(halt);
    }
    this.showAsked();
    this.run(fresh);
    this.speak(fresh, false);
  }

  // ---- games

  /** Remove everything of the last game from the table. */
  clear() {
    const { game, isBusy, faces } = this.state;
    this.caption("");
    Object.assign(this.state, stateOf.newState(), { game, isBusy, faces });
    this.root.classList.remove("cb-play--curtain");
    find(this.page, "[data-action=menu][aria-expanded=true]")?.click();
    this.account.list.textContent = "";
    this.board.shape = 0;
  }

  /**
   * Open a game.
   * @param {SavedGame} game
   * @param {string} method the first call to the engine
   * @param {object} [args]
   */
  openGame(game, method, args) {
    return this.attempt(async () => {
      const engine = await this.session.use(game.book);
      this.state.game = game;
      this.savedGames.elsewhere = "";
      this.clear();
      await this.whileBusy(async () => {
        await this.setRoutine(engine);
        const seen = await engine.call(method, args);
        if (method === "take_over") game.seat ??= seen.turn;
        this.showRoom("table");
        await this.update(seen);
      });
      this.root.scrollIntoView({ block: "start" });
    });
  }

  /** @param {string} title @param {boolean} [isLesson] */
  newGame(title, isLesson) {
    const { book } = this.session;
    const named = book && !title.includes(OWN) ? `${title}, ${OWN}` : title;
    return { ...stateOf.newGame(this.data.game, named, isLesson), book };
  }

  newSeed() {
    return String(crypto.getRandomValues(new Uint32Array(1))[0]);
  }

  /** @param {object} options @param {string} title @param {boolean} [isLesson] */
  begin(options, title, isLesson) {
    return this.openGame(this.newGame(title, isLesson), "begin", options);
  }

  /** Begin the first mission, with dice rolled by the program. */
  async beginFirst() {
    await this.session.open();
    const { runs, titles, rulings } = this.session.described();
    const chosen = knownRulings(this.data.game, rulings);
    const mission = titles?.[0] || "Mission 1";
    const title = runs.includes("mission") ? mission : this.data.title;
    await this.begin({ seed: this.newSeed(), rulings: chosen }, title);
  }

  /** Begin another game with the same options. */
  beginAgain() {
    const { title } = this.state.game;
    return this.openGame(this.newGame(title), "begin_again", { seed: this.newSeed() });
  }

  /** Begin the next evening of a campaign. */
  nextEvening() {
    const game = this.newGame(seenOf(this.state).evening?.next ?? "");
    return this.openGame(game, "next_evening", { seed: this.newSeed() });
  }

  /** Begin the evening that follows a saved one. @param {string} id */
  async goOnAfter(id) {
    await this.reopen(id);
    if (this.state.seen?.evening?.next) await this.nextEvening();
  }

  /** Begin a tour whose first mission is the finished one. The tour is a new game. */
  becomeTour() {
    const { text } = this.state.game;
    this.state.game = { ...this.newGame("A tour"), text };
    return this.call("become_tour");
  }

  beginLesson() {
    const { seed, mission, rulings } = this.data.lesson;
    const title = `Your first ${this.session.about?.numbered ?? "mission"}`;
    return this.begin({ seed, mission, rulings }, title, true);
  }

  /** @param {SavedGame} game */
  resume(game) {
    return this.openGame(game, "load", { text: game.text });
  }

  /** Open a saved game. @param {string} id @param {Partial<SavedGame>} [changes] */
  reopen(id, changes) {
    return this.attempt(async () => this.resume({ ...(await saveStore.get(id)), ...changes }));
  }

  /** Go on from a line as a new game. @param {AccountLine} line */
  clone({ answers }) {
    const { game, isBusy } = this.state;
    if (isBusy) return;
    const { title, text, day, days } = game;
    this.state.game = { ...this.newGame(`${title}, again`), text, day, days };
    this.call("back_to", { answers });
  }

  /**
   * Watch a shared game.
   * @param {string} text the game, from the address
   * @param {number} event where to begin
   */
  async watchShared(text, event) {
    const game = { ...this.newGame("A shared game"), book: null, shared: true };
    await this.openGame(game, "open_share", { text });
    if (!this.state.seen) return;
    game.title = this.state.seen.result?.lines[0] ?? game.title;
    this.lookAt(this.stopAfter(event));
  }

  // ---- files and pages to print

  saveFile(game = this.state.game) {
    downloadText(`${fileNameOf(game)}.save`, game.text);
  }

  /** Show the chart or the tour at a glance, to print. @param {"record" | "tour"} name */
  showPaper(name) {
    return this.attempt(async () => {
      const engine = await this.session.open();
      const data = await engine.call(name);
      const title = `${this.data.title}: ${this.state.game.title}`;
      const hasSheets = !!window.cbEngineBooks?.[this.data.game].sheets;
      this.showSheet((await loadExtras())[`${name}Markup`](title, data, hasSheets));
    });
  }

  /** @param {unknown} markup */
  showSheet(markup) {
    setMarkup(slot(this.page, "record"), markup);
    this.showRoom("record");
    dispatchEvent(new Event("resize")); // makes wide tables scrollable regions
    find(this.page, "[data-room=record] [data-action=print]").focus();
  }
}
