// The actions of buttons, keys and files on the page of a game.
import { closest, control, element, find, hasModifier, slot } from "../common/dom.js";
import { OWN_TABLES, readJson, readSetting, writeSetting } from "../common/storage.js";
import { tapeToggler } from "../tape/take-out.js";
import { loadExtras } from "./load-extras.js";
import { saveStore } from "./save-store.js";
import { isAway, lastEvent } from "./state.js";

/** @typedef {Record<string, (el: HTMLElement) => unknown>} Actions */

const PACE = "cb-pace";
const ROUTINE = "cb-questions";
/** Actions of the bundle of seldom needed parts. */
const SELDOM = [
  "advise",
  "book",
  "chart",
  "day",
  "days",
  "hand_over",
  "linked",
  "log",
  "picture",
  "share",
  "share_result",
  "wall",
];
const NAMES = "[data-name],.cb-play__typed input";
const LARGEST = 8e6; // bytes of a file with a game or a log
const OWN_KEYS = "input,select,textarea,dialog,.cb-search"; // these handle keys themselves

/** Return the id of the saved game whose button this is. @param {HTMLElement} el */
const savedId = (el) => /** @type {HTMLElement} */ (el.closest("[data-id]")).dataset.id ?? "";

/** @param {PlayTable} table @returns {Actions} */
const gameActions = (table) => ({
  begin: () => table.attempt(() => table.beginFirst()),
  first: () => table.beginLesson(),
  printed: () =>
    table.attempt(async () => {
      await table.session.open(null);
      writeSetting(OWN_TABLES, null, "sessionStorage");
      control(table.page, "begin").focus();
    }),
  again: () => table.beginAgain(),
  next_evening: () => table.nextEvening(),
  become_tour: () => table.becomeTour(),
  tour: () => table.showPaper("tour"),
  glance: async (el) => {
    await table.reopen(savedId(el));
    await table.showPaper("tour");
  },
  door: () => {
    table.showRoom("door");
    find(table.page, "[data-room=door] button:not([hidden])").focus();
    if (history.state) history.back();
  },
  table: () => table.showRoom("table"),
  continue: (el) => table.reopen(savedId(el)),
  go_on: (el) => table.reopen(savedId(el)),
  go_on_after: (el) => table.goOnAfter(savedId(el)),
  file: async (el) => table.saveFile(await saveStore.get(savedId(el))),
  remove: (el) => table.savedGames.remove(el, savedId(el)),
  export: () => table.saveFile(),
  print: () => print(),
  record: () => (table.state.seen?.over ? table.showPaper("record") : print()),
});

/** @param {PlayTable} table @returns {Actions} */
function playActions(table) {
  const { account, decision } = table;
  return {
    option: (el) => table.answer(el.dataset.option ?? ""),
    ask_me: (el) => table.call("back_to", { answers: Number(el.dataset.answers) }),
    undo: (el) => table.call("undo", { size: el.dataset.size }),
    redo: () => table.call("redo"),
    face: (el) => decision.addFace(Number(el.dataset.face)),
    unface: () => decision.removeFace(),
    rolled: () => decision.rollFaces(),
    line: (el) => account.unfold(el),
    news: () => account.toggleSheet(),
    look: (el) => table.lookAt(account.lineOf(el).event),
    back: (el) => table.call("back_to", { answers: account.lineOf(el).answers }),
    clone: (el) => table.clone(account.lineOf(el)),
    before: () => table.stepView(-1),
    after: () => table.stepView(1),
    now: () => table.backToNow(),
    watch: () => table.lookAt(table.stopAfter()),
    uncover: () => table.uncover(),
    sit_both: () => table.playBoth(),
    stop: (el) => lookAtStop(table, el),
  };
}

/**
 * Show the event at which a stop of the track was reached.
 * @param {PlayTable} table
 * @param {HTMLElement} el
 */
function lookAtStop(table, el) {
  const { stop } = /** @type {HTMLElement} */ (el.closest("[data-stop]")).dataset;
  const { frames, lines } = table.state;
  const event = frames.findIndex(({ t }) => t === stop) + 1;
  if (!event) return;
  table.lookAt(lines.find((line) => line.event >= event)?.event ?? event);
}

/** @param {HTMLElement} page @param {HTMLDialogElement} keys @returns {Actions} */
function menuActions(page, keys) {
  const menu = find(page, "#play-menu");
  return {
    menu: (el) => {
      menu.hidden = !menu.hidden;
      el.setAttribute("aria-expanded", String(!menu.hidden));
    },
    keys: () => keys.showModal(),
  };
}

/** @param {PlayTable} table @param {Actions} actions */
function listenToClicks(table, actions) {
  const { page, state } = table;
  const isPressed = (/** @type {HTMLElement} */ el) =>
    !(/** @type {HTMLButtonElement} */ (el).disabled) && !/^(FORM|SELECT)$/.test(el.tagName);
  /** @param {HTMLElement} el */
  const act = async (el) => {
    try {
      await actions[el.dataset.action ?? ""]?.(el);
    } catch (error) {
      table.fail(error);
    }
  };
  page.addEventListener("click", (event) => {
    const el = closest(event, "[data-action]");
    const lit = closest(event, "[data-lit]");
    const part = closest(event, ".cb-play__stage [data-part]");
    if (lit && state.seen?.asked && !state.viewedEvent)
      return table.board.pick(lit.dataset.lit ?? "");
    if (part && state.stage) {
      return table.board
        .describePart(table.session.handle(), part)
        .catch((error) => table.fail(error));
    }
    if (el && isPressed(el) && !closest(event, "a")) act(el);
  });
  addEventListener("unhandledrejection", (event) => table.fail(event.reason));
}

/**
 * Show beneath a name which of its characters the printed sheets cannot show.
 * @param {HTMLInputElement} input
 * @param {string} drawn the ranges of those that they can show
 */
function noteUndrawn(input, drawn) {
  const ranges = drawn.replace(/[0-9a-f]+/g, "\\u{$&}").replaceAll(",", "");
  const absent = new Set(input.value.normalize("NFC").match(new RegExp(`[^${ranges}]`, "gu")));
  const note = input.nextElementSibling ?? element("small", { role: "status" });
  const words = `The printed sheets have no ${[...absent].join(", ")}; they show □ instead.`;
  note.textContent = absent.size ? words : "";
  if (absent.size) input.after(note);
}

/** @param {PlayTable} table */
function listenToForms(table) {
  const { page, paceSelect, routineSelect, session } = table;
  page.addEventListener("input", ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    if (input.matches(NAMES)) noteUndrawn(input, session.described().drawn);
  });
  page.addEventListener("submit", (event) => {
    const form = /** @type {HTMLElement} */ (event.target);
    if (form.dataset.action !== "typed") return;
    event.preventDefault();
    const text = /** @type {HTMLInputElement} */ (find(form, "input")).value.trim();
    if (text) table.answer(text);
  });
  slot(table.page, "words").parentElement?.addEventListener("toggle", () => {
    if (table.state.seen && session.engine) table.describeBoard();
  });
  const auto = /** @type {HTMLSelectElement} */ (control(table.page, "auto"));
  auto.addEventListener("change", () => table.auto(auto.value));
  paceSelect.addEventListener("change", () => writeSetting(PACE, paceSelect.value));
  paceSelect.value = readSetting(PACE) ?? "";
  if (!paceSelect.value) paceSelect.value = "moving";
  routineSelect.addEventListener("change", () => {
    writeSetting(ROUTINE, routineSelect.value);
    if (session.engine) table.setRoutine(session.engine).catch((error) => table.fail(error));
  });
  routineSelect.value = readSetting(ROUTINE) === "all" ? "all" : "some";
  const file = /** @type {HTMLInputElement} */ (control(table.page, "import"));
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    if (chosen.size > LARGEST) return table.messages.show("That file is too big to be a game.");
    table.attempt(async () => {
      const game = table.newGame(chosen.name.replace(/\.[a-z]+$/, ""));
      await table.resume({ ...game, text: await chosen.text() });
    });
  });
}

/**
 * Return the action of a key at the table; a false value for a key without one.
 * @param {PlayTable} table
 * @param {string} key
 * @param {HTMLDialogElement} help
 * @returns {(() => unknown) | null | undefined}
 */
function keyAction(table, key, help) {
  const { page, state, decision, account } = table;
  const { seen, viewedEvent } = state;
  const press = (/** @type {string} */ css) => () => find(page, css).click();
  if (/^[1-9]$/.test(key)) {
    if (seen?.dice) return () => decision.addFace(Number(key));
    const css = `[data-action=option][data-number="${key}"]`;
    const option = /** @type {HTMLElement | null} */ (decision.ask.querySelector(css));
    return !viewedEvent && option ? () => option.click() : null;
  }
  const last = account.list.lastElementChild;
  /** @type {Record<string, (() => unknown) | null | false | undefined>} */
  const keys = {
    u: press("[data-action=undo][data-size=choice]"),
    U: press("[data-action=undo][data-size=turn]"),
    r: press("[data-action=redo]"),
    a: seen?.asked && !isAway(state) && (() => table.call("auto", { stretch: "" })),
    ArrowLeft: () => table.stepView(-1),
    ArrowRight: viewedEvent > 0 && (() => table.stepView(1)),
    Escape: viewedEvent > 0 && (() => table.backToNow()),
    Backspace: seen?.dice && state.faces.length > 0 && (() => decision.removeFace()),
    l: last && (() => find(last, "button").focus()),
    "?": () => help.showModal(),
  };
  return keys[key] || null;
}

/** @param {PlayTable} table @param {HTMLDialogElement} help */
function listenToKeys(table, help) {
  document.addEventListener("keydown", (event) => {
    if (table.page.dataset.room !== "table" || help.open || hasModifier(event)) return;
    if (closest(event, OWN_KEYS)) return;
    const action = keyAction(table, event.key, help);
    if (!action) return;
    action();
    event.preventDefault();
  });
}

/**
 * Offer the game that the address holds, without loading anything before the player presses the
 * button, or begin the lesson.
 * @param {PlayTable} table
 * @param {Actions} actions
 */
function followAddress(table, actions) {
  if (location.hash === "#lesson" && control(table.page, "first")) {
    history.replaceState(null, "", location.pathname + location.search);
    actions.first(control(table.page, "first"));
  }
  const { hash } = location;
  if (/^#day(=|$)/.test(hash) && control(table.page, "day")) {
    history.replaceState(null, "", location.pathname + location.search);
    table.attempt(async () => (await loadExtras()).beginDay(table, hash));
  }
  const shared = /^#game=([^@]+)(?:@(\d+))?$/.exec(location.hash);
  const isScenario = location.hash.startsWith("#scenario=");
  const isTournament = location.hash.startsWith("#days=");
  const turn = /^#turn=([^.]+)\.(\w+)\.(.+)$/.exec(location.hash);
  const button = control(table.page, "watch_shared");
  button.hidden = !shared && !turn && !isScenario && !isTournament;
  if (shared) {
    button.textContent = "Watch the game that was shared with you";
    actions.watch_shared = () => table.watchShared(shared[1], Number(shared[2] ?? 0));
  }
  if (isScenario) {
    button.textContent = "Play the scenario";
    actions.watch_shared = () =>
      table.attempt(async () => (await loadExtras()).beginScenario(table, location.hash));
  }
  if (isTournament) {
    button.textContent = "Fly the tournament"; // until the door names its mission
    button.dataset.days = hash;
    actions.watch_shared = actions.day;
  }
  if (!turn) return;
  const player = new URLSearchParams(`of=${turn[1]}`).get("of");
  button.textContent = `Go on: now the ${player} decides`;
  actions.watch_shared = () => table.takeOver(turn[2], turn[3]);
}

/**
 * Return a function that opens the form of a game; its script is loaded at the first use.
 * @param {PlayTable} table
 */
function setupOpener(table) {
  /** @type {import("./setup-form.js").SetupForm | undefined} */
  let form;
  return () =>
    table.attempt(async () => {
      const { SetupForm } = await loadExtras();
      form ??= new SetupForm(table.page, table);
      await form.open();
    });
}

/** Make the page respond to the player. @param {PlayTable} table @returns {Actions} */
export function startTable(table) {
  const { page, state } = table;
  const help = /** @type {HTMLDialogElement} */ (slot(table.page, "keys"));
  /** @type {Actions} */
  const actions = { ...gameActions(table), ...playActions(table), ...menuActions(page, help) };
  actions.setup = setupOpener(table);
  for (const name of SELDOM) {
    actions[name] = (el) =>
      table.attempt(async () => (await loadExtras()).actions[name](table, el));
  }
  const toggleTape = tapeToggler(
    () => table.board.tabletop(),
    () => state.touched?.asks ?? [],
  );
  actions.tape = (el) => table.attempt(() => toggleTape(el));
  listenToClicks(table, actions);
  listenToForms(table);
  listenToKeys(table, help);
  addEventListener("beforeunload", (event) => {
    if (table.savedGames.pending) event.preventDefault(); // the game is still being written
  });
  addEventListener("beforeprint", () => {
    if (state.seen && state.frames.length) table.board.show(lastEvent(state));
  });
  for (const name of ["begin", "first", "day", "setup", "import"]) {
    const button = /** @type {HTMLButtonElement | null} */ (control(page, name));
    if (button) button.disabled = false;
  }
  addEventListener("hashchange", () => {
    followAddress(table, actions);
    const shared = control(table.page, "watch_shared");
    if (shared.hidden) return;
    table.showRoom("door"); // the open game is saved already
    shared.focus();
  });
  addEventListener("popstate", () => {
    if (history.state?.game) table.returnTo(history.state);
    else if (!document.getElementById(location.hash.slice(1))) table.showRoom("door");
  });
  table.showRoom("door");
  followAddress(table, actions);
  const own = location.hash === "#own" && readJson(OWN_TABLES, "sessionStorage");
  if (history.state?.game) table.returnTo(history.state);
  else if (own?.game === table.data.game) {
    table.session.book = own;
    actions.setup(page);
  }
  return actions;
}
