// The button for the text size: 100, 125 or 150 % of the browser's setting. A script in the head of
// each page applies it before anything is drawn.
import { find } from "../common/dom.js";
import { writeSetting } from "../common/storage.js";

const SIZES = ["100", "125", "150"];

export function startTextSize() {
  const { dataset } = document.documentElement;
  const button = find(document, ".cb-text");
  const next = () => SIZES[(SIZES.indexOf(dataset.cbText ?? "100") + 1) % SIZES.length];
  const label = () => {
    button.title = `Text size ${dataset.cbText ?? 100} %, change to ${next()} %`;
    button.setAttribute("aria-label", button.title);
  };
  button.addEventListener("click", () => {
    const size = next();
    if (size === "100") delete dataset.cbText;
    else dataset.cbText = size;
    writeSetting("cb-text", dataset.cbText ?? null);
    label();
  });
  label();
}
