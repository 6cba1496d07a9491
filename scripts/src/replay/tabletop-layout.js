// Chooses the part of a table top that is shown close up, and the places of the models' names.

const AROUND = 42; // units around a place, so that the whole model is visible
const LOWER = 14; // units that names below models need, times the zoom factor above 1
const WIDEST = 1.7; // the greatest zoom factor, used to include enemies
const LETTER = 10.5; // width of a letter in units
const GAP = 8; // units, at least, between two names on a line
const LINE = 21; // height of a line in units
const NAME_COST = 20; // cost of covering a name, relative to covering a model
const NEAR_COST = 5; // cost of covering the gap beside a name

/** `[left, top, right, bottom]` @typedef {number[]} Edges */

/** @param {ArrayLike<number>[]} spots @returns {Edges} */
function edgesOf(spots) {
  const [xs, ys] = [0, 1].map((n) => spots.map((spot) => spot[n]));
  const [left, top] = [xs, ys].map((all) => Math.min(...all) - AROUND);
  return [left, top, Math.max(...xs) + AROUND, Math.max(...ys) + AROUND];
}

/**
 * Return the factor by which a view must grow to show an area.
 * @param {Edges} edges
 * @param {number[]} size
 */
const zoomFor = ([left, top, right, bottom], [width, height]) =>
  Math.max(1, (right - left) / width, (bottom - top) / height);

/**
 * Return the area of a view: all places where something happens, and other places that fit.
 * @param {number[][]} spots where something happens
 * @param {number[][]} others places to include if they fit, the most important first
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
  const [left, top, right, bottom] = edges;
  edges = [left, top, right, bottom + LOWER * (zoomFor(edges, size) - 1)];
  return { edges, zoom: zoomFor(edges, size) };
}

/** Whether a view shows a whole area. @param {number[]} view @param {Edges} edges */
export const isShown = ([x, y, width, height], [left, top, right, bottom]) =>
  left >= x && right <= x + width && top >= y && bottom <= y + height;

/** Return the size of the overlap of two areas. @param {Edges} a @param {Edges} b */
function overlap(a, b) {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Return the total overlap with other areas. @param {Edges} edges @param {Edges[]} others */
const overlapWith = (edges, others) =>
  others.reduce((sum, other) => sum + overlap(edges, other), 0);

/**
 * Place names beside their models: below, or where they cover least.
 * @param {{x: number, y: number, length: number, name: string}[]} models
 * @param {number} letters the scale of letters
 * @param {number[] | null} [view] the part that is shown; null if the whole table is
 * @returns {number[][]} the middle of each name, relative to the middle of its model
 */
export function placeNames(models, letters, view = null) {
  const [left, top, width, height] = view ?? [];
  const shown = [left, top, left + width, top + height];
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
    const isInView = view && isShown(view, [x, y, x, y]);
    const covers = boxes.map((box) => {
      const near = [box[0] - GAP * letters, box[1], box[2] + GAP * letters, box[3]];
      const cut = isInView ? 4 * wide * high - overlap(box, shown) : 0;
      return (
        cut +
        NAME_COST * overlapWith(box, names) +
        NEAR_COST * overlapWith(near, names) +
        overlapWith(box, others)
      );
    });
    const best = covers.indexOf(Math.min(...covers));
    names.push(boxes[best]);
    return choices[best];
  });
}
