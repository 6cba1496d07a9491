import "../src/rulings.js";
