import assert from "node:assert/strict";
import test from "node:test";
import { excerpt, markedParts, SearchIndex } from "../src/search/search-index.js";
import { isNear, stem, stemsOf } from "../src/search/words.js";

/** Two games with a table each, and a page. */
const DATA = {
  games: [
    ["", "The site", []],
    ["one", "One", ["one game"]],
    ["two", "Two", ["two game"]],
  ],
  kinds: ["Table", "Row", "Page"],
  skip: ["the"],
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

test("words that differ by one letter are near", () => {
  assert.ok(isNear("tialwheel", "tailwheel"));
  assert.ok(isNear("wing", "wings"));
  assert.ok(!isNear("wing", "tail"));
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
