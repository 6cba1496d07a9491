// For pages with boxes of rulings.
import { startRulingBoxes } from "../src/pages/ruling-boxes.js";

startRulingBoxes();
