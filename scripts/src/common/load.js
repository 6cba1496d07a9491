// Scripts of this site that are loaded at their first use.
import { notLoaded, STALLED } from "../engine/errors.js";
import { siteUrl } from "./site.js";

/** @type {Record<string, Promise<void>>} The scripts that are loading. */
const loading = {};

/** @param {string} path @returns {Promise<void>} */
const request = (path) =>
  new Promise((resolve, reject) => {
    const tag = document.createElement("script");
    const finish = (/** @type {string} */ problem) => {
      clearTimeout(timer);
      tag.remove();
      delete loading[path];
      if (problem) reject(notLoaded(`part of the program ${problem}`));
      else resolve();
    };
    const timer = setTimeout(() => finish("does not load"), STALLED);
    tag.src = siteUrl(path);
    tag.onload = () => finish("");
    tag.onerror = () => finish("did not load");
    document.head.append(tag);
  });

/** Run a script of the site, which is requested once while it loads. @param {string} path */
export function runScript(path) {
  loading[path] ??= request(path);
  return loading[path];
}

/**
 * Return a global that a script of the site sets, running the script if needed.
 * @template {keyof Window} Global
 * @param {Global} global
 * @param {string} path
 * @returns {Promise<NonNullable<Window[Global]>>}
 */
export async function loadGlobal(global, path) {
  window[global] ?? (await runScript(path));
  return window[global] ?? Promise.reject(notLoaded("part of the program is not whole"));
}
