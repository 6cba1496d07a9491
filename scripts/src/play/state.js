// The state of a game on the page, and what is asked of it. All of this is reading: what changes
// it stands in table.js and board.js.

/** @returns {PlayState} */
export const newState = () => ({
  game: newGame("", ""),
  seen: null,
  isBusy: false,
  lines: [],
  freshFrom: 1,
  frames: [],
  wholeFrames: new Set(),
  frame: {},
  shownEvent: 0,
  stage: null,
  touched: null,
  isRunning: false,
  veiledFrom: 0,
  halts: [],
  looksAt: 0,
  across: "",
  turn: "",
  isNewTurn: false,
  faces: [],
});

/**
 * A game that is not kept yet.
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
 * The last answer of the engine. A game must be on the table.
 * @param {PlayState} state
 */
export const seenOf = (state) => /** @type {Seen} */ (state.seen);

/** Whether it is the turn of a player on another device. @param {PlayState} state */
export const isAway = ({ game, seen }) =>
  !!game.seat && !!seen && !!seen.turn && seen.turn !== game.seat;

/** The last event. @param {PlayState} state */
export const lastEvent = (state) => state.frames.length || seenOf(state).events;

/** The lines that came with the last answer. @param {PlayState} state */
export const freshLines = ({ lines, freshFrom }) => lines.filter(({ event }) => event >= freshFrom);

/** The events of lines, each once. @param {AccountLine[]} lines */
export const eventsOf = (lines) => [...new Set(lines.map(({ event }) => event))];

/** The events that Back and Next lead to. @param {PlayState} state */
export const stopsOf = (state) =>
  state.veiledFrom ? [...new Set(state.halts)] : eventsOf(state.lines);

/**
 * The number of the first line of an event, or of the next that has one: events follow one another.
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

/** What an option is about in the drawing. @param {PlayState} state @param {AskedOption} option */
export const touchedBy = ({ touched }, option) => touched?.options[option.text] ?? [];

/**
 * Whether something is damaged, out or shot down with a step.
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
 * Whether the drawing shows a line's event: something hit, out or shot down.
 * @param {PlayState} state
 * @param {AccountLine} line
 */
export function isStruck({ frames, wholeFrames }, { event, kind }) {
  const change = frames[event - 1];
  if (!change || wholeFrames.has(event) || kind === "phase") return false;
  return !!change.h || isDamage(change);
}

/**
 * The lines that say what was struck: where something was damaged, those alone.
 * @param {PlayState} state
 * @param {AccountLine[]} lines
 */
export function struckLines(state, lines) {
  const struck = lines.filter((line) => isStruck(state, line));
  const damaged = struck.filter(({ event }) => isDamage(state.frames[event - 1]));
  return damaged.length ? damaged : struck;
}

/**
 * What a lesson says at an event: its captions hang on the places that play comes to first.
 * @param {PlayData["lesson"]} lesson
 * @param {AccountLine[]} lines
 * @param {number} event
 */
export function captionAt(lesson, lines, event) {
  const line = lines.find((other) => other.event === event);
  const first = line && lines.find(({ place }) => place === line.place);
  if (first?.event !== event) return "";
  return lesson.captions.find(({ at }) => at === first.place)?.text ?? "";
}

/** A line as it is read out. @param {AccountLine} line @param {boolean} [hasDice] */
export function spokenLine({ who, dice, text }, hasDice) {
  const thrown = hasDice && dice?.length ? `${dice.join(", ")}:` : "";
  return [who && `${who}:`, thrown, text].filter(Boolean).join(" ");
}

/** @param {AskedDice} dice */
export function diceWords({ count, title, why }) {
  const what = count === 1 ? "a die" : `${count} dice`;
  return `Throw ${what}${title ? ` for ${title}` : ""}${why ? `, ${why}` : ""}.`;
}
