// Splits texts into words and reduces words to stems, for questions and entries alike.

/** @type {Map<string, string>} */
const stems = new Map();

/** @param {string} word */
function cutPlural(word) {
  if (/ie[sd]$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

/** @param {string} word */
function cutEnding(word) {
  const cut = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(word);
  if (!cut || cut[1].length <= 2) return word;
  return /([^aeioulsz])\1$/.test(cut[1]) ? cut[1].slice(0, -1) : cut[1];
}

/** Return the stem of a word in lower case. @param {string} word */
export function stem(word) {
  if (/\d/.test(word)) return word.replace(/(\d)s$/, "$1"); // 109s
  if (word.length < 4) return word;
  const known = stems.get(word);
  if (known) return known;
  let cut = cutEnding(cutPlural(word));
  if (/[^aeiou]ly$/.test(cut) && cut.length > 5) cut = cut.slice(0, -2);
  if (/.{3,}e$/.test(cut)) cut = cut.slice(0, -1);
  if (/.{2,}[^aeiou]y$/.test(cut)) cut = `${cut.slice(0, -1)}i`;
  stems.set(word, cut);
  return cut;
}

/** Split a word at punctuation and before digits (`me109`). @param {string} joined */
const partsOf = (joined) => joined.match(/[a-z]+|\d+[a-z]*/g) ?? [];

/** Return a word with punctuation as one stem: `takeoff` for `take-off`. @param {string} joined */
const wholeOf = (joined) => (/\d/.test(joined) ? joined : stem(joined.replace(/[.:-]/g, "")));

/** Return a text in lower case, without accents and apostrophes. @param {string} text */
export const lower = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'\u2019]/g, "")
    .replace(/\u2212/g, "-")
    .replace(/ ?%| per cent\b/g, " percent");

/**
 * Return the stems of a text. A hyphenated word (`bail-out`) counts as one word and by its parts,
 * letters with digits (`me109`) only by their parts, and an id only as a whole.
 * @param {string} text
 * @param {{has(word: string): boolean}} [ids]
 */
export function stemsOf(text, ids) {
  /** @type {string[]} */
  const words = [];
  for (const [joined] of lower(text).matchAll(/[a-z0-9]+(?:[.:-][a-z0-9]+)*/g)) {
    if (ids?.has(joined)) words.push(joined);
    else {
      if (/[.:-]/.test(joined)) words.push(wholeOf(joined));
      words.push(...partsOf(joined).map(stem));
    }
  }
  return words;
}

/**
 * Return how two words differ: 1 for two swapped letters, 2 for one letter too many or too few,
 * 3 for one other letter; Infinity if they differ more, or if the first letter is another one.
 * @param {string} a
 * @param {string} b
 */
export function slipBetween(a, b) {
  let start = 0;
  let endA = a.length - 1;
  let endB = b.length - 1;
  while (start < a.length && a[start] === b[start]) start++;
  while (endA >= start && endB >= start && a[endA] === b[endB]) {
    endA--;
    endB--;
  }
  const [moreA, moreB] = [endA - start + 1, endB - start + 1];
  if (moreA === 2 && moreB === 2 && a[start] === b[endB] && a[endA] === b[start]) return 1;
  if (start === 0 || moreA > 1 || moreB > 1) return Number.POSITIVE_INFINITY;
  return moreA === moreB ? 3 : 2;
}

/** Return the words of which stems were taken, with their stems. */
export const knownWords = () => stems.entries();

/**
 * Return the names by which books cite what has an id, the shortest first: `14`, `14.2`, `14.2b`,
 * `14.2b-1` for the rule Q14.2b-1, `e13` for Q-E13, `bl1e` for Q-BL1e-1, `2-9` for the table T2-9.
 * @param {string} id
 * @param {string} kind
 */
export function citationsOf(id, kind) {
  if (kind === "Ruling") return [lower(id).replace(/^.*?[ra]-?0*(?=\d)/, "ruling ")];
  if (kind === "Table") return [lower(id).replace(/^[a-z](?=\d)/, "")];
  const name = lower(id).replace(/^[a-z]-?(?=[a-z]{0,2}\d)/, "");
  const parts = name.replace(/^(r?e)0/, "$1").match(/^\d(?=\d\d$)|[-.]?[a-z]*\d+|[a-z]/g) ?? [];
  return parts.map((_, at) => parts.slice(0, at + 1).join(""));
}

/** How readers write what `citationsOf` returns. @type {[form: RegExp, name: string][]} */
const CITED = [
  [/^(r?)(?:ulebook )?errat(?:um|a) (?:no )?0*(\d+)$/, "$1e$2"],
  [/^ruling 0*(\d+[a-z]?)$/, "ruling $1"],
  [/^(?:table )?([a-z]{1,2})[ -]?(\d+)(?:,? note )?([a-z])$/, "$1$2$3"],
  [/^note ([a-z]) (?:of|to|on) (?:table )?([a-z]{1,2})[ -]?(\d+)$/, "$2$3$1"],
  [/^(?:table|chart|t) ?(\d)[-.](\d+[a-z]?)$/, "$1-$2"],
  [/^(?:§|section|sec|rule|paragraph) ?[a-z]?-?(\d+)$/, "$1"],
  [/^(?:§|section|sec|rule|paragraph)? ?[a-z]?(\d+\.\d+) ?([a-z]?(?:[-.]\w+)?)$/, "$1$2"],
  [/^(\d{3}|r?e\d+)$/, "$1"],
];

/** Return the name that a question consists of; empty if it is none. @param {string} question */
export function citationIn(question) {
  const asked = lower(question.replace(/(\.(?=\s|$)|[(),?!\s])+/g, " ").trim());
  const [form, name] = CITED.find(([form]) => form.test(asked)) ?? [/.*/, ""];
  return asked.replace(form, name);
}
