// For the page of odds.
import { find } from "../src/common/dom.js";
import { LiveOdds } from "../src/odds/live-odds.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("live-odds"));
if (form) new LiveOdds(form, JSON.parse(find(form, "script").textContent ?? "")).start();
