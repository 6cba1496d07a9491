// Markup for the parts of a game, as pure functions.
import { html, raw } from "../common/html.js";
import { capital } from "../common/text.js";
import { diceWords } from "./state.js";

/** @param {{action: string, words: string, isUsual?: boolean, isOff?: boolean}} button */
const buttonMarkup = ({ action, words, isUsual, isOff }) =>
  html`<button type="button" data-action="${action}"${isUsual && html` data-usual=""`}${
    isOff && html` disabled`
  }>${words}</button>`;

/** @param {unknown} words */
const heading = (words) => html`<h2 class="cb-play__question">${words}</h2>`;

/** @param {number | string} face @param {string} [colour] */
function dieMarkup(face, colour) {
  if (!/^[1-6]$/.test(String(face))) return html`<b>${face}</b>`;
  const looks = `cb-die cb-die--${face}${colour ? ` cb-die--${colour}` : ""}`;
  return html`<span class="${looks}"><span class="cb-sr">${face}</span></span>`;
}

/** @param {(string | number)[]} dice @param {string[]} [colours] */
const diceMarkup = (dice, colours) =>
  dice.map((face, i) => html`${i ? " " : ""}${dieMarkup(face, colours?.[i])}`);

/**
 * Return a link to a table or a rule of the site; null where the site has no such page.
 * @param {PlayData} data
 * @param {AccountLine["links"][number]} link
 */
function linkMarkup(data, { kind, id, href }) {
  const [table, label] = data.tables[id] ?? [];
  const url = kind === "rule" ? data.rules[id] : table;
  if (!url) return null;
  const to = kind !== "rule" && href ? `${url}#${encodeURIComponent(href)}` : url;
  return html` <a class="cb-ref" target="_blank" href="${to}" data-cb-ref="${data.game}/${id}">
    <span class="cb-ref__id">${kind === "rule" ? id : label}</span></a>`;
}

/** A line of the account: a button. @param {PlayData} data @param {AccountLine} line */
export function lineMarkup(data, { who, dice, colours, net, text, links }) {
  const minus = String(net).replace("-", "−");
  const hasNet = net !== null && net !== undefined;
  const name = who && html`<b class="cb-step__who">${who}</b> `;
  const thrown = dice?.length && html`<span class="cb-dice">${diceMarkup(dice, colours)}</span> `;
  const sum = hasNet && html`<span class="cb-told__net">= ${minus}</span> `;
  return html`<button type="button" class="cb-told__line" data-action="line" aria-expanded="false">
    ${name || null}${thrown || null}${sum}${text}</button>
    ${(links ?? []).map((link) => linkMarkup(data, link))}`;
}

/** The actions of a line. @param {boolean} canGoBack */
export function lineActionsMarkup(canGoBack) {
  const back = [
    buttonMarkup({ action: "back", words: "Take back to here" }),
    buttonMarkup({ action: "clone", words: "Fly on from here as another game" }),
  ];
  return html`<span class="cb-told__does">
    ${buttonMarkup({ action: "look", words: "Look from here" })}${canGoBack && back}
    ${buttonMarkup({ action: "linked", words: "Link to here" })}</span>`;
}

/**
 * A summary of what happened since the last decision.
 * @param {number} count of lines
 * @param {string[]} marked the lines that matter most
 */
export const newsMarkup = (count, marked) =>
  html`<span><b>${count} things happened</b>
    ${marked.length > 0 && `: ${marked.join("; ")}`}</span>`;

/** @param {string} label @param {string} value */
const typedMarkup = (label, value) =>
  html`<form class="cb-play__typed" data-action="typed"><label><span>${label}</span>
    <input type="text" autocomplete="off" value="${value}"></label><button>Take it</button></form>`;

/** @param {AskedOption} option @param {string} usual */
function optionMarkup({ text, words, number }, usual) {
  const isUsual = text === usual;
  const key = number < 10 ? number : "";
  return html`<button type="button" data-action="option" data-option="${text}" data-number="${
    number
  }"${isUsual && html` data-usual=""`}><span class="cb-play__n" aria-hidden="true">${
    key
  }</span><span>${words}</span>
  ${isUsual && html` <i class="cb-play__usual">usual</i>`}</button>`;
}

/** @param {boolean} isOn */
const holdMarkup = (isOn) =>
  html`<label class="cb-play__hold"><input type="checkbox" data-slot="hold"${
    isOn && html` checked`
  }><span>Do the same until something changes</span></label>`;

/** The decisions that the engine has answered for the player. @param {Seen["by_itself"]} decided */
function byItselfMarkup(decided) {
  if (!decided.length) return null;
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { question, words } of decided) {
    const text = `${question} ${capital(words)}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const texts = [...counts].map(
    ([text, count]) => `${text}${count > 1 ? ` (${count} times)` : ""}.`,
  );
  return html`<p class="cb-play__itself"><button type="button" data-action="ask_me"
    data-answers="${decided[0].answers}">Ask me</button>
    <span><b>Answered for you:</b> ${texts.join(" ")}</span></p>`;
}

const PROGRESS = html`<progress max="1" value="0" aria-label="Missions flown from here" hidden>
  </progress>`;
const ADVICE = html`<p class="cb-play__advice">
  <button type="button" data-action="advise">What would happen?</button> ${PROGRESS} ${raw(
    '<span data-slot="advice" role="status"></span>',
  )}</p>`;

const HAND_OVER = buttonMarkup({ action: "hand_over", words: "Send it as a link" });

/**
 * The player who decides from now on, with the offer to hand the game over.
 * @param {string} turn
 */
const turnMarkup = (turn) =>
  html`<p class="cb-play__itself">${HAND_OVER}<span>Now the <b>${turn}</b> decides.</span></p>`;

/**
 * The decision that waits.
 * @param {PlayData} data
 * @param {Asked} asked
 * @param {Seen} seen
 * @param {string} turn the player who decides from now on
 * @param {boolean} [isHeld] whether the player usually repeats this answer
 */
export function questionMarkup(data, asked, { across, by_itself }, turn, isHeld = false) {
  const { question, rule, options, help, naming, open } = asked;
  const ownOption = html`<details class="cb-play__own"><summary>Type it instead</summary>
    ${typedMarkup(`Your own: ${open}`, "")}</details>`;
  const isAdvised = asked.advised && options.length > 1 && !across;
  return html`${heading([question, rule && linkMarkup(data, { kind: "rule", id: rule })])}
    ${turn && turnMarkup(turn)}${byItselfMarkup(by_itself)}${asked.repeated && holdMarkup(isHeld)}
    <div class="cb-play__options">${options.map((o) => optionMarkup(o, asked.default))}</div>
    ${help && html`<p class="cb-play__help">${help}</p>`}
    ${naming ? typedMarkup("A name of your own", asked.default) : open ? ownOption : null}
    ${isAdvised && ADVICE}`;
}

const AGAIN = { action: "again", words: "Fly another" };
const LEAVE = { action: "door", words: "Leave the table" };

/** The end of a game. @param {Seen} seen @param {string} last @param {string[]} facts */
export function endMarkup({ over, can, evening, result }, last, facts) {
  const list = html`<p class="cb-play__facts">${capital(facts.join(", "))}</p>`;
  return html`${heading(over ? "It is over" : "Nothing is asked")}<p>${last}</p>
    ${evening?.words && html`<p>${evening.words}</p>`}
    ${result && html`<p class="cb-play__result" data-slot="result">${result.lines.join("\n")}</p>`}
    ${result && html`<p class="cb-play__help"><span data-slot="par"></span>${result.about}</p>`}
    ${facts.length > 0 && list}<div class="cb-play__options">
    ${evening?.next && buttonMarkup({ action: "next_evening", words: "Next evening" })}
    ${result && html`<button type="button" data-action="day" hidden>Next mission</button>`}
    ${buttonMarkup(result ? LEAVE : AGAIN)}
    ${can.tour && buttonMarkup({ action: "become_tour", words: "Make it a tour with this crew" })}
    ${can.report && buttonMarkup({ action: "tour", words: "The tour at a glance" })}
    ${buttonMarkup({ action: "watch", words: "Look at it from the start" })}
    ${buttonMarkup({ action: "share_result", words: "Share" })}
    ${buttonMarkup({ action: "log", words: "The log" })}
    ${buttonMarkup({ action: "record", words: "Print the chart" })}</div>`;
}

/**
 * The curtain between two players who share a device.
 * @param {string} across the player who gets the device; empty for the first one
 */
export const curtainMarkup = (across) =>
  html`${heading(across ? `Hand the device to the ${across}` : "Hand the device back")}
    <div class="cb-play__options">
    ${buttonMarkup({ action: "uncover", words: "It is in my hands", isUsual: true })}
    ${HAND_OVER}</div>`;

/** The dice that the player throws. @param {PlayData} data @param {AskedDice} dice */
export function throwMarkup(data, dice) {
  const faces = Array.from({ length: dice.sides || 6 }, (_, n) => n + 1);
  const buttons = faces.map(
    (face) => html`<button type="button" data-action="face" data-face="${face}"
      aria-label="${face}">${dieMarkup(face)}</button>`,
  );
  const order = dice.count > 1 ? " in the order of the dice" : "";
  return html`${heading([diceWords(dice), linkMarkup(data, { kind: "table", id: dice.table })])}
    <p class="cb-play__faces" data-slot="faces"></p><div class="cb-play__dice">${buttons}</div>
    <p class="cb-play__help">Type or tap the faces${order}. ${buttonMarkup({
      action: "unface",
      words: "Another face",
    })} ${buttonMarkup({ action: "rolled", words: "Roll them for me" })}</p>`;
}

/** The faces thrown so far. @param {number[]} faces @param {number} count */
export const facesMarkup = (faces, count) =>
  Array.from({ length: count }, (_, i) =>
    faces[i] ? dieMarkup(faces[i]) : html`<span class="cb-die cb-die--open"></span>`,
  );

/**
 * The controls for looking at an earlier step.
 * @param {{isNew: boolean, index: number, count: number, isOver: boolean}} step `isNew`: later
 *   steps are still hidden
 */
export function lookMarkup({ isNew, index, count, isOver }) {
  const words = isNew ? "What happens" : `You look at step ${index + 1} of ${count}`;
  const next = index === count - 1 ? "On" : "Next";
  return html`${heading(words)}<div class="cb-play__options cb-play__options--look">
    ${buttonMarkup({ action: "before", words: "Back", isOff: !index })}
    ${buttonMarkup({ action: "after", words: next, isUsual: true })}
    ${buttonMarkup({ action: "now", words: isOver ? "To the end" : "To the decision" })}</div>`;
}

/** The stretches that the doctrine may decide for the player. @param {Seen} seen */
export function autoMarkup({ asked, stretches, run }) {
  const choices = [["", "Decide for me …"]];
  if (asked && (stretches.length || run)) {
    choices.push([`to:${asked.place}`, "to the next like this"]);
    for (const name of stretches) choices.push([`stretch:${name}`, `to the end of the ${name}`]);
    if (run) choices.push([`stretch:${run}`, "to the end of the game"]);
  }
  return choices.map(([value, words]) => html`<option value="${value}">${words}</option>`);
}

/** A table top drawn with letters. @param {[text: string, look: string][][]} rows */
export function pictureMarkup(rows) {
  const span = (/** @type {[string, string]} */ [text, look]) =>
    look ? html`<span data-look="${look}">${text}</span>` : html`${text}`;
  const lines = rows.map((row, i) => [i ? "\n" : "", row.map(span)]);
  return html`<pre class="cb-play__picture">${lines}</pre>`;
}

/** @param {number} time */
const timeWords = (time) =>
  time ? new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }) : "";

/** Describe how far a saved game has come. @param {SavedGame["seen"]} seen */
function progressWords(seen) {
  if (!seen) return "";
  const place = seen.place ? `, ${seen.place}` : "";
  const facts = seen.facts?.length ? `: ${seen.facts.join(", ")}` : "";
  const evening = seen.evening ? `, ${seen.evening.number}` : "";
  return evening + (seen.over ? ", over" : place) + facts;
}

/** A saved game of the list. @param {any} game */
function savedGameMarkup({ id, title, updated, seen, broken }) {
  const remove = buttonMarkup({ action: "remove", words: "Remove" });
  if (broken) {
    const name = title || "A game";
    const actions = html`<span class="cb-play__does">${remove}</span>`;
    const words = html`<span>cannot be read any more</span>`;
    return html`<li data-id="${id}"><b>${name}</b> ${words} ${actions}</li>`;
  }
  const resume = seen?.over ? "Look at it" : "Go on";
  const actions = html`<span class="cb-play__does">
    ${buttonMarkup({ action: "continue", words: resume })}
    ${seen?.evening?.next && buttonMarkup({ action: "go_on_after", words: "Next evening" })}
    ${seen?.isTour && buttonMarkup({ action: "glance", words: "At a glance" })}
    ${buttonMarkup({ action: "file", words: "Save as a file" })}${remove}</span>`;
  const progress = timeWords(updated) + progressWords(seen);
  return html`<li data-id="${id}"><b>${title}</b> <span>${progress}</span> ${actions}</li>`;
}

/** The list of saved games. @param {any[]} games */
export const savedGamesMarkup = (games) =>
  html`<h2>Your games</h2><ul>${games.map(savedGameMarkup)}</ul>`;
