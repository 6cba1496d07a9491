// The state of a game on the page, and functions that read it. Only table.js and board.js change
// it.

/** Return the state before a game is open. */
export const newState = () => ({
  game: newGame("", ""),
  /** The last answer of the engine; null before a game is open. @type {Seen | null} */
  seen: null,
  isBusy: false,
  /** @type {AccountLine[]} */
  lines: [],
  freshFrom: 1, // the first event of the last answer
  /** Differences from event to event. @type {Record<string, any>[]} */
  frames: [],
  /** The numbers of the differences that are whole frames. @type {Set<number>} */
  wholeFrames: new Set(),
  /** @type {Frame} */
  frame: {},
  shownEvent: 0, // the event whose frame is shown
  /** @type {Stage | null} */
  stage: null,
  /** @type {Touched | null} */
  touched: null,
  isRunning: false, // whether the new steps are being shown one after the other
  hiddenAfter: 0, // the account is hidden after this event; 0 shows all of it
  /** The events to stop at while the account is partly hidden. @type {number[]} */
  halts: [],
  viewedEvent: 0, // the earlier event that is shown; 0 at the decision
  across: "", // the player who holds the device, where two share one
  turn: "", // the player who decided before, in a game for two
  isNewTurn: false, // whether another player decides now
  /** @type {number[]} */
  faces: [],
});

/**
 * Return a new game, which is not saved yet.
 * @param {string} game
 * @param {string} title
 * @param {boolean} [lesson]
 * @returns {SavedGame}
 */
export const newGame = (game, title, lesson = false) => ({
  id: Date.now().toString(36) + Math.random().toString(36).slice(2, 7),
  game,
  title,
  text: "",
  seen: null,
  updated: Date.now(),
  lesson,
  taught: [],
});

/**
 * Return the engine's last description of the game. A game must be open.
 * @param {PlayState} state
 */
export const seenOf = (state) => /** @type {Seen} */ (state.seen);

/** Whether a player on another device decides now. @param {PlayState} state */
export const isAway = ({ game, seen }) =>
  !!game.seat && !!seen && !!seen.turn && seen.turn !== game.seat;

/** Return the number of the last event. @param {PlayState} state */
export const lastEvent = (state) => state.frames.length || seenOf(state).events;

/** Return the lines that the last answer added. @param {PlayState} state */
export const freshLines = ({ lines, freshFrom }) => lines.filter(({ event }) => event >= freshFrom);

/** Return the distinct events of lines. @param {AccountLine[]} lines */
export const eventsOf = (lines) => [...new Set(lines.map(({ event }) => event))];

/** Return the events that Back and Next lead to. @param {PlayState} state */
export const stopsOf = (state) =>
  state.hiddenAfter ? [...new Set(state.halts)] : eventsOf(state.lines);

/**
 * Return the index of the first line of an event or a later one. Lines are sorted by event.
 * @param {AccountLine[]} lines
 * @param {number} event
 */
export function lineFrom(lines, event) {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle].event < event) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Return the drawn parts of an option. @param {PlayState} state @param {AskedOption} option */
export const touchedBy = ({ touched }, option) => touched?.options[option.text] ?? [];

/**
 * Whether a step damages something or puts it out of action.
 * @param {Record<string, any>} change
 */
function isDamage({ p = {}, m = {} }) {
  const models = Object.values(m);
  return (
    Object.values(p).some((state) => state && state !== "fires") ||
    models.some((model) => model && (model[3] || model[5]))
  );
}

/**
 * Whether something is hit in the event of a line.
 * @param {PlayState} state
 * @param {AccountLine} line
 */
export function isStruck({ frames, wholeFrames }, { event, kind }) {
  const change = frames[event - 1];
  if (!change || wholeFrames.has(event) || kind === "phase") return false;
  return !!change.h || isDamage(change);
}

/**
 * Return the lines in which something is hit; only those with damage, where there are any.
 * @param {PlayState} state
 * @param {AccountLine[]} lines
 */
export function struckLines(state, lines) {
  const struck = lines.filter((line) => isStruck(state, line));
  const damaged = struck.filter(({ event }) => isDamage(state.frames[event - 1]));
  return damaged.length ? damaged : struck;
}

/**
 * Return the caption of a lesson at an event: the introduction at the first one, and that of a
 * place where the place is reached for the first time; empty elsewhere.
 * @param {PlayData["lesson"]} lesson
 * @param {AccountLine[]} lines
 * @param {number} event
 */
export function captionAt(lesson, lines, event) {
  if (event === lines[0]?.event) return lesson.intro;
  const line = lines.find((other) => other.event === event);
  const first = line && lines.find(({ place }) => place === line.place);
  if (first?.event !== event) return "";
  return lesson.captions.find(({ at }) => at === first.place)?.text ?? "";
}

/** Return a line for a screen reader. @param {AccountLine} line @param {boolean} [hasDice] */
export function spokenLine({ who, dice, text }, hasDice) {
  const thrown = hasDice && dice?.length ? `${dice.join(", ")}:` : "";
  return [who && `${who}:`, thrown, text].filter(Boolean).join(" ");
}

/** @param {AskedDice} dice */
export function diceWords({ count, title, why }) {
  const what = count === 1 ? "a die" : `${count} dice`;
  return `Throw ${what}${title ? ` for ${title}` : ""}${why ? `, ${why}` : ""}.`;
}
