// The button for the colour scheme, which follows the system until the reader chooses. A script in
// the page applies it before anything is drawn.
import { find } from "../common/dom.js";
import { readSetting, writeSetting } from "../common/storage.js";

const KEY = "cb-scheme";
const ATTRIBUTE = "data-md-color-scheme";

export function startTheme() {
  const { body } = document;
  const button = find(document, ".cb-scheme");
  const night = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => body.getAttribute(ATTRIBUTE) === "slate";
  const label = () => {
    button.title = button.dataset[isDark() ? "cbDay" : "cbNight"] ?? "";
    button.setAttribute("aria-label", button.title);
  };
  /** @param {string} scheme */
  const apply = (scheme) => {
    body.setAttribute(ATTRIBUTE, scheme);
    label();
  };
  button.addEventListener("click", () => {
    const scheme = isDark() ? "default" : "slate";
    writeSetting(KEY, scheme);
    apply(scheme);
  });
  night.addEventListener("change", () => {
    if (!readSetting(KEY)) apply(night.matches ? "slate" : "default");
  });
  label();
}
