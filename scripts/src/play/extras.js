// The parts of the table that are seldom needed, in a bundle of their own.

export { printCharts, showTourBook } from "./charts.js";
export { handOverMarkup, sendLink, turnLink } from "./hand-over.js";
export { recordMarkup } from "./record-print.js";
export { beginScenario } from "./scenario-game.js";
export { drawPicture } from "./screenshot.js";
export { SetupForm } from "./setup-form.js";
export { tourMarkup } from "./tour-report.js";
