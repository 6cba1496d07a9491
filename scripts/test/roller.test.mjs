import assert from "node:assert/strict";
import test from "node:test";
import { learn, nextRolls, possibleValues, readQuery, writeQuery } from "../src/roller/facts.js";
import { notation, play } from "../src/roller/roll.js";

const TABLE = {
  id: "T-1",
  title: "A table",
  dice: "2d6",
  shape: "rows",
  columns: {},
  clamp: [2, 12],
  conditions: { ace: {}, low: { roll: { net_at_most: 3 } } },
  quantities: { men: { words: "men aboard" } },
  modifiers: [{ when: "ace", add: 1, words: "an ace" }],
  adjusts: [],
  floors: [{ natural: 2, net: 5 }],
  forced: [],
  first: [{ id: "T-1/first", when: "low", effects: ["fire"], result: "A fire." }],
  rows: [
    {
      id: "T-1/low",
      roll: [2, 3, 4, 5, 6],
      codes: { result: "no_effect" },
      cells: { result: "Nothing." },
      again: [],
    },
    {
      id: "T-1/high",
      roll: [7, 8, 9, 10, 11, 12],
      codes: { result: "hit; fire" },
      cells: { result: "A hit." },
      again: [],
    },
  ],
};

const DATA = {
  game: "one",
  table: TABLE,
  facts: { who: { options: { pilot: "the pilot", gunner: "a gunner" } } },
  reads: [{ of: "ace", facts: ["who"], values: { pilot: true, gunner: false } }],
  hands: { "T-1/high": [{ table: "T-2", facts: { who: "pilot" }, numbers: { men: 2 } }] },
  links: {
    "T-2": { title: "Next", href: "t-2.html", rolled: true, keeps: ["who"], asks: ["ace"] },
  },
  after: [],
  ends: [],
};

const call = (faces, held = []) => ({ column: "", key: "", count: 0, faces, held, numbers: {} });

test("dice are read as their notation says", () => {
  assert.deepEqual(notation("d66"), { count: 2, reading: "digits" });
  assert.deepEqual(notation("3d6-highest"), { count: 3, reading: "highest" });
  assert.deepEqual(notation("none"), { count: 0, reading: "none" });
});

test("a roll asks for its dice, adds modifiers and finds a row", () => {
  assert.deepEqual(play(TABLE, call([])).wants, { table: "T-1", count: 2, reading: "sum" });
  const { steps, wants } = play(TABLE, call([[3, 3]], ["ace"]));
  assert.equal(wants, null);
  assert.equal(steps[0].net, 7);
  assert.deepEqual(steps[0].codes, ["hit", "fire"]);
});

test("a floor raises the lowest throw", () => {
  const [step] = play(TABLE, call([[1, 1]])).steps;
  assert.equal(step.net, 5);
  assert.ok(step.floored);
  assert.equal(play(TABLE, call([[1, 2]])).steps[1].kind, "first");
});

test("known facts decide conditions, and a learned value narrows the facts", () => {
  assert.deepEqual(possibleValues(DATA, {}).ace, [true, false]);
  assert.deepEqual(possibleValues(DATA, { who: ["pilot"] }).ace, [true]);
  assert.deepEqual(learn(DATA, {}, "ace", false), { who: ["gunner"] });
});

test("a result passes its facts to the next roll through the address", () => {
  const step = play(TABLE, call([[6, 6]])).steps[0];
  const [next] = nextRolls(DATA, step, { known: {}, held: ["ace", "other"], lacking: [] });
  assert.deepEqual(next.known, { who: ["pilot"] });
  assert.deepEqual(next.held, ["ace"]);
  const given = readQuery(DATA, `?${writeQuery(DATA, next)}`);
  assert.deepEqual(given.known, { who: ["pilot"] });
  assert.equal(given.from, "T-1");
  assert.deepEqual(given.numbers, { men: 2 });
});
