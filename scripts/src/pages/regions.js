// Makes wide and long tables scrollable regions, which the keyboard can reach and a screen reader
// can name.
import { findAll } from "../common/dom.js";

const REGIONS = ".cb-scroll, [data-cb-region], .md-typeset pre > code";

/**
 * Whether an element can be scrolled further to the right; the style sheet fades its edge.
 * @param {Element} el
 */
const hasMore = (el) => el.scrollLeft + el.clientWidth < el.scrollWidth - 12;

export function updateRegions() {
  const codes = findAll(document, ".md-typeset pre > code");
  // To measure an element after another has changed would lay out the page again.
  const measured = findAll(document, REGIONS).map((el) => ({
    el,
    isRegion: el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1,
    more: hasMore(el),
  }));
  for (const [n, { el, isRegion, more }] of measured.entries()) {
    if (isRegion) {
      el.tabIndex = 0;
      el.setAttribute("role", "region");
      // Each block of code and each table has a name of its own.
      const name = codes.includes(el) ? `Code ${codes.indexOf(el) + 1}` : `Table ${n + 1}`;
      el.setAttribute("aria-label", el.dataset.cbRegion || name);
    } else if (el.hasAttribute("role")) {
      for (const name of ["tabindex", "role", "aria-label"]) el.removeAttribute(name);
    }
    el.classList.toggle("cb-more", more);
  }
}

export function startRegions() {
  const onScroll = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLElement && target.matches(REGIONS)) {
      target.classList.toggle("cb-more", hasMore(target));
    }
  };
  document.addEventListener("scroll", onScroll, { capture: true, passive: true });
  addEventListener("resize", updateRegions);
  document.addEventListener("toggle", updateRegions, { capture: true }); // a table came into sight
  // Measuring before the first frame would lay out the page twice.
  requestAnimationFrame(() => setTimeout(updateRegions, 0));
  document.fonts?.ready.then(() => setTimeout(updateRegions, 50));
}
