// The search. This script and the index are loaded when the search is first opened.

import { loadScript } from "../src/common/dom.js";
import { siteUrl } from "../src/common/site.js";
import { SearchDialog } from "../src/search/search-dialog.js";
import { SearchIndex } from "../src/search/search-index.js";

const INDEX = "cb-search-index"; // id of the script element, which exists while the index loads
/** @type {SearchDialog | null} */
let dialog = null;

/** @param {string} [question] */
function open(question) {
  dialog ??= new SearchDialog();
  const { status } = dialog;
  dialog.open(question);
  if (dialog.index) return;
  status.textContent = "Loading the index";
  if (document.getElementById(INDEX)) return;
  loadScript(siteUrl("assets/search/index.js"), {
    id: INDEX,
    load: () => dialog?.setIndex(new SearchIndex(window.cbFind)),
    error: () => {
      status.textContent = "The index could not be loaded. Reload the page and try again.";
    },
  });
}

window.cbSearch = { open };
