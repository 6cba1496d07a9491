// For the page of the rulings of a game.

import { find } from "../src/common/dom.js";
import { startMyRulings } from "../src/pages/my-rulings.js";

const box = find(document, "[data-cb-mine]");
if (box) startMyRulings(box);
