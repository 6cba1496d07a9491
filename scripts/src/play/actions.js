// What buttons, keys and files do on the page of play.
import { closest, find, hasModifier } from "../common/dom.js";
import { readSetting, writeSetting } from "../common/storage.js";
import { download, downloadText, fileNameOf } from "./download.js";
import { loadExtras } from "./load-extras.js";
import { saveStore } from "./save-store.js";
import { isAway, lastEvent } from "./state.js";

/** @typedef {import("./table.js").PlayTable} PlayTable */
/** @typedef {Record<string, (el: HTMLElement) => unknown>} Actions */

const PACE = "cb-pace";
const ROUTINE = "cb-questions";
const LARGEST = 4e6; // bytes of a file with a game
const NOT_OURS = "input,select,textarea,dialog,.cb-search"; // keys there are for others

/** The id of the kept game that a button is about. @param {HTMLElement} el */
const keptId = (el) => /** @type {HTMLElement} */ (el.closest("li")).dataset.id ?? "";

/** @param {PlayTable} table @returns {Actions} */
const gameActions = (table) => ({
  begin: () => table.attempt(() => table.beginFirst()),
  first: () => table.beginLesson(),
  printed: () =>
    table.attempt(async () => {
      await table.session.open(null);
      table.control("begin").focus();
    }),
  again: () => table.beginAgain(),
  become_tour: () => table.becomeTour(),
  tour: () => table.showTour(),
  glance: async (el) => {
    await table.takeUp(keptId(el));
    await table.showTour();
  },
  door: () => {
    table.showRoom("door");
    table.control("begin").focus();
  },
  table: () => table.showRoom("table"),
  continue: (el) => table.takeUp(keptId(el)),
  file: async (el) => {
    const game = await saveStore.get(keptId(el));
    downloadText(`${fileNameOf(game)}.save`, game.text);
  },
  remove: (el) => table.kept.remove(el, keptId(el)),
  export: () => table.saveFile(),
  share: () => table.share(0),
  share_result: () => table.shareResult(),
  log: () => table.saveLog(),
  print: () => print(),
  picture: async () => {
    const file = await table.picture();
    download(file, file.name);
  },
  record: () => table.showRecord(),
  chart: async (el) => (await loadExtras()).printCharts(table, el),
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
    advise: (el) => decision.advise(table.session.handle(), el),
    line: (el) => account.unfold(el),
    news: () => account.toggleSheet(),
    look: (el) => table.lookAt(account.lineOf(el).event),
    back: (el) => table.call("back_to", { answers: account.lineOf(el).answers }),
    clone: (el) => table.clone(account.lineOf(el)),
    linked: (el) => table.share(account.lineOf(el).event),
    before: () => table.lookOn(-1),
    after: () => table.lookOn(1),
    now: () => table.backToNow(),
    watch: () => table.lookAt(table.stopAfter()),
    uncover: () => table.uncover(),
    hand_over: () => table.handOver(),
    sit_both: () => table.playBoth(),
    stop: (el) => lookAtStop(table, el),
  };
}

/**
 * Look at the event at which a stop of the track is reached.
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
    if (lit && state.seen?.asked && !state.looksAt) return table.board.pick(lit.dataset.lit ?? "");
    if (part && state.stage) {
      return table.board
        .speakPart(table.session.handle(), part)
        .catch((error) => table.fail(error));
    }
    if (el && isPressed(el) && !closest(event, "a")) act(el);
  });
  // Nothing that fails is silent.
  addEventListener("unhandledrejection", (event) => table.fail(event.reason));
}

/** @param {PlayTable} table */
function listenToForms(table) {
  const { page, paceSelect, routineSelect, session } = table;
  page.addEventListener("submit", (event) => {
    const form = /** @type {HTMLElement} */ (event.target);
    if (form.dataset.action !== "typed") return;
    event.preventDefault();
    const taken = /** @type {HTMLInputElement} */ (find(form, "input")).value.trim();
    if (taken) table.answer(taken);
  });
  table.slot("words").parentElement?.addEventListener("toggle", () => {
    if (table.state.seen && session.engine) table.speakBoard();
  });
  const auto = /** @type {HTMLSelectElement} */ (table.control("auto"));
  auto.addEventListener("change", () => table.auto(auto.value));
  paceSelect.addEventListener("change", () => writeSetting(PACE, paceSelect.value));
  paceSelect.value = readSetting(PACE) ?? "";
  if (!paceSelect.value) paceSelect.value = "moving";
  routineSelect.addEventListener("change", () => {
    writeSetting(ROUTINE, routineSelect.value);
    if (session.engine) table.setRoutine(session.engine).catch((error) => table.fail(error));
  });
  routineSelect.value = readSetting(ROUTINE) === "all" ? "all" : "some";
  const file = /** @type {HTMLInputElement} */ (table.control("import"));
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
 * What a key does at the table; nothing for a key that is not ours.
 * @param {PlayTable} table
 * @param {string} key
 * @param {HTMLDialogElement} help
 * @returns {(() => unknown) | null | undefined}
 */
function keyAction(table, key, help) {
  const { page, state, decision, account } = table;
  const { seen, looksAt } = state;
  const press = (/** @type {string} */ css) => () => find(page, css).click();
  if (/^[1-9]$/.test(key)) {
    if (seen?.dice) return () => decision.addFace(Number(key));
    const css = `[data-action=option][data-number="${key}"]`;
    const option = /** @type {HTMLElement | null} */ (decision.ask.querySelector(css));
    return !looksAt && option ? () => option.click() : null;
  }
  const last = account.item(account.list.children.length - 1);
  /** @type {Record<string, (() => unknown) | null | false | undefined>} */
  const keys = {
    u: press("[data-action=undo][data-size=choice]"),
    U: press("[data-action=undo][data-size=turn]"),
    r: press("[data-action=redo]"),
    a: seen?.asked && !isAway(state) && (() => table.call("auto", { stretch: "" })),
    ArrowLeft: () => table.lookOn(-1),
    ArrowRight: looksAt > 0 && (() => table.lookOn(1)),
    Escape: looksAt > 0 && (() => table.backToNow()),
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
    if (closest(event, NOT_OURS)) return;
    const action = keyAction(table, event.key, help);
    if (!action) return;
    action();
    event.preventDefault();
  });
}

/**
 * An address that holds a game opens it, and the line that it names; nothing is loaded before
 * somebody presses.
 * @param {PlayTable} table
 * @param {Actions} actions
 */
function offerShared(table, actions) {
  const asked = /^#game=([^@]+)(?:@(\d+))?$/.exec(location.hash);
  const turn = /^#turn=([^.]+)\.(\w+)\.(.+)$/.exec(location.hash);
  const button = table.control("watch_shared");
  button.hidden = !asked && !turn;
  if (asked) actions.watch_shared = () => table.watchShared(asked[1], Number(asked[2] ?? 0));
  if (!turn) return;
  const whose = new URLSearchParams(`of=${turn[1]}`).get("of");
  button.textContent = `Go on: now the ${whose} decides`;
  actions.watch_shared = () => table.takeOver(turn[2], turn[3]);
}

/**
 * Open the form of a game, which comes with its first use.
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

/**
 * Have the page do what it can.
 * @param {PlayTable} table
 * @returns {Actions}
 */
export function startTable(table) {
  const { page, state } = table;
  const help = /** @type {HTMLDialogElement} */ (table.slot("keys"));
  /** @type {Actions} */
  const actions = { ...gameActions(table), ...playActions(table), ...menuActions(page, help) };
  actions.setup = setupOpener(table);
  listenToClicks(table, actions);
  listenToForms(table);
  listenToKeys(table, help);
  addEventListener("beforeunload", (event) => {
    if (table.kept.pending) event.preventDefault(); // not before the game is written
  });
  addEventListener("beforeprint", () => {
    if (state.seen && state.frames.length) table.board.show(lastEvent(state));
  });
  for (const name of ["begin", "first", "setup", "import"]) {
    const control = /** @type {HTMLButtonElement | null} */ (table.control(name));
    if (control) control.disabled = false;
  }
  addEventListener("hashchange", () => {
    offerShared(table, actions);
    const shared = table.control("watch_shared");
    if (shared.hidden) return;
    table.showRoom("door"); // the game that lies open is kept
    shared.focus();
  });
  table.showRoom("door");
  offerShared(table, actions);
  return actions;
}
