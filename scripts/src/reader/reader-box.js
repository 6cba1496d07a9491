// The box beside a rule number or a button: link, citation, bookmark, note and report.
import { copyOrShow } from "../common/clipboard.js";
import { button, element, find } from "../common/dom.js";
import { loadGlobal } from "../common/load.js";
import { SITE } from "../common/site.js";
import { LONGEST, pagePath, readMarks, removeMark, setMark } from "./mark-store.js";
import { citation, reportText, reportTitle, reportUrl } from "./report.js";

/** @typedef {import("./report.js").Subject} Subject */

/** Return the local date in ISO format. */
export function today() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Return the version and report address from the foot of the page, and the digest of its game. */
export function aboutSite() {
  const { cbVersion = "", cbGame = "", cbReport = "" } = find(document, ".cb-colophon").dataset;
  return { version: cbVersion, digest: window.cbDigests?.[cbGame] ?? "", report: cbReport };
}

/**
 * Return the rule, table or page that a button or rule number stands for.
 * @param {HTMLElement} opener
 * @returns {Subject}
 */
export function subjectOf(opener) {
  const { cbAbout, cbName, cbAt } = opener.dataset;
  const page = find(document, "meta[property='og:title']").getAttribute("content") ?? "";
  const address = location.href.split(/[?#]/)[0];
  if (cbAbout !== undefined) {
    const url = cbAt ? new URL(cbAt, location.href).href : address;
    return { key: cbAbout, name: cbName ?? "", page, url };
  }
  const id = opener.textContent ?? "";
  const { cbGame } = find(document, ".cb-colophon").dataset;
  const url = address + /** @type {HTMLAnchorElement} */ (opener).hash;
  return { key: `${cbGame}/${id}`, name: `Rule ${id}`, page, url };
}

class ReaderBox {
  /** @param {HTMLElement} opener */
  constructor(opener) {
    this.opener = opener;
    this.subject = subjectOf(opener);
    this.status = element("p", { class: "cb-reader__status", role: "status" });
    const title = this.subject.name;
    const about = { class: "cb-reader", role: "dialog", "aria-label": title, popover: "auto" };
    this.box = element("div", about, element("p", { class: "cb-reader__title" }, title));
  }

  /** Return the address for a report; empty where the site has none. */
  reportAddress() {
    const about = aboutSite();
    const text = reportText(this.subject, about, today());
    return reportUrl(about.report, reportTitle(this.subject), text);
  }

  actions() {
    const { subject, status } = this;
    const cited = () => citation(subject, aboutSite(), today());
    const actions = [
      button("Copy link", () => copyOrShow(status, subject.url, "Link copied.")),
      button("Cite", () => copyOrShow(status, cited(), "Citation copied.")),
    ];
    const href = this.reportAddress();
    const link = { href, target: "_blank", rel: "noopener" };
    if (href) actions.push(element("a", link, "Report a mistake"));
    return element("div", { class: "cb-reader__actions" }, ...actions);
  }

  /** The controls for the bookmark and the note. Writing a note sets the bookmark. */
  marking() {
    const { subject } = this;
    const known = readMarks().find(({ key }) => key === subject.key);
    const tick = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
    const note = /** @type {HTMLTextAreaElement} */ (element("textarea", { rows: 3 }));
    tick.checked = !!known;
    note.value = known?.note ?? "";
    note.maxLength = LONGEST.note;
    const save = () => {
      if (!tick.checked) return removeMark(subject.key);
      const { key, name, page } = subject;
      const url = pagePath(subject.url, SITE.href);
      const added = known?.added ?? today();
      const title = `${name}, ${page}`.slice(0, LONGEST.name);
      setMark({ key, name: title, url, note: note.value, added });
    };
    tick.addEventListener("change", save);
    note.addEventListener("input", () => {
      tick.checked ||= note.value !== "";
      save();
    });
    const list = new URL("about/marks.html", SITE).href;
    return [
      element("label", { class: "cb-reader__mark" }, tick, " Bookmark"),
      element("label", {}, "Note, kept on this device", note),
      element("p", {}, element("a", { href: list }, "All my marks")),
    ];
  }

  open() {
    const { box } = this;
    box.append(this.actions(), this.status, ...this.marking());
    document.body.append(box);
    box.addEventListener("toggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
      const hadFocus =
        box.contains(document.activeElement) || !document.activeElement?.matches(":focus");
      box.remove();
      if (hadFocus) this.opener.focus({ preventScroll: true });
    });
    box.showPopover();
    this.place();
    find(box, "button").focus({ preventScroll: true });
  }

  /** Place the box below its opener, or above where there is more space, within the page. */
  place() {
    const at = this.opener.getBoundingClientRect();
    const { width, height } = this.box.getBoundingClientRect();
    const below = at.bottom + 8;
    const top = below + height < innerHeight ? below : Math.max(8, at.top - height - 8);
    const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - width - 8));
    Object.assign(this.box.style, { left: `${left + scrollX}px`, top: `${top + scrollY}px` });
  }
}

/**
 * Open the box of a rule, table or ruling; report a mistake of a page at once.
 * @param {HTMLElement} opener
 */
export async function openReaderBox(opener) {
  await loadGlobal("cbDigests", "assets/js/digests.js").catch(() => null); // a report does without
  const box = new ReaderBox(opener);
  if (box.subject.key) box.open();
  else open(box.reportAddress(), "_blank", "noopener");
}
