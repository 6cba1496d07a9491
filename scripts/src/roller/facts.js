// Facts about a roll, as pure functions. `known` has facts by name, each with its possible values;
// a fact that is missing can have any value. `data` is the data in the page.

/** @typedef {Record<string, string[]>} Known */
/** @typedef {{known: Known, held: string[], lacking: string[]}} Situation */
/**
 * A roll that a result leads to, with the facts for it.
 * @typedef {{table: string, known: Known, said: Known, numbers: Record<string, number>, held:
 *   string[], lacking: string[]}} NextRoll
 */

/** @template T @param {T[]} list */
export const unique = (list) => [...new Set(list)];

/** @param {RollerData} data @param {Known} known @param {string} name */
const options = (data, known, name) => known[name] ?? Object.keys(data.facts[name].options);

/**
 * Return every combination of the facts of a reading that has a value, with the value.
 * @param {RollerData} data
 * @param {Known} known
 * @param {RollerData["reads"][number]} reading
 */
function combinations(data, known, reading) {
  /** @type {string[][]} */
  let all = [[]];
  for (const name of reading.facts) {
    all = all.flatMap((facts) => options(data, known, name).map((value) => [...facts, value]));
  }
  return all
    .map((facts) => ({ facts, value: reading.values[facts.join("|")] }))
    .filter(({ value }) => value !== undefined);
}

/**
 * Return the values that are possible with the known facts, by `column`, `key`, `who` or the code
 * of a condition.
 * @param {RollerData} data
 * @param {Known} known
 */
export function possibleValues(data, known) {
  /** @type {Record<string, any[]>} */
  const values = {};
  for (const reading of data.reads) {
    values[reading.of] = unique(combinations(data, known, reading).map(({ value }) => value));
  }
  return values;
}

/**
 * Return the facts after a value is learned. Facts that contradict it are dropped.
 * @param {RollerData} data
 * @param {Known} known
 * @param {string} of
 * @param {string} value
 */
export function learn(data, known, of, value) {
  const learned = { ...known };
  for (const reading of data.reads.filter((other) => other.of === of)) {
    const matches = () =>
      combinations(data, learned, reading).filter((combination) => combination.value === value);
    let left = matches();
    if (!left.length) {
      for (const name of reading.facts) delete learned[name];
      left = matches();
    }
    reading.facts.forEach((name, at) => {
      learned[name] = unique(left.map(({ facts }) => facts[at]));
    });
  }
  return learned;
}

/**
 * Return the values of a fact that a result states.
 * @param {RollerData} data
 * @param {Known} known
 * @param {string | {by: string, values: Record<string, string>}} value
 */
function statedValues(data, known, value) {
  if (typeof value === "string") return [value];
  const values = options(data, known, value.by).map((other) => value.values[other]);
  return unique(values.filter(Boolean));
}

/**
 * Return the rolls that a step leads to, each with the facts that are known for it.
 * @param {RollerData} data
 * @param {import("./roll.js").Step} step
 * @param {Situation} situation `held` and `lacking`: codes of conditions that hold and that do not
 * @returns {NextRoll[]}
 */
export function nextRolls(data, step, situation) {
  if (step.again) return [];
  const row = data.hands[step.row] ?? [];
  const isEnd = !step.codes.length || step.codes.some((code) => data.ends.includes(code));
  const common = row.filter(({ table }) => !table);
  let sent = row.filter(({ table }) => table);
  if (!sent.length && step.kind === "roll" && !isEnd) {
    sent = data.after.map((table) => ({ table, facts: {}, numbers: {} }));
  }
  return sent
    .filter(({ table }) => table !== data.table.id)
    .map((next) => {
      const table = /** @type {string} */ (next.table);
      const { keeps, asks } = data.links[table];
      const isPassedOn = (/** @type {string} */ name) => keeps.includes(name);
      const isAsked = (/** @type {string} */ code) => asks.includes(code);
      /** @type {Known} */
      const said = {};
      for (const [name, value] of [...common, next].flatMap(({ facts }) => Object.entries(facts))) {
        said[name] = statedValues(data, situation.known, value);
      }
      const known = Object.fromEntries([
        ...Object.entries(situation.known).filter(([name]) => isPassedOn(name)),
        ...Object.entries(said).filter(([name]) => isPassedOn(name)),
      ]);
      const held = situation.held.filter(isAsked);
      const lacking = situation.lacking.filter(isAsked);
      return { table, known, said, numbers: next.numbers, held, lacking };
    });
}

/**
 * Return the query that passes the facts of a roll to its page.
 * @param {RollerData} data
 * @param {NextRoll} next
 */
export function writeQuery(data, next) {
  const query = new URLSearchParams({ from: data.table.id });
  for (const [name, values] of Object.entries(next.known)) {
    const fact = data.facts[name];
    const isAny = fact && values.length >= Object.keys(fact.options).length;
    if (isAny) continue;
    query.set(name, values.join(","));
  }
  for (const [code, number] of Object.entries(next.numbers)) {
    query.set(`number ${code}`, String(number));
  }
  if (next.held.length) query.set("holds", next.held.join(","));
  if (next.lacking.length) query.set("lacks", next.lacking.join(","));
  return query.toString();
}

/**
 * Return the facts that the query of the page passes on.
 * @param {RollerData} data
 * @param {string} search
 */
export function readQuery(data, search) {
  const query = new URLSearchParams(search);
  const listed = (/** @type {string} */ name) => (query.get(name) ?? "").split(",").filter(Boolean);
  /** @type {Known} */
  const known = {};
  for (const [name, fact] of Object.entries(data.facts)) {
    const values = listed(name).filter((value) => value in fact.options);
    if (values.length) known[name] = values;
  }
  /** @type {Record<string, number>} */
  const numbers = {};
  for (const code of Object.keys(data.table.quantities)) {
    const number = query.get(`number ${code}`) ?? "";
    if (/^-?\d{1,3}$/.test(number)) numbers[code] = Number(number);
  }
  const from = query.get("from") ?? "";
  return { from, known, numbers, held: listed("holds"), lacking: listed("lacks") };
}
