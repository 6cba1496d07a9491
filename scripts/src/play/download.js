// Files that the reader takes away.

const LASTING = 10000; // milliseconds until the address of the file is given back

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LASTING);
}

/** @param {string} name @param {string} text @param {string} [type] */
export function downloadText(name, text, type = "application/json") {
  download(new Blob([text], { type }), name);
}

/** The name of a file for a game, without its ending. @param {SavedGame} game */
export function fileNameOf({ game, title }) {
  const words = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `${game}-${words.replace(/^-|-$/g, "")}`;
}
