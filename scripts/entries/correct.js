// The correction of a table, loaded at its first use.

import { openCorrection } from "../src/correct/correct.js";

window.cbCorrection = { open: openCorrection };
