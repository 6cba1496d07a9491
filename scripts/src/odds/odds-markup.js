// Words and markup for live odds, as pure functions of the engine's report.
import { filesMarkup, html } from "../common/html.js";

/**
 * A probability with its confidence interval.
 * @typedef {{value: number, low: number, high: number}} Share
 */
/**
 * A counted outcome: its simulated odds, its stored odds and the difference between them.
 * @typedef {{key: string, words: string, flown: Share, beside?: Share,
 *   margin?: [value: number, low: number, high: number]}} Bar
 */
/**
 * @typedef {{done: number, of: number, missions: number, bars: Bar[], tour?: Share & {method:
 *   string}, csv: string}} Report
 */

/** @param {number} value */
const percent = (value) => (value * 100).toFixed(1);
/** @param {number} value */
const points = (value) => (value < 0 ? "−" : "+") + percent(Math.abs(value));
/** @param {number} number */
export const whole = (number) => number.toLocaleString("en");

/** Whether the difference is statistically significant. @param {Bar} bar */
const isApart = ({ margin }) => !!margin && (margin[1] > 0 || margin[2] < 0);

/** @param {Report} report @param {number} seconds since it began */
export function progressWords({ done, of, missions }, seconds) {
  if (done === of) return `${whole(missions)} flown`;
  const left = (seconds * (of - done)) / done;
  const time = left < 90 ? `${Math.ceil(left)} seconds` : `${Math.ceil(left / 60)} minutes`;
  return `${whole(missions)} flown, some ${time} left`;
}

/** Summarise a report for screen readers. @param {Report} report */
export function heardWords({ missions, bars }) {
  const [first] = bars;
  const apart = bars
    .filter(isApart)
    .map(({ words, margin }) => `${words} ${points(margin?.[0] ?? 0)}`);
  const stored = apart.length
    ? `Beyond chance from the stored: ${apart.join(", ")} points.`
    : "Nothing differs from the stored odds beyond chance.";
  const flown = percent(first.flown.value);
  return `${whole(missions)} missions flown. ${first.words}: ${flown}%. ${stored}`;
}

/** @param {Share} share @param {number} most @param {string} name */
function lineMarkup({ value, low, high }, most, name) {
  const part = (/** @type {number} */ share) => `${(100 * share) / most}%`;
  return html`<span class="cb-live__line cb-live__line--${name}" aria-hidden="true">
    <span class="cb-live__fill" style="width:${part(value)}"></span>
    <span class="cb-live__range" style="left:${part(low)};width:${part(high - low)}"></span>
    </span>`;
}

/** @param {Bar} bar */
function marginMarkup({ beside, margin, ...bar }) {
  if (!beside || !margin) return null;
  const [value, low, high] = margin.map(points);
  const words = `${value} points (${low} to ${high})`;
  const isFar = isApart({ margin, ...bar });
  const stored = `; stored ${percent(beside.value)}%: `;
  const far = html`<b>${words}, beyond chance</b>`;
  return html`${stored}${isFar ? far : html`<span>${words}</span>`}`;
}

/** @param {Bar} bar @param {number} most */
function barMarkup(bar, most) {
  const { words, flown, beside } = bar;
  const range = `${percent(flown.low)} to ${percent(flown.high)}`;
  return html`<dt>${words}</dt><dd>${percent(flown.value)}% (${range})${marginMarkup(bar)}
    ${lineMarkup(flown, most, "flown")}${beside ? lineMarkup(beside, most, "stored") : null}</dd>`;
}

/** The bars: simulated odds above stored odds. @param {Report} report */
export function reportMarkup({ bars, tour, csv }) {
  const ends = bars.flatMap(({ flown, beside }) => [flown.high, beside?.high ?? 0]);
  const most = Math.max(...ends);
  const exact = (/** @type {number} */ value) => (100 * value).toFixed(2);
  const chance =
    tour &&
    html`<p>The chance to finish the tour: ${exact(tour.value)}% (${exact(tour.low)} to ${exact(
      tour.high,
    )}). That is the ${tour.method}.</p>`;
  return html`<p class="cb-live__key">Above, solid: flown now. Below, in outline: stored.</p>
    <dl class="cb-live__bars">${bars.map((bar) => barMarkup(bar, most))}</dl>${chance || null}
    ${csv && filesMarkup({ "odds.csv": csv })}`;
}
