// Converts places on a table top to units of its drawing, and moves to keyframes. Places are in
// thousandths of an inch, x to the right and y away from the viewer; in the drawing y grows
// downwards.
import { pointIn, radians, svgElement } from "../common/svg.js";

const TURN = 0.2; // the time of a turn on the spot, as a share of the whole way

/**
 * `[forward, right, facing, half, reach]`, from the middle of a model
 * @typedef {number[]} Sector
 */

export class TabletopScale {
  /**
   * @param {number} unit thousandths of an inch in a unit of the drawing
   * @param {number} far the y of the upper edge, in thousandths of an inch
   */
  constructor(unit, far) {
    this.unit = unit;
    this.far = far;
  }

  /** @param {number} value */
  x(value) {
    return value / this.unit;
  }

  /** @param {number} value */
  y(value) {
    return (this.far - value) / this.unit;
  }

  /** @param {ArrayLike<any>} spot */
  point(spot) {
    return [this.x(spot[0]), this.y(spot[1])];
  }

  /** Return the place under a pointer. @param {SVGSVGElement} svg @param {PointerEvent} event */
  placeAt(svg, event) {
    const { x, y } = pointIn(svg, event);
    return [x * this.unit, this.far - y * this.unit];
  }

  /** Return a place as the drawing has it. @param {ArrayLike<any>} spot */
  coordinates(spot) {
    return this.point(spot)
      .map((value) => value.toFixed(1))
      .join(" ");
  }

  /** Return the path of a line through places. @param {ArrayLike<any>[]} spots */
  line(spots) {
    return `M${spots.map((spot) => this.coordinates(spot)).join("L")}`;
  }

  /** @param {ArrayLike<any>} spot */
  shift(spot) {
    const [x, y] = this.point(spot).map((value) => value.toFixed(2));
    return `translate(${x}px,${y}px)`;
  }

  /** @param {ArrayLike<any>} spot @param {number} degrees */
  turned(spot, degrees) {
    return `${this.shift(spot)} rotate(${degrees}deg)`;
  }

  /**
   * Draw a sector that a model reaches with its fire.
   * @param {Sector} sector
   * @param {ArrayLike<any>} at where the model stands: x, y, heading
   * @param {Element} into
   * @param {string} group of the model
   */
  drawSector([forward, right, facing, half, distance], at, into, group) {
    const looks = { class: "cb-sector", "data-group": group };
    const heading = radians(at[2]);
    const r = distance / this.unit;
    const cx = this.x(at[0] + forward * Math.sin(heading) + right * Math.cos(heading));
    const cy = this.y(at[1] + forward * Math.cos(heading) - right * Math.sin(heading));
    if (half >= 180) return svgElement("circle", { ...looks, cx, cy, r }, into);
    const d = sectorPath(cx, cy, r, at[2] + facing, half);
    return svgElement("path", { ...looks, d }, into);
  }

  /** Return the keyframes of a way: leg, turn, leg. @param {Spot[]} spots */
  keyframes(spots) {
    const legs = spots.slice(1).map((s, n) => Math.hypot(s[0] - spots[n][0], s[1] - spots[n][1]));
    const length = legs.reduce((sum, leg) => sum + leg, 0);
    const times = [0];
    legs.forEach((leg, n) => {
      const isTurn = spots[n + 1][2] !== spots[n][2];
      times.push(times[n] + leg + (isTurn ? TURN * length : 0));
    });
    const end = times[times.length - 1];
    let heading = spots[0][2];
    /** @type {Keyframe[]} */
    const shifts = [];
    /** @type {Keyframe[]} */
    const turns = [];
    spots.forEach((spot, i) => {
      heading += ((spot[2] - (heading % 360) + 900) % 360) - 180; // by the shorter way
      const offset = i === spots.length - 1 ? 1 : times[i] / end;
      shifts.push({ transform: this.shift(spot), offset });
      turns.push({ transform: this.turned(spot, heading), offset });
    });
    return { shifts, turns };
  }
}

/**
 * Return the path of a sector around a point; angles in degrees, clockwise from the top.
 * @param {number} cx
 * @param {number} cy
 * @param {number} r
 * @param {number} mid
 * @param {number} half
 */
function sectorPath(cx, cy, r, mid, half) {
  const [from, to] = [mid - half, mid + half].map(radians).map((turn) => {
    const x = (cx + r * Math.sin(turn)).toFixed(1);
    return `${x} ${(cy - r * Math.cos(turn)).toFixed(1)}`;
  });
  return `M${cx.toFixed(1)} ${cy.toFixed(1)}L${from}A${r} ${r} 0 0 1 ${to}Z`;
}
