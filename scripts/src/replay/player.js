// The player of a replay: its controls, the words of each step, and its address. The account below
// it can be read without the player.
import { closest, control, find, findAll, hasModifier, slot } from "../common/dom.js";
import { FrameRenderer } from "./frame-renderer.js";
import { applyStep } from "./frames.js";

/** @typedef {import("./frame-renderer.js").FrameView} FrameView */

const ADDRESS_DELAY = 300; // milliseconds until the address is updated
const SWIPE = 40; // pixels

class Player {
  /** @param {HTMLElement} root @param {FrameView[]} views */
  constructor(root, views) {
    this.root = root;
    /** @type {Record<string, any>[]} */
    this.steps = JSON.parse(find(root, "script[type='application/json']").textContent ?? "");
    this.prefix = root.dataset.prefix ?? "";
    this.last = this.steps.length;
    this.now = 0;
    this.timer = 0;
    this.addressTimer = 0;
    this.printedFrom = 0; // the step to return to after printing
    /** @type {Frame} */
    this.frame = {};
    this.seekInput = /** @type {HTMLInputElement} */ (control(this.root, "seek"));
    this.jumpSelect = /** @type {HTMLSelectElement} */ (control(this.root, "jump"));
    this.speedSelect = /** @type {HTMLSelectElement} */ (control(this.root, "speed"));
    this.playButton = control(this.root, "play");
    this.words = slot(this.root, "step");
    // In a page of prose the account has a box of its own, which follows the steps.
    this.account = root.parentElement?.querySelector(".cb-embed__account") ?? null;
    this.renderer = new FrameRenderer(root, views);
    this.jumps = [...this.jumpSelect.options].map(({ value }) => Number(value));
  }

  /** Return the line of the account for a step. @param {number} n */
  line(n) {
    return /** @type {HTMLElement} */ (document.getElementById(this.prefix + n));
  }

  speed() {
    return Number(this.speedSelect.value);
  }

  /** Compute the frame of a step from the changes before it. @param {number} n */
  seek(n) {
    const from = this.now < n ? this.now : 0;
    if (!from) this.frame = {};
    for (const step of this.steps.slice(from, n)) applyStep(this.frame, step);
    this.now = n;
  }

  /**
   * Show the words of a step, with its dice and links.
   * @param {number} n
   * @param {number} scrolled the scroll position of the account
   */
  describe(n, scrolled) {
    const line = this.line(n);
    const isFirst = !this.words.hasChildNodes();
    const parts = [...line.children].filter((child) => !child.classList.contains("cb-step__n"));
    this.words.replaceChildren(...parts.map((part) => part.cloneNode(true)));
    // Setting it before the first frame would lay out the page twice.
    if (!isFirst && this.words.parentElement) this.words.parentElement.scrollTop = 0;
    for (const el of findAll(document, ".cb-step--now")) {
      if (el.id.startsWith(this.prefix)) el.classList.remove("cb-step--now");
    }
    line.classList.add("cb-step--now");
    if (this.account) this.account.scrollTop = scrolled;
    const { jumpSelect, seekInput } = this;
    const jump = this.jumps.findLastIndex((first) => first <= n);
    jumpSelect.selectedIndex = Math.max(0, jump);
    const place = `Step ${n} of ${this.last}`;
    const phase = jumpSelect.options[jumpSelect.selectedIndex].text;
    slot(this.root, "place").textContent = place;
    slot(this.root, "phase").textContent = phase;
    seekInput.value = String(n);
    seekInput.setAttribute("aria-valuetext", `${place}, ${phase}`);
    /** @type {HTMLAnchorElement} */ (control(this.root, "link")).href = `#${this.prefix}${n}`;
  }

  /**
   * Go to a step. Models move to the next step, and jump to any other.
   * @param {number} wanted
   * @param {boolean} [isQuiet] whether the address stays unchanged
   */
  go(wanted, isQuiet = false) {
    const n = Math.max(1, Math.min(this.last, wanted));
    if (n === this.now) return;
    const isNext = this.now && n === this.now + 1 && !isQuiet;
    const { account } = this;
    const scrolled = account ? this.line(n).offsetTop - account.clientHeight / 3 : 0;
    this.seek(n);
    this.describe(n, scrolled);
    this.renderer.show(this.frame, isNext ? this.speed() : 0);
    clearTimeout(this.addressTimer);
    if (isQuiet) return;
    this.addressTimer = setTimeout(() => {
      try {
        history.replaceState(null, "", `#${this.prefix}${n}`);
      } catch {
        // The browser refuses: the address stays unchanged.
      }
    }, ADDRESS_DELAY);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.renderer.pause();
    this.playButton.setAttribute("aria-label", "Play");
    this.words.setAttribute("aria-live", "polite");
  }

  /** Finish a paused movement, then play step by step at the chosen speed. */
  start() {
    const rest = this.renderer.resume();
    if (this.now === this.last && !rest) this.go(1);
    clearTimeout(this.timer);
    this.playButton.setAttribute("aria-label", "Pause");
    this.words.setAttribute("aria-live", "off"); // too fast for a screen reader
    this.wait(rest || this.speed());
    find(this.root, ".cb-player__stage").scrollIntoView({ block: "nearest" });
  }

  /** @param {number} time */
  wait(time) {
    this.timer = setTimeout(() => {
      if (this.now === this.last) return this.stop();
      this.go(this.now + 1);
      if (this.now === this.last && !this.renderer.views.length) this.stop();
      else this.wait(this.speed());
    }, time);
  }

  toggle() {
    if (this.timer) this.stop();
    else this.start();
  }

  /** @param {number} by */
  faster(by) {
    const { options, selectedIndex } = this.speedSelect;
    const index = Math.max(0, Math.min(options.length - 1, selectedIndex + by));
    this.speedSelect.selectedIndex = index;
    if (this.timer) this.start();
  }

  /**
   * Return the first step of the next or last phase; going back leads to the start of this phase
   * first.
   * @param {number} by
   */
  phase(by) {
    const i = this.jumpSelect.selectedIndex;
    if (by < 0 && this.now > this.jumps[i]) return this.jumps[i];
    return this.jumps[Math.max(0, Math.min(this.jumps.length - 1, i + by))];
  }

  /**
   * Return the step at which a stop of the track is reached; 0 where it is not.
   * @param {string | undefined} name
   */
  stepOfStop(name) {
    return this.steps.findIndex(({ t }) => t === name) + 1;
  }

  read() {
    const line = this.line(this.now);
    line.scrollIntoView({ block: "center" });
    find(line, ".cb-step__n").focus({ preventScroll: true });
  }

  /** Open the step in the address; return whether there was one. */
  openAddress() {
    const hash = location.hash.slice(1);
    const number = hash.slice(this.prefix.length);
    if (!hash.startsWith(this.prefix) || !/^\d+$/.test(number)) return false;
    this.stop();
    this.go(Number(number), true);
    this.root.scrollIntoView({ block: "start" });
    return true;
  }
}

/** @param {Player} player */
function listenToControls(player) {
  /** @type {Record<string, (el: HTMLElement) => void>} */
  const actions = {
    first: () => player.go(1),
    last: () => player.go(player.last),
    back: () => player.go(player.now - 1),
    next: () => player.go(player.now + 1),
    play: () => player.toggle(),
    stop: (el) => {
      const stop = /** @type {HTMLElement} */ (el.closest("[data-stop]")).dataset.stop;
      player.go(player.stepOfStop(stop) || player.now);
    },
    read: () => player.read(),
  };
  player.root.addEventListener("click", (event) => {
    const el = closest(event, "[data-action]");
    const name = el?.dataset.action ?? "";
    if (!el || !actions[name]) return;
    if (name !== "play") player.stop();
    actions[name](el);
  });
  const goTo = (/** @type {Event} */ { target }) => {
    player.stop();
    player.go(Number(/** @type {HTMLInputElement} */ (target).value));
  };
  player.seekInput.addEventListener("input", goTo);
  player.jumpSelect.addEventListener("change", goTo);
  player.speedSelect.addEventListener("change", () => {
    if (player.timer) player.start();
  });
}

/** @param {Player} player */
function listenToKeys(player) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => player.go(player.now - 1),
    ArrowRight: () => player.go(player.now + 1),
    Home: () => player.go(1),
    End: () => player.go(player.last),
    PageUp: () => player.go(player.phase(-1)),
    PageDown: () => player.go(player.phase(1)),
    " ": () => player.toggle(),
    "+": () => player.faster(1),
    "-": () => player.faster(-1),
  };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const isOwn =
      closest(event, "select,input") || (event.key === " " && closest(event, "button,a"));
    if (!keys[event.key] || isOwn || hasModifier(event)) return;
    event.preventDefault();
    if (!/^[ +-]$/.test(event.key)) player.stop();
    keys[event.key]();
  };
  player.root.addEventListener("keydown", press);
  // On the page of a mission, the arrow keys work before the player has the focus.
  if (player.account) return;
  document.addEventListener("keydown", (event) => {
    if (event.target === document.body && /^Arrow(Left|Right)$/.test(event.key)) press(event);
  });
}

/**
 * Let a horizontal swipe with one finger step. Vertical swipes still scroll the page and a second
 * finger zooms; the browser announces these with pointercancel.
 * @param {Player} player
 */
function listenToSwipes(player) {
  const stage = find(player.root, ".cb-player__stage");
  /** @type {PointerEvent | null} */
  let begun = null;
  stage.addEventListener("pointerdown", (event) => {
    begun = event.isPrimary && event.pointerType !== "mouse" ? event : null;
  });
  stage.addEventListener("pointercancel", () => {
    begun = null;
  });
  stage.addEventListener("pointerup", (event) => {
    const across = begun ? event.clientX - begun.clientX : 0;
    const along = begun ? event.clientY - begun.clientY : 0;
    begun = null;
    if (Math.abs(across) <= SWIPE || Math.abs(across) <= 2 * Math.abs(along)) return;
    player.stop();
    player.go(player.now + (across < 0 ? 1 : -1));
  });
}

/** @param {HTMLElement} root @param {FrameView[]} views */
function startPlayer(root, views) {
  const player = new Player(root, views);
  listenToControls(player);
  listenToKeys(player);
  listenToSwipes(player);
  addEventListener("hashchange", () => player.openAddress());
  if (player.openAddress()) {
    // The browser scrolls to the target of the address, in the account, after the load event.
    addEventListener("load", () => {
      requestAnimationFrame(() => root.scrollIntoView({ block: "start" }));
    });
  } else player.go(1, true);
  // The printed sheet is the one at the end of the mission.
  addEventListener("beforeprint", () => {
    player.stop();
    player.printedFrom = player.now;
    player.go(player.last, true);
  });
  addEventListener("afterprint", () => player.go(player.printedFrom, true));
}

/** Start every player of the page. @param {(root: HTMLElement) => FrameView[]} viewsOf */
export function startPlayers(viewsOf) {
  for (const root of findAll(document, ".cb-player")) startPlayer(root, viewsOf(root));
}
