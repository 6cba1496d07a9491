// For pages with the switch that stores the site on this device.

import { find } from "../src/common/dom.js";
import { startOfflineSwitch } from "../src/pages/offline-switch.js";

const box = find(document, "[data-cb-keep]");
if (box) startOfflineSwitch(box);
