import assert from "node:assert/strict";
import test from "node:test";
import { typedLines } from "../src/pages/copy.js";

test("of a block of commands the lines that are typed are copied, with those that go on", () => {
  const block = "$ make build\ndone\n$ combatbox odds queen \\\n  --store\nfinished\n";
  assert.equal(typedLines(block), "make build\ncombatbox odds queen \\\n  --store");
});
