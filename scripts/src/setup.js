/* Combat Box, MIT. The form in which a game is set up before its first dice. What there is to choose the engine describes. */
(function () {
  "use strict";
  var page = document.getElementById("play"), form = page.querySelector("[data-room=setup]"), esc = cbStage.esc, play = window.cbPlay;
  var RUNS = { mission: "One mission", tour: "A whole tour, mission after mission" };
  var DICE = [["seed", "Rolled for me"], ["own", "My own dice, on my own table"], ["mixed", "Some tables my own, the rest rolled for me"]];

  function radio(name, value, words, on) {
    return '<label><input type="radio" name="' + name + '" value="' + esc(value) + '"' + (on ? " checked" : "") + "><span>" + esc(words) + "</span></label>";
  }
  function field(legend, inside, more) { return "<fieldset" + (more || "") + "><legend>" + esc(legend) + "</legend>" + inside + "</fieldset>"; }
  function title(about, number) { return about.titles && about.titles[number - 1] || "Mission " + number; }
  function rulings(about, optional) {
    var mine = cbRulings.known(about.game, about.rulings);
    return Object.keys(about.rulings).filter(function (key) { return !!about.rulings[key].optional === optional; }).map(function (key) {
      var one = about.rulings[key];
      return "<label><span>" + esc(one.question) + '</span><select data-ruling="' + esc(key) + '">' + Object.keys(one.options).map(function (name) {
        return '<option value="' + esc(name) + '"' + (name === (mine[key] || one.default) ? " selected" : "") + ">" + esc(name === one.default ? "as usual: " : "") + esc(one.options[name]) + "</option>";
      }).join("") + "</select><small>" + esc(one.options[mine[key] || one.default]) + "</small></label>";
    }).join("");
  }
  function tables(about) {
    var all = about.rolled || [];
    return '<small>Which tables do you throw for?</small>' + all.map(function (one) {
      return '<label><input type="checkbox" name="by_hand" value="' + esc(one.id) + '"><span>' + esc(one.id + " " + one.title) + "</span></label>";
    }).join("");
  }

  function fill(about) {
    var own = play.house(), numbers = "", n, extra = rulings(about, true);
    for (n = 1; n <= about.missions; n++) numbers += '<option value="' + n + '">' + esc(title(about, n)) + "</option>";
    form.innerHTML = "<h2>Set up a game</h2>" + field("What to fly", (about.runs.length > 1 ? about.runs.map(function (run, i) { return radio("run", run, RUNS[run] || run, !i); }).join("") : "") +
      (about.missions > 1 ? '<label><span>Begin with</span><select name="mission">' + numbers + "</select></label>" : "")) +
      (about.names && about.names.length ? "<details><summary>Names</summary>" + field("Names", about.names.map(function (one) {
        return "<label><span>" + esc(one.label) + '</span><input type="text" maxlength="40" autocomplete="off" data-name="' + esc(one.key) + '"></label>';
      }).join("") + "<small>What is left empty is called as the game has it.</small>") + "</details>" : "") +
      field("Dice", DICE.map(function (one, i) { return radio("dice", one[0], one[1], !i); }).join("") +
        '<label><span>Seed: the same seed and choices, the same game</span><input type="text" name="seed" maxlength="60" autocomplete="off" value="' + esc(play.seed()) + '"></label>') +
      field("Tables that you throw for", tables(about), ' data-when="mixed" hidden') +
      (extra ? "<details><summary>Optional rules</summary>" + field("Optional rules", extra) + "</details>" : "") +
      "<details><summary>Rulings: where the rules contradict each other or are silent</summary>" + field("Rulings", rulings(about, false)) + "</details>" +
      "<details><summary>House rules</summary>" + field("House rules", '<div class="cb-play__drop"><label class="cb-play__file"><span>' + (own ? "Another book" : "Choose a compiled book") +
        '</span><input type="file" accept=".json" name="book"></label> or drop it here. <small>' + (own ? "In play: <b>" + esc(own) + "</b>, tables " + esc(about.digest) + "." : "The command <code>combatbox export " + esc(about.game) + " --tables DIR</code> writes one from your own tables.") + "</small></div>") + "</details>" +
      '<p class="cb-play__doors"><button type="submit" class="cb-play__big">Begin</button><button type="button" data-do="door">Back</button></p>';
  }
  function open() {
    play.attempt(function () {
      return play.open().then(function () { fill(play.about()); play.room("setup"); form.querySelector("input,select").focus(); });
    });
  }
  function taken(file) {
    if (!file) return;
    if (file.size > 8e6) return play.wrong(new Error("That file is too big to be a book."));
    play.attempt(function () {
      return file.text().then(function (text) { return play.open({ name: file.name, text: text }); }).then(function () { fill(play.about()); play.room("setup"); });
    });
  }
  function names() {
    var found = {};
    form.querySelectorAll("[data-name]").forEach(function (input) {
      var value = input.value.trim(), way = input.dataset.name.split("."), into = found;
      if (!value) return;
      way.slice(0, -1).forEach(function (key) { into = into[key] = into[key] || {}; });
      into[way[way.length - 1]] = value;
    });
    return found;
  }
  form.addEventListener("change", function (event) {
    if (event.target.name === "book") taken(event.target.files[0]);
    if (event.target.dataset.ruling) event.target.nextElementSibling.textContent = play.about().rulings[event.target.dataset.ruling].options[event.target.value];
    if (event.target.name === "dice") form.querySelector("[data-when=mixed]").hidden = form.elements.dice.value !== "mixed";
  });
  form.addEventListener("dragover", function (event) { event.preventDefault(); });
  form.addEventListener("drop", function (event) { event.preventDefault(); taken(event.dataTransfer.files[0]); });
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    var about = play.about(), of = form.elements, order = { seed: of.seed.value.trim() || play.seed(), dice: of.dice.value, rulings: {} };
    order.run = of.run ? of.run.value : about.runs[0];
    if (of.mission) order.mission = +of.mission.value;
    order.names = names();
    form.querySelectorAll("[data-ruling]").forEach(function (select) {
      if (select.value !== about.rulings[select.dataset.ruling].default) order.rulings[select.dataset.ruling] = select.value;
    });
    if (order.dice === "mixed") order.by_hand = [].map.call(form.querySelectorAll("[name=by_hand]:checked"), function (box) { return box.value; });
    play.begin(order, [order.names.bomber, order.run === "mission" ? title(about, order.mission || 1) : "A tour"].filter(Boolean).join(", "));
  });
  play.does.setup = open;
})();
