// Where this site is: the folder above `assets/js`, from which the script that runs was loaded.

const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);

export const SITE = new URL("../../", script?.src ?? location.href);

/** The address of a file of the site. @param {string} path */
export const siteUrl = (path) => new URL(path, SITE).href;
