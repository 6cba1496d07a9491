// Wide and long tables scroll in a region that the keyboard can reach and a screen reader can
// name.
import { findAll } from "../common/dom.js";

const REGIONS = "[data-cb-region], .md-typeset pre > code";

/**
 * What goes on to the right fades there, until it has been scrolled to its end.
 * @param {Element} el
 */
function markMore(el) {
  el.classList.toggle("cb-more", el.scrollLeft + el.clientWidth < el.scrollWidth - 12);
}

export function updateRegions() {
  const codes = findAll(document, ".md-typeset pre > code");
  for (const el of findAll(document, REGIONS)) {
    if (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1) {
      el.tabIndex = 0;
      el.setAttribute("role", "region");
      // Each block of code has a name of its own.
      el.setAttribute("aria-label", el.dataset.cbRegion || `Code ${codes.indexOf(el) + 1}`);
    } else if (el.hasAttribute("role")) {
      for (const name of ["tabindex", "role", "aria-label"]) el.removeAttribute(name);
    }
    markMore(el);
  }
}

export function startRegions() {
  const onScroll = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLElement && target.dataset.cbRegion) markMore(target);
  };
  document.addEventListener("scroll", onScroll, { capture: true, passive: true });
  addEventListener("resize", updateRegions);
  // After the first frame: to measure before it would lay out the page twice.
  requestAnimationFrame(() => setTimeout(updateRegions, 0));
  document.fonts?.ready.then(() => setTimeout(updateRegions, 50));
}
