// On pages with the switch that keeps the site on this device.

import { find } from "../src/common/dom.js";
import { startKeeping } from "../src/pages/keep.js";

const box = find(document, "[data-cb-keep]");
if (box) startKeeping(box);
