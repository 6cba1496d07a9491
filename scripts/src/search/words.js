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
 * Whether two words differ by one inserted, missing, wrong or swapped letter.
 * @param {string} a
 * @param {string} b
 */
export function isNear(a, b) {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  let endA = a.length - 1;
  let endB = b.length - 1;
  while (start < a.length && a[start] === b[start]) start++;
  while (endA >= start && endB >= start && a[endA] === b[endB]) {
    endA--;
    endB--;
  }
  if (endA - start < 1 && endB - start < 1) return true;
  const isSwapped = a[start] === b[endB] && a[endA] === b[start];
  return endA - start === 1 && endB - start === 1 && isSwapped;
}
