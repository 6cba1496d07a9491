// The adviser: simulates the rest of the mission for each option of a decision, and shows how the
// options differ.
import { element, find, findAll, slot } from "../common/dom.js";
import { messageOf } from "../common/text.js";

/** @typedef {{title: string, text: string, better: number}} Measure */
/** @typedef {{of: Asked, flights: number, nextLook: number, verdict: string}} Advice */

const BATCH = 5; // missions simulated for each option in one call
const RANGE =
  "missions flown on for each choice, with the usual answers; the range in brackets holds the " +
  "true value nineteen times in twenty. What is clearly better or worse is so beside the usual " +
  "choice: where all choices are equal, one decision in a hundred has such a mark.";

/** The decision that the adviser is working on. @type {Asked | null} */
let advising = null;
/** @type {Advice | null} */
let advice = null;

/** Describe the results for an option. @param {Record<string, Measure>} measures */
function adviceWords(measures) {
  const parts = Object.values(measures).map(({ title, text, better }) => {
    const worse = better < 0 ? " ▼ clearly worse" : "";
    return `${title} ${text}${better > 0 ? " ▲ clearly better" : worse}`;
  });
  return parts.join("; ");
}

/**
 * Simulate a batch of missions and show the results.
 * @param {PlayTable} table
 * @param {Advice} now
 * @param {HTMLProgressElement} bar
 * @returns {Promise<boolean>} whether more are to follow
 */
async function simulate({ state, session, decision: { ask } }, now, bar) {
  const advised = await session.handle().call("advise", { flights: BATCH });
  if (state.seen?.asked !== now.of || !bar.isConnected) return false;
  const { flights, options, verdict, next_look: nextLook } = advised;
  Object.assign(now, { flights, nextLook, verdict });
  bar.value = nextLook ? flights / nextLook : 1;
  for (const el of findAll(ask, "[data-option]")) {
    const measures = options[el.dataset.option ?? ""];
    if (!measures) continue;
    const words = el.querySelector("small") ?? element("small");
    if (!words.isConnected) el.children[1].append(words);
    words.textContent = adviceWords(measures);
  }
  return advising === now.of && nextLook > 0;
}

/**
 * Simulate until a difference is sure, or the adviser has flown enough. A second press stops it.
 * @param {PlayTable} table
 * @param {HTMLElement} button
 */
export async function advise(table, button) {
  const asked = table.state.seen?.asked;
  if (!asked || !button.isConnected) return;
  if (advising === asked) {
    advising = null;
    return;
  }
  advising = asked;
  if (advice?.of !== asked) advice = { of: asked, flights: 0, nextLook: 0, verdict: "" };
  const now = advice;
  const { ask } = table.decision;
  const bar = /** @type {HTMLProgressElement} */ (find(ask, ".cb-play__advice progress"));
  const words = slot(ask, "advice");
  button.textContent = "Stop";
  bar.hidden = false;
  try {
    while (await simulate(table, now, bar));
    button.textContent = "Go on";
    button.hidden = !now.nextLook;
    words.textContent = `${now.verdict} From ${now.flights} ${RANGE}`.trim();
  } catch (error) {
    button.hidden = true;
    words.textContent = messageOf(error);
  } finally {
    if (advising === asked) advising = null;
    bar.hidden = true;
  }
}
