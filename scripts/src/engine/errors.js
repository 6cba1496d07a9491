// What goes wrong between a page and the engine.

/** What the engine refuses, or why it is not there. `kind` says which. */
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
  new EngineError({ kind: "load", message: `The engine could not be loaded: ${why}.` });

/** @param {string} why */
export const engineStopped = (why) => {
  const message = `The engine has stopped: ${why}. What was played is kept; open it again.`;
  return new EngineError({ kind: "dead", message });
};

/** The last line of an error: of Python's it says what is wrong. @param {any} error */
export const lastLine = (error) =>
  String(error?.message ?? error)
    .trim()
    .split("\n")
    .pop() ?? "";
