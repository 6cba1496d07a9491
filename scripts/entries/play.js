// For the page of a game.

import { find } from "../src/common/dom.js";
import { engineClient } from "../src/engine/engine-client.js";
import { startTable } from "../src/play/actions.js";
import { towards, typed } from "../src/play/move-geometry.js";
import { saveStore } from "../src/play/save-store.js";
import { airMarkup, belowMarkup } from "../src/play/scene-markup.js";
import { PlayTable } from "../src/play/table.js";

// Hooks for browser tests, which load this script on other pages as well.
window.cbEngine = engineClient;
window.cbSaves = saveStore;

const page = document.getElementById("play");
if (page) {
  const table = new PlayTable(page, JSON.parse(find(page, "#play-data").textContent ?? ""));
  const actions = startTable(table);
  window.cbPlay = { table, actions, airMarkup, belowMarkup, towards, typed };
}
