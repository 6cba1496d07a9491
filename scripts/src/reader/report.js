// The texts of a citation and of a report.

/**
 * The subject of a citation or report.
 * @typedef {object} Subject
 * @property {string} key game and id; empty for a page
 * @property {string} name such as `Rule T-503`; empty for a page
 * @property {string} page its title
 * @property {string} url
 */
/**
 * The edition of the site; `digest` is that of the tables of the game.
 * @typedef {{version: string, digest: string, report: string}} About
 */

/** @param {Subject} subject */
const nameOf = ({ name, page }) => [name, page].filter(Boolean).join(", ");

/** Describe the edition. @param {About} about */
export const edition = ({ version, digest }) =>
  `Combat Box ${version}${digest && `, tables ${digest}`}`;

/** @param {Subject} subject @param {About} about @param {string} day ISO */
export const citation = (subject, about, day) =>
  `${nameOf(subject)}. ${edition(about)}. ${subject.url}, read on ${day}.`;

/** @param {Subject} subject */
export const reportTitle = (subject) => `Mistake: ${nameOf(subject)}`;

/** @param {Subject} subject @param {About} about @param {string} day ISO */
export const reportText = (subject, about, day) =>
  [
    `Where: ${nameOf(subject)}`,
    `Id: ${subject.key || "none, the page itself"}`,
    `Page: ${subject.url}`,
    `Edition: ${edition(about)}`,
    `Date: ${day}`,
    "",
    "What is wrong:",
    "",
    "What it should say, and where that is printed:",
    "",
  ].join("\n");

/**
 * Return the address for a report: a mail, or a web form with the parameters `title` and `body`.
 * Empty where the site has no such address.
 * @param {string} address
 * @param {string} title
 * @param {string} text
 */
export function reportUrl(address, title, text) {
  if (!/^(https|mailto):/.test(address)) return "";
  const isMail = address.startsWith("mailto:");
  const parts = { [isMail ? "subject" : "title"]: title, body: text };
  const query = Object.entries(parts).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `${address}${address.includes("?") ? "&" : "?"}${query.join("&")}`;
}
