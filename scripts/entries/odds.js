import "../src/rulings.js";
import "../src/engine.js";
import "../src/odds.js";
