import assert from "node:assert/strict";
import test from "node:test";
import { typedLines } from "../src/pages/copy.js";

test("the commands of a block are copied, with their continuation lines", () => {
  const block = "$ make build\ndone\n$ combatbox odds queen \\\n  --store\nfinished\n";
  assert.equal(typedLines(block), "make build\ncombatbox odds queen \\\n  --store");
});
