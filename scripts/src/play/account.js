// The account of a game: a list of its events, in which each line is a button.
import { element, findAll, slot } from "../common/dom.js";
import { html, setMarkup } from "../common/html.js";
import { lineActionsMarkup, lineMarkup, newsMarkup } from "./markup.js";
import { lineFrom, seenOf, struckLines } from "./state.js";

export class Account {
  /** @param {PlayTable} table */
  constructor({ page, root, data, state }) {
    this.root = root;
    this.data = data;
    this.state = state;
    this.list = slot(page, "told");
    this.box = /** @type {HTMLElement} */ (this.list.parentElement);
    this.news = slot(page, "news");
    this.isAtEnd = false;
    // A font that loads late or a taller decision changes the height of the list.
    new ResizeObserver(() => {
      if (this.isAtEnd) this.box.scrollTop = this.box.scrollHeight;
    }).observe(this.box);
    for (const name of ["wheel", "touchmove"]) {
      const leave = () => {
        this.isAtEnd = false;
      };
      this.box.addEventListener(name, leave, { passive: true });
    }
  }

  /** Return the items from an event on; none for event 0. @param {number} event */
  itemsFrom(event) {
    if (!event) return [];
    const items = /** @type {HTMLElement[]} */ ([...this.list.children]);
    return items.slice(lineFrom(this.state.lines, event));
  }

  /** Return the line that contains an element. @param {HTMLElement} el */
  lineOf(el) {
    const item = /** @type {HTMLElement} */ (el.closest("li"));
    return this.state.lines[Number(item.dataset.n)];
  }

  /** Replace the lines from an index on. @param {number} cut */
  write(cut) {
    while (this.list.children.length > cut) this.list.lastChild?.remove();
    const items = this.state.lines.slice(cut).map((line, n) => {
      const kind = line.kind === "phase" ? "phase" : "line";
      const item = element("li", { "data-n": cut + n, class: `cb-told cb-told--${kind}` });
      item.style.setProperty("--deep", String(line.depth));
      setMarkup(item, lineMarkup(this.data, line));
      return item;
    });
    this.list.append(...items);
  }

  /**
   * Hide the lines after an event, while the player steps through the account.
   * @param {number} event the last event to show; 0 shows all
   */
  hideAfter(event) {
    this.state.hiddenAfter = event;
    for (const item of findAll(this.list, "[hidden]")) item.hidden = false;
    if (event) for (const item of this.itemsFrom(event + 1)) item.hidden = true;
  }

  /**
   * Mark the lines of an event and scroll to them.
   * @param {number} event 0 for none: then the list scrolls to its end
   */
  follow(event) {
    const { box, state } = this;
    const fresh = this.itemsFrom(state.freshFrom);
    const current = this.itemsFrom(event).filter((item) => this.lineOf(item)?.event === event);
    const marked = findAll(this.list, ".cb-told--now, .cb-told--fresh");
    // A class that is removed and added again has every part of the line laid out again.
    for (const item of new Set([...marked, ...fresh, ...current])) {
      item.classList.toggle("cb-told--fresh", fresh.includes(item));
      item.classList.toggle("cb-told--now", current.includes(item));
    }
    if (current.length) box.scrollTop = Math.max(0, current[0].offsetTop - box.clientHeight / 2);
    const isOpen = this.root.classList.contains("cb-play--sheet") && fresh.length > 0;
    this.isAtEnd = !current.length && !isOpen;
    if (!current.length) box.scrollTop = this.isAtEnd ? box.scrollHeight : fresh[0].offsetTop - 4;
  }

  /**
   * Summarise what happened since the last decision, where that is more than one line. The caller
   * scrolls the account with `follow`, once everything is in place.
   * @param {AccountLine[]} lines
   */
  showNews(lines) {
    const isMany = lines.length > 1;
    const marked = struckLines(this.state, lines).map(({ who, text }) =>
      [who, text.replace(/\.$/, "")].filter(Boolean).join(": "),
    );
    this.openSheet(false);
    this.root.toggleAttribute("data-news", isMany); // a changed class restyles everything below
    this.news.hidden = !isMany;
    setMarkup(this.news, isMany ? newsMarkup(lines.length, marked) : html``);
  }

  /** Show the account over the drawing, or beside it again. @param {boolean} isOpen */
  openSheet(isOpen) {
    this.root.classList.toggle("cb-play--sheet", isOpen);
    this.news.setAttribute("aria-expanded", String(isOpen));
  }

  toggleSheet() {
    this.openSheet(!this.root.classList.contains("cb-play--sheet"));
    this.follow(0);
  }

  /**
   * Show or hide the actions of a line; one line at most shows them.
   * @param {HTMLElement} button
   */
  unfold(button) {
    const open = this.list.querySelector(".cb-told__does");
    const item = /** @type {HTMLElement} */ (button.closest("li"));
    const wasOpen = open?.parentElement === item;
    open?.parentElement?.firstElementChild?.setAttribute("aria-expanded", "false");
    open?.remove();
    if (wasOpen) return;
    button.setAttribute("aria-expanded", "true");
    const canGoBack = this.lineOf(button).answers !== null && !seenOf(this.state).across;
    item.insertAdjacentHTML("beforeend", String(lineActionsMarkup(canGoBack)));
  }
}
