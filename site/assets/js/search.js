/* Combat Box, MIT. The search: loaded with its index when it is first opened, from a server or a folder on disk.

   An index entry is [game, kind, url, id, title, text, keys, low]. Words are cut, stemmed and weighed here, so that
   questions and texts are treated alike. Nothing found is ever written as HTML: all of it goes in as text. */
(function () {
  "use strict";
  var root = new URL("../../", document.currentScript.src);
  var SHOWN = 24, PER_TABLE = 3, FLOOR = 0.12;
  var WEIGHTS = {title: 3, keys: 3, text: 1}, K1 = 1.4;
  var PRIOR = {Table: 1.12, Rule: 1.2, Row: 0.85, Ruling: 1, Term: 1.05, Mission: 0.75, Page: 0.8};
  var index = null;

  /* ---- words */

  var stems = new Map();
  function stem(word) {
    if (word.length < 4 || /\d/.test(word)) return word;
    var known = stems.get(word);
    if (known) return known;
    var w = word;
    if (/ies$/.test(w)) w = w.slice(0, -3) + "y";
    else if (/(ss|sh|ch|x|z)es$/.test(w)) w = w.slice(0, -2);
    else if (/[^siu]s$/.test(w)) w = w.slice(0, -1);
    var cut = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(w);
    if (cut && cut[1].length > 2) {
      w = cut[1];
      if (/([^aeioulsz])\1$/.test(w)) w = w.slice(0, -1);
    }
    if (/[^aeiou]ly$/.test(w) && w.length > 5) w = w.slice(0, -2);
    if (/.{3,}e$/.test(w)) w = w.slice(0, -1);
    if (/[^aeiou]y$/.test(w)) w = w.slice(0, -1) + "i";
    stems.set(word, w);
    return w;
  }
  function lower(text) {
    return text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f'\u2019]/g, "").replace(/\u2212/g, "-");
  }
  var WORD = /[a-z0-9]+(?:[.:-][a-z0-9]+)*/g;
  /* The stems of a text; what is joined (`P-1`, `bail-out`) counts as a whole and by its parts. */
  function words(text) {
    var found = [];
    (lower(text).match(WORD) || []).forEach(function (whole) {
      var parts = whole.split(/[.:-]/);
      if (parts.length > 1) found.push(whole);
      if (parts.length === 1 || !(index && index.ids.has(whole))) parts.forEach(function (part) { found.push(stem(part)); });
    });
    return found;
  }

  /* ---- the index */

  function prepare(data) {
    index = {data: data, ids: new Map(), tables: new Map(), posts: new Map(), same: new Map(), skip: new Set()};
    data.docs.forEach(function (doc, at) {
      if (!doc[3] || data.kinds[doc[1]] === "Row") return;
      var key = lower(doc[3]);
      index.ids.set(key, (index.ids.get(key) || []).concat(at));
      if (data.kinds[doc[1]] === "Table") index.tables.set(doc[0] + key, doc[4]);
    });
    data.skip.forEach(function (word) { index.skip.add(stem(lower(word))); });
    data.same.forEach(function (group) {
      var all = group.map(function (word) { return stem(lower(word)); });
      all.forEach(function (word) {
        index.same.set(word, (index.same.get(word) || []).concat(all));
      });
    });
    data.docs.forEach(function (doc, at) {
      var counts = new Map();
      function add(text, weight) {
        words(text).forEach(function (word) { counts.set(word, (counts.get(word) || 0) + weight); });
      }
      add(doc[4], WEIGHTS.title);
      add(doc[6], WEIGHTS.keys);
      add(doc[5], WEIGHTS.text / (0.6 + doc[5].length / 500));
      if (data.kinds[doc[1]] === "Row") add(tableOf(doc) + " " + doc[3], WEIGHTS.text);
      counts.forEach(function (weight, word) {
        var list = index.posts.get(word);
        if (!list) index.posts.set(word, (list = []));
        list.push([at, weight / (weight + K1)]);
      });
    });
    index.sorted = Array.from(index.posts.keys()).sort();
  }

  /* The title of the table that a row is in; nothing for what is no row. */
  function tableOf(doc) {
    return index.data.kinds[doc[1]] === "Row" ? index.tables.get(doc[0] + lower(doc[3])) || "" : "";
  }

  /* ---- asking */

  /* What a word of the question may stand for: stem to how much it counts. */
  function meanings(word, last) {
    var found = new Map([[word, 1]]);
    (index.same.get(word) || []).forEach(function (other) { if (other !== word) found.set(other, 0.75); });
    var known = index.posts.has(word);
    if (word.length > 1 && (last || !known)) starting(word).forEach(function (other) {
      if (!found.has(other)) found.set(other, known ? 0.4 : 0.8 * word.length / other.length + 0.1);
    });
    if (!known && found.size === 1 && word.length > 3) index.sorted.forEach(function (other) {
      if (near(word, other)) found.set(other, 0.6);
    });
    return found;
  }
  function starting(word) {
    var low = 0, high = index.sorted.length, found = [];
    while (low < high) {
      var middle = (low + high) >> 1;
      if (index.sorted[middle] < word) low = middle + 1; else high = middle;
    }
    for (; low < index.sorted.length && index.sorted[low].startsWith(word) && found.length < 60; low++) found.push(index.sorted[low]);
    return found;
  }
  /* Whether one letter too many, too few, wrong or swapped tells two words apart. */
  function near(a, b) {
    if (Math.abs(a.length - b.length) > 1) return false;
    var i = 0, j = a.length - 1, k = b.length - 1;
    while (i < a.length && a[i] === b[i]) i++;
    while (j >= i && k >= i && a[j] === b[k]) { j--; k--; }
    return j - i < 1 && k - i < 1 || (j - i === 1 && k - i === 1 && a[i] === b[k] && a[j] === b[i]);
  }

  /* A game named in the question is where to look, and no word to look for. */
  function about(question, game) {
    var rest = " " + lower(question) + " ", named = "";
    index.data.games.forEach(function (one) {
      one[2].forEach(function (name) {
        var at = rest.indexOf(" " + lower(name) + " ");
        if (at < 0 || rest.replace(" " + lower(name), "").trim() === "") return;
        named = one[0];
        rest = rest.replace(" " + lower(name), "");
      });
    });
    /* an id written apart or together, `p 1` or `p1`, is an id */
    rest = rest.replace(/(\s)([a-z]{1,2}) ?(\d{1,2})(?=\s)/g, function (all, space, letters, number) {
      return index.ids.has(letters + "-" + number) ? space + letters + "-" + number : all;
    });
    /* letters and digits written together, `me109`, are two words where the book has them so */
    rest = rest.replace(/(\s)([a-z]+)(\d+)(?=\s)/g, function (all, space, letters, number) {
      var one = letters + number, known = index.posts.has(one) || index.ids.has(one) || !index.posts.has(number);
      return known ? all : space + letters + " " + number;
    });
    return {words: rest, game: named || game, sure: named !== ""};
  }

  /* only: the game to look in, or nothing for all of them */
  function ask(typed, here, only) {
    var topic = about(typed, here), question = topic.words, game = topic.game;
    var asked = words(question).filter(function (word, at, all) { return all.indexOf(word) === at; });
    var terms = asked.filter(function (word) { return !index.skip.has(word); });
    if (!terms.length) terms = asked;
    var count = index.data.docs.length, scores = new Map(), marks = new Set(), total = 0;
    var open = !/[\s?.!]$/.test(typed);
    terms.forEach(function (term, number) {
      var best = new Map(), weight = 0;
      meanings(term, open && number === terms.length - 1).forEach(function (share, word) {
        var list = index.posts.get(word);
        if (!list) return;
        var rare = Math.log(1 + (count - list.length + 0.5) / (list.length + 0.5));
        weight = Math.max(weight, rare * share);
        marks.add(word);
        list.forEach(function (post) {
          var value = rare * share * post[1];
          if (value > (best.get(post[0]) || 0)) best.set(post[0], value);
        });
      });
      weight = weight || Math.log(1 + count);
      total += weight;
      best.forEach(function (value, at) {
        var score = scores.get(at) || [0, 0];
        scores.set(at, [score[0] + value, score[1] + weight]);
      });
    });
    var found = [];
    scores.forEach(function (score, at) {
      var doc = index.data.docs[at];
      if (only && index.data.games[doc[0]][0] !== only) return;
      var value = score[0] * Math.pow(score[1] / total, 1.6) * PRIOR[index.data.kinds[doc[1]]];
      if (doc[0] && index.data.games[doc[0]][0] === game) value *= topic.sure ? 3 : 2.4;
      found.push({at: at, value: doc[7] ? value * 0.5 : value, covers: score[1] / total});
    });
    found.sort(function (a, b) { return b.value - a.value || a.at - b.at; });
    found.slice(0, 80).forEach(function (hit) { 
      var doc = index.data.docs[hit.at];
      if (index.data.kinds[doc[1]] === "Row" && asked.indexOf(lower(doc[3])) >= 0) hit.value *= 2;
      hit.value *= (1 + 0.12 * neighbours(terms, doc)) * (same(terms, doc[4]) ? 1.6 : 1);
    });
    found.sort(function (a, b) { return b.value - a.value; });
    var best = found.length ? found[0].value : 1;
    asked.forEach(function (word) {
      (index.ids.get(word) || []).forEach(function (at) {
        var key = index.data.games[index.data.docs[at][0]][0], rest = key && key === game ? 1 : 0;
        if (only && key !== only) return;
        var hit = found.find(function (one) { return one.at === at; });
        if (!hit) found.push((hit = {at: at, value: 0}));
        hit.value += best * (terms.length === 1 ? 9 : 1) + rest;
        hit.named = true;
      });
    });
    found.sort(function (a, b) { return b.value - a.value || a.at - b.at; });
    best = found.length ? found[0].value : 0;
    var hits = found.filter(function (hit, at) { return at < 5 || hit.value > best * FLOOR; });
    var split = game && !only && !topic.sure;
    var own = few(split ? hits.filter(function (hit) { return belongs(hit, game); }) : hits);
    return {hits: own, others: split ? few(hits.filter(function (hit) { return !belongs(hit, game); })) : [], marks: marks};
  }
  /* Whether an entry is of a game, of no game, or asked for by its id. */
  function belongs(hit, game) {
    var key = index.data.games[index.data.docs[hit.at][0]][0];
    return !key || key === game || hit.named;
  }
  /* Whether a title says what is asked and no more. */
  function same(terms, title) {
    var said = words(title).filter(function (word) { return !index.skip.has(word); });
    return said.length === terms.length && terms.every(function (term) { return said.indexOf(term) >= 0; });
  }
  /* How many pairs of asked words stand side by side in an entry. */
  function neighbours(terms, doc) {
    if (terms.length < 2) return 0;
    var text = words(doc[4] + " " + doc[6] + " " + doc[5]), pairs = 0;
    for (var i = 1; i < terms.length; i++) {
      for (var j = 1; j < text.length; j++) {
        if (text[j] === terms[i] && (text[j - 1] === terms[i - 1] || text[j - 2] === terms[i - 1])) { pairs++; break; }
      }
    }
    return pairs;
  }
  /* No table crowds out the rest with its rows, and no place is shown twice. */
  function few(found) {
    var rows = new Map(), seen = new Set();
    return found.filter(function (hit) {
      var doc = index.data.docs[hit.at];
      if (seen.has(doc[2])) return false;
      seen.add(doc[2]);
      if (index.data.kinds[doc[1]] !== "Row") return true;
      var page = doc[2].split("#")[0];
      rows.set(page, (rows.get(page) || 0) + 1);
      return rows.get(page) <= PER_TABLE;
    }).slice(0, SHOWN);
  }

  /* ---- showing */

  function el(name, attributes, parts) {
    var made = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    (parts || []).forEach(function (part) { made.append(part); });
    return made;
  }
  /* A text with the words found marked. */
  function marked(text, marks) {
    var parts = [], from = 0;
    text.replace(/[\p{L}\p{N}]+(?:[.:-][\p{L}\p{N}]+)*/gu, function (word, at) {
      var whole = lower(word);
      var hit = marks.has(whole) || whole.split(/[.:-]/).some(function (part) { return marks.has(stem(part)); });
      if (hit) {
        parts.push(text.slice(from, at), el("mark", {}, [word]));
        from = at + word.length;
      }
      return word;
    });
    parts.push(text.slice(from));
    return parts;
  }
  /* The piece of a text around the words found. */
  function piece(text, marks) {
    if (text.length <= 170) return text;
    var first = -1;
    text.replace(/[\p{L}\p{N}]+/gu, function (word, at) {
      if (first < 0 && marks.has(stem(lower(word)))) first = at;
      return word;
    });
    var start = first > 110 ? text.lastIndexOf(" ", first - 50) + 1 : 0;
    var end = text.indexOf(" ", start + 160);
    return (start ? "\u2026 " : "") + text.slice(start, end < 0 ? text.length : end) + (end < 0 ? "" : " \u2026");
  }

  var dialog, input, list, status, games, more, unfolded = "", active = -1;
  function build() {
    input = el("input", {type: "text", inputmode: "search", id: "cb-search-input", class: "cb-search__input", role: "combobox", "aria-label": "Search rules and tables",
      "aria-controls": "cb-search-list", "aria-expanded": "false", "aria-autocomplete": "list", autocomplete: "off",
      autocapitalize: "off", spellcheck: "false", enterkeyhint: "go", placeholder: "A word, a table, a rule, a question"});
    status = el("p", {class: "cb-search__status", role: "status"});
    games = el("fieldset", {class: "cb-search__games"}, [el("legend", {class: "cb-sr"}, ["Look in"])]);
    list = el("div", {id: "cb-search-list", class: "cb-search__list", role: "listbox", "aria-label": "Results"});
    more = el("button", {type: "button", class: "cb-search__more", hidden: ""}, []);
    more.addEventListener("click", function () { unfolded = input.value; input.focus(); show(); });
    var close = el("button", {type: "button", class: "cb-search__close", "aria-label": "Close the search"}, [
      el("span", {class: "cb-mouse"}, ["Esc"]), el("span", {class: "cb-finger"}, ["Close"])]);
    dialog = el("dialog", {class: "cb-search", "aria-label": "Search"}, [
      el("div", {class: "cb-search__bar"}, [input, close]), games, status, list, more]);
    document.body.append(dialog);
    input.addEventListener("input", show);
    input.addEventListener("keydown", key);
    close.addEventListener("click", function () { dialog.close(); });
    dialog.addEventListener("click", function (event) {
      if (event.target === dialog || event.target.closest(".cb-hit")) dialog.close();
    });
    list.addEventListener("mousemove", function (event) {
      var hit = event.target.closest(".cb-hit");
      if (hit) pick(Array.prototype.indexOf.call(list.children, hit), false);
    });
  }
  /* Which game to look in, kept for as long as the tab is open. All of them unless asked for: the game whose page one
     stands on comes first anyway. */
  function choices() {
    var kept = "";
    try { kept = sessionStorage.getItem("cb-search-game") || ""; } catch (error) { /* not remembered, then */ }
    index.data.games.forEach(function (game) {
      var radio = el("input", {type: "radio", name: "cb-search-game", value: game[0]});
      games.append(el("label", {}, [radio, el("span", {}, [game[0] ? game[1] : "All games"])]));
      radio.checked = kept === game[0];
    });
    if (!games.querySelector("input:checked")) games.querySelector("input").checked = true;
    games.addEventListener("change", function () {
      try { sessionStorage.setItem("cb-search-game", chosen()); } catch (error) { /* not remembered, then */ }
      show();
    });
    games.addEventListener("keydown", function (event) {
      if (event.key === "Enter" && active >= 0) { event.preventDefault(); list.children[active].click(); }
    });
  }
  function chosen() { return games.querySelector("input:checked").value; }
  /* The game whose page this is; none on the others. */
  function here() {
    var folder = location.href.slice(root.href.length).split("/")[0];
    return index.data.games.some(function (game) { return game[0] === folder; }) ? folder : "";
  }
  function hint() {
    status.replaceChildren("Try ");
    (index.data.examples[here()] || index.data.examples.site).forEach(function (words, number) {
      var button = el("button", {type: "button", class: "cb-search__try"}, [words]);
      button.addEventListener("click", function () { input.value = words; input.focus(); show(); });
      status.append(number ? " " : "", button);
    });
  }
  function show() {
    var question = input.value.trim();
    list.replaceChildren();
    active = -1;
    input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-expanded", "false");
    more.hidden = true;
    if (!question) return hint();
    var found = ask(input.value, here(), chosen()), folded = found.others.length && found.hits.length && unfolded !== input.value;
    if (!folded) found.hits = found.hits.concat(found.others);
    more.hidden = !folded;
    more.textContent = found.others.length + " in other games";
    found.hits.forEach(function (hit, number) { list.append(option(index.data.docs[hit.at], number, found.marks)); });
    list.scrollTop = 0;
    status.textContent = found.hits.length
      ? (found.hits.length >= SHOWN ? "The best " + found.hits.length : found.hits.length) + (found.hits.length === 1 ? " result" : " results")
      : "Nothing found. Try fewer or other words" + (chosen() ? ", or all games." : ".");
    if (found.hits.length) {
      input.setAttribute("aria-expanded", "true");
      pick(0, true);
    }
  }
  function option(doc, number, marks) {
    var kind = index.data.kinds[doc[1]], title = marked((tableOf(doc) && tableOf(doc) + ", ") + doc[4], marks);
    if (doc[3]) title.unshift(el("span", {class: "cb-hit__id"}, [doc[3]]), " ");
    var parts = [
      el("span", {class: "cb-hit__head"}, [el("span", {class: "cb-hit__kind cb-hit__kind--" + kind.toLowerCase()}, [kind]), " ",
        el("span", {class: "cb-hit__game"}, [index.data.games[doc[0]][1]])]), " ",
      el("span", {class: "cb-hit__title"}, title)];
    if (doc[5]) parts.push(" ", el("span", {class: "cb-hit__text"}, marked(piece(doc[5], marks), marks)));
    return el("a", {class: "cb-hit", role: "option", id: "cb-hit-" + number, tabindex: "-1", "aria-selected": "false",
      href: new URL(doc[2], root).href}, parts);
  }
  function pick(number, scroll) {
    if (active >= 0 && list.children[active]) list.children[active].setAttribute("aria-selected", "false");
    active = number;
    var chosen = list.children[active];
    chosen.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", chosen.id);
    if (scroll) chosen.scrollIntoView({block: "nearest"});
  }
  function key(event) {
    var count = list.children.length;
    var step = {ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5}[event.key];
    if (event.isComposing || !count) return;
    if (step) {
      event.preventDefault();
      pick(Math.abs(step) === 1 ? (active + step + count) % count : Math.max(0, Math.min(count - 1, active + step)), true);
    } else if (event.key === "Enter") {
      event.preventDefault();
      list.children[active].click();
    }
  }

  window.cbSearch = {
    open: function (question) {
      if (!dialog) build();
      if (!dialog.open) dialog.showModal();
      if (question) input.value = question;
      input.focus();
      input.select();
      if (index) return show();
      status.textContent = "Loading the index";
      if (document.getElementById("cb-search-index")) return;
      var script = el("script", {id: "cb-search-index", src: new URL("assets/search/index.js", root).href});
      script.onload = function () { prepare(window.cbFind); choices(); show(); };
      script.onerror = function () { status.textContent = "The index could not be loaded. Reload the page and try again."; script.remove(); };
      document.head.append(script);
    }
  };
})();
