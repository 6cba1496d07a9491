// For the page of a table.
import { startBoardMode } from "../src/roller/board-mode.js";
import { learn, nextRolls, possibleValues, readQuery, writeQuery } from "../src/roller/facts.js";
import { notation, play } from "../src/roller/roll.js";
import { TableRoller } from "../src/roller/table-roller.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("roll-it"));
if (form) {
  new TableRoller(form).start();
  startBoardMode();
}
// Browser tests compare the results of thousands of rolls with the engine's.
window.cbRoller = { play, notation, possibleValues, learn, nextRolls, writeQuery, readQuery };
