// What a game seldom needs, loaded at its first use.

import * as extras from "../src/play/extras.js";

window.cbPlayExtras = extras;
