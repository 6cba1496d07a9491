// The mode for rolling beside a real board: the pages show dice and results only, and the screen
// stays awake.
import { find } from "../common/dom.js";
import { writeSetting } from "../common/storage.js";

const KEY = "cb-board"; // read by a script in the head of each page before anything is drawn

/** @type {WakeLockSentinel | null} */
let lock = null;

/**
 * Keep the screen on, where the browser allows it.
 * @param {() => boolean} isOn whether the mode is on; it may end before the lock is granted
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
    writeSetting(KEY, isOn() ? "on" : null, "sessionStorage");
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
