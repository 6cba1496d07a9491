// What is seldom needed at the table: a bundle of its own.

export { printCharts } from "./charts.js";
export { handOverMarkup, sendLink, turnLink } from "./hand-over.js";
export { recordMarkup } from "./record-print.js";
export { drawPicture } from "./screenshot.js";
export { SetupForm } from "./setup-form.js";
export { tourMarkup } from "./tour-report.js";
