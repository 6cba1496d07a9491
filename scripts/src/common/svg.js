// Parts of drawings.

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new part of a drawing.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Element | null} [into] what it is put into
 * @param {string} [text]
 * @returns {SVGGraphicsElement}
 */
export function svgElement(name, attributes, into, text) {
  const made = /** @type {SVGGraphicsElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text) made.textContent = text;
  into?.append(made);
  return made;
}

/**
 * Where a pointer is, in units of a drawing.
 * @param {SVGSVGElement} svg
 * @param {PointerEvent} event
 * @returns {DOMPoint}
 */
export function pointIn(svg, { clientX, clientY }) {
  const matrix = svg.getScreenCTM();
  return new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
}

/** The angle in radians. @param {number} degrees */
export const radians = (degrees) => (degrees * Math.PI) / 180;
