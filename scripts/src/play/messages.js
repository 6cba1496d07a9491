// Messages to the player: errors with their remedies, texts to copy, and the live region.
import { copyText } from "../common/clipboard.js";
import { button, element, find, slot } from "../common/dom.js";
import { capital } from "../common/text.js";

/**
 * A remedy: the words of its button and its action.
 * @typedef {[words: string, press: () => void]} Offer
 */

export class Messages {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.box = slot(page, "trouble");
    this.live = slot(page, "live");
    const stage = find(page, ".cb-play__stage");
    // The table gives way to the message, so that the decision stays on the screen.
    new ResizeObserver(() =>
      stage.style.setProperty("--cb-message", `${this.box.offsetHeight}px`),
    ).observe(this.box);
  }

  /**
   * Show a message with its remedies; an empty text removes the message.
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

  /** Add to the message that is shown. @param {(Node | string)[]} parts */
  append(...parts) {
    if (!this.box.hidden) this.box.append(" ", element("span", {}, ...parts));
  }

  /** Show a message with a text to copy by hand. @param {string} words @param {string} text */
  showText(words, text) {
    this.show(`${words} `);
    const tag = text.includes("\n") ? "textarea" : "input";
    const input = /** @type {HTMLInputElement} */ (
      element(tag, { readonly: "", "aria-label": words })
    );
    input.value = text;
    this.box.append(input);
    input.select();
  }

  /** Copy a text and report it. @param {string} text @param {string} words about the text */
  async copy(text, words) {
    this.live.textContent = "";
    this.showText((await copyText(text)) ? `${words} It is copied.` : words, text);
  }

  /** Announce something to screen readers. @param {string} words */
  speak(words) {
    this.live.textContent = words;
  }
}
