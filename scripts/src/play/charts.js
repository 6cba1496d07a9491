// Filled-in record sheets as PDFs. The engine makes them with the press, a part of it that is
// loaded, with the sheets of the game, when the first chart is printed.
import { element, find } from "../common/dom.js";
import { siteUrl } from "../common/site.js";
import { EngineError } from "../engine/errors.js";
import { bytesOf, loadEngineScript } from "../engine/page-engine.js";
import { fileNameOf } from "./download.js";

const FOLDER = "assets/engine/";
const STALLED = 45000; // milliseconds without a byte until the press counts as lost

const OFFLINE = "there is no network, and the sheets are not kept on this device";

/** @typedef {import("../engine/engine-client.js").EngineHandle} EngineHandle */
/** @typedef {{name: string, title: string, pdf: string}} Chart */

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

/** Return a link that downloads a chart. @param {Chart} chart @param {string} name of the file */
function linkTo({ title, pdf }, name) {
  const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
  const href = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
  return element(
    "a",
    { href, download: name },
    `${title} (PDF, ${Math.ceil(bytes.length / 1000)} kB)`,
  );
}

/**
 * Make the sheets of the game on the paper that a button names, and show links to the files.
 * @param {import("./table.js").PlayTable} table
 * @param {HTMLElement} el the button
 */
export async function printCharts(table, el) {
  const { session, state, data } = table;
  const paper = el.dataset.paper ?? "";
  const status = find(table.page, "[data-slot=printed]");
  const box = /** @type {HTMLElement} */ (el.parentElement);
  const setBusy = (/** @type {boolean} */ busy) => {
    for (const button of box.querySelectorAll("button")) button.disabled = busy;
  };
  setBusy(true);
  status.textContent = "Printing …";
  try {
    const handle = await session.open();
    const sheets = await sheetsOf(data.game);
    await addPress(handle);
    /** @type {Chart[]} */
    const charts = await handle.call("charts", { paper, sheets });
    const stem = fileNameOf(state.game);
    const links = charts.map((chart) => linkTo(chart, `${stem}-${chart.name}-${paper}.pdf`));
    status.replaceChildren(...links.flatMap((link, i) => (i ? [", ", link] : [link])));
    links[0]?.focus();
  } catch (error) {
    const { kind, message } = /** @type {EngineError} */ (error);
    const isAway = kind === "press" && !navigator.onLine;
    const why = isAway ? OFFLINE : message.replace(/\.$/, "");
    status.textContent = `It cannot be printed as on paper: ${why}. All of it is below.`;
  } finally {
    setBusy(false);
  }
}
