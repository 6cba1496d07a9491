// The index of the search, and the ranking of its entries for a question. It does not depend on the
// page.
import { citationIn, citationsOf, knownWords, lower, slipBetween, stem, stemsOf } from "./words.js";

const SHOWN = 24; // hits
const PER_TABLE = 3; // rows of one table among them
const RANKED = 150; // best hits that are ranked again with costlier criteria
const FLOOR = 0.12; // share of the best hit's value below which a hit is not shown
const WEIGHTS = { title: 3, questions: 1.6, text: 1, section: 0.1 };
const LIKENESS = 6; // bonus of an entry that answers a question in the same words
const LIKENESS_POWER = 3; // the larger, the less a question counts that is only half similar
const RECALL = 0.64; // weight of recall beside precision in the similarity of questions
const AGREEMENT = 0.3; // exponent of the number of an entry's questions that have a word
const SMOOTHING = 2; // added to the number of entries with a word, so that rare words weigh less
const SPREAD = 500; // characters of text that halve the weight of each of its words
const COVERAGE = 1.3; // exponent of the share of the question's words that an entry has
const K1 = 3; // saturation of repeated words, as in BM25
const SAME = 0.75; // weight of a synonym
const ASKED = 0.4; // weight of a term that readers ask for by another word
const AT_HOME = 1.5; // factor of pages where the question is of no game
const PRIOR = {
  Table: 1.12,
  Rule: 1.25,
  Row: 0.85,
  Ruling: 1,
  Term: 1.05,
  Mission: 0.75,
  Paper: 0.7,
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
 *   `like`: for a variant, the game whose entries it shares
 * @property {(keyof typeof PRIOR)[]} kinds
 * @property {Record<string, string[]>} examples questions to try, by game; `site` for other pages
 * @property {Record<string, string>} slips known misspellings, with what is meant
 * @property {string[]} skip stop words, ignored where the question has other words
 * @property {string[][]} same groups of words that mean the same
 * @property {Record<string, string[]>} terms words and phrases by which readers ask for a term
 */
/**
 * A hit; `isNamed` where the question contains its id.
 * @typedef {{at: number, value: number, isNamed?: boolean}} Hit
 */
/** @typedef {{words: string, game: string, isSure: boolean}} Topic */
/**
 * A word of the question: its stem, and the stems that it may stand for with their weights.
 * @typedef {{word: string, meanings: Map<string, number>}} Term
 */

/**
 * Append to the list under a key of a map.
 * @template V
 * @param {Map<string, V[]>} map
 * @param {string} key
 * @param {V[]} values
 */
const addTo = (map, key, values) => map.set(key, [...(map.get(key) ?? []), ...values]);

/**
 * Add meanings to those of a word; of two weights, the larger counts.
 * @param {Map<string, number>} meanings
 * @param {[meaning: string, weight: number][]} added
 */
function addMeanings(meanings, added) {
  for (const [word, weight] of added) meanings.set(word, Math.max(meanings.get(word) ?? 0, weight));
}

/** @param {Hit} a @param {Hit} b */
const byValue = (a, b) => b.value - a.value || a.at - b.at;

export class SearchIndex {
  /** @param {SearchData} data */
  constructor(data) {
    this.data = data;
    /** @type {Map<string, number[]>} Numbers of entries by id. */
    this.ids = new Map();
    /** @type {Map<string, number[]>} Numbers of entries by the names with which books cite them. */
    this.cited = new Map();
    /** @type {Map<string, [at: number, weight: number][]>} By stem, the entries that have it. */
    this.posts = new Map();
    /** @type {Map<number, Set<string>[]>} By entry, the stems of each question that it answers. */
    this.questions = new Map();
    /** @type {Map<string, [meaning: string, weight: number][]>} By stem, what it may stand for. */
    this.same = new Map();
    /** @type {[phrase: string[], meanings: [string, number][]][]} Phrases, as the stems above. */
    this.phrases = [];
    this.skip = new Set(data.skip.map((word) => stem(lower(word))));
    /** Stems of words that are not misspelt, although no entry may have them. */
    this.known = new Set(this.skip);
    data.docs.forEach((doc, at) => {
      if (doc[3] && this.kindOf(doc) !== "Row") this.addId(doc, at);
      if (/Paper|Mission/.test(this.kindOf(doc))) addTo(this.cited, lower(doc[4]), [at]);
    });
    for (const group of data.same) this.addSynonyms(group, group, SAME);
    for (const [term, asked] of Object.entries(data.terms)) this.addSynonyms(asked, [term], ASKED);
    /**
     * By stem, the number of entries that have it, without variants, which repeat their games.
     * @type {Map<string, number>}
     */
    this.having = new Map();
    this.counted = data.docs.filter((doc) => !data.games[doc[0]][3]).length;
    data.docs.forEach((doc, at) => {
      this.addWords(doc, at);
    });
    this.sorted = [...this.posts.keys()].sort();
  }

  /**
   * Let words and phrases of a question stand for other words.
   * @param {string[]} asked
   * @param {string[]} meant the phrases among them are left out
   * @param {number} weight
   */
  addSynonyms(asked, meant, weight) {
    const isPhrase = (/** @type {string} */ words) => words.includes(" ");
    /** @type {[string, number][]} */
    const meanings = meant
      .filter((word) => !isPhrase(word))
      .map((word) => [stemsOf(word)[0], weight]);
    for (const words of asked) {
      for (const word of stemsOf(words)) this.known.add(word);
      if (isPhrase(words)) this.phrases.push([this.wanted(stemsOf(words)), meanings]);
      else addTo(this.same, stemsOf(words)[0], meanings);
    }
  }

  /** @param {Entry} doc @param {number} at */
  addId(doc, at) {
    const key = lower(doc[3]);
    addTo(this.ids, key, [at]);
    for (const name of citationsOf(key, this.kindOf(doc))) addTo(this.cited, name, [at]);
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
    /** @type {Map<string, number>} */
    const counted = new Map();
    for (const word of questions.flatMap((words) => [...words]))
      counted.set(word, (counted.get(word) ?? 0) + 1);
    for (const [word, number] of counted)
      counts.set(word, (counts.get(word) ?? 0) + WEIGHTS.questions * number ** AGREEMENT);
    add(doc[5], WEIGHTS.text / (1 + doc[5].length / SPREAD));
    add(doc[8], WEIGHTS.section);
    if (this.kindOf(doc) === "Paper") add("a paper to print", WEIGHTS.title);
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
   * Return the words of a question without stop words; all words where it has no others.
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
   * Whether a game has the entries of another: a variant has those of its game.
   * @param {string} game
   * @param {string} key
   */
  covers(game, key) {
    return game === key || this.data.games.some(([own, , , like]) => own === game && like === key);
  }

  /** Return the title of the table of a row; empty for other entries. @param {Entry} doc */
  tableOf(doc) {
    if (this.kindOf(doc) !== "Row") return "";
    const named = (this.ids.get(lower(doc[3])) ?? []).map((at) => this.data.docs[at]);
    return named.find(([game]) => game === doc[0])?.[4] ?? "";
  }

  /**
   * Return the stems that a word of the question may stand for, with their weights.
   * @param {string} word
   * @param {boolean} isOpen whether the reader may still be typing the word
   */
  meanings(word, isOpen) {
    const meanings = new Map([[word, 1]]);
    addMeanings(meanings, this.same.get(word) ?? []);
    const isKnown = this.posts.has(word);
    if (word.length > 1 && (isOpen || !isKnown)) {
      for (const other of this.startingWith(word)) {
        const share = isKnown ? 0.4 : (0.8 * word.length) / other.length + 0.1;
        if (!meanings.has(other)) meanings.set(other, share);
      }
    }
    if (!isKnown && meanings.size === 1) {
      for (let end = word.length - 1; end > 2 && meanings.size === 1; end--) {
        if (this.posts.has(word.slice(0, end))) meanings.set(word.slice(0, end), 0.6); // fogg(y)
      }
    }
    return meanings;
  }

  /** Return the nearest word of the index; of words as near, the commonest. @param {string} word */
  nearest(word) {
    let best = { word: "", slip: word.length < 5 ? 2.5 : 4, count: 0 };
    for (const [other, stem] of knownWords()) {
      const slip = slipBetween(word, other);
      const count = this.having.get(stem) ?? 0;
      if (slip < best.slip || (slip === best.slip && count > best.count))
        if (this.posts.has(stem)) best = { word: other, slip, count };
    }
    return best.word;
  }

  /** Replace the misspelt words of a question. @param {string} question */
  spelt(question) {
    /** @type {[typed: string, meant: string][]} */
    const instead = [];
    const words = question.replace(/[a-z]{4,}(?![\w.:-])/g, (word) => {
      const isRight = this.known.has(stem(word)) || this.startingWith(stem(word)).length > 0;
      const meant = this.data.slips[word] ?? (isRight ? "" : this.nearest(word));
      if (meant) instead.push([word, meant]);
      return meant || word;
    });
    return { words, instead };
  }

  /** Add the synonyms of a phrase to each of its words. @param {Term[]} terms */
  addPhrases(terms) {
    const question = ` ${terms.map(({ word }) => word).join(" ")} `;
    for (const [phrase, meant] of this.phrases) {
      if (!question.includes(` ${phrase.join(" ")} `)) continue;
      for (const { word, meanings } of terms)
        if (phrase.includes(word)) addMeanings(meanings, meant);
    }
  }

  /**
   * Add compounds of two adjacent words as meanings: `tailwheel` for `tail wheel`.
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
    return this.sorted.filter((other) => other.startsWith(word)).slice(0, 60);
  }

  /**
   * Separate the name of a game from the question: it limits the search and is not searched for.
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
    // The id `P-1` may be written `p 1` or `p1`.
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
   * @returns {{hits: Hit[], others: Hit[], marks: Set<string>, instead: [string, string][]}}
   *   `others`: hits in other games; `instead`: misspelt words, each with the word searched for
   */
  ask(typed, here, only) {
    const topic = this.topicOf(typed, here);
    const isOpen = !/[\s?.!]$/.test(typed);
    const { words: question, instead } = this.spelt(topic.words);
    const stems = [...new Set(this.stemsOf(question))];
    const terms = this.wanted(stems);
    const candidates = terms.map((word, number) => ({
      word,
      meanings: this.meanings(word, isOpen && number === terms.length - 1),
    }));
    this.addPhrases(candidates);
    this.addJoined(candidates, question.match(/[a-z]+/g) ?? []);
    const { scores, total, marks } = this.score(candidates);
    const hits = this.ranked(scores, total, topic, only);
    this.rerank(hits, candidates, stems);
    this.addNamed(hits, { stems, terms, topic, only });
    const isSplit = topic.game && !only && !topic.isSure;
    const isOwn = (/** @type {Hit} */ hit) => !isSplit || this.belongs(hit, topic.game);
    const own = this.limited(this.aboveFloor(hits).filter(isOwn));
    const others = this.limited(this.aboveFloor(hits.filter((hit) => !isOwn(hit))));
    return { hits: own, others, marks, instead };
  }

  /** Return the inverse document frequency of a word. @param {string} word */
  rarity(word) {
    const count = this.counted + SMOOTHING;
    const having = (this.having.get(word) ?? 0) + SMOOTHING;
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
   * Return the hits with their values, the best first.
   * @param {Map<number, [value: number, weight: number]>} scores
   * @param {number} total
   * @param {Topic} topic
   * @param {string} only
   */
  ranked(scores, total, topic, only) {
    /** @type {Hit[]} */
    const hits = [];
    for (const [at, [score, weight]] of scores) {
      const doc = this.data.docs[at];
      const game = this.gameOf(at);
      if (only && !this.covers(only, game)) continue;
      let value = score * (weight / total) ** COVERAGE * PRIOR[this.kindOf(doc)];
      if (!topic.game && this.kindOf(doc) === "Page") value *= AT_HOME;
      if (doc[0] && this.covers(topic.game, game)) value *= topic.isSure ? 3 : 2.4;
      // On the pages of a variant, its own entries come before those of its game.
      if (doc[0] && game !== topic.game && this.covers(topic.game, game)) value *= 0.8;
      const isMinor = doc[7] || (this.data.games[doc[0]][3] && game !== topic.game);
      hits.push({ at, value: isMinor ? value * 0.5 : value });
    }
    return hits.sort(byValue);
  }

  /**
   * Raise the best hits that answer a similar question, and rows of a table that is named.
   * @param {Hit[]} hits
   * @param {Term[]} terms
   * @param {string[]} stems
   */
  rerank(hits, terms, stems) {
    for (const hit of hits.slice(0, RANKED)) {
      const doc = this.data.docs[hit.at];
      if (this.kindOf(doc) === "Row" && stems.includes(lower(doc[3]))) hit.value *= 2;
      hit.value *= 1 + LIKENESS * this.likeness(terms, hit.at) ** LIKENESS_POWER;
    }
    hits.sort(byValue);
  }

  /**
   * Put the entries that the question names above all others: by their ids, or as books cite
   * them. If it only cites, they stand in the book's order. A mission may be titled as a rule is,
   * so missions come after the best hit.
   * @param {Hit[]} hits
   * @param {{stems: string[], terms: string[], topic: Topic, only: string}} question
   */
  addNamed(hits, { stems, terms, topic, only }) {
    const best = hits.length ? hits[0].value : 1;
    const said = topic.words.trim();
    const whole = this.ids.has(said) ? [] : this.citedAs(citationIn(said) || said, topic);
    const inWords = (/** @type {string} */ word) =>
      this.ids.get(word) ?? this.citedAs(word.includes(".") ? word : "", topic);
    const named = whole.length ? whole : stems.flatMap(inWords);
    for (const at of named) {
      const game = this.gameOf(at);
      if (only && !this.covers(only, game)) continue;
      const hit = hits.find((other) => other.at === at) ?? { at, value: 0 };
      if (!hit.value) hits.push(hit);
      hit.isNamed = this.kindOf(this.data.docs[at]) !== "Mission";
      const own = game && game === topic.game ? 1 : 0;
      if (!hit.isNamed) hit.value = Math.max(hit.value, 0.99 * best);
      else if (whole.length) hit.value = best * 9 + own;
      else hit.value += best * (terms.length === 1 ? 9 : 1) + own;
    }
    hits.sort(byValue);
  }

  /**
   * Return the entries that a book cites by a name: those of this game, or else of any other.
   * @param {string} name
   * @param {Topic} topic
   */
  citedAs(name, topic) {
    const all = this.cited.get(name) ?? this.cited.get(name.replace(/[a-z]$/, "")) ?? [];
    const own = all.filter((at) => this.covers(topic.game, this.gameOf(at)));
    const others = all.filter((at) => !this.data.games[this.data.docs[at][0]][3]);
    const isCommon = /^\d+$/.test(name) && topic.game; // a number that may mean anything
    return own.length || isCommon ? own : others;
  }

  /**
   * Whether a hit belongs to a game, to no game, or was named by its id.
   * @param {Hit} hit
   * @param {string} game
   */
  belongs({ at, isNamed }, game) {
    const key = this.gameOf(at);
    return !key || this.covers(game, key) || isNamed;
  }

  /**
   * Return the similarity of the question to the nearest one that an entry answers, from 0 to 1:
   * the harmonic mean of precision and recall, weighted by rarity, with less weight on recall.
   * @param {Term[]} terms
   * @param {number} at
   */
  likeness(terms, at) {
    const total = this.sumOf(terms.map(({ word }) => word));
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
      const recall = common / total;
      const precision = this.sumOf(shared) / this.sumOf(question);
      best = Math.max(best, ((1 + RECALL) * recall * precision) / (RECALL * precision + recall));
    }
    return best;
  }

  /** Return the sum of the rarities of words. @param {Iterable<string>} words */
  sumOf(words) {
    let sum = 0;
    for (const word of words) sum += this.rarity(word);
    return sum;
  }

  /** Return the hits that are not far below the best one. @param {Hit[]} hits */
  aboveFloor(hits) {
    return hits.filter((hit, at) => at < 5 || hit.value > hits[0].value * FLOOR);
  }

  /**
   * Limit the hits, the rows of each table among them, and the hits of each address.
   * @param {Hit[]} hits
   */
  limited(hits) {
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
 * Split a text at the words that were found; these are the parts with odd indexes.
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
 * Return the part of a text around the first word that was found.
 * @param {string} text
 * @param {Set<string>} marks
 */
export function excerpt(text, marks) {
  if (text.length <= 170) return text;
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  const first = words.find(([word]) => marks.has(stem(lower(word))))?.index ?? -1;
  const start = first > 110 ? text.lastIndexOf(" ", first - 50) + 1 : 0;
  const end = text.indexOf(" ", start + 160);
  const part = text.slice(start, end < 0 ? text.length : end);
  return `${start ? "\u2026 " : ""}${part}${end < 0 ? "" : " \u2026"}`;
}

export { SHOWN };
