// The boxes of rulings, which mark the chosen option and let the reader choose another.
import { closest, find, findAll } from "../common/dom.js";
import { chooseRuling, chosenRulings, RULINGS } from "../common/ruling-store.js";
import { onSetting } from "../common/storage.js";

/** @param {HTMLElement} box */
function showBox(box) {
  const { cbGame = "", cbRuling = "" } = box.dataset;
  const options = findAll(box, "[data-cb-option]");
  if (options.length < 2) return;
  const chosen = chosenRulings(cbGame)[cbRuling];
  const isKnown = options.some(({ dataset }) => dataset.cbOption === chosen);
  for (const option of options) {
    const button = find(option, "button");
    const isUsual = option.hasAttribute("data-cb-usual");
    const isPlayed = chosen && isKnown ? option.dataset.cbOption === chosen : isUsual;
    button.setAttribute("aria-pressed", String(isPlayed));
    button.textContent = isPlayed ? "You play this" : "Play this";
  }
}

const showBoxes = () => findAll(document, "[data-cb-ruling]").forEach(showBox);

export function startRulingBoxes() {
  document.addEventListener("click", (event) => {
    const button = closest(event, ".cb-ruling__play");
    const option = /** @type {HTMLElement | null} */ (button?.closest("[data-cb-option]"));
    const box = /** @type {HTMLElement | null} */ (option?.closest("[data-cb-ruling]"));
    if (!option || !box) return;
    const { cbGame = "", cbRuling = "" } = box.dataset;
    const isUsual = option.hasAttribute("data-cb-usual");
    chooseRuling(cbGame, cbRuling, isUsual ? "" : (option.dataset.cbOption ?? ""));
  });
  showBoxes();
  onSetting(RULINGS, showBoxes);
}
