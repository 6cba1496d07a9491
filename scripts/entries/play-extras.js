// The parts of a game that are seldom needed, loaded at their first use.

import * as extras from "../src/play/extras.js";

window.cbPlayExtras = extras;
