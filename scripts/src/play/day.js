// Missions of the day, which everybody flies against the same enemy: their points and their par. A
// tournament is a list of them in an address.
import { control, find, findAll, slot } from "../common/dom.js";
import { readJson, writeSetting } from "../common/storage.js";

/** The points of the first flight of each mission, by game and date. */
const POINTS = "cb-days";
const BATCH = 20; // missions simulated for par in one call

/** Return a date as the engine reads it: `2026-12-01`. @param {Date} date */
const isoDate = (date) => date.toLocaleDateString("sv");

/** Return the tournament of an address, or else the mission of its date. @param {string} hash */
function tournamentIn(hash) {
  const [, kind, text] = /^#(days?)=(.*)$/.exec(hash) ?? [];
  if (kind !== "days") return { name: "", days: [text ?? isoDate(new Date())] };
  const [written, ...dates] = text.split("~");
  const days = [...new Set(dates.filter(Boolean))];
  let [name, why] = ["", days.length ? "" : "the dates of its missions are missing"];
  try {
    name = [...decodeURIComponent(written).trim()].slice(0, 60).join("") || "Our tournament";
  } catch {
    why = "its name cannot be read";
  }
  if (why) throw new Error(`This link to a tournament is damaged: ${why}; ask for it again.`);
  return { name, days };
}

/** @param {number} value */
const minus = (value) => String(value).replace("-", "−");

/** @param {number} count @param {string} what */
const counted = (count, what) => `${minus(count)} ${what}${count === 1 ? "" : "s"}`;

/**
 * Return the tournament or mission of an address, the index of the first mission that was not flown
 * here yet (-1 where all were), and how the tournament stands in words.
 * @param {PlayTable} table
 * @param {string} hash
 */
function standingOf({ data }, hash) {
  const { name, days } = tournamentIn(hash);
  const kept = readJson(POINTS) ?? {};
  const points = days.map((day) => kept[`${data.game} ${day}`]);
  const flown = points.filter(Number.isFinite);
  const next = points.findIndex((one) => !Number.isFinite(one));
  const sum = flown.reduce((total, one) => total + one, 0);
  const of = `${flown.length} of ${counted(days.length, "mission")}`;
  const words = `${name}: ${counted(sum, "point")} in ${of}${next < 0 ? ", all flown" : ""}`;
  return { name, days, next, words };
}

/** Say on the button of a tournament which mission comes next. @param {PlayTable} table */
export function offerTournament(table) {
  const button = control(table.page, "watch_shared");
  button.hidden = true; // it stays hidden where the link is damaged
  const { name, days, next, words } = standingOf(table, location.hash);
  button.textContent = next < 0 ? words : `Fly ${name}, mission ${next + 1} of ${days.length}`;
  button.hidden = false;
}

/**
 * Fly a mission of the day, or the next of a tournament. One that was begun before goes on.
 * @param {PlayTable} table
 * @param {string} hash the address
 */
export async function beginDay(table, hash) {
  const { name, days, next, words } = standingOf(table, hash);
  if (name && next < 0) return table.messages.show(`${words}.`);
  const day = days[Math.max(0, next)];
  const date = new Date(day).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const title = name ? `${name}, mission ${next + 1}` : `Mission of the day, ${date}`;
  // Where its points are not kept yet, the player has still to look at the end of a game.
  const isOpen = (/** @type {any} */ { seen }) => next >= 0 || !seen?.over;
  const begun = await table.savedGames.find((game) => game.day === day && isOpen(game));
  if (begun) return table.reopen(begun.id, { title, days: hash });
  await table.openGame(
    { ...table.newGame(title), title, book: null, day, days: hash },
    "begin_day",
    { day },
  );
}

/** Copy the link to a tournament of missions in 1943. @param {PlayTable} table */
export async function copyTournament({ page, messages }) {
  const [name, count] = /** @type {HTMLInputElement[]} */ (findAll(page, ".cb-play__days input"));
  if (!count.reportValidity()) return;
  const title = name.value.trim();
  const days = new Set();
  while (days.size < Number(count.value)) {
    days.add(isoDate(new Date(1943, 0, 1 + Math.floor(365 * Math.random()))));
  }
  const written = encodeURIComponent(title).replaceAll("~", "%7E");
  const url = `${location.href.split("#")[0]}#days=${[written, ...[...days].sort()].join("~")}`;
  messages.copy(url, `The link to ${title || "the tournament"}.`);
}

/**
 * Keep the points of a mission that is over, and show its par and the standing of its tournament.
 * @param {PlayTable} table
 * @param {Seen} seen
 */
export async function showResult(table, seen) {
  const { ask } = table.decision;
  const { game } = table.state;
  const { day, points, lines } = /** @type {DayResult} */ (seen.result);
  const key = `${table.data.game} ${day}`;
  const kept = { [key]: points, ...readJson(POINTS) };
  if (!game.shared) writeSetting(POINTS, JSON.stringify(kept));
  const isShown = () => table.state.seen === seen && ask.querySelector("[data-slot=result]");
  if (!isShown()) return;
  const told = [game.day ? game.title : lines[0], ...lines.slice(1)].join("\n");
  let ending = "";
  if (game.days?.startsWith("#days=")) {
    const { next, words } = standingOf(table, game.days);
    const first = `\nThe first flight counts: ${counted(kept[key], "point")}`;
    ending = `\n${words}${kept[key] === points ? "" : first}`;
    const button = find(ask, "[data-action=day]");
    button.dataset.days = game.days;
    button.hidden = next < 0;
    find(ask, "[data-action=door]").hidden = next >= 0;
  }
  slot(ask, "result").textContent = told + ending;
  let par = { par: 0, flights: 0, of: 1 };
  while (par.flights < par.of) {
    par = await table.session.handle().call("par", { flights: BATCH });
    if (!isShown()) return;
    slot(ask, "par").textContent = `Par after ${par.flights} flights: ${minus(par.par)}. `;
  }
  slot(ask, "par").textContent = "";
  slot(ask, "result").textContent = `${told}\nPar: ${minus(par.par)}${ending}`;
}
