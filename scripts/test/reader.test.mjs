import assert from "node:assert/strict";
import test from "node:test";
import { formatMarks, mergeMarks, pagePath, parseMarks } from "../src/reader/mark-store.js";
import { citation, reportText, reportUrl } from "../src/reader/report.js";

const MARK = {
  key: "queen/Q8.0-1",
  name: "Rule Q8.0-1",
  url: "queen/rules/13-aborting.html#q8-0-1",
  note: "Ask.",
  added: "2026-11-26",
};
const fileOf = (/** @type {object} */ change, version = 1) =>
  JSON.stringify({ kind: "combat-box-marks", version, marks: [MARK, { ...MARK, ...change }] });

test("a file of marks survives a round trip", () => {
  assert.deepEqual(parseMarks(formatMarks([MARK])), [MARK]);
});

test("an address names the file, also where a host leaves out its extension", () => {
  const root = "https://example.org/box/";
  for (const [shown, path] of [
    ["queen/rules/5-guns.html#q9", "queen/rules/5-guns.html#q9"],
    ["queen/rules/5-guns#q9", "queen/rules/5-guns.html#q9"],
    ["queen/", "queen/index.html"],
    ["?play#top", "index.html#top"],
  ]) {
    assert.equal(pagePath(root + shown, root), path);
  }
});

test("a bad file gets one error", () => {
  assert.throws(() => parseMarks("{"), /not JSON/);
  assert.throws(() => parseMarks("[1]"), /holds no marks/);
  assert.throws(() => parseMarks('{"kind":"combat-box-marks","marks":{}}'), /holds no marks/);
  assert.throws(() => parseMarks(fileOf({}, 2)), /another version/);
  assert.throws(() => parseMarks(fileOf({ note: 1 })), /mark 2 has no note/);
  assert.throws(
    () => parseMarks(fileOf({ note: "x".repeat(10_001) })),
    /mark 2 has a note of over/,
  );
  assert.throws(() => parseMarks(fileOf({ key: "x" })), /names no rule/);
});

test("an address that leads away from the site is refused", () => {
  for (const url of [
    "javascript:alert(1)//a.html",
    "https://example.com/a.html",
    "//example.com/a.html",
    "../other/a.html",
    "/a.html",
  ]) {
    assert.throws(() => parseMarks(fileOf({ url })), /not a page of this site/, url);
  }
});

test("merging marks of two devices loses no note", () => {
  const other = { ...MARK, note: "Tom says no." };
  const third = { ...MARK, key: "queen/B-1" };
  assert.deepEqual(mergeMarks([MARK], [other, third]), [
    { ...MARK, note: "Ask.\nTom says no." },
    third,
  ]);
  assert.deepEqual(mergeMarks([MARK], [MARK]), [MARK]);
  assert.deepEqual(mergeMarks([MARK], [{ ...MARK, note: "" }]), [MARK]);
});

const SUBJECT = {
  key: "queen/Q8.0-1",
  name: "Rule Q8.0-1",
  page: "13. Turning back, B-17",
  url: "https://example.org/queen/rules/13-aborting.html#q8-0-1",
};
const ABOUT = { version: "1.0.0", digest: "abc", report: "" };

test("a citation and a report name id, edition, page and day", () => {
  for (const text of [
    citation(SUBJECT, ABOUT, "2026-11-26"),
    reportText(SUBJECT, ABOUT, "2026-11-26"),
  ]) {
    for (const part of ["Rule Q8.0-1", "1.0.0", "abc", SUBJECT.url, "2026-11-26"]) {
      assert.ok(text.includes(part), part);
    }
  }
});

test("a report goes to a mail or a web form only", () => {
  assert.equal(reportUrl("mailto:a@b.c", "T & x", "B"), "mailto:a@b.c?subject=T%20%26%20x&body=B");
  assert.equal(reportUrl("https://x.y/new?l=1", "T", "B"), "https://x.y/new?l=1&title=T&body=B");
  assert.equal(reportUrl("", "T", "B"), "");
  assert.equal(reportUrl("javascript:alert(1)", "T", "B"), "");
});
