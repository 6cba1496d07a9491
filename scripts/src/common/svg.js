// Helpers for SVG drawings.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Element | null} [into] the parent
 * @param {string} [text]
 * @returns {SVGGraphicsElement}
 */
export function svgElement(name, attributes, into, text) {
  const el = /** @type {SVGGraphicsElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, String(value));
  if (text) el.textContent = text;
  into?.append(el);
  return el;
}

/**
 * Return the position of a pointer in units of a drawing.
 * @param {SVGSVGElement} svg
 * @param {PointerEvent} event
 * @returns {DOMPoint}
 */
export function pointIn(svg, { clientX, clientY }) {
  const matrix = svg.getScreenCTM();
  return new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
}

/** Convert an angle to radians. @param {number} degrees */
export const radians = (degrees) => (degrees * Math.PI) / 180;
