import "../src/draw.js";
import "../src/tabletop.js";
import "../src/replay.js";
