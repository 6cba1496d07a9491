import "../src/rulings.js";
import "../src/rolls.js";
import "../src/roller.js";
