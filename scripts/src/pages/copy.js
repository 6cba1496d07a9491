// Copies a command, or the commands of a block, on a click.
import { copyText } from "../common/clipboard.js";
import { closest, element, find, findAll } from "../common/dom.js";

const COMMANDS = ".cb-command[role],.cb-copy";

/**
 * Return the commands of a block without their prompts. A backslash continues a command in the next
 * line.
 * @param {string} block
 */
export const typedLines = (block) =>
  (block.match(/^\$ (?:[^\\\n]|\\\n|\\)*/gm) ?? []).map((line) => line.slice(2)).join("\n");

/** @param {HTMLElement} el */
const commandOf = (el) =>
  el.matches(".cb-copy") && el.parentElement
    ? typedLines(find(el.parentElement, "pre").textContent ?? "")
    : (el.textContent ?? "");

/**
 * Copy a command, and report it beside the command and to screen readers.
 * @param {HTMLElement} el
 * @param {HTMLElement} status
 */
async function copyCommand(el, status) {
  if (!(await copyText(commandOf(el)))) return;
  status.textContent = "Command copied";
  el.classList.add("cb-copied");
  setTimeout(() => {
    el.classList.remove("cb-copied");
    status.textContent = "";
  }, 1600);
}

/** Make commands focusable, and add a button to each block that has commands. */
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
  const copy = (event, el) => {
    event.preventDefault();
    copyCommand(el, status);
  };
  markCommands();
  document.body.append(status);
  document.addEventListener("click", (event) => {
    const el = closest(event, COMMANDS);
    if (el) copy(event, el);
  });
  document.addEventListener("keydown", (event) => {
    const el = closest(event, ".cb-command[role]");
    if (el && (event.key === "Enter" || event.key === " ")) copy(event, el);
  });
}
