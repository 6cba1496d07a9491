// For the page of a mission with models on a table top.
import { startPlayers } from "../src/replay/player.js";
import { tabletopViews } from "../src/replay/tabletop.js";
import { tapeToggler } from "../src/tape/take-out.js";

startPlayers((root) => {
  const views = tabletopViews(root);
  const button = /** @type {HTMLElement | null} */ (root.querySelector("[data-action=tape]"));
  const toggle = tapeToggler(() => views[0]);
  button?.addEventListener("click", () => toggle(button).catch(() => button.remove()));
  return views;
});
