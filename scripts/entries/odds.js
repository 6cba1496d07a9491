// For the page of odds.
import { LiveOdds } from "../src/odds/live-odds.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("live-odds"));
if (form) new LiveOdds(form).start();
