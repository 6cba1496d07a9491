import assert from "node:assert/strict";
import test from "node:test";
import { html, raw } from "../src/common/html.js";
import { autoMarkup, questionMarkup, savedGamesMarkup } from "../src/play/markup.js";
import { places, readTyped, towards, typed } from "../src/play/move-geometry.js";
import {
  captionAt,
  isStruck,
  lineFrom,
  newState,
  stopsOf,
  struckLines,
} from "../src/play/state.js";
import { bookMarkup } from "../src/play/tour-book.js";
import { tourMarkup } from "../src/play/tour-report.js";
import { applyStep } from "../src/replay/frames.js";

const REACH = {
  model: "a",
  start: [0, 0, 0],
  length: 10000,
  straight: 2000,
  latest: 9000,
  turn: 60,
  inch: 1000,
};
const line = (event, place = "") => ({ event, place, kind: "roll" });

test("values are escaped, markup and lists are not, line breaks beside tags are removed", () => {
  assert.equal(String(html`<b>${"<&'\">"}</b>`), "<b>&#60;&#38;&#39;&#34;&#62;</b>");
  assert.equal(String(html`${[raw("<i>"), "a", null, false, 0]}`), "<i>a0");
  assert.equal(
    String(html`<p
      class="a">
      ${1}
      </p>`),
    '<p class="a">1</p>',
  );
});

test("a step changes a frame, and keys of one step are removed at the next", () => {
  const frame = {};
  applyStep(frame, { t: "1", h: { a: 1, b: 2 }, s: [[1]] });
  applyStep(frame, { h: { a: null } });
  assert.deepEqual(frame, { t: "1", h: { b: 2 } });
});

test("a move is formatted and parsed, and ends near the place that it was dragged to", () => {
  const move = towards(REACH, [3000, 9000]);
  const end = places(REACH, move)[3];
  assert.ok(Math.hypot(end[0] - 3000, end[1] - 9000) < 200, String(end));
  assert.deepEqual(readTyped(REACH, typed(REACH, move)), move);
  assert.equal(typed(REACH, { first: 10000, pivot: 0 }), "10");
  assert.equal(readTyped(REACH, "words"), null);
});

test("the first line of an event is found", () => {
  const lines = [line(2), line(2), line(5)];
  assert.equal(lineFrom(lines, 2), 0);
  assert.equal(lineFrom(lines, 3), 2);
  assert.equal(lineFrom(lines, 6), 3);
  const state = { ...newState(), lines, halts: [5, 5] };
  assert.deepEqual(stopsOf(state), [2, 5]);
  assert.deepEqual(stopsOf({ ...state, hiddenAfter: 2 }), [5]);
});

test("a caption is shown at the first event of its place, after the introduction", () => {
  const lesson = { intro: "Begin.", captions: [{ at: "climb", text: "Up." }] };
  const lines = [line(1, "start"), line(2, "climb"), line(3, "climb"), line(4, "landing")];
  assert.deepEqual(
    [1, 2, 3, 4].map((event) => captionAt(lesson, lines, event)),
    ["Begin.", "Up.", "", ""],
  );
});

test("a line counts as struck where its step hits something, but not at a whole frame", () => {
  const state = { ...newState(), frames: [{ h: { a: 1 } }, { p: { gun: "fires" } }] };
  assert.ok(isStruck(state, line(1)));
  assert.ok(!isStruck(state, line(2)));
  assert.ok(!isStruck({ ...state, wholeFrames: new Set([1]) }, line(1)));
});

const ASKED = {
  question: "From which tank?",
  options: [{ text: "aft", words: "the aft tank", number: 1 }],
  default: "aft",
};
const DATA = { game: "queen", tables: {}, rules: {} };

test("decisions answered by the engine are summarised, with a button to decide them", () => {
  const decided = [3, 4].map((answers) => ({ question: "Pressure?", words: "keep it", answers }));
  const seen = { across: "", by_itself: [...decided, { ...decided[0], words: "let it out" }] };
  const text = String(questionMarkup(DATA, ASKED, seen));
  assert.match(
    text,
    /Answered for you:<\/b> Pressure\? Keep it \(2 times\)\. Pressure\? Let it out\./,
  );
  assert.match(text, /data-action="ask_me" data-answers="3"/);
  assert.doesNotMatch(String(questionMarkup(DATA, ASKED, { by_itself: [] })), /Answered/);
});

test("a repeated decision offers to keep its answer", () => {
  const words = /Do the same until something changes/;
  assert.match(
    String(questionMarkup(DATA, { ...ASKED, repeated: true }, { by_itself: [] })),
    words,
  );
  assert.doesNotMatch(String(questionMarkup(DATA, ASKED, { by_itself: [] })), words);
});

test("between two missions nothing can be decided for the player", () => {
  const options = (stretches) =>
    String(autoMarkup({ asked: ASKED, stretches, run: "" })).match(/<option/g).length;
  assert.equal(options([]), 1);
  assert.equal(options(["turn"]), 3);
});

test("the summary lists damage, and hits without effect only where there is no damage", () => {
  const state = newState();
  state.frames = [{ h: { a: 1 } }, { p: { b: "out", c: "fires" } }, { p: { c: null } }];
  const lines = [1, 2, 3].map((event) => line(event));
  assert.deepEqual(struckLines(state, lines), [lines[1]]);
  assert.deepEqual(struckLines(state, [lines[0], lines[2]]), [lines[0]]);
});

const MISSION = {
  number: 7,
  title: "Lille",
  bomber: "<Bess>",
  day: "Two shells strike.",
  facts: [],
};
const BOOK = {
  awards: [["Sgt. Poole, tail gunner", "Air Medal", "For 5 missions."]],
  title: "Bess",
  length: "A tour of one mission",
  result: "",
  crew: [],
  bombers: [],
  missions: [
    {
      ...MISSION,
      records: [],
      hits: [[10, 20, 2]],
      crossed: [[5, 5, 4]],
      damage: "",
      map: "<svg/>",
    },
  ],
  honours: [[], []],
  closing: [{ label: "Missions won", tour: "1 of 1", stored: "" }],
  note_on_odds: "",
  plane: { art: "plan", width: 100, height: 50 },
};

test("the tour at a glance saves each of its files as the engine wrote it", () => {
  const files = { "missions.csv": '\ufeffName,Result\r\n\'=1+1,"won & <home>, 50 %"\r\n' };
  const report = { flown: 1, left: 24, tables: [], files };
  const [, name, address] = /download="([^"]*)"\s+href="([^"]*)"/.exec(
    tourMarkup("A", report, false),
  );
  const text = address.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  assert.equal(name, "missions.csv");
  assert.equal(decodeURIComponent(text.split(",")[1]), files[name]);
  assert.doesNotMatch(String(tourMarkup("A", { ...report, flown: 0 }, false)), /download/);
});

test("the tour book draws hits and crosses, and has no column of odds without odds", () => {
  const page = { querySelector: () => null };
  const text = String(bookMarkup(page, "The game", BOOK, new Map()));
  assert.match(text, /<th scope="row">Sgt. Poole, tail gunner<\/th><td[^>]*>Air Medal<\/td>/);
  assert.match(text, /&#60;Bess&#62;/);
  assert.match(text, /<div class="cb-book__map"><svg\/><\/div>/);
  assert.match(text, /<circle cx="10" cy="20" r="10"\/>.*<text x="10" y="20">2<\/text>/);
  assert.match(text, /<path d="M-2 -2l14 14m-14 0l14 -14"\/>/);
  assert.doesNotMatch(text, /Odds|Roll of honour|The crew/);
  const compared = { ...BOOK, note_on_odds: "Odds: shares of 1,000 missions." };
  assert.match(
    String(bookMarkup(page, "The game", compared, new Map())),
    /<td>1 of 1<\/td><td>–<\/td>/,
  );
});

test("the tour book has the player's own notes on missions and on men, each man once", () => {
  const lines = [
    ["Sgt. Poole", "Tail gunner"],
    ["Sgt. Poole", "Ball gunner"],
  ];
  const book = { ...BOOK, honours: [["Name", "Station"], lines] };
  const notes = new Map([
    ["mission-7-note", "<Fog> & a hat"],
    ["Sgt. Poole", "He sang."],
  ]);
  const text = String(bookMarkup({ querySelector: () => null }, "The game", book, notes));
  assert.match(text, /<textarea name="mission-7-note"[^>]*>&#60;Fog&#62; &#38; a hat<\/textarea>/);
  assert.equal(text.match(/<textarea name="Sgt. Poole"[^>]*>He sang.<\/textarea>/g)?.length, 1);
});

/** Ask for the tour book; return whether it was shown, and what the page said meanwhile. */
async function askForBook(meanwhile) {
  globalThis.document = {
    currentScript: { src: "https://a.test/assets/js/play.js" },
    createElement: () => ({ remove() {} }),
    head: { append: (tag) => tag.onload() },
  };
  globalThis.window = { cbEngineBooks: { g: { sheets: "g.js" } }, cbEngineSheets: {} };
  globalThis.window.cbEngineFiles = { press: "press.bin", sizes: {}, slices: {} };
  const { showTourBook } = await import("../src/play/charts.js");
  const page = {
    dataset: { room: "record" },
    querySelector: (css) => (css === "[data-slot=printed]" ? status : null),
    querySelectorAll: () => [],
  };
  const status = { isConnected: true, textContent: "" };
  const engine = { send: async () => "{}" };
  const call = async () => {
    meanwhile(page, status);
    return BOOK;
  };
  const shown = [];
  const table = {
    page,
    state: { game: { id: "a" } },
    data: { game: "g", title: "The game" },
    session: { open: async () => ({ engine, inWorker: true, call }) },
    showSheet: (markup) => shown.push(String(markup)),
  };
  await showTourBook(table, { disabled: false });
  return shown.length > 0;
}

test("the tour book is shown, unless its reader has left the summary meanwhile", async () => {
  assert.ok(await askForBook(() => {}));
  const left = (page) => {
    page.dataset.room = "table";
  };
  assert.ok(!(await askForBook(left)));
  const reopened = (_page, status) => {
    status.isConnected = false;
  };
  assert.ok(!(await askForBook(reopened)));
});

test("an evening of a campaign among the saved games has its number and the way on", () => {
  const evening = { number: "evening 1 of 5", words: "", next: "The bridge" };
  const game = { id: "a", title: "The airfield", updated: 0, seen: { over: true, evening } };
  const shown = String(savedGamesMarkup([game]));
  assert.match(shown, /evening 1 of 5, over/);
  assert.match(shown, /data-action="go_on_after"[^>]*>Next evening</);
  const last = { ...game, seen: { over: true, evening: { ...evening, next: "" } } };
  assert.doesNotMatch(String(savedGamesMarkup([last])), /Next evening/);
});
