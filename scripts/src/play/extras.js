// The parts of the table that are seldom needed, in a bundle of their own.

import { printCharts, showTourBook } from "./charts.js";
import { showTourWall } from "./tour-wall.js";

export { handOverMarkup, sendLink, turnLink } from "./hand-over.js";
export { recordMarkup } from "./record-print.js";
export { beginScenario } from "./scenario-game.js";
export { drawPicture } from "./screenshot.js";
export { SetupForm } from "./setup-form.js";
export { tourMarkup } from "./tour-report.js";

/**
 * The actions of buttons that need the press, by the name of the action.
 * @type {Record<string, (table: import("./table.js").PlayTable, el: HTMLElement) => Promise<void>>}
 */
export const pressActions = { chart: printCharts, book: showTourBook, wall: showTourWall };
