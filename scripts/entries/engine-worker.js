import "../src/engine-worker.mjs";
