/**
 * Copy a text; whether it was copied. A browser may have no clipboard, or refuse to write to it.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
