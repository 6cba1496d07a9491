import "../src/service-worker.js";
