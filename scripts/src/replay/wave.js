// The picture of an overview in motion: one wave of a mission, once, while it is in sight.
import { find } from "../common/dom.js";
import { FrameRenderer } from "./frame-renderer.js";
import { applyStep } from "./frames.js";
import { tabletopViews } from "./tabletop.js";

const LENGTH = 20000; // milliseconds of a wave
const SLOWEST = 1600; // milliseconds of a step

/** @param {HTMLElement} figure with the drawing, its frames and the button */
export function startWave(figure) {
  const [svg, control] = [find(figure, "svg"), find(figure, "button")];
  /** @type {Record<string, any>[]} */
  const steps = JSON.parse(find(figure, "script").textContent ?? "");
  const time = Math.min(SLOWEST, LENGTH / steps.length);
  const renderer = new FrameRenderer(svg, tabletopViews(svg));
  /** @type {Frame} */
  let frame = {};
  let shown = 0;
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    renderer.pause();
    control.textContent = "Play";
  };
  const step = () => {
    if (shown === steps.length) return stop();
    applyStep(frame, steps[shown++]);
    renderer.show(frame, time);
    timer = setTimeout(step, time);
  };
  const start = () => {
    if (shown === steps.length) [shown, frame] = [0, {}];
    svg.querySelector(".cb-still__plate")?.remove();
    control.textContent = "Pause";
    timer = setTimeout(step, renderer.resume());
  };
  control.hidden = false;
  control.addEventListener("click", () => (control.textContent === "Play" ? start : stop)());
  new IntersectionObserver(([{ isIntersecting }], seen) => {
    if (!isIntersecting) return;
    seen.disconnect();
    start();
  }).observe(svg);
}
