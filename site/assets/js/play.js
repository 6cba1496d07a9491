/* Combat Box, MIT. The table on which a game is played: it asks what the engine asks, and shows what the engine says. It knows
   no rule. cbEngine (engine.js) runs the engine, cbSaves (saves.js) keeps games, draw.js and stage.js draw. */
(function () {
  "use strict";
  var page = document.getElementById("play"), data = JSON.parse(document.getElementById("play-data").textContent), esc = cbStage.esc;
  var root = document.getElementById("play-table"), still = matchMedia("(prefers-reduced-motion: reduce)");
  var find = function (name) { return page.querySelector("[data-do=" + name + "]"); };
  var say = function (name) { return page.querySelector("[data-say=" + name + "]"); };
  var told = say("told"), ask = say("ask"), live = say("live"), menu = document.getElementById("play-menu"), keys = say("keys");
  var ASKS = '<p class="cb-play__advice"><button type="button" data-do="advise">What would happen?</button> <progress max="1" value="0" aria-label="Missions flown from here" hidden></progress> <span data-say="advice" role="status"></span></p>';
  var FLIGHTS = 5, ENOUGH = 200; // missions flown from here for each option: at once, and before the reader is asked for more
  var STEP = 420, MOST = 3000; // milliseconds of one step that is shown moving, and of all together

  var engine = null, opening = null, house = null, about = null, game = null, seen = null, busy = false, keeping = 0;
  var lines = [], frames = [], whole = {}, stage = null, shape = 0, drawing = null, frame = {}, at = 0, timer = 0, faces = [], from = 1, lit = null, veiled = 0, across = "", halts = [], warned = "", atEnd = false, elsewhere = "", writing = Promise.resolve(), advising = null, advice = null;

  /* ---- what goes wrong is said where it can be read, with the way out beside it */
  function trouble(text, offers) {
    var box = say("trouble");
    box.hidden = !text;
    box.textContent = text ? text.charAt(0).toUpperCase() + text.slice(1) : "";
    (offers || []).forEach(function (offer) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = offer[0];
      button.addEventListener("click", offer[1]);
      box.append(" ", button);
    });
    if (text) box.scrollIntoView({ block: "nearest" });
  }
  /* Do something that may fail: that is told, and where something was not loaded it can be tried again. */
  function attempt(what) {
    return Promise.resolve().then(what).catch(function (error) {
      if (!error || error.kind !== "load") return wrong(error);
      trouble(error.message, [["Try again", function () { trouble(""); attempt(what); }]]);
      return without();
    });
  }
  /* What can be played all the same, where nothing can be loaded. */
  function without() {
    return cbEngine.kept().catch(function () { return []; }).then(function (games) {
      var more = document.createElement("span");
      if (!games.length && navigator.onLine) return;
      more.append(games.length ? "Kept on this device, and played without a network: " : "There is no network, and no game is kept on this device yet.");
      games.forEach(function (one, i) {
        var link = document.createElement("a");
        link.href = "../" + one[0] + "/play.html";
        link.textContent = one[1];
        more.append(i ? ", " : "", link);
      });
      if (!say("trouble").hidden) say("trouble").append(" ", more);
    });
  }
  function wrong(error) {
    if (error && error.kind === "dead") return; // told as it died
    if (error && error.kind === "moved") return moved(error);
    trouble(error && error.message ? error.message : String(error), game && game.text ? [["Save the game as a file", save_file]] : []);
  }
  /* Tables or program are not what they were when the game was kept: it ends under those, or goes on under these. */
  function moved(error) {
    var offers = [["Go on from there under the tables of today", function () { sit(game, "fly_on"); }], ["Save the game as a file", save_file]];
    if (error.at && error.at.began !== error.at.now) offers.unshift(["End this mission under the tables that it began with", function () {
      attempt(function () {
        return cbEngine.book(data.game, error.at.began).then(function (text) {
          if (!text) throw new Error("This site no longer has the tables " + error.at.began + "; the game can go on under those of today, or be taken where they are.");
          return sit(game, "finish_under", { book: text });
        });
      });
    }]);
    trouble(error.message + ".", offers);
  }
  function room(name) {
    page.querySelectorAll("[data-room]").forEach(function (el) { el.hidden = el.dataset.room !== name; });
    page.dataset.room = name;
    document.body.classList.toggle("cb-playing", name === "table");
    trouble("");
    if (name === "door") kept();
  }

  /* ---- the engine: nothing of it is loaded before it is asked for. book: the reader's own tables, {name, text}; null for those
     of the site; without one, those that are in play. */
  function open(book) {
    if (engine && book === undefined) return Promise.resolve(engine);
    if (opening && book === undefined) return opening;
    var mine = book === undefined ? house : book;
    var bar = document.getElementById("play-bytes"), words = say("loaded");
    say("loading").hidden = false;
    opening = cbEngine.open({
      game: data.game, book: mine ? mine.text : undefined,
      progress: function (loaded, total, what) {
        if (total) bar.value = loaded / total; else bar.removeAttribute("value");
        words.textContent = "Loading " + (what || "the engine") + ": " + (loaded / 1e6).toFixed(1) + (total ? " of " + (total / 1e6).toFixed(1) : "") + " MB";
      }
    }).then(function (handle) {
      if (engine) engine.close(); // of another book
      engine = handle;
      handle.onDeath(died);
      about = handle.described;
      house = mine;
      say("house").hidden = !house;
      say("house_name").textContent = house ? house.name : "";
      say("loading").hidden = true;
      opening = null;
      return engine;
    });
    opening.catch(function () { say("loading").hidden = true; opening = null; });
    return opening;
  }
  function died(why) {
    engine = null;
    trouble(why, [
      ["Go on", function () { if (game) resume(game); }], ["Save the game as a file", save_file]]);
  }

  /* ---- a call to the engine, and then everything that it has changed */
  function call(method, args) {
    if (busy || !engine) return Promise.resolve();
    game.shared = false;
    return occupy(engine.call(method, args).then(took)).catch(wrong);
  }
  /* Mark the page as busy until the work is done: options that are still shown take no answer meanwhile. */
  function occupy(work) {
    busy = true;
    page.dataset.busy = "";
    return work.finally(function () { busy = false; rested(); });
  }
  /* The engine has answered, what it said is drawn, and the game is kept. */
  function rested() { if (!busy && !keeping) delete page.dataset.busy; }
  function took(now) {
    var before = seen ? seen.events : 0, cut = now.account_from;
    seen = now;
    trouble("");
    var fresh = now.account.length ? now.account[0].event : now.events + 1, back = now.whole || now.events < before || fresh <= before;
    lines = lines.slice(0, cut).concat(now.account);
    from = back && cut ? now.events : fresh;
    /* The options are not shown before the store has the game, but nobody waits until it has written it. */
    return Promise.all([draw(back ? 0 : before), game.shared ? "" : engine.call("save").catch(unkept)]).then(function (both) {
      show(cut, back);
      if (both[1]) keep(both[1]);
    });
  }
  function draw(since) {
    lit = null;
    root.classList.toggle("cb-play--plain", !!seen.across);
    if (seen.across) { shape = 0; drawing = null; say("below").textContent = ""; return picture(); }
    return engine.call("drawn", { since: since, up: shape }).then(function (drawn) {
      if (!drawn) return picture();
      frames = frames.slice(0, drawn.first - 1).concat(drawn.frames);
      Object.keys(whole).forEach(function (n) { if (n >= drawn.first) delete whole[n]; });
      whole[drawn.first] = true;
      lit = drawn.touched;
      put_up(drawn.stage, drawn.shape);
    });
  }
  function picture() {
    return engine.call("picture").then(function (drawn) {
      say("air").innerHTML = '<pre class="cb-play__picture">' + drawn.map(function (line) {
        return line.map(function (piece) { return piece[1] ? '<span data-look="' + esc(piece[1]) + '">' + esc(piece[0]) + "</span>" : esc(piece[0]); }).join("");
      }).join("\n") + "</pre>";
    });
  }
  /* What is drawn in is put up anew only where it is another: with a new plane, zone or model. Else it fills in. */
  function put_up(now, name) {
    if (name === shape) return cbStage.grow(root, Object.assign(stage, now).lists);
    stage = now;
    shape = name;
    root.classList.toggle("cb-player--one", now.planes.length === 1);
    root.classList.toggle("cb-player--many", now.planes.length > 1);
    root.classList.toggle("cb-player--top", !!now.top);
    say("air").innerHTML = cbStage.air(root, page, now);
    say("below").innerHTML = cbStage.below(now);
    drawing = cbDraw.Drawing(root);
    dispatchEvent(new Event("resize")); // wide tables are made regions then
    at = 0;
  }

  /* ---- the frame after an event, from the last whole one before it */
  function look(n, time) {
    if (!frames.length || !drawing) return;
    n = Math.max(1, Math.min(frames.length, n));
    var i = at && at < n ? at : 0, start;
    for (start = n; start > i && !whole[start]; start--);
    if (whole[start] && start > i) { frame = {}; i = start - 1; } // nothing of what was before counts
    for (; i < n; i++) cbDraw.step(frame, frames[i]);
    at = n;
    drawing.show(frame, time || 0);
    light();
  }
  function ends() { return frames.length || seen.events; }

  /* ---- everything that there is to see */
  function show(cut, back) {
    stop();
    write(cut);
    veil(0);
    say("what").textContent = [game.title, place()].filter(Boolean).join(", ");
    bar();
    var stepped = lines.filter(function (line) { return line.event >= from; }), first = stepped.length ? stepped[0].event : ends();
    halts = stepped.map(function (line) { return line.event; });
    if (game.lesson && !back) return taught(stepped);
    if (!back && stepped.length > 1 && (find("pace").value === "steps" || (seen.over && !cut))) {
      veil(first);
      looking(first);
    } else if (seen.across !== across) {
      across = seen.across;
      curtain();
    } else {
      question(true);
      news(back ? [] : stepped);
      if (back || find("pace").value === "once" || still.matches) { look(ends()); follow(0); }
      else run(stepped.map(function (line) { return line.event; }).concat(ends()));
    }
    heard(stepped, back);
    speak();
  }
  function place() {
    var stop = stage && frame.t && root.querySelector("[data-stop='" + frame.t + "']");
    if (!stop) return "";
    var words = stop.textContent; // a number is of something; a name stands by itself
    return /^\d/.test(words.trim()) ? stop.parentNode.getAttribute("aria-label") + " " + words : words;
  }
  /* Who does not see it hears what has come, and what is asked. */
  function heard(stepped, back) {
    var news = back ? ["Taken back."] : stepped.map(function (line) { return [line.who && line.who + ":", line.text].filter(Boolean).join(" "); });
    var waits = seen.asked ? seen.asked.question : seen.dice ? dice_words(seen.dice) : seen.over ? "The game is over." : "";
    live.textContent = news.slice(-8).join(" ") + " " + waits;
  }
  /* The steps that have come, one after the other; whoever decides need not wait for them. */
  function run(events) {
    events = events.filter(function (n, i) { return events.indexOf(n) === i; });
    var time = Math.min(STEP, MOST / Math.max(1, events.length)), i = 0;
    if (stage && stage.top) time = Math.min(2 * STEP, MOST / Math.max(1, events.length));
    (function next() {
      var n = events[i++];
      look(n, time);
      follow(n);
      say("what").textContent = [game.title, place()].filter(Boolean).join(", ");
      timer = i < events.length ? setTimeout(next, time) : 0;
      if (!timer) { follow(0); light(); }
    })();
  }
  function stop() { clearTimeout(timer); timer = 0; }

  /* ---- all that happened; each line is a button */
  function write(cut) {
    while (told.children.length > cut) told.lastChild.remove();
    var more = document.createDocumentFragment();
    lines.slice(cut).forEach(function (line, i) { more.append(row(line, cut + i)); });
    told.append(more);
  }
  function row(line, number) {
    var li = document.createElement("li");
    li.dataset.n = number;
    li.className = "cb-told cb-told--" + (line.kind === "phase" ? "phase" : "line");
    li.style.setProperty("--deep", line.depth);
    li.innerHTML = '<button type="button" class="cb-told__line" data-do="line" aria-expanded="false">' + (line.who ? '<b class="cb-step__who">' + esc(line.who) + "</b> " : "") +
      (line.dice && line.dice.length ? '<span class="cb-dice">' + line.dice.map(die).join(" ") + "</span> " : "") +
      (line.net !== null && line.net !== undefined ? '<span class="cb-told__net">= ' + esc(String(line.net).replace("-", "−")) + "</span> " : "") + esc(line.text) + "</button>" +
      (line.links || []).map(link).join("");
    return li;
  }
  function die(face, i) {
    var colour = this && this.colours ? this.colours[i] : "";
    return /^[1-6]$/.test(face) ? '<span class="cb-die cb-die--' + face + (colour ? " cb-die--" + esc(colour) : "") + '"><span class="cb-sr">' + face + "</span></span>" : "<b>" + esc(face) + "</b>";
  }
  function link(one) {
    var table = data.tables[one.id], rule = data.rules[one.id];
    if (one.kind === "rule" ? !rule : !table) return "";
    var href = one.kind === "rule" ? rule : table[0] + (one.href ? "#" + encodeURIComponent(one.href) : "");
    return ' <a class="cb-ref" target="_blank" href="' + esc(href) + '" data-cb-ref="' + esc(data.game + "/" + one.id) + '"><span class="cb-ref__id">' + esc(one.id) + "</span></a>";
  }
  /* Step by step, what is still to come is not told before. event: the last that is; 0 for all. */
  function veil(event) {
    veiled = event;
    told.querySelectorAll("[hidden]").forEach(function (li) { li.hidden = false; });
    for (var li = event ? told.children[line_from(event + 1)] : null; li; li = li.nextElementSibling) li.hidden = true;
  }
  /* The number of the first line of an event, or of the next that has one: events follow one another. */
  function line_from(event) {
    var low = 0, high = lines.length, middle;
    while (low < high) {
      middle = (low + high) >> 1;
      if (lines[middle].event < event) low = middle + 1; else high = middle;
    }
    return low;
  }
  /* The line that is looked at is marked, and stands where it can be read. */
  function follow(event) {
    var box = told.parentNode, now = null, first = null, li;
    told.querySelectorAll(".cb-told--now, .cb-told--fresh").forEach(function (li) { li.classList.remove("cb-told--now", "cb-told--fresh"); });
    first = told.children[line_from(from)] || null;
    for (li = first; li; li = li.nextElementSibling) li.classList.add("cb-told--fresh");
    for (li = event ? told.children[line_from(event)] : null; li && lines[li.dataset.n].event === event; li = li.nextElementSibling) {
      li.classList.add("cb-told--now");
      now = now || li;
    }
    if (now) box.scrollTop = Math.max(0, now.offsetTop - box.clientHeight / 2);
    atEnd = !now && !(root.classList.contains("cb-play--sheet") && first);
    if (!now) box.scrollTop = atEnd ? box.scrollHeight : first.offsetTop - 4;
  }
  /* The newest line stays in view when a face comes late or the decision grows. */
  new ResizeObserver(function () { if (atEnd) told.parentNode.scrollTop = told.parentNode.scrollHeight; }).observe(told.parentNode);
  told.parentNode.addEventListener("wheel", function () { atEnd = false; }, { passive: true });
  told.parentNode.addEventListener("touchmove", function () { atEnd = false; }, { passive: true });
  /* What has come since the last decision, in one line, where there is more of it than a line: the newest stays in view below. */
  function news(stepped) {
    var box = say("news"), many = stepped.length > 1, marked = stepped.filter(struck).map(function (line) { return [line.who, line.text.replace(/\.$/, "")].filter(Boolean).join(": "); });
    sheet(false);
    root.classList.toggle("cb-play--news", many);
    box.hidden = !many;
    box.innerHTML = many ? "<span><b>" + stepped.length + " things happened</b>" + (marked.length ? ": " + esc(marked.join("; ")) : "") + "</span>" : "";
  }
  /* Whether the drawing shows a line's event: something hit, out or shot down. */
  function struck(line) {
    var change = frames[line.event - 1], parts = change && change.p || {}, models = change && change.m || {};
    if (!change || whole[line.event] || line.kind === "phase") return false;
    return !!change.h || Object.keys(parts).some(function (key) { return parts[key] && parts[key] !== "fires"; }) ||
      Object.keys(models).some(function (key) { return models[key] && (models[key][3] || models[key][5]); });
  }
  function sheet(open) {
    root.classList.toggle("cb-play--sheet", open);
    say("news").setAttribute("aria-expanded", String(open));
    follow(0);
  }
  function unfold(button) {
    var open = told.querySelector(".cb-told__does"), li = button.closest("li"), mine = open && open.parentNode === li;
    if (open) { open.parentNode.firstChild.setAttribute("aria-expanded", "false"); open.remove(); }
    if (mine) return;
    button.setAttribute("aria-expanded", "true");
    li.insertAdjacentHTML("beforeend", '<span class="cb-told__does"><button type="button" data-do="look">Look from here</button>' + (line_of(button).answers === null || seen.across ? "" :
      '<button type="button" data-do="back">Take back to here</button><button type="button" data-do="clone">Fly on from here as another game</button>') + '<button type="button" data-do="linked">Link to here</button></span>');
  }
  function line_of(el) { return lines[el.closest("li").dataset.n]; }

  /* ---- the decision that waits */
  function question(focus) {
    faces = [];
    if (seen.dice) return throwing(focus);
    if (!seen.asked) return ended(focus);
    var q = seen.asked, more = [];
    if (q.help) more.push('<p class="cb-play__help">' + esc(q.help) + "</p>");
    if (q.naming) more.push(typed("A name of your own", q.default));
    else if (q.open) more.push('<details class="cb-play__own"><summary>Type it instead</summary>' + typed("Your own: " + q.open, "") + "</details>");
    ask.innerHTML = '<h2 class="cb-play__question">' + esc(q.question) + rule(q) + "</h2>" + '<div class="cb-play__options">' + q.options.map(function (option, i) {
      var usual = option.text === q.default;
      return '<button type="button" data-do="option" data-option="' + esc(option.text) + '"' + (usual ? ' data-usual=""' : "") + '><span class="cb-play__n" aria-hidden="true">' + (i < 9 ? i + 1 : "") +
        "</span><span>" + esc(option.words) + "</span>" + (usual ? ' <i class="cb-play__usual">usual</i>' : "") + "</button>";
    }).join("") + "</div>" + not_open(q) + more.join("") + (q.advised && q.options.length > 1 && !seen.across ? ASKS : "");
    if (focus) settle(".cb-play__options [data-usual], .cb-play__options button, input");
  }
  function rule(q) { return q.rule && data.rules[q.rule] ? link({ kind: "rule", id: q.rule }) : ""; }
  function typed(label, value) {
    return '<form class="cb-play__typed" data-do="typed"><label><span>' + esc(label) + '</span><input type="text" autocomplete="off" value="' + esc(value || "") + '"></label><button>Take it</button></form>';
  }
  function not_open(q) {
    if (!q.not_open || !q.not_open.length) return "";
    return '<ul class="cb-play__not">' + q.not_open.map(function (one) { return "<li><s>" + esc(one.words) + "</s> " + esc(one.why) + "</li>"; }).join("") + "</ul>";
  }
  /* The focus goes to what is asked, unless it is somewhere of its own: in the list, in the menu. */
  function settle(where) {
    var now = document.activeElement, mine = ask.querySelector(where);
    if (mine && (!now || now === document.body || ask.contains(now) || !page.contains(now) || !now.isConnected || now.closest(".cb-play__door,.cb-play__setup"))) mine.focus({ preventScroll: true });
  }
  function ended(focus) {
    var facts = stage ? stage.facts : [], last = lines.length ? lines[lines.length - 1].text : "";
    ask.innerHTML = '<h2 class="cb-play__question">' + (seen.over ? "It is over" : "Nothing is asked") + "</h2><p>" + esc(last) + "</p>" + (facts.length ? '<p class="cb-play__facts">' + facts.map(esc).join(", ") + "</p>" : "") +
      '<div class="cb-play__options"><button type="button" data-do="again">Fly another</button><button type="button" data-do="watch">Look at it from the start</button>' +
      '<button type="button" data-do="share">Link to share</button><button type="button" data-do="log">The log</button><button type="button" data-do="record">Print the chart</button></div>';
    if (focus) settle("button");
  }

  /* Two at one device: neither sees the table before he has it in hand. */
  function curtain() {
    root.classList.add("cb-play--curtain");
    ask.innerHTML = '<h2 class="cb-play__question">' + (seen.across ? "Hand the device to the " + esc(seen.across) : "Hand the device back") + '</h2><div class="cb-play__options"><button type="button" data-do="uncover" data-usual="">It is in my hands</button></div>';
    settle("button");
  }

  /* ---- dice of one's own */
  function dice_words(d) { return "Throw " + (d.count === 1 ? "a die" : d.count + " dice") + (d.title ? " for " + d.title : "") + (d.why ? ", " + d.why : "") + "."; }
  function throwing(focus) {
    var d = seen.dice, sides = d.sides || 6, i, buttons = "";
    for (i = 1; i <= sides; i++) buttons += '<button type="button" data-do="face" data-face="' + i + '" aria-label="' + i + '">' + die(i) + "</button>";
    ask.innerHTML = '<h2 class="cb-play__question">' + esc(dice_words(d)) + (data.tables[d.table] ? link({ kind: "table", id: d.table }) : "") + '</h2><p class="cb-play__faces" data-say="faces"></p><div class="cb-play__dice">' + buttons +
      '</div><p class="cb-play__help">Type or tap the faces' + (d.count > 1 ? " in the order of the dice" : "") + '. <button type="button" data-do="unface">Another face</button> <button type="button" data-do="rolled">Roll them for me</button></p>';
    thrown();
    if (focus) settle(".cb-play__dice button");
  }
  function thrown() {
    var d = seen.dice, box = say("faces"), i, text = "";
    for (i = 0; i < d.count; i++) text += faces[i] ? die(faces[i]) : '<span class="cb-die cb-die--open"></span>';
    box.innerHTML = text;
    find("unface").disabled = !faces.length;
    if (faces.length === d.count) call("throw", { faces: faces.splice(0) });
  }
  function face(n) {
    if (!seen.dice || n > (seen.dice.sides || 6)) return;
    faces.push(n);
    thrown();
  }
  function rolled() {
    var some = new Uint32Array(1), sides = seen.dice.sides || 6;
    while (faces.length < seen.dice.count) { // as fair as dice are: no face more often than another
      crypto.getRandomValues(some);
      if (some[0] < Math.floor(4294967296 / sides) * sides) faces.push(some[0] % sides + 1);
    }
    thrown();
  }

  /* ---- the adviser: the rest of the mission, flown again and again for each option; a press stops it */
  function advise(button) {
    var asked = seen.asked, bar = ask.querySelector(".cb-play__advice progress"), words = say("advice");
    if (advising === asked) { advising = null; return; }
    advising = asked;
    if (!advice || advice.of !== asked) advice = { of: asked, flights: 0, upto: ENOUGH };
    else if (advice.flights >= advice.upto) advice.upto += ENOUGH;
    button.textContent = "Stop";
    bar.hidden = false;
    (function more() {
      engine.call("advise", { flights: FLIGHTS }).then(function (told) {
        if (seen.asked !== asked || !bar.isConnected) return;
        advice.flights = told.flights;
        bar.value = told.flights / advice.upto;
        advised(told);
        if (advising === asked && told.flights < advice.upto) return more();
        advising = null;
        bar.hidden = true;
        button.textContent = told.flights < advice.upto ? "Go on" : "Fly " + ENOUGH + " more";
        words.textContent = "From " + told.flights + " missions flown on for each choice by the doctrine; the range in brackets holds the true value nineteen times in twenty. What is clearly better or worse is so beside the usual choice, beyond chance.";
      }).catch(function (error) {
        advising = null;
        if (!bar.isConnected) return;
        bar.hidden = true;
        button.hidden = true;
        words.textContent = error.message || String(error);
      });
    })();
  }
  function advised(told) {
    ask.querySelectorAll("[data-option]").forEach(function (el) {
      var mine = told.options[el.dataset.option], into = el.querySelector("small");
      if (!mine) return;
      if (!into) { into = document.createElement("small"); el.children[1].append(into); }
      into.textContent = Object.keys(mine).map(function (key) {
        var better = mine[key].better; // than the usual choice, beyond chance
        return mine[key].title + " " + mine[key].text + (better > 0 ? " ▲ clearly better" : better < 0 ? " ▼ clearly worse" : "");
      }).join("; ");
    });
  }

  /* ---- what may be chosen is lit on the drawing: the same list */
  function touched(option) { return lit && lit.options[option.text] || []; }
  function light() {
    root.querySelectorAll("[data-lit],[data-asks]").forEach(function (el) { delete el.dataset.lit; delete el.dataset.asks; });
    if (window.cbMoves && drawing) cbMoves(drawing, null);
    if (!drawing || !seen.asked || at !== ends() || timer) return;
    seen.asked.options.forEach(function (option) {
      touched(option).forEach(function (name) { things(name).forEach(function (el) { el.dataset.lit = name; }); });
    });
    if (window.cbMoves) cbMoves(drawing, lit && lit.reach, ask, function (text) { call("answer", { taken: text }); });
    (lit ? lit.asks : []).forEach(function (name) { things(name).forEach(function (el) { el.dataset.asks = ""; }); });
  }
  function things(name) {
    var key = CSS.escape(name), found = [].slice.call(root.querySelectorAll("[data-fighter='" + key + "'],[data-model='" + key + "']"));
    return found.concat(drawing.parts[name] || []);
  }
  function pick(name) {
    var mine = seen.asked.options.filter(function (option) { return touched(option).indexOf(name) >= 0; });
    if (mine.length === 1) return call("answer", { taken: mine[0].text });
    ask.querySelectorAll("[data-option]").forEach(function (el) { el.classList.toggle("cb-play__meant", mine.some(function (one) { return one.text === el.dataset.option; })); });
    var first = ask.querySelector(".cb-play__meant");
    if (first) first.focus();
  }

  /* ---- the board speaks: everything drawn has a sentence, in a list and under the finger */
  function speak() {
    var box = say("words");
    if (seen.across || root.classList.contains("cb-play--curtain")) { box.textContent = say("part").textContent = ""; return; } // it is not for whoever holds the device
    if (!box.parentNode.open) return;
    engine.call("speak").then(function (all) {
      box.innerHTML = all.map(function (one) { return "<li>" + esc(one.text) + "</li>"; }).join("") || "<li>Everything is as new.</li>";
    }).catch(wrong);
  }
  function part(el) {
    var key = el.closest("[data-plane]").dataset.plane + "/" + el.dataset.part, plane = stage.planes.filter(function (one) { return key.indexOf(one.key + "/") === 0; })[0];
    engine.call("speak").then(function (all) {
      var mine = all.filter(function (one) { return one.of === key; }).map(function (one) { return one.text; }), name = plane.parts[el.dataset.part];
      say("part").textContent = mine.concat(plane.fields[el.dataset.part] ? plane.fields[el.dataset.part][1] : []).join(" ") || (name ? name.charAt(0).toUpperCase() + name.slice(1) + ": as new." : "");
    }).catch(wrong);
  }

  /* ---- looking at what was */
  function looking(event) {
    stop();
    look(event);
    if (veiled && event > veiled) veil(event);
    if (game.lesson) caption(teaching(event));
    follow(event);
    var events = stops(), i = events.indexOf(event), last = i === events.length - 1;
    say("what").textContent = [game.title, place()].filter(Boolean).join(", ");
    ask.innerHTML = '<h2 class="cb-play__question">' + (veiled ? "What happens" : "You look at step " + (i + 1) + " of " + events.length) + '</h2><div class="cb-play__options cb-play__options--look">' +
      '<button type="button" data-do="before"' + (i ? "" : " disabled") + '>Back</button><button type="button" data-do="after" data-usual="">' + (last ? "On" : "Next") + '</button><button type="button" data-do="now">' +
      (seen.over ? "To the end" : "To the decision") + "</button></div>";
    ask.dataset.looks = event;
    settle("[data-do=after]");
    live.textContent = say("caption").textContent + " " + lines.filter(function (line) { return line.event === event; }).map(function (line) { return [line.who && line.who + ":", line.dice && line.dice.length ? line.dice.join(", ") + ":" : "", line.text].filter(Boolean).join(" "); }).join(" ");
  }
  function stops() {
    return (veiled ? halts : lines.map(function (line) { return line.event; })).filter(function (n, i, all) { return all.indexOf(n) === i; });
  }
  function all_stops() {
    return lines.map(function (line) { return line.event; }).filter(function (n, i, all) { return all.indexOf(n) === i; });
  }
  function by(step) {
    var events = stops(), here = ask.dataset.looks ? +ask.dataset.looks : events[events.length - 1] + (step < 0 && !ask.dataset.looks ? 1 : 0), i = 0;
    if (!events.length) return;
    while (i < events.length && events[i] < here) i++;
    i += step;
    if (i >= events.length) return now_again();
    looking(events[Math.max(0, i)]);
  }
  function now_again() {
    if (game.lesson) caption(asked_caption());
    delete ask.dataset.looks;
    stop();
    veil(0);
    question(true);
    look(ends());
    news(lines.filter(function (line) { return line.event >= from; }));
  }

  /* ---- the first mission: captions hang on the places that play comes to */
  function caption(text) {
    var box = say("caption");
    box.hidden = !text;
    box.textContent = text || "";
  }
  function teaching(event) {
    var mine = lines.filter(function (line) { return line.event === event; })[0], first = mine && lines.filter(function (line) { return line.place === mine.place; })[0];
    var one = first && first.event === event && data.lesson.captions.filter(function (one) { return one.at === mine.place; })[0];
    return one ? one.text : "";
  }
  function asked_caption() {
    if (seen.over) return data.lesson.end;
    var one = seen.asked && data.lesson.captions.filter(function (one) { return one.at === seen.asked.place; })[0];
    if (!one || game.taught.indexOf(one.at) >= 0 && game.taught[game.taught.length - 1] !== one.at) return "";
    game.taught = game.taught.filter(function (at) { return at !== one.at; }).concat(one.at);
    return one.text;
  }
  /* What has come is shown from caption to caption, and then what is asked. */
  function taught(stepped) {
    halts = stepped.map(function (line) { return line.event; }).filter(teaching);
    if (!seen.answers && !game.taught.length && halts[0] !== stepped[0].event) halts.unshift(stepped[0].event);
    if (!halts.length) {
      caption(asked_caption());
      question(true);
      run(stepped.map(function (line) { return line.event; }).concat(ends()));
      return heard(stepped, false);
    }
    veil(halts[0]);
    looking(halts[0]);
    if (!seen.answers && stepped[0] === lines[0] && halts[0] === stepped[0].event) caption(data.lesson.intro);
  }

  /* ---- the bar over the table */
  function bar() {
    delete ask.dataset.looks;
    page.querySelectorAll("[data-do=undo]").forEach(function (button) { button.disabled = seen.can.undo.indexOf(button.dataset.size) < 0; });
    find("redo").disabled = !seen.can.redo;
    page.querySelectorAll("[data-do=log],[data-do=record]").forEach(function (button) { button.disabled = !seen.over; });
    var auto = find("auto"), choices = [["", "decide …"]];
    if (seen.asked) {
      choices.push(["to:" + seen.asked.place, "to the next like this"]);
      seen.stretches.forEach(function (name) { choices.push(["span:" + name, "to the end of the " + name]); });
      if (seen.run) choices.push(["span:" + seen.run, "to the end of the game"]);
    }
    auto.innerHTML = choices.map(function (one) { return '<option value="' + esc(one[0]) + '">' + esc(one[1]) + "</option>"; }).join("");
    auto.disabled = !seen.asked;
  }
  function auto(value) {
    var kind = value.split(":")[0], name = value.slice(kind.length + 1);
    if (kind === "to") call("auto", { to: name }); else if (kind === "span") call("auto", { stretch: name });
  }

  /* ---- games that are kept */
  function keep(text) {
    game.text = text;
    game.updated = Date.now();
    game.seen = { over: seen.over, place: place(), facts: stage ? stage.facts : [] };
    keeping++;
    page.dataset.busy = "";
    var mine = game;
    writing = writing.then(function () { return cbSaves.put(mine); }).then(function (passing) {
      if (passing && !warned) trouble(warned = passing, [["Save it as a file", save_file]]);
    }).catch(function (error) { return error.kind === "elsewhere" ? fork(mine) : unkept(error); }).then(function () { keeping--; rested(); });
  }
  /* Another tab has gone on with the game: what was decided here is kept beside it, as another game. */
  function fork(mine) {
    var other = mine.id;
    mine.id = another().id;
    mine.title = mine.title.slice(0, 200) + ", otherwise";
    elsewhere = "";
    return cbSaves.put(mine).then(function () {
      trouble("This game has gone on in another tab. What you decide here is kept as a game of its own: " + mine.title + ".", [["Go on with that of the other tab", function () { take_up(other); }]]);
    }).catch(unkept);
  }
  function take_up(id) { attempt(function () { return cbSaves.get(id).then(resume); }); }
  cbSaves.onElsewhere(function (id) {
    if (page.dataset.room === "door") return kept();
    if (!game || id !== game.id || id === elsewhere) return;
    elsewhere = id;
    trouble("This game has gone on in another tab.", [["Go on from there", function () { take_up(id); }]]);
  });
  function unkept(error) { trouble("This game is not kept: " + (error.message || error), [["Save it as a file", save_file]]); }
  function kept() {
    return cbSaves.list(data.game).then(function (games) {
      var box = say("kept");
      box.hidden = !games.length;
      box.innerHTML = "<h2>Your games</h2><ul>" + games.map(function (one) {
        if (one.broken) return '<li data-id="' + esc(one.id) + '"><b>' + esc(one.title || "A game") + '</b> <span>cannot be read any more</span> <span class="cb-play__does"><button type="button" data-do="remove">Remove</button></span></li>';
        return '<li data-id="' + esc(one.id) + '"><b>' + esc(one.title) + "</b> <span>" + esc(when(one.updated)) + (one.seen ? (one.seen.over ? ", over" : one.seen.place ? ", " + esc(one.seen.place) : "") + (one.seen.facts && one.seen.facts.length ? ": " + esc(one.seen.facts.join(", ")) : "") : "") +
          '</span> <span class="cb-play__does"><button type="button" data-do="continue">' + (one.seen && one.seen.over ? "Look at it" : "Go on") + '</button><button type="button" data-do="file">Save as a file</button><button type="button" data-do="remove">Remove</button></span></li>';
      }).join("") + "</ul>";
    }).catch(function (error) { trouble("Kept games cannot be read: " + (error.message || error)); });
  }
  function when(time) { return time ? new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }) : ""; }
  function another(title, first) { return { id: Date.now().toString(36) + Math.random().toString(36).slice(2, 7), game: data.game, title: title, text: "", seen: null, updated: Date.now(), lesson: !!first, taught: [] }; }
  function file(name, text, kind) {
    var a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([text], { type: kind || "application/json" }));
    a.download = name;
    a.click();
    setTimeout(function () { URL.revokeObjectURL(a.href); }, 10000);
  }
  function name_of(one) { return data.game + "-" + one.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, ""); }
  function save_file() { file(name_of(game) + ".save", game.text); }
  function fresh() { caption(""); lines = []; across = ""; veiled = 0; root.classList.remove("cb-play--curtain"); frames = []; whole = {}; shape = 0; seen = null; at = 0; told.textContent = ""; delete ask.dataset.looks; }
  function sit(one, method, args) {
    return attempt(function () {
      return open().then(function () {
        game = one;
        elsewhere = "";
        fresh();
        return occupy(engine.call(method, args).then(function (now) { room("table"); return took(now); }));
      }).then(function () { root.scrollIntoView({ block: "start" }); });
    });
  }
  function begin(order, title, first) {
    return sit(another(title, first), "begin", order);
  }
  function resume(one) { return sit(one, "load", { text: one.text }); }
  /* An address that holds a game opens it, and the line that it names; nothing is loaded before somebody presses. */
  function shared() {
    var asked = /^#game=([^@]+)(?:@(\d+))?$/.exec(location.hash);
    find("watch_shared").hidden = !asked;
    if (asked) does.watch_shared = function () {
      sit(Object.assign(another("A shared game"), { shared: true }), "open_share", { text: asked[1] }).then(function () {
        if (seen) looking(asked[2] ? all_stops().filter(function (n) { return n >= asked[2]; })[0] || all_stops()[0] : all_stops()[0]);
      });
    };
  }
  function seed() { return String(crypto.getRandomValues(new Uint32Array(1))[0]); }
  function copy(text, words) {
    live.textContent = "";
    if (navigator.clipboard && isSecureContext) navigator.clipboard.writeText(text).then(function () { notice(words + " It is copied.", text); }, function () { notice(words, text); });
    else notice(words, text);
  }
  function notice(words, text) {
    trouble(words + " ");
    var input = document.createElement("input");
    input.readOnly = true;
    input.value = text;
    input.setAttribute("aria-label", words);
    say("trouble").append(input);
    input.select();
  }
  function share(event) {
    return engine.call("share").then(function (text) {
      copy(location.href.split("#")[0] + "#game=" + text + (event ? "@" + event : ""), "Whoever opens this address sees the game" + (event ? " from that line on." : "."));
    }).catch(wrong);
  }

  var does = {
    begin: function () { attempt(function () { return open().then(function () { return begin({ seed: seed(), rulings: cbRulings.known(data.game, about.rulings) }, about.runs.indexOf("mission") < 0 ? data.title : about.titles && about.titles[0] || "Mission 1"); }); }); },
    first: function () {
      var one = data.lesson;
      begin({ seed: one.seed, mission: one.mission, rulings: one.rulings }, "Your first mission", true);
    },
    option: function (el) { call("answer", { taken: el.dataset.option }); },
    undo: function (el) { call("undo", { size: el.dataset.size }); },
    redo: function () { call("redo"); },
    line: unfold, advise: advise, news: function () { sheet(!root.classList.contains("cb-play--sheet")); },
    look: function (el) { looking(line_of(el).event); },
    back: function (el) { call("back_to", { answers: line_of(el).answers }); },
    clone: function (el) {
      var n = line_of(el).answers;
      game = Object.assign(another(game.title + ", again"), { text: game.text });
      call("back_to", { answers: n });
    },
    linked: function (el) { share(line_of(el).event); },
    before: function () { by(-1); }, after: function () { by(1); }, now: now_again,
    face: function (el) { face(+el.dataset.face); },
    unface: function () { faces.pop(); thrown(); }, rolled: rolled,
    printed: function () { attempt(function () { return open(null).then(function () { find("begin").focus(); }); }); },
    again: function () { room("door"); }, door: function () { room("door"); find("begin").focus(); },
    watch: function () { looking(all_stops()[0]); },
    uncover: function () { root.classList.remove("cb-play--curtain"); question(true); look(ends()); follow(0); speak(); },
    stop: function (el) {
      var name = el.closest("[data-stop]").dataset.stop, t = "", n;
      for (n = 0; n < frames.length; n++) { if ("t" in frames[n]) t = frames[n].t; if (t === name) return looking(all_stops().filter(function (e) { return e >= n + 1; })[0] || n + 1); }
    },
    menu: function (el) { menu.hidden = !menu.hidden; el.setAttribute("aria-expanded", String(!menu.hidden)); },
    "export": save_file, share: function () { share(0); },
    log: function () { engine.call("log").then(function (text) { file(name_of(game) + ".jsonl", text, "application/x-ndjson"); }).catch(wrong); },
    print: function () { print(); },
    picture: function () { cbPicture(root, game.title, [place()].concat(stage ? stage.facts : []).filter(Boolean), name_of(game)).catch(wrong); },
    keys: function () { keys.showModal(); },
    "continue": function (el) { take_up(el.closest("li").dataset.id); },
    file: function (el) { cbSaves.get(el.closest("li").dataset.id).then(function (one) { file(name_of(one) + ".save", one.text); }).catch(wrong); },
    remove: function (el) {
      if (el.dataset.sure === undefined) { el.dataset.sure = ""; el.textContent = "Remove it for good"; return; }
      cbSaves.remove(el.closest("li").dataset.id).then(kept).catch(wrong);
    }
  };
  page.addEventListener("click", function (event) {
    var el = event.target.closest("[data-do]"), lit = event.target.closest("[data-lit]"), touched = event.target.closest(".cb-play__stage [data-part]");
    if (lit && seen && seen.asked && !ask.dataset.looks) return pick(lit.dataset.lit);
    if (touched && stage && !seen.across) return part(touched);
    if (!el || el.disabled || !does[el.dataset.do] || el.tagName === "FORM" || el.tagName === "SELECT") return;
    if (event.target.closest("a")) return;
    try { does[el.dataset.do](el); } catch (error) { wrong(error); }
  });
  addEventListener("unhandledrejection", function (event) { wrong(event.reason); }); // nothing that fails is silent
  page.addEventListener("submit", function (event) {
    if (event.target.dataset.do !== "typed") return;
    event.preventDefault();
    var input = event.target.querySelector("input");
    if (input.value.trim()) call("answer", { taken: input.value.trim() });
  });
  say("words").parentNode.addEventListener("toggle", function () { if (seen) speak(); });
  find("auto").addEventListener("change", function () { auto(this.value); });
  find("pace").addEventListener("change", function () { try { localStorage.setItem("cb-pace", this.value); } catch (error) { /* not remembered, then */ } });
  try { find("pace").value = localStorage.getItem("cb-pace"); } catch (error) { /* as it is */ }
  if (!find("pace").value) find("pace").value = "moving";
  find("import").addEventListener("change", function () {
    var chosen = this.files[0];
    this.value = "";
    if (!chosen) return;
    if (chosen.size > 4e6) return trouble("That file is too big to be a game.");
    chosen.text().then(function (text) { return resume(Object.assign(another(chosen.name.replace(/\.[a-z]+$/, "")), { text: text })); }).catch(wrong);
  });

  document.addEventListener("keydown", function (event) {
    if (page.dataset.room !== "table" || keys.open || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input,select,textarea,dialog,.cb-search")) return;
    var n = /^[1-9]$/.test(event.key) ? +event.key : 0, done = true;
    if (n && seen.dice) face(n);
    else if (n && !ask.dataset.looks && ask.querySelectorAll("[data-do=option]")[n - 1]) ask.querySelectorAll("[data-do=option]")[n - 1].click();
    else if (event.key === "u") page.querySelector("[data-do=undo][data-size=choice]").click();
    else if (event.key === "U") page.querySelector("[data-do=undo][data-size=turn]").click();
    else if (event.key === "r") find("redo").click();
    else if (event.key === "a" && seen.asked) call("auto", { stretch: "" });
    else if (event.key === "ArrowLeft") by(-1);
    else if (event.key === "ArrowRight" && ask.dataset.looks) by(1);
    else if (event.key === "Escape" && ask.dataset.looks) now_again();
    else if (event.key === "Backspace" && seen.dice && faces.length) does.unface();
    else if (event.key === "l" && told.lastChild) told.lastChild.firstChild.focus();
    else if (event.key === "?") keys.showModal();
    else done = false;
    if (done) event.preventDefault();
  });
  addEventListener("beforeunload", function (event) { if (keeping) event.preventDefault(); }); // not before it is written
  addEventListener("beforeprint", function () { if (seen && frames.length) look(ends()); });

  ["begin", "first", "setup", "import"].forEach(function (name) { if (find(name)) find(name).disabled = false; });
  addEventListener("hashchange", shared);
  room("door");
  shared();
  window.cbPlay = { does: does, attempt: attempt, begin: begin, open: open, room: room, about: function () { return about; }, house: function () { return house ? house.name : ""; }, wrong: wrong, seed: seed, title: function () { return data.title + ": " + game.title; } };
})();
