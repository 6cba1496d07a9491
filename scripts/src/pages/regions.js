// Makes wide and long tables scrollable regions, which the keyboard can reach and a screen reader
// can name.
import { findAll } from "../common/dom.js";

const REGIONS = "[data-cb-region], .md-typeset pre > code";

/**
 * Mark an element that can be scrolled further to the right; the style sheet fades its edge.
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
  // Measuring before the first frame would lay out the page twice.
  requestAnimationFrame(() => setTimeout(updateRegions, 0));
  document.fonts?.ready.then(() => setTimeout(updateRegions, 50));
}
