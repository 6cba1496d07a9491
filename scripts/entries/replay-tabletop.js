// For the page of a mission with models on a table top.
import { startPlayers } from "../src/replay/player.js";
import { tabletopViews } from "../src/replay/tabletop.js";

startPlayers(tabletopViews);
