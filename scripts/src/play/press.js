// The press: the part of the engine that prints. It is loaded, with the sheets of the game, when it
// is used first.
import { siteUrl } from "../common/site.js";
import { EngineError, STALLED } from "../engine/errors.js";
import { bytesOf, loadEngineScript } from "../engine/page-engine.js";

const FOLDER = "assets/engine/";

const OFFLINE = "there is no network, and the sheets are not kept on this device";

/** The engines that have the press. @type {WeakSet<object>} */
const withPress = new WeakSet();

/** @param {string} game */
async function sheetsOf(game) {
  await loadEngineScript(window.cbEngineBooks?.[game].sheets ?? "").catch(() => {
    throw new EngineError({ kind: "press", message: "the sheets did not load" });
  });
  return JSON.stringify(window.cbEngineSheets);
}

/** @param {EngineHandle} handle */
async function addPress({ engine, inWorker }) {
  const { press, sizes, slices } = /** @type {EngineFiles} */ (window.cbEngineFiles);
  if (withPress.has(engine)) return;
  if (inWorker) {
    const worker = /** @type {import("../engine/worker-engine.js").WorkerEngine} */ (engine);
    const order = { press: { url: siteUrl(FOLDER + press), size: sizes[press] } };
    const { error } = JSON.parse(
      await worker.send(order, STALLED, "the printing program did not load"),
    );
    if (error) throw new EngineError(error);
  } else {
    const data = await bytesOf(slices[press], () => {});
    /** @type {import("../engine/page-engine.js").PageEngine} */ (engine).addPress(data);
  }
  withPress.add(engine);
}

/**
 * Call a method of the engine that needs the press.
 * @param {PlayTable} table
 * @param {string} method
 * @param {object} [args] besides the sheets of the game
 */
export async function callPress({ session, data }, method, args) {
  const handle = await session.open();
  const sheets = await sheetsOf(data.game);
  await addPress(handle);
  return handle.call(method, { ...args, sheets });
}

/** Return the reason for which the press failed, as part of a sentence. @param {unknown} error */
export function whyNot(error) {
  const { kind, message } = /** @type {EngineError} */ (error);
  return kind === "press" && !navigator.onLine ? OFFLINE : message.replace(/\.$/, "");
}
