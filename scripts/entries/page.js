// For every page.
import { startContents } from "../src/pages/contents.js";
import { startEnhancing } from "../src/pages/enhance.js";
import { cacheOffline, startOffline } from "../src/pages/offline.js";
import { startTheme } from "../src/pages/theme.js";

startTheme();
startContents();
startOffline();
startEnhancing();
window.cbKeep = cacheOffline; // a hook for browser tests
