// What part of a table top is shown close up, and where the names of its models stand.

const AROUND = 42; // units around a place, so that the model there is seen whole
const WIDEST = 1.7; // times the usual size, so that enemies are seen with who moves
const LETTER = 10.5; // units that a letter is wide
const LINE = 21; // and that a line is high
const NAMES_FIRST = 20; // times worse than a model is another name that is covered

/** `[left, top, right, bottom]` @typedef {number[]} Edges */

/**
 * @param {ArrayLike<number>[]} spots
 * @returns {Edges}
 */
function edgesOf(spots) {
  const [xs, ys] = [0, 1].map((n) => spots.map((spot) => spot[n]));
  const [left, top] = [xs, ys].map((all) => Math.min(...all) - AROUND);
  return [left, top, Math.max(...xs) + AROUND, Math.max(...ys) + AROUND];
}

/**
 * How many times the size a view must have to show all of it.
 * @param {Edges} edges
 * @param {number[]} size
 */
const zoomFor = ([left, top, right, bottom], [width, height]) =>
  Math.max(1, (right - left) / width, (bottom - top) / height);

/**
 * What a view is to show: where something happens, and of the others those that are near enough.
 * @param {number[][]} spots where something happens
 * @param {number[][]} others what is wanted beside it, the most wanted first
 * @param {number[]} size the usual size of the view
 * @returns {{edges: Edges, zoom: number}}
 */
export function viewFor(spots, others, size) {
  const shown = [...spots];
  let edges = edgesOf(shown);
  for (const other of others) {
    const wider = edgesOf([...shown, other]);
    if (zoomFor(wider, size) > WIDEST) continue;
    shown.push(other);
    edges = wider;
  }
  return { edges, zoom: zoomFor(edges, size) };
}

/** Whether a view shows all of it. @param {number[]} view @param {Edges} edges */
export const isShown = ([x, y, width, height], [left, top, right, bottom]) =>
  left >= x && right <= x + width && top >= y && bottom <= y + height;

/** The area that two share. @param {Edges} a @param {Edges} b */
function shared(a, b) {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The area that one shares with others. @param {Edges} one @param {Edges[]} others */
const sharedWith = (one, others) => others.reduce((sum, other) => sum + shared(one, other), 0);

/**
 * Where names stand beside their models: below, or where they cover least.
 * @param {{x: number, y: number, length: number, name: string}[]} models
 * @param {number} letters how large they are
 * @returns {number[][]} the middle of each name, from the middle of its model
 */
export function placeNames(models, letters) {
  const bodies = models.map(({ x, y, length }) => {
    const r = length / 2.4;
    return [x - r, y - r, x + r, y + r];
  });
  /** @type {Edges[]} */
  const names = [];
  return models.map(({ x, y, length, name }, n) => {
    const wide = (name.length * LETTER * letters) / 2;
    const high = (LINE * letters) / 2;
    const side = length / 2 + wide + 3;
    const far = length / 2 + 13 * letters;
    const choices = [
      [0, far],
      [0, -far],
      [side, 0],
      [-side, 0],
      [side, far],
      [-side, far],
      [side, -far],
      [-side, -far],
      [0, far + 2 * high],
      [0, -far - 2 * high],
    ];
    const boxes = choices.map(([a, b]) => [x + a - wide, y + b - high, x + a + wide, y + b + high]);
    const others = bodies.filter((_, i) => i !== n);
    const covers = boxes.map(
      (box) => NAMES_FIRST * sharedWith(box, names) + sharedWith(box, others),
    );
    const best = covers.indexOf(Math.min(...covers));
    names.push(boxes[best]);
    return choices[best];
  });
}
