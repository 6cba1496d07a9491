// The engine in a worker.
import { siteUrl } from "../common/site.js";
import { EngineError, engineStopped, notLoaded } from "./errors.js";

const STALLED = 45000; // milliseconds without a byte until a file that is loading counts as lost

/**
 * @typedef {{resolve: (text: string) => void, reject: (error: Error) => void, clock: number}} Call
 */

export class WorkerEngine {
  /**
   * @param {string} digest of the engine, so that no browser takes an older worker
   * @param {(bytes: number, what: string) => boolean} progress whether everything has come
   * @param {number} patience milliseconds
   */
  constructor(digest, progress, patience) {
    /** @type {Map<number, Call>} Calls that wait for an answer, by number. */
    this.waiting = new Map();
    this.progress = progress;
    this.patience = patience;
    this.number = 0;
    /** @type {EngineError | null} */
    this.dead = null;
    this.isOpened = false;
    /** @type {((why: string) => void)[]} */
    this.mourners = [];
    const url = siteUrl(`assets/js/engine-worker.mjs?${digest}`);
    this.worker = new Worker(url, { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
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
    return this.send({ text }, this.patience, "it no longer answers");
  }

  /**
   * @param {object} message
   * @param {number} patience
   * @param {string} why what is said where it is not answered in time
   * @returns {Promise<string>}
   */
  send(message, patience, why) {
    if (this.dead) return Promise.reject(this.dead);
    return new Promise((resolve, reject) => {
      const call = { resolve, reject, clock: 0 };
      const id = ++this.number;
      this.waiting.set(id, call);
      this.time(call, patience, why);
      this.worker.postMessage({ id, ...message });
    });
  }

  /**
   * A call that is not answered in time is lost, and with it the engine.
   * @param {Call} call
   * @param {number} patience
   * @param {string} why
   */
  time(call, patience, why) {
    clearTimeout(call.clock);
    call.clock = setTimeout(() => this.die(why), patience);
  }

  /** @param {{id: number, bytes?: number, what: string, text: string, broken?: string}} message */
  hear({ id, bytes, what, text, broken }) {
    if (bytes) {
      const isWhole = this.progress(bytes, what);
      for (const call of this.waiting.values()) {
        if (isWhole) this.time(call, this.patience, "it does not start");
        else this.time(call, STALLED, "nothing more came");
      }
      return;
    }
    if (broken !== undefined) return this.die(broken);
    const call = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(call?.clock);
    call?.resolve(text);
  }

  /** @param {string} why */
  die(why) {
    if (this.dead) return;
    const error = this.isOpened ? engineStopped(why) : notLoaded(why);
    this.dead = error;
    this.worker.terminate();
    for (const { reject, clock } of this.waiting.values()) {
      clearTimeout(clock);
      reject(error);
    }
    this.waiting.clear();
    for (const tell of this.mourners) tell(error.message);
  }

  close() {
    this.mourners = [];
    this.die("it was closed");
  }
}
