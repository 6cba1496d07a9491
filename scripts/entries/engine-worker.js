import "../src/engine/engine-worker.js";
