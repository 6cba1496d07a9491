// The address of this site: the folder above `assets/js`, from which this script was loaded.

const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);

export const SITE = new URL("../../", script?.src ?? location.href);

/** Return the address of a file of the site. @param {string} path */
export const siteUrl = (path) => new URL(path, SITE).href;
