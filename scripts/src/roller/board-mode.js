// Rolling beside the board: dice and results alone, on each table that follows, and a screen that
// stays awake.
import { find } from "../common/dom.js";
import { writeSetting } from "../common/storage.js";

const KEY = "cb-board"; // the head of each page reads it before anything is drawn

/** @type {WakeLockSentinel | null} */
let lock = null;

/**
 * A browser without this lock, or with little power left, lets the screen go dark.
 * @param {() => boolean} isOn the mode may end while the lock is waited for
 */
async function keepAwake(isOn) {
  try {
    lock = await navigator.wakeLock.request("screen");
    if (!isOn()) await lock.release();
  } catch {
    lock = null;
  }
}

export function startBoardMode() {
  const { dataset } = document.documentElement;
  const button = find(document, ".cb-board__switch");
  const isOn = () => dataset.cbBoard !== undefined;
  const show = () => {
    button.setAttribute("aria-pressed", String(isOn()));
    if (isOn()) keepAwake(isOn);
    else lock?.release();
  };
  const toggle = () => {
    if (isOn()) delete dataset.cbBoard;
    else dataset.cbBoard = "";
    writeSetting(KEY, isOn() ? "on" : null, () => sessionStorage);
    show();
  };
  button.addEventListener("click", toggle);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOn() && !event.defaultPrevented) toggle();
  });
  document.addEventListener("visibilitychange", () => {
    if (isOn() && document.visibilityState === "visible") keepAwake(isOn);
  });
  if (isOn()) show();
}
