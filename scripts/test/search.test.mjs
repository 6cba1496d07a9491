import assert from "node:assert/strict";
import test from "node:test";
import { excerpt, markedParts, SearchIndex } from "../src/search/search-index.js";
import { citationIn, citationsOf, slipBetween, stem, stemsOf } from "../src/search/words.js";

/** Two games with a table each, and a page. */
const DATA = {
  games: [
    ["", "The site", []],
    ["one", "One", ["one game"]],
    ["two", "Two", ["two game"]],
  ],
  kinds: ["Table", "Row", "Page"],
  skip: ["the"],
  slips: { looses: "loses" },
  same: [["chute", "parachute"]],
  terms: { fighter: ["bogey", "bad guy"] },
  docs: [
    [1, 0, "one/p-1.html", "P-1", "Bail-out", "Men leave by parachute.", [], 0, ""],
    [2, 0, "two/p-1.html", "P-1", "Fighters", "Fighters attack the wing.", [], 0, ""],
    [1, 1, "one/p-1.html#row-3", "P-1", "3", "The chute opens.", [], 0, ""],
    [0, 2, "about.html", "", "About", "Who made the site.", ["who wrote this"], 0, ""],
  ],
};

/** @param {{hits: {at: number}[]}} found */
const places = ({ hits }) => hits.map(({ at }) => DATA.docs[at][2]);

test("forms of a word have the same stem", () => {
  for (const [a, b] of [
    ["extinguishers", "extinguisher"],
    ["bodies", "body"],
    ["attacked", "attacks"],
    ["landing", "landed"],
    ["109s", "109"],
    ["flies", "fly"],
    ["tried", "try"],
    ["died", "dies"],
  ]) {
    assert.equal(stem(a), stem(b));
  }
  assert.equal(stem("b17"), "b17");
});

test("a hyphenated word counts as one word and by its parts, an id only as a whole", () => {
  assert.deepEqual(stemsOf("Bail-out"), ["bailout", "bail", "out"]);
  assert.deepEqual(stemsOf("P-1", new Set(["p-1"])), ["p-1"]);
  assert.deepEqual(stemsOf("a1", new Set(["a1"])), ["a1"]);
  assert.deepEqual(stemsOf("me109s"), ["me", "109"]);
});

test("swapped letters are nearer than a missing one, and that is nearer than another", () => {
  assert.equal(slipBetween("spary", "spray"), 1);
  assert.equal(slipBetween("wing", "wings"), 2);
  assert.equal(slipBetween("spary", "spare"), 3);
  for (const far of ["tail", "king", "win gs"]) assert.equal(slipBetween("wing", far), Infinity);
});

test("what has an id has the names by which books cite it", () => {
  for (const [id, kind, ...names] of [
    ["Q14.2b-1", "Rule", "14", "14.2", "14.2b", "14.2b-1"],
    ["F4.5C.4a", "Rule", "4", "4.5", "4.5c", "4.5c.4", "4.5c.4a"],
    ["F2.3G.N1", "Rule", "2", "2.3", "2.3g", "2.3g.n1"],
    ["S-610", "Rule", "6", "610"],
    ["Q-BL1e-1", "Rule", "bl1", "bl1e", "bl1e-1"],
    ["Q-E05", "Rule", "e5"],
    ["Q-RE1", "Rule", "re1"],
    ["Q-R07", "Ruling", "ruling 7"],
    ["A61", "Ruling", "ruling 61"],
    ["T2-9", "Table", "2-9"],
    ["B-1", "Table", "b-1"],
  ]) {
    assert.deepEqual(citationsOf(id, kind), names);
  }
});

test("a question that is a citation is read in every form that books and readers use", () => {
  for (const [name, ...forms] of [
    ["14.2b", "14.2b", "§14.2b", "§ 14.2 b", "Section 14.2(b)", "rule 14.2B?", "Q14.2b"],
    ["7.2.1a", "7.2.1a", "F7.2.1a"],
    ["9", "section 9", "§9"],
    ["e13", "erratum 13", "Errata 13", "erratum no. 13", "E13"],
    ["re2", "rulebook erratum 2"],
    ["ruling 7", "ruling 07"],
    ["bl1e", "BL-1 note e", "bl 1, note e", "note e of table BL-1", "BL-1e"],
    ["2-9", "T 2-9", "table 2-9", "Table 2.9", "T2-9"],
    ["610", "610", "rule 610", "section S-610"],
    ["", "9", "p-1", "two engines out", "109s"],
  ]) {
    for (const form of forms) assert.equal(citationIn(form), name, form);
  }
});

/**
 * Two games of which each has a section 9.2, and one an erratum.
 * @type {[number, number, string, string][]}
 */
const CITED = [
  [1, 0, "one/9.html#a", "Q9.2-1"],
  [1, 0, "one/9.html#b", "Q9.2a"],
  [1, 0, "one/x.html#c", "Q-E13"],
  [2, 0, "two/9.html#a", "F9.2.1"],
  [2, 0, "two/9.html#d", "F9.3B.1"],
];

test("a section number lists its rules in order, those of the page's game first", () => {
  const docs = [
    [1, 2, "one/long.html", "", "9.2 9.2", "The 9.2 section, 9.3b.", [], 0, ""],
    ...CITED.map((doc) => [...doc, "A rule", "It is so.", [], 0, ""]),
  ];
  const index = new SearchIndex({ ...DATA, kinds: ["Rule", "Row", "Page"], docs });
  const urls = (/** @type {string} */ asked, /** @type {string} */ here) =>
    index.ask(asked, here, "").hits.map(({ at }) => docs[at][2]);
  assert.deepEqual(urls("9.2", "one").slice(0, 2), ["one/9.html#a", "one/9.html#b"]);
  assert.deepEqual(urls("§9.2", "two").slice(0, 1), ["two/9.html#a"]);
  assert.deepEqual(urls("9.3b", "one").slice(0, 1), ["two/9.html#d"]);
  assert.deepEqual(urls("erratum 13", "one").slice(0, 1), ["one/x.html#c"]);
  assert.ok(urls("what does 9.2a say", "one").slice(0, 2).includes("one/9.html#b"));
});

test("a misspelt word is replaced by the nearest one, and the replacement is told", () => {
  const docs = [
    [1, 2, "one/a.html", "", "Spraying", "Spray a fighter. A plane loses fuel.", [], 0, ""],
    [1, 2, "one/b.html", "", "Spare", "A spare part.", [], 0, ""],
  ];
  const index = new SearchIndex({ ...DATA, docs });
  const found = index.ask("spary ", "one", "");
  assert.deepEqual(found.instead, [["spary", "spray"]]);
  assert.deepEqual(
    found.hits.map(({ at }) => docs[at][2]),
    ["one/a.html"],
  );
  assert.deepEqual(index.ask("plane looses fuel", "one", "").instead, [["looses", "loses"]]);
  for (const right of ["spray", "sprays", "spra", "qqqq", "gun spar"])
    assert.deepEqual(index.ask(right, "one", "").instead, [], right);
});

test("an id is found in the game of the page first", () => {
  const index = new SearchIndex(DATA);
  assert.equal(places(index.ask("p 1", "two", ""))[0], "two/p-1.html");
  assert.equal(places(index.ask("p1", "one", ""))[0], "one/p-1.html");
});

test("synonyms and misspelt words find entries, and the search can be limited to a game", () => {
  const index = new SearchIndex(DATA);
  assert.ok(places(index.ask("chute ", "", "")).includes("one/p-1.html"));
  assert.equal(places(index.ask("figthers ", "", ""))[0], "two/p-1.html");
  assert.ok(places(index.ask("wing", "", "one")).every((url) => !url.startsWith("two/")));
});

test("a phrase finds its synonyms, and a longer form of a word finds the word", () => {
  const same = [["parachute", "hit the silk"]];
  const index = new SearchIndex({ ...DATA, same });
  assert.equal(places(index.ask("hit the silk ", "one", ""))[0], "one/p-1.html");
  assert.equal(places(index.ask("wingies ", "two", ""))[0], "two/p-1.html");
});

test("a word or phrase of readers finds the term that they mean, below those that say it", () => {
  const docs = [...DATA.docs, [2, 2, "two/bogey.html", "", "Bogey", "", [], 0, ""]];
  const index = new SearchIndex({ ...DATA, docs });
  assert.deepEqual(places(index.ask("a bad guy ", "two", "")), ["two/p-1.html"]);
  const urls = index.ask("bogeys ", "two", "").hits.map(({ at }) => docs[at][2]);
  assert.deepEqual(urls, ["two/bogey.html", "two/p-1.html"]);
  assert.deepEqual(places(index.ask("a guy ", "two", "")), []);
});

test("words written apart, together or with a hyphen find the same entries", () => {
  const docs = [
    [1, 2, "one/a.html", "", "Tailwheel", "The take-off run.", [], 0, ""],
    [1, 2, "one/b.html", "", "Tail", "The wheel and five per cent.", [], 0, ""],
  ];
  const index = new SearchIndex({ ...DATA, docs });
  const first = (/** @type {string} */ asked) => docs[index.ask(asked, "one", "").hits[0].at][2];
  assert.equal(first("tail wheel "), "one/a.html");
  assert.equal(first("takeoff "), "one/a.html");
  assert.equal(first("5% "), "one/b.html");
});

test("an entry is found by a question that it answers", () => {
  const index = new SearchIndex(DATA);
  assert.equal(places(index.ask("who wrote this? ", "", ""))[0], "about.html");
});

test("of two entries with the same words, the one that answers the question comes first", () => {
  const docs = [
    [1, 2, "one/a.html", "", "Fires", "An engine burns.", ["put out an engine fire"], 0, ""],
    [1, 2, "one/b.html", "", "Fires", "An engine burns.", ["put out a fire"], 0, ""],
  ];
  const index = new SearchIndex({ ...DATA, docs });
  const { hits } = index.ask("put out a fire ", "one", "");
  assert.deepEqual(
    hits.map(({ at }) => docs[at][2]),
    ["one/b.html", "one/a.html"],
  );
});

test("of two entries, the one with more questions that have the word comes first", () => {
  const docs = [
    [1, 2, "one/a.html", "", "Doors", "Doors.", ["bay jammed", "hinges"], 0, ""],
    [1, 2, "one/b.html", "", "Doors", "Doors.", ["bay jammed", "bay stuck"], 0, ""],
  ];
  const index = new SearchIndex({ ...DATA, docs });
  assert.equal(docs[index.ask("bay ", "one", "").hits[0].at][2], "one/b.html");
});

test("a word of one entry weighs little more than a word of a few entries", () => {
  const text = (/** @type {string} */ word) => `${word} flak`;
  const docs = Array.from({ length: 40 }, (_, n) => [
    1,
    2,
    `one/${n}.html`,
    "",
    `Page ${n}`,
    text(n < 1 ? "gremlin" : n < 4 ? "tunnel" : "wing"),
    [],
    0,
    "",
  ]);
  const index = new SearchIndex({ ...DATA, docs });
  assert.ok(index.rarity("gremlin") > index.rarity("tunnel"));
  assert.ok(index.rarity("gremlin") < 1.3 * index.rarity("tunnel"));
  assert.ok(index.rarity("flak") > 0);
});

test("hits in other games are offered even where this game answers the question", () => {
  const asked = "flak over the target";
  const docs = [
    [2, 0, "two/p-1.html", "P-1", "Damage", `${"A long text. ".repeat(90)}Flak.`, [], 0, ""],
    ...Array.from({ length: 9 }, (_, n) => [
      1,
      2,
      `one/${n}.html`,
      "",
      asked,
      asked,
      [asked],
      0,
      "",
    ]),
    ...Array.from({ length: 60 }, (_, n) => [
      1,
      2,
      `one/o${n}.html`,
      "",
      `Page ${n}`,
      "",
      [],
      0,
      "",
    ]),
  ];
  const { others } = new SearchIndex({ ...DATA, docs }).ask(`${asked} `, "one", "");
  assert.deepEqual(
    others.map(({ at }) => docs[at][2]),
    ["two/p-1.html"],
  );
});

test("likeness measures the overlap of two questions", () => {
  const index = new SearchIndex(DATA);
  const terms = (/** @type {string} */ question) =>
    stemsOf(question).map((word) => ({ word, meanings: new Map([[word, 1]]) }));
  assert.equal(index.likeness(terms("who wrote this"), 3), 1);
  assert.equal(index.likeness(terms("wing"), 3), 0);
  const part = index.likeness(terms("who"), 3);
  assert.ok(part > 0 && part < 1);
});

test("words that were found are marked, and the text around them is shown", () => {
  const marks = new Set([stem("wing")]);
  assert.deepEqual(markedParts("The wings fall", marks), ["The ", "wings", " fall"]);
  const text = `${"long ".repeat(60)}wing ${"end ".repeat(60)}`;
  assert.match(excerpt(text, marks), /^… .*wing.* …$/);
});
