// The tape on the table top of a game, loaded at its first use.

import * as tape from "../src/tape/tape.js";

window.cbTape = tape;
