// Missions of the day, which everybody flies against the same enemy: their points and their par. A
// tournament is a list of them in an address.
import { find, slot } from "../common/dom.js";
import { readJson, writeSetting } from "../common/storage.js";

/** The points of the first flight of each mission, by game and date. */
const POINTS = "cb-days";
const BATCH = 20; // missions simulated for par in one call
const DAYS = /^#days=([^~]*)((?:~\d{4}-\d\d-\d\d){1,30})$/;

/** Return the date here, some days from now, as the engine reads it. */
function dateIn(days = 0) {
  const here = new Date();
  const then = new Date(Date.UTC(here.getFullYear(), here.getMonth(), here.getDate() + days));
  return then.toISOString().slice(0, 10);
}

/** Return the tournament of an address; without one, the mission of today. @param {string} hash */
function tournamentIn(hash) {
  const [, name, dates] = DAYS.exec(hash) ?? ["", "", `~${dateIn()}`];
  return { name: decodeURIComponent(name), days: dates.slice(1).split("~") };
}

/** @param {number} value */
const minus = (value) => String(value).replace("-", "−");

/**
 * Return the points of the missions that were flown here.
 * @param {PlayTable} table
 * @param {string[]} days
 * @returns {number[]}
 */
function flownOf({ data }, days) {
  const points = readJson(POINTS) ?? {};
  return days.map((day) => points[`${data.game} ${day}`]).filter(Number.isFinite);
}

/**
 * Begin the first mission of a tournament that was not flown here yet.
 * @param {PlayTable} table
 * @param {string} hash the address
 */
export async function beginDay(table, hash) {
  const { name, days } = tournamentIn(hash);
  const next = Math.max(
    0,
    days.findIndex((one) => !flownOf(table, [one]).length),
  );
  const day = days[next];
  const words = new Date(day).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const title = name ? `${name}, mission ${next + 1}` : `Mission of the day, ${words}`;
  await table.openGame(table.newGame(title), "begin_day", { day });
}

/**
 * Copy the link to a tournament that begins today.
 * @param {PlayTable} table
 * @param {HTMLElement} el
 */
export async function copyTournament(table, el) {
  const form = /** @type {HTMLElement} */ (el.closest("details"));
  const [name, count] = ["name", "count"].map((key) =>
    /** @type {HTMLInputElement} */ (find(form, `[name=${key}]`)).value.trim(),
  );
  const number = Math.min(30, Math.max(1, Number(count) || 1));
  const days = Array.from({ length: number }, (_, i) => dateIn(i));
  const written = encodeURIComponent(name || "Our tournament").replaceAll("~", "%7E");
  const url = `${location.href.split("#")[0]}#days=${[written, ...days].join("~")}`;
  table.messages.copy(url, `The link to ${name || "the tournament"}.`);
}

/**
 * Keep the points of a mission that is over, and show its par and the standing of its tournament.
 * @param {PlayTable} table
 * @param {Seen} seen
 */
export async function showResult(table, seen) {
  const { ask } = table.decision;
  const { day, points, lines } = /** @type {DayResult} */ (seen.result);
  const { name, days } = tournamentIn(location.hash);
  const key = `${table.data.game} ${day}`;
  const kept = readJson(POINTS) ?? {};
  if (!table.state.game.shared) writeSetting(POINTS, JSON.stringify({ [key]: points, ...kept }));
  const flown = flownOf(table, days);
  const sum = flown.reduce((total, one) => total + one, 0);
  const standing =
    name && `\n${name}: ${minus(sum)} points in ${flown.length} of ${days.length} missions`;
  find(ask, "[data-action=day]").hidden = !name || flown.length === days.length;
  let par = { par: 0, flights: 0, of: 1 };
  while (par.flights < par.of) {
    par = await table.session.handle().call("par", { flights: BATCH });
    if (table.state.seen !== seen || !ask.querySelector("[data-slot=result]")) return;
    const so = par.flights < par.of ? `, after ${par.flights} flights` : "";
    const words = `Par: ${minus(par.par)}${so}`;
    slot(ask, "result").textContent = `${lines.join("\n")}\n${words}${standing}`;
  }
}
