// A picture of the table: the drawing in its present colours, with a title and a line of facts.
import { find } from "../common/dom.js";

const LOOKS = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "stroke-linecap",
  "opacity",
  "visibility",
  "display",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "paint-order",
];
const WIDTH = 1200;
const HEIGHT = 630;
const HEAD = 96; // pixels above the drawing
const EDGE = 28;

/**
 * Copy the computed styles of a drawing, because an SVG image has no access to the style sheets.
 * @param {Element} from
 * @param {SVGElement} to
 */
function copyLooks(from, to) {
  const looks = getComputedStyle(from);
  for (const name of LOOKS) to.style.setProperty(name, looks.getPropertyValue(name));
  if (looks.transform !== "none" && !from.hasAttribute("transform")) {
    to.setAttribute("transform", looks.transform);
  }
  [...from.children].forEach((child, i) => {
    copyLooks(child, /** @type {SVGElement} */ (to.children[i]));
  });
}

/** @param {SVGSVGElement} svg @param {Element} [defs] shapes of the page that it uses */
function copyDrawing(svg, defs) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  copyLooks(svg, copy);
  if (defs) {
    const shapes = /** @type {Element} */ (defs.cloneNode(true));
    shapes.querySelector("style")?.remove();
    copy.prepend(shapes);
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return copy;
}

/** @param {SVGSVGElement} svg @param {number} width @param {number} height */
async function imageOf(svg, width, height) {
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  const image = new Image();
  const text = encodeURIComponent(new XMLSerializer().serializeToString(svg));
  image.src = `data:image/svg+xml;charset=utf-8,${text}`;
  await image.decode();
  return image;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const blobOf = (canvas) =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("this browser makes no picture of the drawing"));
    });
  });

/** Return a picture of one drawing in its present colours. @param {SVGSVGElement} svg */
export async function pictureOf(svg) {
  const { width, height } = svg.viewBox.baseVal;
  const canvas = document.createElement("canvas");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const scale = WIDTH / width;
  canvas.width = WIDTH + 2 * EDGE;
  canvas.height = height * scale + 2 * EDGE;
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const image = await imageOf(copyDrawing(svg), WIDTH, height * scale);
  pen.drawImage(image, EDGE, EDGE, WIDTH, height * scale);
  return blobOf(canvas);
}

/**
 * Draw every plane, or the table top, under a title and a line of facts.
 * @param {HTMLElement} root the element of the table
 * @param {string} title
 * @param {string[]} facts
 */
export async function drawPicture(root, title, facts) {
  const canvas = document.createElement("canvas");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const looks = getComputedStyle(root);
  const defs = find(root, "defs");
  /** @type {NodeListOf<SVGSVGElement>} */
  const drawings = root.querySelectorAll(".cb-air,.cb-top[data-unit]");
  const each = WIDTH / drawings.length;
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  pen.fillStyle = looks.backgroundColor;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = looks.color;
  pen.font = `600 34px ${looks.fontFamily}`;
  pen.fillText(title, EDGE, 46, WIDTH - 2 * EDGE);
  pen.font = `400 22px ${looks.fontFamily}`;
  pen.fillText(facts.join(" · "), EDGE, 80, WIDTH - 2 * EDGE);
  const draw = async (/** @type {SVGSVGElement} */ svg, /** @type {number} */ i) => {
    const image = await imageOf(copyDrawing(svg, defs), each, HEIGHT - HEAD);
    pen.drawImage(image, i * each, HEAD, each, HEIGHT - HEAD);
  };
  await Promise.all([...drawings].map(draw));
  return blobOf(canvas);
}
