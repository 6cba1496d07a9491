// The reader's rulings that differ from the defaults: a list on the page of rulings, a sheet to
// print and a link to share, `rulings.html#play=Q-R01.section,Q-R05.on`.
import { copyOrShow } from "../common/clipboard.js";
import { button, element, find, findAll } from "../common/dom.js";
import { chosenRulings, RULINGS, replaceRulings } from "../common/ruling-store.js";
import { onSetting } from "../common/storage.js";

const SHARED = /^#play=([A-Za-z0-9.,_-]*)$/;
const DONE = "#my-rulings"; // the address after a shared list was accepted or declined

/** A ruling and the chosen option. @typedef {[id: string, option: string]} Choice */

/** Return the element of an option on this page. @param {Choice} choice */
const optionOf = ([id, key]) =>
  document
    .querySelector(`.cb-ruled[data-cb-ruling="${CSS.escape(id)}"]`)
    ?.querySelector(`[data-cb-option="${CSS.escape(key)}"]`);

/** Return the choices that this page has, without defaults. @param {Choice[]} choices */
const known = (choices) =>
  choices.filter((choice) => optionOf(choice)?.hasAttribute("data-cb-usual") === false);

/** Return the choices in the address. */
function sharedChoices() {
  const match = SHARED.exec(location.hash);
  const choices = (match?.[1] ?? "").split(",").map((part) => {
    const dot = part.indexOf(".");
    return /** @type {Choice} */ ([part.slice(0, dot), part.slice(dot + 1)]);
  });
  return known(choices);
}

/** @param {Choice[]} choices */
function linkTo(choices) {
  const parts = choices.map((choice) => choice.join("."));
  return `${location.href.split("#")[0]}#play=${parts.join(",")}`;
}

/** Return a ruling as a line: the question and the chosen option. @param {Choice} choice */
function lineOf(choice) {
  const option = /** @type {Element} */ (optionOf(choice));
  const entry = /** @type {HTMLElement} */ (option.closest(".cb-ruled"));
  const copy = /** @type {Element} */ (option.cloneNode(true));
  for (const pressed of copy.querySelectorAll("button")) pressed.remove();
  const question = find(entry, ".cb-ruled__question").textContent;
  const played = element("b", {}, (copy.textContent ?? "").trim());
  const link = element("a", { href: `#${entry.id}` }, choice[0]);
  return element("li", {}, link, ` ${question} `, played);
}

/** Unfold the ruling that the address leads to. */
function reveal() {
  const more = document.getElementById(location.hash.slice(1))?.querySelector(".cb-ruled__more");
  more?.setAttribute("open", "");
}

/** Print a part of the page, by the style sheet. @param {"mine" | "rules"} part */
function printPart(part) {
  const { dataset } = document.documentElement;
  dataset.cbPrint = part;
  print();
  delete dataset.cbPrint;
}

/** Return a page of the site. @param {string} url */
async function pageAt(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(url);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Put every chapter of the game into this page, for print alone. */
async function addChapters() {
  if (document.querySelector(".cb-chapters")) return;
  const first = /** @type {HTMLAnchorElement} */ (find(document, ".md-nav a[href^='rules/']")).href;
  // The menu of a page has all chapters only where it is a chapter itself.
  const addresses = findAll(await pageAt(first), ".md-nav--primary a[href]")
    .map((link) => link.getAttribute("href") ?? "")
    .filter((address) => /^[\w-]+\.html$/.test(address));
  const pages = await Promise.all(addresses.map((address) => pageAt(new URL(address, first).href)));
  const chapters = pages.map((page) =>
    element("section", {}, ...find(page, ".md-content__inner").childNodes),
  );
  const box = element("div", { class: "cb-chapters" }, ...chapters);
  find(document, ".md-content__inner").append(box);
  document.dispatchEvent(new Event(RULINGS)); // marks what is played
}

class MyRulings {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.game = box.dataset.cbMine ?? "";
    this.usual = [...box.childNodes]; // the content while all rulings are the defaults
    this.status = element("span", { role: "status" });
    this.rules = button("Print my rules", () => this.printRules());
    const about = " Every chapter with its tables, as you play them. ";
    const line = element("p", { class: "cb-mine__rules" }, this.rules, about, this.status);
    if (location.protocol !== "file:") box.after(line);
  }

  show() {
    const offered = sharedChoices();
    const chosen = known(Object.entries(chosenRulings(this.game)));
    if (offered.length && String(offered) !== String(chosen)) this.showOffer(offered);
    else if (chosen.length) this.showChosen(chosen);
    else this.box.replaceChildren(...this.usual);
  }

  async printRules() {
    this.status.textContent = "Loading the chapters";
    try {
      await addChapters();
      this.status.textContent = "";
      printPart("rules");
    } catch {
      this.status.textContent = "The chapters could not be loaded. Try again with a network.";
    }
  }

  /** @param {string} words @param {Choice[]} choices @param {(Node | string)[]} actions */
  set(words, choices, actions) {
    const list = element("ul", {}, ...choices.map(lineOf));
    this.box.replaceChildren(element("p", {}, words), list, element("p", {}, ...actions));
  }

  /** @param {Choice[]} offered */
  showOffer(offered) {
    const leave = () => {
      history.replaceState(null, "", DONE);
      this.show();
    };
    const take = () => {
      history.replaceState(null, "", DONE);
      replaceRulings(this.game, Object.fromEntries(offered));
    };
    const actions = [button("Play these", take), button("Keep mine", leave)];
    this.set("Somebody shared these rulings with you:", offered, actions);
  }

  /** @param {Choice[]} chosen */
  showChosen(chosen) {
    const status = element("span", { role: "status" });
    const copy = () => copyOrShow(status, linkTo(chosen), "Link copied");
    this.set("What you play otherwise than usual:", chosen, [
      button("Print this sheet", () => printPart("mine")),
      button("Copy a link to share", copy),
      button("Play all as usual", () => replaceRulings(this.game, {})),
      status,
    ]);
  }
}

/** @param {HTMLElement} box */
export function startMyRulings(box) {
  const rulings = new MyRulings(box);
  rulings.show();
  reveal();
  addEventListener("hashchange", () => {
    rulings.show();
    reveal();
  });
  onSetting(RULINGS, () => rulings.show());
}
