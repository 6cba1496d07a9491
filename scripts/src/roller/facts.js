// What is known of a roll. `known` has facts by name, each with the values that it can still
// have; a fact that is not there can have any. `data` is what the page carries. These are
// functions of what is passed.

/** @typedef {Record<string, string[]>} Known */
/** @typedef {{known: Known, held: string[], lacking: string[]}} Given */
/**
 * A roll that a result leads to, with what is known for it.
 * @typedef {{table: string, known: Known, said: Known, numbers: Record<string, number>, held:
 *   string[], lacking: string[]}} NextRoll
 */

/** @template T @param {T[]} list */
export const unique = (list) => [...new Set(list)];

/** @param {RollerData} data @param {Known} known @param {string} name */
const options = (data, known, name) => known[name] ?? Object.keys(data.facts[name].options);

/**
 * Every way in which the facts of a reading can stand that gives something, with what it gives.
 * @param {RollerData} data
 * @param {Known} known
 * @param {RollerData["reads"][number]} reading
 */
function ways(data, known, reading) {
  /** @type {string[][]} */
  let all = [[]];
  for (const name of reading.facts) {
    all = all.flatMap((way) => options(data, known, name).map((value) => [...way, value]));
  }
  return all
    .map((facts) => ({ facts, gives: reading.values[facts.join("|")] }))
    .filter(({ gives }) => gives !== undefined);
}

/**
 * What facts leave open of the table: by `column`, `key`, `who` or the code of a condition, the
 * values that it can have.
 * @param {RollerData} data
 * @param {Known} known
 */
export function open(data, known) {
  /** @type {Record<string, any[]>} */
  const found = {};
  for (const reading of data.reads) {
    found[reading.of] = unique(ways(data, known, reading).map(({ gives }) => gives));
  }
  return found;
}

/**
 * The facts with one of these values said. What contradicts it is not known any more.
 * @param {RollerData} data
 * @param {Known} known
 * @param {string} of
 * @param {string} value
 */
export function learn(data, known, of, value) {
  const found = { ...known };
  for (const reading of data.reads.filter((other) => other.of === of)) {
    const fitting = () => ways(data, found, reading).filter(({ gives }) => gives === value);
    let left = fitting();
    if (!left.length) {
      for (const name of reading.facts) delete found[name];
      left = fitting();
    }
    reading.facts.forEach((name, at) => {
      found[name] = unique(left.map(({ facts }) => facts[at]));
    });
  }
  return found;
}

/**
 * The values that a result says of a fact.
 * @param {RollerData} data
 * @param {Known} known
 * @param {string | {by: string, values: Record<string, string>}} value
 */
function saidValues(data, known, value) {
  if (typeof value === "string") return [value];
  const values = options(data, known, value.by).map((other) => value.values[other]);
  return unique(values.filter(Boolean));
}

/**
 * The rolls that a step leads to, each with all that is known for it then.
 * @param {RollerData} data
 * @param {import("./roll.js").Step} step
 * @param {Given} given `held` and `lacking`: codes of conditions that were found to hold and not to
 * @returns {NextRoll[]}
 */
export function onward(data, step, given) {
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
      const isKept = (/** @type {string} */ name) => keeps.includes(name);
      const isAsked = (/** @type {string} */ code) => asks.includes(code);
      /** @type {Known} */
      const said = {};
      for (const [name, value] of [...common, next].flatMap(({ facts }) => Object.entries(facts))) {
        said[name] = saidValues(data, given.known, value);
      }
      const known = Object.fromEntries([
        ...Object.entries(given.known).filter(([name]) => isKept(name)),
        ...Object.entries(said).filter(([name]) => isKept(name)),
      ]);
      const held = given.held.filter(isAsked);
      const lacking = given.lacking.filter(isAsked);
      return { table, known, said, numbers: next.numbers, held, lacking };
    });
}

/**
 * The query of an address that the next page begins with.
 * @param {RollerData} data
 * @param {NextRoll} next
 */
export function written(data, next) {
  const query = new URLSearchParams({ from: data.table.id });
  for (const [name, values] of Object.entries(next.known)) {
    const fact = data.facts[name];
    if (fact && values.length >= Object.keys(fact.options).length) continue; // it says nothing
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
 * What a page begins with.
 * @param {RollerData} data
 * @param {string} search
 */
export function begun(data, search) {
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
