// The index of the search, and what a question finds in it. It is a function of what the page
// loads: nothing here knows the page.
import { isNear, lower, stem, stemsOf } from "./words.js";

const SHOWN = 24; // hits
const PER_TABLE = 3; // rows of one table among them
const RANKED = 40; // hits whose order is looked at more closely
const FLOOR = 0.12; // of the value of the best hit; what is worth less is not shown
const WEIGHTS = { title: 3, questions: 1.6, text: 1, section: 0.1 };
const LIKENESS = 6; // how much more an entry is worth that is asked for in these very words
const LIKENESS_POWER = 3; // the larger, the less a question counts that is only half the same
const COMMON = 2; // entries that are added to those that have a word: one alone is chance
const SPREAD = 500; // characters of text that halve the weight of each of its words
const COVERAGE = 1.3; // how much it counts that an entry has all words of the question
const K1 = 3; // how soon a word that is repeated counts no more
const PRIOR = {
  Table: 1.12,
  Rule: 1.25,
  Row: 0.85,
  Ruling: 1,
  Term: 1.05,
  Mission: 0.75,
  Page: 0.8,
};

/**
 * An entry: [game, kind, url, id, title, text, questions, low, section].
 * @typedef {[number, number, string, string, string, string, string[], number, string]} Entry
 */
/**
 * @typedef {object} SearchData
 * @property {Entry[]} docs
 * @property {[key: string, title: string, names: string[], like?: string][]} games
 *   a variant has the entries of the game it is like
 * @property {(keyof typeof PRIOR)[]} kinds
 * @property {Record<string, string[]>} examples questions to try, by game; `site` for other pages
 * @property {string[]} skip words that are not looked for where there are others
 * @property {string[][]} same groups of words that mean the same
 */
/**
 * A hit; `isNamed` where its id is asked for.
 * @typedef {{at: number, value: number, isNamed?: boolean}} Hit
 */
/** @typedef {{words: string, game: string, isSure: boolean}} Topic */
/**
 * A word of the question: its stem, and what else it may stand for, with how much each counts.
 * @typedef {{word: string, meanings: Map<string, number>}} Term
 */

/**
 * Add to the list that a map has under a key.
 * @template V
 * @param {Map<string, V[]>} map
 * @param {string} key
 * @param {V[]} values
 */
const addTo = (map, key, values) => map.set(key, [...(map.get(key) ?? []), ...values]);

/** @param {Hit} a @param {Hit} b */
const byValue = (a, b) => b.value - a.value || a.at - b.at;

export class SearchIndex {
  /** @param {SearchData} data */
  constructor(data) {
    this.data = data;
    /** @type {Map<string, number[]>} Numbers of entries by id. */
    this.ids = new Map();
    /** @type {Map<string, string>} Titles of tables by game and id. */
    this.tables = new Map();
    /** @type {Map<string, [at: number, weight: number][]>} By stem, the entries that have it. */
    this.posts = new Map();
    /** @type {Map<number, Set<string>[]>} By entry, the stems of each question that it answers. */
    this.questions = new Map();
    /** @type {Map<string, string[]>} */
    this.same = new Map();
    /** @type {[phrase: string[], all: string[]][]} Words side by side, and what they mean. */
    this.phrases = [];
    this.skip = new Set(data.skip.map((word) => stem(lower(word))));
    data.docs.forEach((doc, at) => {
      if (doc[3] && this.kindOf(doc) !== "Row") this.addId(doc, at);
    });
    for (const group of data.same) {
      const isPhrase = (/** @type {string} */ words) => words.includes(" ");
      const all = group.filter((word) => !isPhrase(word)).map((word) => stemsOf(word)[0]);
      for (const word of all) addTo(this.same, word, all);
      for (const words of group.filter(isPhrase))
        this.phrases.push([this.wanted(stemsOf(words)), all]);
    }
    /**
     * By stem, the number of entries that have it; those of variants repeat the words of games.
     * @type {Map<string, number>}
     */
    this.having = new Map();
    this.counted = data.docs.filter((doc) => !data.games[doc[0]][3]).length;
    data.docs.forEach((doc, at) => {
      this.addWords(doc, at);
    });
    this.sorted = [...this.posts.keys()].sort();
  }

  /** @param {Entry} doc @param {number} at */
  addId(doc, at) {
    const key = lower(doc[3]);
    addTo(this.ids, key, [at]);
    if (this.kindOf(doc) === "Table") this.tables.set(doc[0] + key, doc[4]);
  }

  /** @param {Entry} doc @param {number} at */
  addWords(doc, at) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    /** @param {string} text @param {number} weight */
    const add = (text, weight) => {
      for (const word of this.stemsOf(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
    };
    const questions = doc[6].map((question) => new Set(this.wanted(this.stemsOf(question))));
    if (questions.length) this.questions.set(at, questions);
    add(doc[4], WEIGHTS.title);
    for (const word of new Set(questions.flatMap((words) => [...words]))) {
      counts.set(word, (counts.get(word) ?? 0) + WEIGHTS.questions);
    }
    add(doc[5], WEIGHTS.text / (1 + doc[5].length / SPREAD));
    add(doc[8], WEIGHTS.section);
    if (this.kindOf(doc) === "Row") add(`${this.tableOf(doc)} ${doc[3]}`, WEIGHTS.text);
    for (const [word, weight] of counts) {
      const list = this.posts.get(word);
      const post = /** @type {[number, number]} */ ([at, weight / (weight + K1)]);
      if (list) list.push(post);
      else this.posts.set(word, [post]);
      if (!this.data.games[doc[0]][3]) this.having.set(word, (this.having.get(word) ?? 0) + 1);
    }
  }

  /** @param {string} text */
  stemsOf(text) {
    return stemsOf(text, this.ids);
  }

  /**
   * The words that a question is about; all of them if it has no others.
   * @param {string[]} words
   */
  wanted(words) {
    const wanted = words.filter((word) => !this.skip.has(word));
    return wanted.length ? wanted : words;
  }

  /** @param {Entry} doc */
  kindOf(doc) {
    return this.data.kinds[doc[1]];
  }

  /** @param {number} at */
  gameOf(at) {
    return this.data.games[this.data.docs[at][0]][0];
  }

  /**
   * Whether a game has the entries of another one: its own, and a variant those of its game.
   * @param {string} game
   * @param {string} key
   */
  covers(game, key) {
    return game === key || this.data.games.some(([own, , , like]) => own === game && like === key);
  }

  /** The title of the table that a row is in; empty for what is not a row. @param {Entry} doc */
  tableOf(doc) {
    if (this.kindOf(doc) !== "Row") return "";
    return this.tables.get(doc[0] + lower(doc[3])) ?? "";
  }

  /**
   * What a word of the question may stand for, by stem, and how much each counts.
   * @param {string} word
   * @param {boolean} isOpen whether more of the word may follow
   */
  meanings(word, isOpen) {
    const found = new Map([[word, 1]]);
    for (const other of this.same.get(word) ?? []) if (other !== word) found.set(other, 0.75);
    const isKnown = this.posts.has(word);
    if (word.length > 1 && (isOpen || !isKnown)) {
      for (const other of this.startingWith(word)) {
        const share = isKnown ? 0.4 : (0.8 * word.length) / other.length + 0.1;
        if (!found.has(other)) found.set(other, share);
      }
    }
    if (!isKnown && found.size === 1 && word.length > 3) {
      for (const other of this.sorted) if (isNear(word, other)) found.set(other, 0.6);
      for (let end = word.length - 1; end > 2 && found.size === 1; end--) {
        if (this.posts.has(word.slice(0, end))) found.set(word.slice(0, end), 0.6); // fogg(y)
      }
    }
    return found;
  }

  /** Each word of a phrase stands for what the phrase means, too. @param {Term[]} terms */
  addPhrases(terms) {
    const asked = ` ${terms.map(({ word }) => word).join(" ")} `;
    for (const [phrase, all] of this.phrases) {
      if (!asked.includes(` ${phrase.join(" ")} `)) continue;
      for (const { word, meanings } of terms) {
        if (phrase.includes(word)) for (const other of all) meanings.set(other, 0.75);
      }
    }
  }

  /**
   * Two words side by side stand for the one that they make, too: `tail wheel`.
   * @param {Term[]} terms
   * @param {string[]} words
   */
  addJoined(terms, words) {
    words.forEach((second, n) => {
      const first = words[n - 1] ?? "";
      const joined = stem(first + second);
      if (first.length < 3 || second.length < 3 || !this.posts.has(joined)) return;
      for (const { word, meanings } of terms) {
        if (word === stem(first) || word === stem(second)) meanings.set(joined, 1);
      }
    });
  }

  /** @param {string} word */
  startingWith(word) {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.sorted[middle] < word) low = middle + 1;
      else high = middle;
    }
    const some = this.sorted.slice(low, low + 60);
    const end = some.findIndex((other) => !other.startsWith(word));
    return end < 0 ? some : some.slice(0, end);
  }

  /**
   * A game named in the question is where to look, and not a word to look for.
   * @param {string} question
   * @param {string} here the game of the page
   * @returns {Topic}
   */
  topicOf(question, here) {
    let rest = ` ${lower(question)} `;
    let named = "";
    for (const [key, , names] of this.data.games) {
      for (const name of names.map(lower)) {
        const without = rest.replace(` ${name}`, "");
        if (!rest.includes(` ${name} `) || without.trim() === "") continue;
        named = key;
        rest = without;
      }
    }
    // An id written apart or together, `p 1` or `p1`, is an id.
    rest = rest.replace(/(\s)([a-z]{1,2}) ?(\d{1,2})(?=\s)/g, (all, space, letters, number) =>
      this.ids.has(`${letters}-${number}`) ? `${space}${letters}-${number}` : all,
    );
    return { words: rest, game: named || here, isSure: named !== "" };
  }

  /**
   * Answer a question.
   * @param {string} typed
   * @param {string} here the game of the page
   * @param {string} only the game to look in; empty for all of them
   * @returns {{hits: Hit[], others: Hit[], marks: Set<string>}} `others`: hits in other games
   */
  ask(typed, here, only) {
    const topic = this.topicOf(typed, here);
    const asked = [...new Set(this.stemsOf(topic.words))];
    const terms = this.wanted(asked);
    const isOpen = !/[\s?.!]$/.test(typed);
    const meant = terms.map((word, number) => ({
      word,
      meanings: this.meanings(word, isOpen && number === terms.length - 1),
    }));
    this.addPhrases(meant);
    this.addJoined(meant, lower(topic.words).match(/[a-z]+/g) ?? []);
    const { scores, total, marks } = this.score(meant);
    const hits = this.valued(scores, total, topic, only);
    this.lookCloser(hits, meant, asked);
    this.addNamed(hits, { asked, terms, topic, only });
    const isSplit = topic.game && !only && !topic.isSure;
    const isOwn = (/** @type {Hit} */ hit) => !isSplit || this.belongs(hit, topic.game);
    const own = this.few(this.worth(hits).filter(isOwn));
    const others = this.few(this.worth(hits.filter((hit) => !isOwn(hit))));
    return { hits: own, others, marks };
  }

  /** How much a word says: the rarer, the more. @param {string} word */
  rarity(word) {
    const count = this.counted + COMMON;
    const having = (this.having.get(word) ?? 0) + COMMON;
    return Math.log(1 + (count - having + 0.5) / (having + 0.5));
  }

  /** Score every entry by the terms that it has. @param {Term[]} terms */
  score(terms) {
    /** @type {Map<number, [value: number, weight: number]>} */
    const scores = new Map();
    /** @type {Set<string>} */
    const marks = new Set();
    let total = 0;
    for (const { word: term, meanings } of terms) {
      /** @type {Map<number, number>} */
      const best = new Map();
      let weight = 0;
      for (const [word, share] of meanings) {
        const list = this.posts.get(word);
        if (!list) continue;
        const rarity = this.rarity(word);
        weight = Math.max(weight, rarity * share);
        marks.add(word);
        for (const [at, post] of list) {
          best.set(at, Math.max(best.get(at) ?? 0, rarity * share * post));
        }
      }
      weight ||= this.rarity(term);
      total += weight;
      for (const [at, value] of best) {
        const [values, weights] = scores.get(at) ?? [0, 0];
        scores.set(at, [values + value, weights + weight]);
      }
    }
    return { scores, total, marks };
  }

  /**
   * The hits with their values, the best first.
   * @param {Map<number, [value: number, weight: number]>} scores
   * @param {number} total
   * @param {Topic} topic
   * @param {string} only
   */
  valued(scores, total, topic, only) {
    /** @type {Hit[]} */
    const hits = [];
    for (const [at, [score, weight]] of scores) {
      const doc = this.data.docs[at];
      const game = this.gameOf(at);
      if (only && !this.covers(only, game)) continue;
      let value = score * (weight / total) ** COVERAGE * PRIOR[this.kindOf(doc)];
      if (doc[0] && this.covers(topic.game, game)) value *= topic.isSure ? 3 : 2.4;
      // What a variant has otherwise comes first, and a variant answers on its own pages first.
      if (doc[0] && game !== topic.game && this.covers(topic.game, game)) value *= 0.8;
      const isAside = doc[7] || (this.data.games[doc[0]][3] && game !== topic.game);
      hits.push({ at, value: isAside ? value * 0.5 : value });
    }
    return hits.sort(byValue);
  }

  /**
   * Words side by side, a title that says just this, a question that is asked in these words, a
   * row that is named: these count for more.
   * @param {Hit[]} hits
   * @param {Term[]} terms
   * @param {string[]} asked
   */
  lookCloser(hits, terms, asked) {
    const words = terms.map(({ word }) => word);
    for (const hit of hits.slice(0, RANKED)) {
      const doc = this.data.docs[hit.at];
      if (this.kindOf(doc) === "Row" && asked.includes(lower(doc[3]))) hit.value *= 2;
      hit.value *= 1 + 0.12 * this.neighbours(words, doc);
      if (this.isTitle(words, doc[4])) hit.value *= 1.6;
      hit.value *= 1 + LIKENESS * this.likeness(terms, hit.at) ** LIKENESS_POWER;
    }
    hits.sort((a, b) => b.value - a.value);
  }

  /**
   * An id that is asked for stands above all.
   * @param {Hit[]} hits
   * @param {{asked: string[], terms: string[], topic: Topic, only: string}} question
   */
  addNamed(hits, { asked, terms, topic, only }) {
    const best = hits.length ? hits[0].value : 1;
    for (const at of asked.flatMap((word) => this.ids.get(word) ?? [])) {
      const game = this.gameOf(at);
      if (only && !this.covers(only, game)) continue;
      let hit = hits.find((other) => other.at === at);
      if (!hit) {
        hit = { at, value: 0 };
        hits.push(hit);
      }
      hit.isNamed = true;
      hit.value += best * (terms.length === 1 ? 9 : 1) + (game && game === topic.game ? 1 : 0);
    }
    hits.sort(byValue);
  }

  /**
   * Whether an entry is of a game, of no game, or asked for by its id.
   * @param {Hit} hit
   * @param {string} game
   */
  belongs({ at, isNamed }, game) {
    const key = this.gameOf(at);
    return !key || this.covers(game, key) || isNamed;
  }

  /**
   * Whether a title says what is asked and no more.
   * @param {string[]} terms
   * @param {string} title
   */
  isTitle(terms, title) {
    const words = this.stemsOf(title).filter((word) => !this.skip.has(word));
    return words.length === terms.length && terms.every((term) => words.includes(term));
  }

  /**
   * How like the question the nearest of those is that an entry answers: from 0 to 1, the mean of
   * how much of the one is in the other and the other way round.
   * @param {Term[]} terms
   * @param {number} at
   */
  likeness(terms, at) {
    const asked = this.sumOf(terms.map(({ word }) => word));
    let best = 0;
    for (const question of this.questions.get(at) ?? []) {
      /** @type {Set<string>} */
      const shared = new Set();
      let common = 0;
      for (const { word, meanings } of terms) {
        let share = 0;
        for (const [meaning, value] of meanings) {
          if (!question.has(meaning)) continue;
          shared.add(meaning);
          share = Math.max(share, value);
        }
        if (share) common += share * this.rarity(word);
      }
      if (!common) continue;
      const recall = common / asked;
      const precision = this.sumOf(shared) / this.sumOf(question);
      best = Math.max(best, (2 * recall * precision) / (recall + precision));
    }
    return best;
  }

  /** The rarity of all of some words. @param {Iterable<string>} words */
  sumOf(words) {
    let sum = 0;
    for (const word of words) sum += this.rarity(word);
    return sum;
  }

  /**
   * How many pairs of asked words stand side by side in an entry.
   * @param {string[]} terms
   * @param {Entry} doc
   */
  neighbours(terms, doc) {
    if (terms.length < 2) return 0;
    const text = this.stemsOf(`${doc[4]} ${doc[5]}`);
    const isPair = (/** @type {string} */ term, /** @type {number} */ n) =>
      n > 0 &&
      text.some((w, at) => {
        if (at === 0 || w !== term) return false;
        return text[at - 1] === terms[n - 1] || text[at - 2] === terms[n - 1];
      });
    return terms.filter(isPair).length;
  }

  /** The hits that are not far below the best of them. @param {Hit[]} hits */
  worth(hits) {
    return hits.filter((hit, at) => at < 5 || hit.value > hits[0].value * FLOOR);
  }

  /**
   * No table crowds out the rest with its rows, and no place is shown twice.
   * @param {Hit[]} hits
   */
  few(hits) {
    /** @type {Map<string, number>} */
    const rows = new Map();
    const seen = new Set();
    const isShown = (/** @type {Hit} */ { at }) => {
      const doc = this.data.docs[at];
      if (seen.has(doc[2])) return false;
      seen.add(doc[2]);
      if (this.kindOf(doc) !== "Row") return true;
      const page = doc[2].split("#")[0];
      const count = (rows.get(page) ?? 0) + 1;
      rows.set(page, count);
      return count <= PER_TABLE;
    };
    return hits.filter(isShown).slice(0, SHOWN);
  }
}

/**
 * Parts of a text; every second one is a word that was found.
 * @param {string} text
 * @param {Set<string>} marks
 */
export function markedParts(text, marks) {
  /** @type {string[]} */
  const parts = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+(?:[.:-][\p{L}\p{N}]+)*/gu)) {
    if (!stemsOf(word, marks).some((part) => marks.has(part))) continue;
    parts.push(text.slice(from, index), word);
    from = index + word.length;
  }
  return [...parts, text.slice(from)];
}

/**
 * The piece of a text around the first word that was found.
 * @param {string} text
 * @param {Set<string>} marks
 */
export function excerpt(text, marks) {
  if (text.length <= 170) return text;
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  const first = words.find(([word]) => marks.has(stem(lower(word))))?.index ?? -1;
  const start = first > 110 ? text.lastIndexOf(" ", first - 50) + 1 : 0;
  const end = text.indexOf(" ", start + 160);
  const piece = text.slice(start, end < 0 ? text.length : end);
  return `${start ? "\u2026 " : ""}${piece}${end < 0 ? "" : " \u2026"}`;
}

export { SHOWN };
