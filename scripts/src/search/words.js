// Cuts texts into words and words into stems. Questions and texts are treated alike.

/** @type {Map<string, string>} */
const stems = new Map();

/** @param {string} word */
function cutPlural(word) {
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

/** @param {string} word */
function cutEnding(word) {
  const cut = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(word);
  if (!cut || cut[1].length <= 2) return word;
  return /([^aeioulsz])\1$/.test(cut[1]) ? cut[1].slice(0, -1) : cut[1];
}

/** The stem of a word in lower case. @param {string} word */
export function stem(word) {
  if (/\d/.test(word)) return word.replace(/(\d)s$/, "$1"); // 109s
  if (word.length < 4) return word;
  const known = stems.get(word);
  if (known) return known;
  let cut = cutEnding(cutPlural(word));
  if (/[^aeiou]ly$/.test(cut) && cut.length > 5) cut = cut.slice(0, -2);
  if (/.{3,}e$/.test(cut)) cut = cut.slice(0, -1);
  if (/[^aeiou]y$/.test(cut)) cut = `${cut.slice(0, -1)}i`;
  stems.set(word, cut);
  return cut;
}

/** The parts of a word, cut at its marks and before digits (`me109`). @param {string} joined */
const partsOf = (joined) => joined.match(/[a-z]+|\d+[a-z]*/g) ?? [];

/** What has marks in it as one word: `takeoff` for `take-off`. @param {string} joined */
const wholeOf = (joined) => (/\d/.test(joined) ? joined : stem(joined.replace(/[.:-]/g, "")));

/** A text in lower case, without accents and apostrophes. @param {string} text */
export const lower = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'\u2019]/g, "")
    .replace(/\u2212/g, "-")
    .replace(/ ?%| per cent\b/g, " percent");

/**
 * The stems of a text. What is joined (`bail-out`) counts as one word and by its parts, letters and
 * digits (`me109`) by their parts alone, and an id as a whole alone.
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
 * Whether one letter too many, too few, wrong or swapped tells two words apart.
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
