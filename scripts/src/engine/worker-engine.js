// The engine in a worker.
import { siteUrl } from "../common/site.js";
import { EngineError, engineStopped, notLoaded, STALLED } from "./errors.js";

/**
 * @typedef {{resolve: (text: string) => void, reject: (error: Error) => void, timer: number}} Call
 */

export class WorkerEngine {
  /**
   * @param {string} digest of the engine, so that no browser uses a cached older worker
   * @param {(bytes: number, what: string) => boolean} progress returns whether all bytes have come
   * @param {number} timeout milliseconds for a call
   */
  constructor(digest, progress, timeout) {
    /** @type {Map<number, Call>} Calls that wait for an answer, by number. */
    this.waiting = new Map();
    this.progress = progress;
    this.timeout = timeout;
    this.number = 0;
    /** @type {EngineError | null} */
    this.dead = null;
    this.isOpened = false;
    /** @type {((why: string) => void)[]} */
    this.deathListeners = [];
    const url = siteUrl(`assets/js/engine-worker.mjs?${digest}`);
    this.worker = new Worker(url, { type: "module" });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => {
      event.preventDefault?.();
      this.die(event.message || "it could not be started");
    };
    this.worker.onmessageerror = () => this.die("its answer could not be read");
  }

  /** @param {EnginePlan} plan */
  async open(plan) {
    const answer = await this.send({ open: plan }, STALLED, "nothing more came");
    this.isOpened = true;
    return answer;
  }

  /** @param {string} text */
  ask(text) {
    return this.send({ text }, this.timeout, "it no longer answers");
  }

  /**
   * Send a message and return the text of its answer.
   * @param {object} message
   * @param {number} timeout
   * @param {string} why the reason to report where the answer is late
   * @returns {Promise<string>}
   */
  send(message, timeout, why) {
    if (this.dead) return Promise.reject(this.dead);
    return new Promise((resolve, reject) => {
      const call = { resolve, reject, timer: 0 };
      const id = ++this.number;
      this.waiting.set(id, call);
      this.startTimer(call, timeout, why);
      this.worker.postMessage({ id, ...message });
    });
  }

  /**
   * Start the timer of a call again. When it runs out, the engine counts as dead.
   * @param {Call} call
   * @param {number} timeout
   * @param {string} why
   */
  startTimer(call, timeout, why) {
    clearTimeout(call.timer);
    call.timer = setTimeout(() => this.die(why), timeout);
  }

  /** @param {{id: number, bytes?: number, what: string, text: string, broken?: string}} message */
  receive({ id, bytes, what, text, broken }) {
    if (bytes) {
      const isWhole = this.progress(bytes, what);
      for (const call of this.waiting.values()) {
        if (isWhole) this.startTimer(call, this.timeout, "it does not start");
        else this.startTimer(call, STALLED, "nothing more came");
      }
      return;
    }
    if (broken !== undefined) return this.die(broken);
    const call = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(call?.timer);
    call?.resolve(text);
  }

  /** @param {string} why */
  die(why) {
    if (this.dead) return;
    const error = this.isOpened ? engineStopped(why) : notLoaded(why);
    this.dead = error;
    this.worker.terminate();
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.waiting.clear();
    for (const listener of this.deathListeners) listener(error.message);
  }

  close() {
    this.deathListeners = [];
    this.die("it was closed");
  }
}
