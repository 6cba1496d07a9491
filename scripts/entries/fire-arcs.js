// For pages with the widget of fire arcs.

import { findAll } from "../src/common/dom.js";
import { ArcRules } from "../src/fire-arcs/rules.js";
import { startFireArcs } from "../src/fire-arcs/widget.js";

findAll(document, "[data-widget=aim]").forEach(startFireArcs);
// Browser tests compare the results for thousands of places with the engine's.
window.cbArcRules = (data) => new ArcRules(data);
