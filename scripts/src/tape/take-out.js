// Takes the tape out, whose script is loaded at its first use.
import { loadGlobal } from "../common/load.js";

/**
 * Return a function that takes the tape out or puts it away.
 * @param {() => TabletopView | undefined} top
 * @param {() => string[]} [acting] the models that act
 */
export function tapeToggler(top, acting = () => []) {
  /** @type {import("./tape.js").Tape | undefined} */
  let tape;
  return async (/** @type {HTMLElement} */ button) => {
    const { Tape } = await loadGlobal("cbTape", "assets/js/tape.js");
    tape ??= new Tape(button, top, acting);
    tape.toggle();
  };
}
