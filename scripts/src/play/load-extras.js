// Loads the parts of the page that are seldom needed, at their first use.
import { loadScript } from "../common/dom.js";
import { siteUrl } from "../common/site.js";
import { notLoaded } from "../engine/errors.js";

/**
 * Return the global that a bundle sets, loading the bundle if needed.
 * @template {"cbPlayExtras" | "cbTape"} Global
 * @param {Global} global
 * @param {string} name of the bundle
 * @returns {Promise<NonNullable<Window[Global]>>}
 */
const load = (global, name) =>
  new Promise((resolve, reject) => {
    const end = () => {
      const value = window[global];
      if (value) resolve(value);
      else reject(notLoaded("a script of this page did not load"));
    };
    if (window[global]) end();
    else loadScript(siteUrl(`assets/js/${name}.js`), { load: end, error: end });
  });

export const loadExtras = () => load("cbPlayExtras", "play-extras");
export const loadTape = () => load("cbTape", "tape");
