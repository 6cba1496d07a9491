// On pages with the widget of arcs.

import { findAll } from "../src/common/dom.js";
import { ArcRules } from "../src/fire-arcs/rules.js";
import { startFireArcs } from "../src/fire-arcs/widget.js";

findAll(document, "[data-widget=aim]").forEach(startFireArcs);
// For tests, which compare thousands of places with those of the engine.
window.cbArcRules = (data) => new ArcRules(data);
