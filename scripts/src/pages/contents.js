// The table of contents, which marks the section that is being read. Also unfolds the target of an
// address, and everything before the page is printed.
import { closest, find, findAll } from "../common/dom.js";

const ACTIVE = "md-nav__link--active";
const HEADER = 90; // pixels from the top at which a heading becomes the current one

/** Return the element that a hash leads to; null where there is none. @param {string} hash */
export function hashTarget(hash) {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}

/** Scroll a link of the list into view, without scrolling the page. @param {Element} link */
function showInList(link) {
  const list = link.closest(".md-sidebar__scrollwrap");
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const linkBox = link.getBoundingClientRect();
  const listBox = list.getBoundingClientRect();
  if (linkBox.top < listBox.top || linkBox.bottom > listBox.bottom) {
    list.scrollTop += linkBox.top - listBox.top - listBox.height / 2;
  }
}

/** Marks the entry of the current section, and shows the button to the top. */
class ContentsMarker {
  constructor() {
    const links = findAll(document, ".md-nav--secondary a[href^='#']");
    this.links = /** @type {HTMLAnchorElement[]} */ (links);
    this.headings = this.links.map((link) => hashTarget(link.hash));
    this.toTop = find(document, ".md-top");
    /** @type {HTMLElement | undefined} */
    this.active = undefined;
    this.isRequested = false;
    this.scrolled = 0;
  }

  follow() {
    this.isRequested = false;
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
      if (this.isRequested) return;
      this.isRequested = true;
      requestAnimationFrame(() => this.follow());
    };
    addEventListener("scroll", onScroll, { passive: true });
    this.toTop?.addEventListener("click", () => {
      scrollTo(0, 0);
      document.documentElement.focus();
    });
    requestAnimationFrame(() => {
      this.follow();
      // The entry of this page occurs twice, for narrow and wide screens; only the wide one is a
      // link.
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
  // A link within the page must close the drawer that contains it.
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
