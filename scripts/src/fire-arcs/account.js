// The report of the widget on two aircraft: the rows of the odds, and sentences.
import { capital, percent } from "../common/text.js";

/** @typedef {import("./rules.js").ArcRules<import("./rules.js").ArcData>} ArcRules */
/** @typedef {import("./rules.js").Aircraft} Aircraft */
/** @typedef {ReturnType<ArcRules["fires"]>} Aim */
/** @typedef {ReturnType<ArcRules["guns"]>[number]} Gun */
/**
 * Fire that answers an attack.
 * @typedef {{words: string, column: string, gun: Gun | null}} Answer
 */

/** @param {number} units thousandths */
export const inches = (units) => (units / 1000).toFixed(2).replace(/\.?0+$/, "");

/** @param {Aircraft} b @param {Aim} aim @param {boolean} isAhead */
function attackWords(b, aim, isAhead) {
  const isBomber = b.kind === "bomber";
  const where = `The fighter is ${inches(aim.range)} inches from the ${b.kind}`;
  const reach = aim.near ? "in reach" : "out of reach";
  const arc = aim.arc ? "in its arc" : "outside its arc";
  const can = `${reach} and ${arc}: it ${aim.can ? "can" : "cannot"} fire.`;
  const bonus = isBomber && aim.can ? ": +1." : ".";
  const ahead = isAhead ? ` It comes from dead ahead${bonus}` : "";
  return `${where}${isBomber ? "’s fuselage" : ""}, ${can}${ahead}`;
}

/**
 * Return the guns that fire back.
 * @param {ArcRules} rules
 * @param {Aircraft} a
 * @param {Aircraft} b
 * @param {boolean} hasTurret
 * @returns {Answer[]}
 */
function answers(rules, a, b, hasTurret) {
  const aim = rules.fires(a, b);
  if (b.kind === "fighter") {
    const isMet = aim.can && rules.deadAhead(a, b) && rules.fires(b, a).can;
    const words = "Fighter met head-on fires back";
    return isMet ? [{ words, column: "fighters", gun: null }] : [];
  }
  const isAstern = aim.can && rules.deadAstern(a, b);
  return rules
    .volley(b, a.x, a.y, hasTurret)
    .filter(({ fires }) => fires)
    .map((gun) => {
      const isBonus = isAstern && gun.key === "tail";
      const bonus = isBonus ? ", dead astern: +1" : "";
      const words = `${capital(rules.data.words[gun.key])}, ${inches(gun.range)} inches${bonus}`;
      return { words, column: isBonus ? "tail_astern" : "gun", gun };
    });
}

/**
 * Return the probabilities of 0, 1, 2 ... `most` damage points after rolls on these columns.
 * @param {ArcRules} rules
 * @param {string[]} columns
 * @param {number} most
 */
function together(rules, columns, most) {
  let chances = [1, ...new Array(most).fill(0)];
  for (const column of columns) {
    const counts = rules.data.odds[column][2];
    const next = chances.map(() => 0);
    chances.forEach((chance, had) => {
      if (had === most)
        next[most] += chance; // a destroyed target is not fired at again
      else {
        counts.forEach((count, hits) => {
          next[Math.min(most, had + hits)] += (chance * count) / 36;
        });
      }
    });
    chances = next;
  }
  return chances;
}

/** @param {ArcRules} rules @param {Answer[]} back */
function togetherWords(rules, back) {
  if (!back.length) return "";
  const most = rules.data.tough.fighter + 1;
  const columns = back.map(({ column }) => column);
  const chances = together(rules, columns, most);
  const hit = percent(1 - chances[0]);
  const gone = percent(chances[most]);
  const destroyed = `destroyed, if it was whole, with ${gone}`;
  return `All that answers together: the fighter is hit with ${hit} and ${destroyed}.`;
}

/**
 * Return the report: the aims, the rows of the odds and the sentences.
 * @param {ArcRules} rules
 * @param {Aircraft} a the fighter that attacks
 * @param {Aircraft} b what it attacks
 * @param {boolean} hasTurret
 */
export function accountOf(rules, a, b, hasTurret) {
  const aim = rules.fires(a, b);
  const isAhead = rules.deadAhead(a, b);
  const back = answers(rules, a, b, hasTurret);
  const asBomber = isAhead ? "fighter_ahead" : "fighter";
  const column = b.kind === "fighter" ? "fighters" : asBomber;
  const attack = aim.can ? [{ words: rules.data.columns[column], column }] : [];
  const guns = back.length
    ? ` Guns that fire if it stops here: ${back.length}.`
    : " No gun has it in reach and arc.";
  return {
    aim,
    back,
    rows: [...attack, ...back],
    words: attackWords(b, aim, isAhead) + (b.kind === "bomber" ? guns : ""),
    together: togetherWords(rules, back),
  };
}
