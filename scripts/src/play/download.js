// Downloads of files that the page makes.

const LIFETIME = 10000; // milliseconds until the address of the file is revoked

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LIFETIME);
}

/** @param {string} name @param {string} text @param {string} [type] */
export function downloadText(name, text, type = "application/json") {
  download(new Blob([text], { type }), name);
}

/** Return a title in the letters of a file name. @param {string} title */
export const inFileName = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Return a file name for a game, without an extension. @param {SavedGame} game */
export const fileNameOf = ({ game, title }) => `${game}-${inFileName(title)}`;
