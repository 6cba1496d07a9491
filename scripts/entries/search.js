// The search. This script and the index are loaded when the search is first opened.

import { loadGlobal } from "../src/common/load.js";
import { SearchDialog } from "../src/search/search-dialog.js";
import { SearchIndex } from "../src/search/search-index.js";

/** @type {SearchDialog | null} */
let dialog = null;

/** @param {string} [question] */
async function open(question) {
  dialog ??= new SearchDialog();
  const { status } = dialog;
  dialog.open(question);
  if (dialog.index) return;
  status.textContent = "Loading the index";
  try {
    const entries = await loadGlobal("cbFind", "assets/search/index.js");
    if (!dialog.index) dialog.setIndex(new SearchIndex(entries));
  } catch {
    status.textContent = "The index could not be loaded. Reload the page and try again.";
  }
}

window.cbSearch = { open };
