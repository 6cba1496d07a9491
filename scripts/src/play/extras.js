// The parts of the table that are seldom needed, in a bundle of their own.

import { advise } from "./adviser.js";
import { printCharts, showTourBook } from "./charts.js";
import { beginDay, copyTournament } from "./day.js";
import { handOver, saveLog, savePicture, share, shareResult } from "./sharing.js";
import { showTourWall } from "./tour-wall.js";

export { beginDay, offerTournament, showResult } from "./day.js";
export { handOverMarkup } from "./hand-over.js";
export { recordMarkup } from "./record-print.js";
export { beginScenario } from "./scenario-game.js";
export { SetupForm } from "./setup-form.js";
export { tourMarkup } from "./tour-report.js";

/**
 * The actions of buttons that are seldom pressed, by the name of the action.
 * @type {Record<string, (table: PlayTable, el: HTMLElement) => Promise<void>>}
 */
export const actions = {
  advise,
  day: (table, el) => beginDay(table, el.dataset.days ?? ""),
  days: copyTournament,
  hand_over: handOver,
  share: (table) => share(table),
  linked: (table, el) => share(table, table.account.lineOf(el).event),
  share_result: shareResult,
  log: saveLog,
  picture: savePicture,
  chart: printCharts,
  book: showTourBook,
  wall: showTourWall,
};
