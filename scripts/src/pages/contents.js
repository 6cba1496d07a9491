// The list of contents: it marks the section that is being read and scrolls along. What an
// address leads to is unfolded, and everything is unfolded on paper.
import { closest, find, findAll } from "../common/dom.js";

const ACTIVE = "md-nav__link--active";
const HEADER = 90; // pixels: a section counts as read once its heading is as high as that

/**
 * The element that an address leads to on this page; null where it leads nowhere.
 * @param {string} hash
 */
export function hashTarget(hash) {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}

/**
 * Scroll the list alone, never the page, so that a link in it can be seen.
 * @param {Element} link
 */
function showInList(link) {
  const list = link.closest(".md-sidebar__scrollwrap");
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const at = link.getBoundingClientRect();
  const room = list.getBoundingClientRect();
  if (at.top < room.top || at.bottom > room.bottom) {
    list.scrollTop += at.top - room.top - room.height / 2;
  }
}

/** Follows the reader through the page. */
class ContentsMarker {
  constructor() {
    /** @type {HTMLAnchorElement[]} */
    this.links = [...document.querySelectorAll(".md-nav--secondary a[href^='#']")].map(
      (link) => /** @type {HTMLAnchorElement} */ (link),
    );
    this.headings = this.links.map((link) => hashTarget(link.hash));
    this.toTop = find(document, ".md-top");
    /** @type {HTMLElement | undefined} */
    this.active = undefined;
    this.isAsked = false;
    this.scrolled = 0;
  }

  follow() {
    this.isAsked = false;
    const { scrollHeight } = document.documentElement;
    const atEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2;
    this.mark(
      this.links.findLast((_, n) => {
        const heading = this.headings[n];
        return heading && (atEnd || heading.getBoundingClientRect().top < HEADER);
      }),
    );
    if (this.toTop && scrollY !== this.scrolled) {
      this.toTop.hidden = !(scrollY > 600 && scrollY < this.scrolled);
    }
    this.scrolled = scrollY;
  }

  /** @param {HTMLElement | undefined} link */
  mark(link) {
    if (link === this.active) return;
    this.active?.classList.remove(ACTIVE);
    this.active?.removeAttribute("aria-current");
    this.active = link;
    if (!link) return;
    link.classList.add(ACTIVE);
    link.setAttribute("aria-current", "true");
    showInList(link);
  }

  start() {
    const onScroll = () => {
      if (this.isAsked) return;
      this.isAsked = true;
      requestAnimationFrame(() => this.follow());
    };
    addEventListener("scroll", onScroll, { passive: true });
    this.toTop?.addEventListener("click", () => {
      scrollTo(0, 0);
      document.documentElement.focus();
    });
    requestAnimationFrame(() => {
      this.follow();
      // The entry is there twice, for narrow and wide screens: the link is the one of wide ones.
      for (const link of findAll(document, `.md-sidebar--primary a.${ACTIVE}[href]`)) {
        if (!this.active) showInList(link);
      }
    });
  }
}

/** Open every fold around what the address leads to. */
function unfold() {
  const target = hashTarget(location.hash);
  const fold = target?.parentElement?.closest("details:not([open])");
  if (!target || !fold) return;
  fold.setAttribute("open", "");
  unfold();
  target.scrollIntoView();
}

export function startContents() {
  new ContentsMarker().start();
  // A link within the page closes the drawer that it stands in.
  document.addEventListener("click", (event) => {
    const drawer = /** @type {HTMLInputElement | null} */ (document.getElementById("__drawer"));
    if (drawer && closest(event, ".md-sidebar--primary a[href^='#']")) drawer.checked = false;
  });
  addEventListener("hashchange", unfold);
  unfold();
  addEventListener("beforeprint", () => {
    for (const fold of findAll(document, "details:not([open])")) fold.setAttribute("open", "");
  });
}
