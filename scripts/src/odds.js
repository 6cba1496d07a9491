/* Combat Box, MIT. Odds that the reader asks for, flown in the page by the engine, and set beside the stored ones. It knows no game:
   what is counted, what it is called and how far it is from what is stored, the engine says. Nothing is loaded before a press. */
(function () {
  "use strict";
  var form = document.getElementById("live-odds");
  if (!form) return;
  var data = JSON.parse(form.querySelector("script").textContent), of = form.elements, PIECE = 200; // milliseconds that a piece should take
  var handle = null, run = 0, piece = 5, began = 0;

  function say(name) { return form.querySelector("[data-say=" + name + "]"); }
  function all(selector) { return Array.prototype.slice.call(form.querySelectorAll(selector)); }
  function make(tag, name, text) {
    var el = document.createElement(tag);
    if (name) el.className = name;
    if (text !== undefined) el.textContent = text;
    return el;
  }
  function percent(value) { return (value * 100).toFixed(1); }
  function points(value) { return (value < 0 ? "−" : "+") + percent(Math.abs(value)); }
  function whole(number) { return number.toLocaleString("en"); }

  /* ---- the question, as the engine is asked it and as an address holds it */
  function usual(select) { return (select.querySelector("[data-usual]") || select.options[0]).value; }
  function chosen(what) {
    var found = {};
    all("[data-" + what + "]").forEach(function (select) { if (select.value !== usual(select)) found[select.dataset[what]] = select.value; });
    return found;
  }
  function question() {
    return { missions: +of.missions.value, seed: of.seed.value.trim() || "live", mission: +of.mission.value, rulings: chosen("ruling"), always: chosen("always") };
  }
  function written() {
    var asked = question(), query = new URLSearchParams({ mission: asked.mission, missions: asked.missions, seed: asked.seed });
    Object.keys(asked.always).forEach(function (kind) { query.set("always " + kind, asked.always[kind]); });
    Object.keys(asked.rulings).forEach(function (key) { query.set("ruling " + key, asked.rulings[key]); });
    return location.href.split("#")[0] + "#fly?" + query;
  }
  function put(select, value) {
    if (value !== null && Array.prototype.some.call(select.options, function (one) { return one.value === value; })) select.value = value;
  }
  function read() {
    var text = /^#fly\?(.{1,2000})$/.exec(location.hash), query = text && new URLSearchParams(text[1]);
    if (!query) return;
    put(of.mission, query.get("mission"));
    put(of.missions, query.get("missions"));
    of.seed.value = (query.get("seed") || "live").slice(0, 60);
    ["always", "ruling"].forEach(function (what) {
      all("[data-" + what + "]").forEach(function (select) {
        select.value = usual(select);
        put(select, query.get(what + " " + select.dataset[what]));
        if (select.value !== usual(select)) select.closest("details").open = true;
      });
    });
    button();
    form.scrollIntoView();
  }
  function button() { say("go").textContent = "Fly " + whole(+of.missions.value); }

  /* ---- flying */
  function wait(on) {
    say("go").disabled = on;
    say("stop").hidden = say("loading").hidden = !on;
  }
  function step(part, words) {
    form.querySelector("progress").value = part;
    say("how").textContent = words;
  }
  function open() {
    if (handle) return Promise.resolve(handle);
    return cbEngine.open({ game: data.game, progress: function (loaded, total, what) {
      step(total ? loaded / total : 0, "Loading " + (what || "the engine") + ": " + (loaded / 1e6).toFixed(1) + " of " + (total / 1e6).toFixed(1) + " MB");
    } }).then(function (opened) {
      opened.onDeath(function () { handle = null; });
      return (handle = opened);
    });
  }
  function fly() {
    var mine = ++run, asked = Object.assign(question(), { beside: data.beside });
    wait(true);
    step(0, "");
    say("news").textContent = "";
    say("found").replaceChildren();
    open().then(function () { return mine === run && handle.call("odds_begin", asked); }).then(function (told) {
      began = performance.now();
      if (told) return more(mine);
    }).catch(function (error) { if (mine === run) ended(error.message || String(error)); });
  }
  function more(mine) {
    var start = performance.now(), missions = Math.max(1, Math.min(1000, Math.round(piece)));
    return handle.call("odds_fly", { missions: missions }).then(function (told) {
      piece = missions * Math.min(3, PIECE / Math.max(1, performance.now() - start));
      if (mine !== run) return;
      var left = (performance.now() - began) * (told.of - told.done) / told.done / 1000;
      show(told);
      step(told.done / told.of, whole(told.missions) + " flown" + (told.done === told.of ? "" : ", some " + (left < 90 ? Math.ceil(left) + " seconds" : Math.ceil(left / 60) + " minutes") + " left"));
      if (told.done < told.of) return more(mine);
      ended(heard(told));
    });
  }
  function ended(words) {
    wait(false);
    say("news").textContent = words;
  }
  function heard(told) {
    var far = told.bars.filter(apart), first = told.bars[0];
    return whole(told.missions) + " missions flown. " + first.words + ": " + percent(first.flown.value) + "%. " + (far.length ? "Beyond chance from the stored: " + far.map(function (one) { return one.words + " " + points(one.margin[0]); }).join(", ") + " points." : "Nothing differs from the stored odds beyond chance.");
  }
  function apart(one) { return one.margin && (one.margin[1] > 0 || one.margin[2] < 0); }

  /* ---- bars, those that are flown over those that are stored */
  function bar(share, most, name) {
    var line = make("span", "cb-live__line " + name), fill = make("span", "cb-live__fill"), range = make("span", "cb-live__range");
    fill.style.width = 100 * share.value / most + "%";
    range.style.left = 100 * share.low / most + "%";
    range.style.width = 100 * (share.high - share.low) / most + "%";
    line.setAttribute("aria-hidden", "true");
    line.append(fill, range);
    return line;
  }
  function between(share) { return percent(share.value) + "% (" + percent(share.low) + " to " + percent(share.high) + ")"; }
  function row(one, most) {
    var dt = make("dt", "", one.words), dd = make("dd", "", between(one.flown));
    if (one.beside) dd.append("; stored " + percent(one.beside.value) + "%: ", make(apart(one) ? "b" : "span", "", points(one.margin[0]) + " points (" + points(one.margin[1]) + " to " + points(one.margin[2]) + ")" + (apart(one) ? ", beyond chance" : "")));
    dd.append(bar(one.flown, most, "cb-live__line--flown"));
    if (one.beside) dd.append(bar(one.beside, most, "cb-live__line--stored"));
    return [dt, dd];
  }
  function show(told) {
    var most = Math.max.apply(null, told.bars.map(function (one) { return Math.max(one.flown.high, one.beside ? one.beside.high : 0); })), list = make("dl", "cb-live__bars");
    told.bars.forEach(function (one) { list.append.apply(list, row(one, most)); });
    say("found").replaceChildren(make("p", "cb-live__key", "Above, solid: flown now. Below, in outline: stored."), list);
    if (told.tour) say("found").append(make("p", "", "The chance to finish the tour: " + (100 * told.tour.value).toFixed(2) + "% (" + (100 * told.tour.low).toFixed(2) + " to " + (100 * told.tour.high).toFixed(2) + ")" + ". That is the " + told.tour.method + "."));
  }

  form.addEventListener("submit", function (event) { event.preventDefault(); if (!say("go").disabled) fly(); });
  say("stop").addEventListener("click", function () { run++; ended("Stopped. What is shown was found in the missions flown so far."); say("go").focus(); });
  say("link").addEventListener("click", function () {
    var address = written();
    history.replaceState(history.state, "", address);
    if (navigator.clipboard && isSecureContext) navigator.clipboard.writeText(address).then(function () { say("news").textContent = "The address of this page holds the question now, and is copied."; }, kept);
    else kept();
  });
  function kept() { say("news").textContent = "The address of this page holds the question now."; }
  of.missions.addEventListener("change", button);
  addEventListener("hashchange", read);
  /* What the reader has chosen for the whole site is what he asks of here, unless an address says otherwise. */
  var mine = cbRulings.of(data.game);
  all("[data-ruling]").forEach(function (select) {
    put(select, mine[select.dataset.id] || null);
    if (select.value !== usual(select)) select.closest("details").open = true;
  });
  button();
  read();
})();
