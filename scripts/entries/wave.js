// For the overview of a game, loaded after the page where motion is allowed.
import { find } from "../src/common/dom.js";
import { startWave } from "../src/replay/wave.js";

startWave(find(document, ".cb-opening__still"));
