import "../src/search.js";
