import assert from "node:assert/strict";
import test from "node:test";
import { ArcRules } from "../src/fire-arcs/rules.js";
import { hourOf, measure, quarters } from "../src/tape/measure.js";

const SINES = Array.from({ length: 91 }, (_, n) => Math.round(1e6 * Math.sin((n * Math.PI) / 180)));
const GUNS = [
  ["nose", 1600, 0, 0, 45],
  ["tail", -1600, 0, 180, 45],
  ["left_waist", -600, 0, 270, 45],
  ["right_waist", -600, 0, 90, 45],
];
// The larger set fires; of two equal sets the one with nose or tail.
const firing = (bits) => {
  const ends = ["nose", "tail"].filter((_, n) => (bits >> n) & 1);
  const waists = ["left_waist", "right_waist"].filter((_, n) => (bits >> (n + 2)) & 1);
  return waists.length > ends.length ? waists : ends;
};
const RULES = new ArcRules({
  sines: SINES,
  nose: 1600,
  small: 650,
  reach: 4000,
  arc: 45,
  direct: 15,
  from_ends: true,
  nearest: true,
  guns: GUNS,
  volleys: Array.from({ length: 16 }, (_, bits) => firing(bits)),
  turret: "top_turret",
  words: {
    nose: "nose gun",
    tail: "tail gun",
    left_waist: "left waist gun",
    right_waist: "right waist gun",
  },
});
const end = (name, group, kind, x, y, h = 0) => ({ name, group, kind, x, y, h });
const LEADER = end("Leader", "ours", "bomber", 30000, 30000);

test("lengths are given in quarters of an inch", () => {
  const lengths = [0, 100, 130, 1000, 3380, 12750, 999];
  assert.deepEqual(lengths.map(quarters), ["0", "0", "¼", "1", "3½", "12¾", "1"]);
});

test("the hour is counted from the nose of the aircraft that looks", () => {
  const at = (x, y) => end("", "", "point", x, y);
  const hours = [at(0, 9), at(9, 0), at(0, -9), at(-9, 0), at(-1, 9)].map((to) =>
    hourOf(end("", "ours", "bomber", 0, 0, 90), to),
  );
  assert.deepEqual(hours, [9, 12, 3, 6, 9]);
});

test("a fighter abeam of a bomber: the nearest point of the fuselage, and fire both ways", () => {
  const german = end("German 1", "enemy", "fighter", 33000, 29500, 270);
  const { line, distance, words, fire } = measure(RULES, german, LEADER);
  assert.deepEqual([line[1], distance], [[30000, 29500], 3000]);
  assert.deepEqual(words, [
    "German 1 to Leader: 3 inches.",
    "Leader at 12 o’clock of German 1; German 1 at 3 o’clock of Leader.",
    "German 1 can fire at Leader.",
    "On German 1 bear of Leader: right waist gun at 3 inches.",
  ]);
  assert.deepEqual(fire, [{ from: [30000, 29400], to: [33000, 29500], group: "ours" }]);
  const back = measure(RULES, LEADER, german);
  assert.deepEqual([back.line, back.distance], [[line[1], line[0]], 3000]);
  assert.deepEqual(back.words.slice(2).sort(), words.slice(2).sort());
});

test("why a fighter cannot fire is said, and that it would come from dead ahead", () => {
  const words = (x, y, h) =>
    measure(RULES, end("German 1", "enemy", "fighter", x, y, h), LEADER).words[2];
  assert.equal(words(30000, 34500, 180), "German 1 can fire at Leader from dead ahead.");
  assert.equal(words(30000, 26000, 0), "German 1 can fire at Leader from dead astern.");
  assert.equal(words(33000, 30000, 90), "German 1 cannot fire at Leader: outside its arc.");
  assert.equal(
    words(50000, 30000, 90),
    "German 1 cannot fire at Leader: out of reach and outside its arc.",
  );
});

test("friends are measured without aim, and a point by reach and arc", () => {
  const last = end("Last", "ours", "bomber", 30000, 20000);
  assert.deepEqual(measure(RULES, LEADER, last).words, [
    "Leader to Last: 10 inches.",
    "Last at 6 o’clock of Leader; Leader at 12 o’clock of Last.",
  ]);
  const point = end("the point 30 across, 33 along", "", "point", 30000, 33000);
  assert.deepEqual(measure(RULES, LEADER, point).words, [
    "Leader to the point 30 across, 33 along: 3 inches.",
    "The point 30 across, 33 along at 12 o’clock of Leader.",
    "On that point bear of Leader: nose gun at 1½ inches.",
  ]);
  const escort = end("Escort 1", "friend", "fighter", 30000, 32000, 180);
  assert.ok(measure(RULES, escort, point).words[2].endsWith("Escort 1 and outside its arc."));
});
