// What goes wrong is said where it can be read, with the way out beside it.
import { copyText } from "../common/clipboard.js";
import { button, element, find } from "../common/dom.js";
import { capital } from "../common/text.js";

/**
 * What is offered: words and what a press does.
 * @typedef {[words: string, press: () => void]} Offer
 */

export class Messages {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.box = find(page, "[data-slot=trouble]");
    this.live = find(page, "[data-slot=live]");
  }

  /**
   * Say what is wrong; an empty text takes it away.
   * @param {string} text
   * @param {Offer[]} [offers]
   */
  show(text, offers = []) {
    const { box } = this;
    box.hidden = !text;
    box.textContent = capital(text);
    for (const [words, press] of offers) box.append(" ", button(words, press));
    if (text) box.scrollIntoView({ block: "nearest" });
  }

  clear() {
    this.show("");
  }

  /** Say more beside what is said. @param {(Node | string)[]} parts */
  append(...parts) {
    if (!this.box.hidden) this.box.append(" ", element("span", {}, ...parts));
  }

  /** Show a text that can be copied. @param {string} words @param {string} text */
  showText(words, text) {
    this.show(`${words} `);
    const attributes = { readonly: "", value: text, "aria-label": words };
    const input = /** @type {HTMLInputElement} */ (element("input", attributes));
    this.box.append(input);
    input.select();
  }

  /** Copy a text and say so. @param {string} text @param {string} words */
  async copy(text, words) {
    this.live.textContent = "";
    this.showText((await copyText(text)) ? `${words} It is copied.` : words, text);
  }

  /** Who does not see it hears it. @param {string} words */
  speak(words) {
    this.live.textContent = words;
  }
}
