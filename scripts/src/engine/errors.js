// Errors between a page and the engine.

/** The milliseconds without a byte after which a file that is loading counts as lost. */
export const STALLED = 45000;

/** A refused call, or the reason why there is no engine. `kind` says which. */
export class EngineError extends Error {
  /** @param {{kind: string, message: string, at?: {began: string, now: string}}} error */
  constructor({ kind, message, ...more }) {
    super(message);
    this.kind = kind;
    this.at = more.at;
  }
}

/** @param {string} why */
export const notLoaded = (why) =>
  new EngineError({ kind: "load", message: `The game could not be loaded: ${why}.` });

/** @param {string} why */
export const engineStopped = (why) => {
  const message = `The game has stopped: ${why}. What was played is kept; open it again.`;
  return new EngineError({ kind: "dead", message });
};

/** Return the last line of an error; in a Python traceback it is the message. @param {any} error */
export const lastLine = (error) =>
  String(error?.message ?? error)
    .trim()
    .split("\n")
    .pop() ?? "";
