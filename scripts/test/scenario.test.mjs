import assert from "node:assert/strict";
import test from "node:test";
import { chancesOf, chanceWords, pointWords } from "../src/scenario/chance-words.js";
import { pathsOf, ScenarioForm, valueAt, withoutPrinted } from "../src/scenario/form.js";
import { scenarioHash, scenarioIn } from "../src/scenario/link.js";
import { ScenarioTable } from "../src/scenario/table.js";
import { readYaml, writeYaml } from "../src/scenario/yaml.js";

const LOW_FUEL = {
  title: "Low fuel: “Ünder” four feet",
  forces: { bombers: 4, escorts: 2, germans: 6, waves: 1 },
  hits: 5,
  damage: [0, 0, 1, 3],
  rules: { turret: "on", direct: "15" },
};

test("a scenario is written to an address and read from it", () => {
  const hash = scenarioHash(LOW_FUEL, "germans");
  assert.match(hash, /^#scenario=[\w-]+\.germans$/);
  assert.deepEqual(scenarioIn(hash), { data: LOW_FUEL, seat: "germans" });
  assert.equal(scenarioIn("#chapter"), null);
  for (const wrong of ["#scenario=", "#scenario=e30x", "#scenario=W10", "#scenario=%7B%7D"]) {
    assert.throws(() => scenarioIn(wrong), /does not hold a scenario/);
  }
  assert.throws(() => scenarioIn(`#scenario=${"e30".repeat(9000)}`), /does not hold/);
});

test("a scenario is written to a file and read from it", () => {
  const text = writeYaml(LOW_FUEL);
  assert.match(text, /^forces: \{bombers: 4, escorts: 2, germans: 6, waves: 1\}$/m);
  assert.equal(JSON.stringify(readYaml(text).data), JSON.stringify(LOW_FUEL));
});

test("a file may have blocks, folded texts, comments and quotes", () => {
  const { data, lines } = readYaml(`# a comment
title: 'Crews'' luck' # another
summary: >-
  Two lines # no comment
  of one text.

  Another.
forces:
  bombers: 4
  escorts: 0x10 planes
damage:
- 0
- 2
rules: {turret: on,
  "direct": "15"}
`);
  assert.equal(
    JSON.stringify(data),
    JSON.stringify({
      title: "Crews' luck",
      summary: "Two lines # no comment of one text.\nAnother.",
      forces: { bombers: 4, escorts: "0x10 planes" },
      damage: [0, 2],
      rules: { turret: "on", direct: "15" },
    }),
  );
  assert.deepEqual([lines.title, lines["forces.escorts"], lines["damage.1"]], [2, 10, 13]);
});

test("what is not a scenario file is refused with its line", () => {
  for (const [text, words] of [
    ["", "The file is empty."],
    ["title: a\n\tb: 1", "Line 2: Tabs are not allowed as indentation; use spaces."],
    ["a: 1\na: 2", "Line 2: Map keys must be unique."],
    ["a: 1\n  b: 2", /^Line 1: Nested mappings are not allowed/],
    ["a: 1\n---\nb: 2", "Line 2: a second document begins; keep one."],
    ["a: {b: 1", /^Line 1: Flow map .* end with a }\.$/],
    ["a: {b: 1} c", "Line 1: Unexpected scalar at node end."],
    ['a: "open', /^Line 1: Missing closing "quote/],
    ["a: &b 1\nc: *b", "Line 2: *b is an alias; write the value itself."],
    ["a: !x 1", "Line 1: Unresolved tag: !x."],
    ["a: !!int '1'", "Line 1: the tag tag:yaml.org,2002:int is not allowed; write plain values."],
    ["a: 1\nhits: 5.0", "Line 2: 5.0 is a decimal; write a whole number."],
    ["a: 1\n \t\n", "Line 2: Tabs are not allowed as indentation; use spaces."],
    ["a: x\u0007", "Line 1: a character that YAML does not allow; delete it."],
    ["a: [1, 2", /^Line 1: Flow sequence .* end with a \]\.$/],
    [`a: ${"[".repeat(99)}${"]".repeat(99)}`, "Line 1: it is nested too deeply."],
    ["[".repeat(90000), /^Line 1: /],
  ]) {
    assert.throws(
      () => readYaml(text),
      (error) => (typeof words === "string" ? error.message === words : words.test(error.message)),
      text,
    );
  }
  assert.throws(() => readYaml("a".repeat(200000)), /too long/);
});

test("parts that are as printed are left out", () => {
  const printed = { table: { width: 60, length: 108 }, damage: [0, 0, 0, 0], rules: {}, hits: 3 };
  const data = { hits: 3, summary: "", damage: [0, 0, 0], rules: {}, table: { ...printed.table } };
  assert.deepEqual(withoutPrinted(data, printed, ["hits"]), { hits: 3 });
  const own = { hits: 3, table: { width: 48, length: 108 }, damage: [0, 1, 0] };
  assert.deepEqual(withoutPrinted({ ...own, rules: {} }, printed, ["hits"]), own);
});

test("values are found by their paths", () => {
  assert.deepEqual(pathsOf({ a: 1, b: { c: [2, 3] }, d: {} }), ["a", "b.c.0", "b.c.1", "d"]);
  assert.equal(valueAt({ b: { c: [2, 3] } }, "b.c.1"), 3);
  assert.equal(valueAt({ b: 1 }, "b.c"), undefined);
  assert.equal(valueAt({}, "constructor"), undefined);
});

/** A form of a few controls, without a page. */
class SmallForm extends ScenarioForm {
  named() {
    const text = ["title", "summary"].map((name) => ({ name, type: "text", dataset: {} }));
    const numbers = [
      "forces.bombers",
      "table.width",
      "table.length",
      "damage.0",
      "damage.1",
      "hits",
    ];
    const control = (name) => ({ name, type: "number", min: "0", max: "99", dataset: {} });
    text[0].dataset = { needed: "" };
    return [...text, ...numbers.map(control)];
  }
  rules() {
    return [
      { dataset: { rule: "turret", id: "S-X1" }, options: [{ value: "on" }, { value: "off" }] },
    ];
  }
}

test("the form refuses what the command line refuses", () => {
  const form = new SmallForm(null, {});
  const scenario = { title: "A", forces: { bombers: 2 } };
  for (const fine of [
    {},
    { table: null, campaign: null, damage: [], rules: {} },
    { damage: [0, 1] },
  ]) {
    assert.equal(form.refusal({ ...scenario, ...fine }), "");
  }
  for (const [wrong, words] of [
    [{ title: " " }, /one line/],
    [{ title: "a\nb" }, /one line/],
    [{ summary: [] }, /must be a text/],
    [{ summary: null }, /must be a text/],
    [{ hits: null }, /must be a whole number/],
    [{ table: {} }, /table\.width is missing/],
    [{ table: { width: 48 } }, /table\.length is missing/],
    [{ table: [] }, /table must be names/],
    [{ rules: [] }, /rules must be names/],
    [{ rules: null }, /rules must be names/],
    [{ rules: { turret: [] } }, /has the options/],
    [{ rules: { turret: "on", "S-X1": "off" } }, /once more/],
    [{ "rules.turret": "on" }, /nothing for rules\.turret/],
    [{ damage: [0] }, /damage must be a list/],
    [{ damage: { 0: 1, 1: 1 } }, /damage must be a list/],
    [{ campaign: { repairs: 1 } }, /edits no campaigns/],
    [{ hit: 1 }, /nothing for hit/],
  ]) {
    assert.match(form.refusal({ ...scenario, ...wrong }), words);
  }
});

test("the chance of each side is given with its interval and the number of games", () => {
  const flown = { value: 0.6, low: 0.5, high: 0.7 };
  const report = {
    done: 100,
    of: 100,
    missions: 100,
    bars: [{ key: "survived", words: "", flown }],
  };
  const words = chanceWords(["Americans", "Germans"], report);
  assert.equal(
    words,
    "Americans 60.0% (50.0% to 70.0%), Germans 40.0% (30.0% to 50.0%); 100 games.",
  );
  assert.equal(chancesOf({ ...report, bars: [] })[1].value, 1);
});

test("a link with rules that are none is left to the engine", async () => {
  const stored = JSON.stringify({ skirmish: { "S-X1": "on" } });
  globalThis.localStorage = /** @type {any} */ ({ getItem: () => stored });
  const { beginScenario } = await import("../src/play/scenario-game.js");
  const begun = [];
  const rulings = { "S-X1": { id: "S-X1", key: "turret", options: { on: "", off: "" } } };
  const table = {
    data: { game: "skirmish" },
    session: { open: async () => {}, described: () => ({ rulings, seats: [] }) },
    newSeed: () => "1",
    begin: async (options) => begun.push(options.scenario.rules),
  };
  for (const rules of [null, 5, "turret", { turret: "on" }]) {
    await beginScenario(/** @type {any} */ (table), scenarioHash({ title: "A", rules }, ""));
  }
  assert.deepEqual(begun, [null, 5, "turret", { turret: "on" }]);
  delete globalThis.localStorage;
});

test("an edge of the strip is not dragged past the other", () => {
  const control = (value) => ({ value, min: "0", max: "48", dispatchEvent() {} });
  const controls = { "deployment.near": control("6"), "deployment.far": control("18") };
  const table = new ScenarioTable({}, { control: (name) => controls[name] });
  table.set("near", 22);
  assert.equal(table.inches("near"), 18);
  table.set("near", 10);
  table.set("far", 4);
  assert.equal(table.inches("far"), 10);
  table.set("far", 60);
  assert.equal(table.inches("far"), 48);
});

test("the chance by points has its margin, and nothing is said without points", () => {
  const points = { americans: 75.4, germans: 80, chance: 0.43 };
  const words = "Points: Americans 75, Germans 80. By them the Americans win 43%, give or take 11.";
  assert.equal(pointWords(["Americans", "Germans"], points, 0.11), words);
  assert.equal(pointWords(["Americans", "Germans"], {}, 0.11), "");
});

test("the engine's refusal names the part of the form, not its path", () => {
  const control = {
    name: "deployment.near",
    closest: () => ({ querySelector: () => ({ textContent: "Where they start" }) }),
  };
  const inWords = ScenarioForm.prototype.inWords.bind({ named: () => [control] });
  assert.equal(inWords("scenario: deployment: too near"), "Where they start: too near");
  assert.equal(inWords("scenario: rules: unknown"), "scenario: rules: unknown");
});
