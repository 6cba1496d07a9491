import "../src/page.js";
import "../src/combatbox.js";
