// What a tape between two models, or a model and a point, shows: distance, bearing by the clock,
// and who can fire at whom. Reach and arcs are decided as in the widget of fire arcs.
import { capital } from "../common/text.js";

/** @typedef {import("../fire-arcs/rules.js").ArcRules} ArcRules */
/**
 * An end of the tape: a model with its group in the drawing, or a point.
 * @typedef {{name: string, group: string, kind: "bomber" | "fighter" | "point",
 *   x: number, y: number, h: number}} End
 */
/**
 * @typedef {object} Measured
 * @property {number[][]} line both ends of the tape
 * @property {number} distance in thousandths of an inch
 * @property {{from: number[], to: number[], group: string}[]} fire lines of guns that fire
 * @property {string[]} words sentences
 */

const QUARTERS = ["", "¼", "½", "¾"];

/** Format a length to the nearest quarter of an inch. @param {number} units thousandths */
export function quarters(units) {
  const count = Math.round(units / 250);
  const whole = Math.floor(count / 4);
  return `${whole || (count ? "" : "0")}${QUARTERS[count % 4]}`;
}

/** @param {number} units */
const inchWords = (units) => {
  const text = quarters(units);
  return `${text} ${/^(1|[¼½¾])$/.test(text) ? "inch" : "inches"}`;
};

/**
 * Return the hour at which an aircraft sees a place; 12 is ahead.
 * @param {End} from
 * @param {End} to
 */
export function hourOf(from, to) {
  const heading = (Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI;
  return Math.round((heading - from.h + 720) / 30) % 12 || 12;
}

/** @param {string[]} parts */
const joined = (parts) =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/**
 * Say whether a fighter can fire at the other end.
 * @param {ArcRules} rules
 * @param {End} a
 * @param {End} b
 */
function fighterWords(rules, a, b) {
  const { can, near, arc } = rules.fires(a, b);
  if (b.kind === "point") {
    const reach = near ? "in" : "out of";
    return `It is ${reach} reach of ${a.name} and ${arc ? "in" : "outside"} its arc.`;
  }
  if (!can) {
    const why = [!near && "out of reach", !arc && "outside its arc"].filter(Boolean);
    return `${a.name} cannot fire at ${b.name}: ${why.join(" and ")}.`;
  }
  const ahead = rules.deadAhead(a, b) && " from dead ahead";
  const astern = rules.deadAstern(a, b) && " from dead astern";
  return `${a.name} can fire at ${b.name}${ahead || astern || ""}.`;
}

/**
 * Say which guns of a bomber bear on the other end, and which of them fire together.
 * @param {ArcRules} rules
 * @param {End} a
 * @param {End} b
 * @param {ReturnType<ArcRules["volley"]>} guns
 */
function gunWords(rules, a, b, guns) {
  const it = b.kind === "point" ? "that point" : b.name;
  if (!guns.length) return `No gun of ${a.name} bears on ${it}.`;
  const name = (/** @type {{key: string}} */ { key }) => rules.data.words[key];
  const all = guns.map((gun) => `${name(gun)} at ${inchWords(gun.range)}`);
  const fire = guns.filter(({ fires }) => fires);
  const few = fire.length < guns.length ? ` ${capital(joined(fire.map(name)))} would fire.` : "";
  return `On ${it} bear of ${a.name}: ${joined(all)}.${few}`;
}

/**
 * Measure from one end to the other.
 * @param {ArcRules} rules
 * @param {End} a
 * @param {End} b
 * @returns {Measured}
 */
export function measure(rules, a, b) {
  const isAtBomber = a.kind === "fighter" && b.kind === "bomber";
  const isFromBomber = a.kind === "bomber" && b.kind === "fighter";
  // Between a fighter and a bomber the tape ends at the nearest point of the fuselage.
  const aim = isFromBomber ? rules.fires(b, a) : rules.fires(a, b);
  const start = isFromBomber ? aim.point : [a.x, a.y];
  const end = isAtBomber ? aim.point : [b.x, b.y];
  const distance =
    isAtBomber || isFromBomber ? aim.range : Math.floor(Math.hypot(b.x - a.x, b.y - a.y));
  /** @type {Measured["fire"]} */
  const fire = [];
  const words = [capital(`${a.name} to ${b.name}: ${inchWords(distance)}.`)];
  const ends = [
    [a, b],
    [b, a],
  ];
  const hours = ends
    .filter(([from]) => from.kind !== "point" && distance > 0)
    .map(([from, to]) => `${to.name} at ${hourOf(from, to)} o’clock of ${from.name}`);
  if (hours.length) words.push(`${capital(hours.join("; "))}.`);
  for (const [from, to] of ends) {
    const isAimed = to.kind === "point" || (from.group === "enemy") !== (to.group === "enemy");
    if (from.kind === "fighter" && isAimed) words.push(fighterWords(rules, from, to));
    if (from.kind !== "bomber" || to.kind === "bomber") continue;
    const guns = rules.volley(from, to.x, to.y, true);
    words.push(gunWords(rules, from, to, guns));
    for (const { place, fires } of guns) {
      if (fires) fire.push({ from: place, to: [to.x, to.y], group: from.group });
    }
  }
  return { line: [start, end], distance, fire, words };
}
