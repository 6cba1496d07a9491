// A roll on a table, followed to its end, as a pure function of the exported table that is in the
// page.

/** @typedef {{count: number, reading: "digits" | "sum" | "highest" | "none"}} Notation */

/**
 * Return how many dice a notation throws, and how they are read.
 * @param {string} text
 * @returns {Notation}
 */
export function notation(text) {
  if (text === "d66" || text === "1d6-opposed") return { count: 2, reading: "digits" };
  const parts = /^(\d)d6(-highest)?$/.exec(text);
  if (!parts) return { count: 0, reading: "none" };
  return { count: Number(parts[1]), reading: parts[2] ? "highest" : "sum" };
}

/** @param {Notation["reading"]} reading @param {number[]} faces */
function readDice(reading, faces) {
  if (reading === "digits") return faces[0] * 10 + faces[1];
  if (reading === "sum") return faces.reduce((sum, face) => sum + face, 0);
  const top = Math.max(...faces);
  const place = faces.indexOf(top);
  return faces.lastIndexOf(top) === place ? place + 1 : 0; // 0 where two dice are highest
}

/**
 * The input of a roll. `faces`: the throws in order. `held`: codes of the conditions that hold.
 * `numbers`: quantities by code.
 * @typedef {{column: string, key: string, count: number, faces: number[][], held: string[],
 *   numbers: Record<string, number>}} Call
 */
/**
 * The row of a number.
 * @typedef {{id: string, at: string, column: string, area?: string, said?: boolean, result: string,
 *   codes: string[], again: string[], next: any}} FoundRow
 */
/**
 * A step: a roll, or a result without a roll (`forced`, `first`).
 * @typedef {{kind: string, table: string, row: string, codes: string[], result: string, at?:
 *   string, column?: string, area?: string, said?: boolean, faces?: number[], natural?: number,
 *   net?: number, modifiers?: {words: string, amount: number}[], floored?: boolean, again?:
 *   boolean}} Step
 */
/** @typedef {{table: string, count: number, reading: string}} WantedDice */

class Roll {
  /** @param {RollTable} table @param {Call} call */
  constructor(table, call) {
    this.table = table;
    this.call = call;
    /** @type {Step[]} */
    this.steps = [];
    /** @type {WantedDice | null} */
    this.wants = null;
    this.used = 0;
    this.net = 0;
    this.isFloored = false;
  }

  /** @param {string} [code] */
  holds(code) {
    if (!code) return true;
    const condition = this.table.conditions[code] ?? {};
    if (condition.always) return true;
    if (condition.roll) return this.net <= condition.roll.net_at_most && !this.isFloored;
    return this.call.held.includes(code);
  }

  /** @param {string} code */
  number(code) {
    return this.call.numbers[code] ?? 0;
  }

  /** Add a result without a roll. @param {string} kind @param {any} part @param {any} item */
  addWithoutRoll(kind, part, item) {
    const { id, effects, result } = item;
    this.steps.push({ kind, table: part.id, row: id, codes: effects, result });
  }

  /** @param {any} modifier */
  counted(modifier) {
    const code = modifier.when || modifier.add;
    const named = this.table.conditions[code] || this.table.quantities[code] || modifier;
    const add = typeof modifier.add === "number" ? modifier.add : this.number(modifier.add);
    const amount = modifier.times ? add * this.number(modifier.times) : add;
    return { words: named.words, amount };
  }

  /** @param {number} value @param {string} column @returns {FoundRow} */
  hitOrMiss(value, column) {
    const { rows } = this.table;
    const row = rows.find(({ key }) => key === this.call.key);
    const side = row.hits[column].includes(value) ? "hit" : "miss";
    const { [`${side}_result`]: result, [side]: codes } = /** @type {any} */ (this.table);
    const id = `${row.id}@${column}/${side}`;
    return { id, at: row.id, column, result, codes, again: [], next: null };
  }

  /** @param {number} value @param {string} column @returns {FoundRow} */
  opposed(value, column) {
    const row = this.table.rows.find(({ wins }) => wins[column].includes(value));
    const isOnly = column === "result";
    return {
      id: isOnly ? row.id : `${row.id}@${column}`,
      at: row.id,
      column: isOnly ? "" : column,
      area: row.area,
      said: row.area_said,
      result: row.cells.result,
      codes: row.effects,
      again: [],
      next: null,
    };
  }

  /**
   * Return the row of a number in a part of the table.
   * @param {any} part
   * @param {number} number
   * @returns {FoundRow}
   */
  find(part, number) {
    const { table, call } = this;
    const isTop = part === table;
    const column = isTop && table.columns[call.column] !== undefined ? call.column : "result";
    const value = isTop ? Math.max(table.clamp[0], Math.min(number, table.clamp[1])) : number;
    if (isTop && table.shape === "to_hit") return this.hitOrMiss(value, column);
    if (isTop && table.shape === "opposed") return this.opposed(value, column);
    const row = part.rows.find((/** @type {any} */ { roll }) => roll.includes(value));
    const hasColumns = isTop && table.shape === "columns";
    const cells = this.adjusted(row, hasColumns);
    const code = cells.codes[column];
    return {
      id: hasColumns ? `${row.id}@${column}` : row.id,
      at: row.id,
      column: hasColumns ? column : "",
      area: row.area,
      said: row.area_said,
      result: cells.cells[column],
      codes: code === "no_effect" || code === "-" ? [] : code.split("; "),
      again: row.again,
      next: hasColumns ? row.thens[column] || null : row.then,
    };
  }

  /** Return a row with the cells that apply now. @param {any} row @param {boolean} hasColumns */
  adjusted(row, hasColumns) {
    if (!hasColumns || !row.adjusted) return row;
    const codes = this.table.adjusts.map(({ when }) => when).filter((when) => this.holds(when));
    return codes.length ? row.adjusted[codes.join(" + ")] : row;
  }

  /** Return the next throw; null where its dice are still missing. @param {any} part */
  throwFor(part) {
    const isTop = part === this.table;
    const { count: usual, reading } = notation(part.dice);
    const count = (isTop && this.call.count) || usual;
    const faces = this.call.faces[this.used];
    if (!faces || faces.length !== count || faces.some((face) => !face)) {
      this.wants = { table: part.id, count, reading };
      return null;
    }
    this.used++;
    return { faces, natural: readDice(reading, faces) };
  }

  /** Apply the modifiers and floors of the table. @param {number} natural */
  modified(natural) {
    const modifiers = this.table.modifiers
      .filter(({ when }) => this.holds(when))
      .map((modifier) => this.counted(modifier));
    let net = modifiers.reduce((sum, { amount }) => sum + amount, natural);
    let floored = false;
    for (const floor of this.table.floors) {
      if (natural !== floor.natural || !this.holds(floor.when)) continue;
      net = Math.max(net, floor.net);
      floored = true;
    }
    return { modifiers, net, floored };
  }

  /**
   * Roll on a part of the table: the table itself, or a second die.
   * @param {any} part
   * @returns {void}
   */
  roll(part) {
    const forced = part.forced.find((/** @type {any} */ { when }) => this.holds(when));
    if (forced) return this.addWithoutRoll("forced", part, forced);
    const thrown = this.throwFor(part);
    if (!thrown) return;
    const { natural } = thrown;
    const isTop = part === this.table;
    const sum = isTop ? this.modified(natural) : { modifiers: [], net: natural, floored: false };
    const { id: row, next, again: codes, ...details } = this.find(part, sum.net);
    const again = codes.some((code) => this.holds(code));
    const area = details.area || "";
    const step = { kind: "roll", table: part.id, ...thrown, ...sum, ...details, row, area, again };
    this.steps.push(step);
    if (again) return this.roll(part);
    if (isTop) {
      this.net = sum.net;
      this.isFloored = sum.floored;
      for (const first of this.table.first) {
        if (this.holds(first.when)) this.addWithoutRoll("first", part, first);
      }
    }
    if (next) this.roll(next);
  }
}

/**
 * Roll on a table.
 * @param {RollTable} table
 * @param {Call} call
 * @returns {{steps: Step[], wants: WantedDice | null}} the steps, and the dice still missing
 */
export function play(table, call) {
  const roll = new Roll(table, call);
  roll.roll(table);
  return { steps: roll.steps, wants: roll.wants };
}
