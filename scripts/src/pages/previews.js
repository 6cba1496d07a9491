// Previews of the targets of links and the meanings of key words, in a box beside them, on hover,
// focus or touch. The previews of a game are divided into scripts, which are loaded at their
// first use.
import { closest, element, findAll } from "../common/dom.js";
import { runScript } from "../common/load.js";
import { updateRegions } from "./regions.js";

const ABOUT = "a[data-cb-ref],abbr[data-cb-term]";
const HEADER = 68; // pixels that the header covers
const CLOSE_DELAY = 220; // milliseconds
const OPEN_DELAY = 260;

const PARTS = 16; // scripts that the previews of a game are divided into, as in `web/page_notes.py`

/** Return the path of a script with previews. @param {string} game @param {number} part */
const scriptOf = (game, part) => `assets/previews/${game}-${part}.js`;

/** Return the paths of all scripts with previews of a game. @param {string} game */
export const previewScripts = (game) =>
  Array.from({ length: PARTS }, (_, part) => scriptOf(game, part));

/** @param {string} id */
const partOf = (id) => [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % PARTS;

/**
 * Return the preview of a table, rule or ruling as HTML; undefined where there is none.
 * @param {string} ref the game and the id
 */
export async function previewOf(ref) {
  const [game, id] = ref.split("/");
  const number = partOf(id);
  const previews = () => window.cbPreviews?.[`${game}-${number}`];
  if (!previews()) await runScript(scriptOf(game, number)).catch(() => {});
  return previews()?.[id];
}

/**
 * Put a preview into an element, with its links turned into plain text and without ids.
 * @param {HTMLElement} into
 * @param {string} html
 * @param {boolean} [keepsClass] whether former links keep their look
 */
export function setPreview(into, html, keepsClass) {
  into.innerHTML = html;
  for (const el of findAll(into, "[id]")) el.removeAttribute("id");
  for (const link of findAll(into, "a")) {
    link.replaceWith(element("span", { class: keepsClass && link.className }, ...link.childNodes));
  }
}

/** The box of a preview, and the element that it belongs to. */
class PreviewBox {
  constructor() {
    this.box = element("div", { class: "cb-preview md-typeset", id: "cb-preview", hidden: "" });
    /** @type {HTMLElement | null} */
    this.owner = null;
    this.timer = 0;
    this.isTouch = false;
    this.box.addEventListener("mouseenter", () => clearTimeout(this.timer));
    this.box.addEventListener("mouseleave", () => this.closeLater());
  }

  close() {
    clearTimeout(this.timer);
    this.owner?.removeAttribute("aria-describedby");
    this.owner = null;
    this.box.hidden = true;
  }

  closeLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), CLOSE_DELAY);
  }

  /** @param {HTMLElement} owner @param {number} [delay] */
  open(owner, delay = -1) {
    this.close();
    this.owner = owner;
    if (delay < 0) this.fill(owner);
    else this.timer = setTimeout(() => this.fill(owner), delay);
  }

  /** @param {HTMLElement} owner */
  async fill(owner) {
    const { cbTerm, cbRef = "" } = owner.dataset;
    if (cbTerm) {
      this.setRole(null);
      this.box.textContent = cbTerm;
      return this.place(owner);
    }
    const preview = await previewOf(cbRef);
    if (!preview || this.owner !== owner) return;
    setPreview(this.box, preview, true);
    const name = cbRef.slice(cbRef.indexOf("/") + 1);
    this.setRole(this.isTouch ? name : null);
    // On a touch screen the first tap opens the preview, so the box contains the link.
    if (this.isTouch && owner instanceof HTMLAnchorElement) {
      const link = { class: "cb-preview__go", href: owner.href };
      this.box.append(element("a", link, `Open ${name}`));
    }
    this.place(owner);
  }

  /** Make the box a dialog with a name, or a tooltip without. @param {string | null} name */
  setRole(name) {
    this.box.classList.toggle("cb-preview--touch", name !== null);
    this.box.setAttribute("role", name === null ? "tooltip" : "dialog");
    if (name === null) this.box.removeAttribute("aria-label");
    else this.box.setAttribute("aria-label", `Preview of ${name}`);
  }

  /**
   * Show the box below its owner, or above where there is more space.
   * @param {HTMLElement} owner
   */
  place(owner) {
    const { box } = this;
    if (!box.isConnected) document.body.append(box);
    box.classList.toggle("cb-preview--term", "cbTerm" in owner.dataset);
    box.hidden = false;
    box.scrollTop = 0;
    box.style.maxHeight = "";
    if (this.isTouch) updateRegions();
    const at = owner.getBoundingClientRect();
    const size = box.getBoundingClientRect();
    const most = document.documentElement.clientWidth - size.width - 12;
    const below = innerHeight - at.bottom - 16;
    const over = at.top - HEADER;
    const isAbove = size.height > below && over > below;
    const height = Math.min(size.height, Math.max(isAbove ? over : below, 160));
    box.style.maxHeight = `${height}px`;
    box.style.left = `${Math.max(8, Math.min(at.left, most)) + scrollX}px`;
    box.style.top = `${(isAbove ? at.top - height - 8 : at.bottom + 8) + scrollY}px`;
    owner.setAttribute("aria-describedby", "cb-preview");
  }
}

/**
 * Return the mention whose preview a tap opens. In lists of links a tap follows the link instead.
 * @param {Event} event
 */
function mentionAt(event) {
  const link = closest(event, ABOUT);
  return link?.closest("table.cb-index,.cb-refs,.cb-graph") ? null : link;
}

/** @param {PreviewBox} preview */
function listenToMouse(preview) {
  /** @param {Event} event */
  const enter = (event) => {
    if (preview.isTouch) return;
    const link = closest(event, ABOUT);
    if (link && link === preview.owner) clearTimeout(preview.timer);
    else if (link) preview.open(link, event.type === "focusin" ? 0 : OPEN_DELAY);
  };
  /** @param {Event} event */
  const leave = (event) => {
    if (preview.isTouch || !preview.owner) return;
    if (closest(event, ABOUT) === preview.owner) preview.closeLater();
  };
  for (const name of ["mouseover", "focusin"]) document.addEventListener(name, enter);
  for (const name of ["mouseout", "focusout"]) document.addEventListener(name, leave);
}

/**
 * A tap on a mention opens its preview and a second tap follows the link; a tap elsewhere closes
 * the preview. A tap without size comes from a screen reader, and follows the link.
 * @param {PreviewBox} preview
 */
function listenToTouch(preview) {
  const onDown = (/** @type {PointerEvent} */ { pointerType, width, height }) => {
    preview.isTouch = pointerType === "touch" && (width > 0 || height > 0);
  };
  document.addEventListener("pointerdown", onDown, true);
  document.addEventListener("pointerup", (event) => {
    if (!preview.isTouch || !preview.owner || closest(event, ".cb-preview")) return;
    if (mentionAt(event) !== preview.owner) preview.close();
  });
  document.addEventListener("click", (event) => {
    if (!preview.isTouch || event.defaultPrevented) return;
    const link = mentionAt(event);
    if (!link || link === preview.owner) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    preview.open(link);
  });
}

export function startPreviews() {
  const preview = new PreviewBox();
  // The box replaces the `title` of key words, which browsers show on hover only.
  for (const word of findAll(document, ".md-typeset abbr[title]")) {
    word.dataset.cbTerm = word.title;
    word.removeAttribute("title");
    word.tabIndex = 0;
  }
  listenToMouse(preview);
  listenToTouch(preview);
  addEventListener("pagehide", () => preview.close());
  document.addEventListener("keydown", (event) => {
    preview.isTouch = false;
    if (event.key === "Escape") preview.close();
  });
}
