// On the page of the rulings of a game.
import { startMyRulings } from "../src/pages/my-rulings.js";
import { find } from "../src/shared/dom.js";

const box = find(document, "[data-cb-mine]");
if (box) startMyRulings(box);
