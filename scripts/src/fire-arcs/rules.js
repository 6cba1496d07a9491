// Reach, arcs and odds of two model aircraft. As in combatbox/games/skirmish/aim.py and
// geometry.py, places are whole thousandths of an inch, headings are whole degrees, and all
// comparisons use whole numbers; a test compares thousands of places. The numbers of the tables are
// in the page (combatbox/games/skirmish/widgets.py).

const ONE = 1000000; // the sine of 90 degrees
const HALF = ONE / 2;

/** @typedef {{x: number, y: number, h: number, kind: string}} Aircraft */
/**
 * The aim of one aircraft at another.
 * @typedef {{point: number[], range: number, near: boolean, arc: boolean}} Aim
 */
/**
 * @typedef {[key: string, forward: number, right: number, facing: number, half: number]} GunSector
 */
/**
 * The numbers of arcs and reach (combatbox/games/skirmish/models.py, `fire_rules`).
 * @typedef {object} FireData
 * @property {number[]} sines in millionths, of 0 to 90 degrees
 * @property {number} nose from the middle of a bomber to its nose
 * @property {number} small the same of a fighter
 * @property {number} reach
 * @property {number} arc half of a fighter's arc
 * @property {number} direct half of the arc of what counts as dead ahead
 * @property {boolean} from_ends
 * @property {boolean} nearest
 * @property {GunSector[]} guns
 * @property {string[][]} volleys the guns that fire, by the set of guns that bear
 * @property {string} turret
 * @property {Record<string, string>} words the names of guns
 */
/**
 * The data of the widget of fire arcs.
 * @typedef {FireData & WidgetData} ArcData
 * @typedef {object} WidgetData
 * @property {[width: number, height: number]} window
 * @property {Record<string, [ours: number, theirs: number, counts: number[]]>} odds
 * @property {Record<string, string>} columns
 * @property {Record<string, number>} tough
 * @property {[words: string, kind: string, a: number[], b: number[]][]} starts
 * @property {Record<string, string>} art
 */

/** @param {number} heading */
export const wholeHeading = (heading) => ((heading % 360) + 360) % 360;

/** Round millionths to a whole number. @param {number} value */
const rounded = (value) =>
  value >= 0 ? Math.floor((value + HALF) / ONE) : -Math.floor((HALF - value) / ONE);

/** Return the angle between two headings. @param {number} a @param {number} b */
const between = (a, b) => Math.abs(wholeHeading(a - b + 180) - 180);

/** Return the square root, rounded down. @param {number} value */
function squareRoot(value) {
  let root = Math.floor(Math.sqrt(value));
  while (root * root > value) root--;
  while ((root + 1) * (root + 1) <= value) root++;
  return root;
}

/** Return the sines of 0 to 359 degrees, from those of 0 to 90. @param {number[]} sines */
function sineTable(sines) {
  return Array.from({ length: 360 }, (_, degrees) => {
    const turned = degrees % 180;
    const sine = sines[turned <= 90 ? turned : 180 - turned];
    return degrees < 180 ? sine : -sine;
  });
}

/** @template {FireData} [Data=FireData] */
export class ArcRules {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.sin = sineTable(data.sines);
    this.cos = this.sin.map((_, degrees) => this.sin[(degrees + 90) % 360]);
  }

  /**
   * Return the place at a distance ahead of another.
   * @param {number} x
   * @param {number} y
   * @param {number} heading
   * @param {number} length
   */
  ahead(x, y, heading, length) {
    return [x + rounded(length * this.sin[heading]), y + rounded(length * this.cos[heading])];
  }

  /**
   * Return the offset of a point that is forward and to the right of the middle of an aircraft.
   * @param {number} heading
   * @param {number} forward
   * @param {number} right
   */
  offset(heading, forward, right) {
    const [x, y] = this.ahead(0, 0, heading, forward);
    return this.ahead(x, y, wholeHeading(heading + 90), right);
  }

  /** @param {number} dx @param {number} dy @param {number} heading @param {number} half */
  isInArc(dx, dy, heading, half) {
    const left = wholeHeading(heading - half);
    const right = wholeHeading(heading + half);
    const isRightOfLeft = dx * this.cos[left] >= dy * this.sin[left];
    return isRightOfLeft && dx * this.cos[right] <= dy * this.sin[right];
  }

  /** @param {Aircraft} a @param {number} x @param {number} y @returns {Aim} */
  aimAtPoint(a, x, y) {
    const dx = x - a.x;
    const dy = y - a.y;
    const square = dx * dx + dy * dy;
    const near = square <= this.data.reach ** 2;
    const arc = this.isInArc(dx, dy, a.h, this.data.arc);
    return { point: [x, y], range: squareRoot(square), near, arc };
  }

  /**
   * Aim at the nearest point of a bomber, from its nose to its tail.
   * @param {Aircraft} a
   * @param {Aircraft} b
   * @returns {Aim}
   */
  aimAtBomber(a, b) {
    const { reach, arc: half, nearest, nose } = this.data;
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const along = -(dx * this.sin[b.h] + dy * this.cos[b.h]);
    const across = dy * this.sin[b.h] - dx * this.cos[b.h];
    const centre = this.isInArc(dx, dy, a.h, half);
    if (Math.abs(along) <= nose * ONE) {
      const isFacing = () => between(b.h + (across > 0 ? -90 : 90), a.h) <= half;
      return {
        point: this.ahead(b.x, b.y, b.h, rounded(along)),
        range: Math.floor(Math.abs(across) / ONE),
        near: Math.abs(across) <= reach * ONE,
        arc: nearest ? !across || isFacing() : centre,
      };
    }
    // The tail is opposite the nose.
    const [x, y] = this.offset(b.h, nose, 0).map((part) => (along > 0 ? part : -part));
    const end = this.aimAtPoint(a, b.x + x, b.y + y);
    return nearest ? end : { ...end, arc: centre };
  }

  /**
   * Return the aim of a fighter at its target: the nearest point, its distance, and whether the
   * fighter can fire at it.
   * @param {Aircraft} a
   * @param {Aircraft} b
   */
  fires(a, b) {
    const aim = b.kind === "bomber" ? this.aimAtBomber(a, b) : this.aimAtPoint(a, b.x, b.y);
    return { ...aim, can: aim.near && aim.arc };
  }

  /**
   * Whether an aircraft is straight in front of another (end 1) or behind it (-1), as seen from
   * the nose or tail of a bomber.
   * @param {Aircraft} a
   * @param {Aircraft} b
   * @param {1 | -1} end
   */
  isInLine(a, b, end) {
    const { from_ends, nose, direct } = this.data;
    const [x, y] = b.kind === "bomber" && from_ends ? this.offset(b.h, nose, 0) : [0, 0];
    return this.isInArc((a.x - b.x) * end - x, (a.y - b.y) * end - y, b.h, direct);
  }

  /** @param {Aircraft} a @param {Aircraft} b */
  deadAhead(a, b) {
    return between(a.h, b.h + 180) <= this.data.direct && this.isInLine(a, b, 1);
  }

  /** @param {Aircraft} a @param {Aircraft} b */
  deadAstern(a, b) {
    return between(a.h, b.h) <= this.data.direct && this.isInLine(a, b, -1);
  }

  /**
   * Return every gun of a bomber with its place, and the distance, arc and reach to a target.
   * @param {Aircraft} b
   * @param {number} x
   * @param {number} y
   * @param {boolean} hasTurret
   */
  guns(b, x, y, hasTurret) {
    const { guns, turret, reach } = this.data;
    const fitted = guns.filter(([key]) => hasTurret || key !== turret);
    return fitted.map(([key, forward, right, facing, half]) => {
      const [gunX, gunY] = this.offset(b.h, forward, right);
      const dx = x - b.x - gunX;
      const dy = y - b.y - gunY;
      const square = dx * dx + dy * dy;
      const near = square <= reach ** 2;
      const isInArc = () => this.isInArc(dx, dy, wholeHeading(b.h + facing), Math.min(half, 90));
      const arc = half >= 180 || isInArc();
      const place = [b.x + gunX, b.y + gunY];
      return { key, place, facing, half, range: squareRoot(square), near, arc, bears: near && arc };
    });
  }

  /**
   * Return the guns that fire at one target at one stop, from a table by the set of guns that bear.
   * @param {string[]} bearing
   */
  firing(bearing) {
    const bits = this.data.guns.map(([key], i) => (bearing.includes(key) ? 1 << i : 0));
    return this.data.volleys[bits.reduce((sum, bit) => sum + bit, 0)];
  }

  /**
   * Return the guns of a bomber that bear on a place; those that fire at one target there are
   * marked.
   * @param {Aircraft} b
   * @param {number} x
   * @param {number} y
   * @param {boolean} hasTurret
   */
  volley(b, x, y, hasTurret) {
    const bearing = this.guns(b, x, y, hasTurret).filter(({ bears }) => bears);
    const fire = this.firing(bearing.map(({ key }) => key));
    return bearing.map((gun) => ({ ...gun, fires: fire.includes(gun.key) }));
  }
}
