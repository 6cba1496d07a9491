import "../src/engine/service-worker.js";
