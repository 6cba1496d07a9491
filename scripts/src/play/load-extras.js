// Loads the parts of the page that are seldom needed, at their first use.
import { loadScript } from "../common/dom.js";
import { siteUrl } from "../common/site.js";
import { notLoaded } from "../engine/errors.js";

/** @typedef {NonNullable<Window["cbPlayExtras"]>} Extras */

/** @returns {Promise<Extras>} */
export const loadExtras = () =>
  new Promise((resolve, reject) => {
    const end = () => {
      if (window.cbPlayExtras) resolve(window.cbPlayExtras);
      else reject(notLoaded("a script of this page did not load"));
    };
    if (window.cbPlayExtras) end();
    else loadScript(siteUrl("assets/js/play-extras.js"), { load: end, error: end });
  });
