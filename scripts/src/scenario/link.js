// A scenario in the address of a page: `#scenario=` and its JSON in base64url.

const MOST = 12000; // characters

/**
 * A scenario as plain data, in the form of its file.
 * @typedef {Record<string, any>} ScenarioData
 */

/**
 * Return the part of an address that holds a scenario.
 * @param {ScenarioData} data
 * @param {string} seat the side to play
 */
export function scenarioHash(data, seat) {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  const text = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
  return `#scenario=${text.replaceAll("+", "-").replaceAll("/", "_")}.${seat}`;
}

/**
 * Return the scenario in an address, and the side to play; null where there is none.
 * @param {string} hash
 * @returns {{data: ScenarioData, seat: string} | null}
 * @throws {Error} the address holds something else
 */
export function scenarioIn(hash) {
  const [, text, seat = ""] = /^#scenario=([^.]*)(?:\.(\w*))?/.exec(hash) ?? [];
  if (text === undefined) return null;
  try {
    if (text.length > MOST) throw new Error("too long");
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!data || typeof data !== "object" || Array.isArray(data)) throw new Error("no mapping");
    return { data, seat };
  } catch {
    throw new Error("The address is not whole: it does not hold a scenario. Ask for it again.");
  }
}
