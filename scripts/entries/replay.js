import "../src/draw.js";
import "../src/replay.js";
