import "../src/aim.js";
