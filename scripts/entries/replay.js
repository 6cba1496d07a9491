// For the page of a mission with planes.
import { startPlayers } from "../src/replay/player.js";

startPlayers(() => []);
