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

/**
 * Let one finger or the mouse drag something. A drag by finger does not scroll the page.
 * @param {SVGElement} el that gets the events of the pointer
 * @param {(event: PointerEvent) => ((event: PointerEvent) => void) | null} begin returns what
 *   follows the pointer; null where nothing is dragged
 * @param {() => void} [end]
 */
export function listenToDrags(el, begin, end = () => {}) {
  /** @type {((event: PointerEvent) => void) | null} */
  let follow = null;
  el.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) return;
    follow = begin(event);
    if (!follow) return;
    el.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  el.addEventListener("pointermove", (event) => {
    if (event.isPrimary) follow?.(event);
  });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    el.addEventListener(name, () => {
      if (follow) end();
      follow = null;
    });
  }
  // The pointer's event comes first.
  const onTouch = (/** @type {TouchEvent} */ event) => follow && event.preventDefault();
  el.addEventListener("touchstart", onTouch, { passive: false });
}

/** Convert an angle to radians. @param {number} degrees */
export const radians = (degrees) => (degrees * Math.PI) / 180;
