import assert from "node:assert/strict";
import test from "node:test";
import { isShown, placeNames, viewFor } from "../src/replay/tabletop-layout.js";

const SIZE = [300, 200];
const model = (x, y, name = "Leader") => ({ x, y, length: 60, name });
const boxOf = ({ x, y, name }, [a, b]) => {
  const wide = name.length * 5.25;
  return [x + a - wide, y + b - 10.5, x + a + wide, y + b + 10.5];
};
const isApart = (a, b) => a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];

test("a view shows the action at its usual size", () => {
  const { edges, zoom } = viewFor(
    [
      [0, 0],
      [100, 50],
    ],
    [],
    SIZE,
  );
  assert.deepEqual([edges, zoom], [[-42, -42, 142, 92], 1]);
});

test("a view widens for enemies that are near, and leaves out those that are far", () => {
  const { edges, zoom } = viewFor(
    [[0, 0]],
    [
      [350, 0],
      [0, 2000],
    ],
    SIZE,
  );
  assert.deepEqual(edges.slice(0, 3), [-42, -42, 392]);
  assert.ok(zoom > 1 && zoom < 1.7);
});

test("a low view leaves space for the names below, which grow with it", () => {
  const spots = [
    [0, 0],
    [0, 100],
  ];
  const { edges, zoom } = viewFor(spots, [], [300, 75]);
  assert.ok(zoom > 2.4);
  assert.ok(edges[3] > 100 + 42 + 14 * (zoom - 1) - 5, `${edges} at ${zoom}`);
  assert.ok(75 * zoom >= edges[3] - edges[1]);
});

test("a view that shows the whole area does not move", () => {
  assert.ok(isShown([0, 0, 300, 200], [0, 20, 270, 200]));
  assert.ok(!isShown([0, 0, 300, 200], [-1, 20, 270, 180]));
});

test("a name that would be cut by the edge of the view is placed above its model", () => {
  const low = [model(150, 80, "G1")];
  assert.deepEqual(placeNames(low, 1, [0, 0, 300, 100]), [[0, -43]]);
  assert.deepEqual(placeNames(low, 1, [0, 0, 300, 200]), [[0, 43]]);
  assert.deepEqual(placeNames(low, 1, [0, 0, 300, 70]), [[0, 43]]); // The model is out of view.
});

test("names are placed below their models where there is space", () => {
  assert.deepEqual(placeNames([model(0, 0), model(400, 0)], 1), [
    [0, 43],
    [0, 43],
  ]);
});

test("names of models that are close do not cover each other", () => {
  for (const [dx, dy] of [
    [10, 0],
    [0, 15],
    [30, 30],
    [60, 0],
    [-25, 40],
  ]) {
    const models = [model(0, 0), model(dx, dy, "G1")];
    const [one, other] = placeNames(models, 1).map((place, n) => boxOf(models[n], place));
    assert.ok(isApart(one, other), `${dx} ${dy}`);
  }
});

test("names beside each other do not run into one word", () => {
  const models = [model(0, 0, "Last"), model(48, 0, "Right")];
  const [one, other] = placeNames(models, 1).map((place, n) => boxOf(models[n], place));
  const between = Math.max(other[0] - one[2], one[0] - other[2]);
  const below = Math.max(other[1] - one[3], one[1] - other[3]);
  assert.ok(between >= 6 || below >= 0, `${between} ${below}`);
});
