// Citations, marks and reports of mistakes. Loaded at the first use, on pages that have marks, and
// on the page of marks.

import { find } from "../src/common/dom.js";
import { showMarks } from "../src/reader/marked-rules.js";
import { startMarksPage } from "../src/reader/marks-page.js";
import { openReaderBox } from "../src/reader/reader-box.js";

window.cbReader = { open: openReaderBox };
showMarks();
const list = find(document, "[data-cb-marks]");
if (list) startMarksPage(list);
