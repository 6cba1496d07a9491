// What a click copies: the address of a rule, and commands.
import { closest, element, find, findAll } from "../common/dom.js";

const COMMANDS = ".cb-command[role],.cb-copy";

/**
 * Copy a text, and say so beside what was pressed and to who does not see it.
 * @param {string} text
 * @param {HTMLElement} el
 * @param {HTMLElement} status
 * @param {string} words
 */
function copyText(text, el, status, words) {
  const done = () => {
    status.textContent = words;
    el.classList.add("cb-copied");
    setTimeout(() => {
      el.classList.remove("cb-copied");
      status.textContent = "";
    }, 1600);
  };
  navigator.clipboard.writeText(text).then(done, () => {});
}

/**
 * The lines of a block that are typed, without their prompt; a command may go on in the next line.
 * @param {string} block
 */
export const typedLines = (block) =>
  (block.match(/^\$ (?:[^\\\n]|\\\n|\\)*/gm) ?? []).map((line) => line.slice(2)).join("\n");

/** @param {HTMLElement} el */
const commandOf = (el) =>
  el.matches(".cb-copy") && el.parentElement
    ? typedLines(find(el.parentElement, "pre").textContent ?? "")
    : (el.textContent ?? "");

/** A command is copied by a click, a tap or Enter; of a block, the lines that are typed. */
function markCommands() {
  for (const code of findAll(document, ".cb-command")) {
    code.tabIndex = 0;
    code.setAttribute("role", "button");
    code.title = "Copy";
  }
  for (const pre of findAll(document, ".highlight pre")) {
    if (/^\$ /m.test(pre.textContent ?? "")) {
      pre.parentNode?.append(element("button", { class: "cb-copy", type: "button" }, "Copy"));
    }
  }
}

export function startCopying() {
  if (!navigator.clipboard) return;
  const status = element("div", { class: "cb-sr", role: "status" });
  /** @param {Event} event @param {HTMLElement} el */
  const copyCommand = (event, el) => {
    event.preventDefault();
    copyText(commandOf(el), el, status, "Command copied");
  };
  markCommands();
  document.body.append(status);
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (closest(event, ".cb-rule__id"));
    if (link && !(event.metaKey || event.ctrlKey || event.shiftKey)) {
      copyText(link.href, link, status, `Link to rule ${link.textContent} copied`);
    }
    const el = closest(event, COMMANDS);
    if (el) copyCommand(event, el);
  });
  document.addEventListener("keydown", (event) => {
    const el = closest(event, ".cb-command[role]");
    if (el && (event.key === "Enter" || event.key === " ")) copyCommand(event, el);
  });
}
