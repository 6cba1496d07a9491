// Loads the parts of the page that are seldom needed, at their first use.
import { loadGlobal } from "../common/load.js";

export const loadExtras = () => loadGlobal("cbPlayExtras", "assets/js/play-extras.js");
