// Rolling beside the board: dice and results alone, on each table that follows, and a screen that
// stays awake.
import { find } from "../common/dom.js";

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

/** @param {boolean} isOn */
function remember(isOn) {
  try {
    if (isOn) sessionStorage.setItem(KEY, "on");
    else sessionStorage.removeItem(KEY);
  } catch {
    // The mode ends with this page.
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
    remember(isOn());
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
