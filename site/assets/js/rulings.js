/* Combat Box, MIT. Rulings that a reader has chosen, kept in his browser: once for the whole site. Boxes of rulings offer them and
   show what was chosen; the roller, live odds and the set-up of play begin with it. */
(function () {
  "use strict";
  var KEY = "cb-rulings";

  function all() {
    try { var kept = JSON.parse(localStorage.getItem(KEY)); return kept && typeof kept === "object" ? kept : {}; } catch (error) { return {}; }
  }
  /* What is chosen for a game otherwise than usual: options by the ids of rulings. */
  function of(game) {
    var kept = all()[game], mine = {};
    Object.keys(kept && typeof kept === "object" ? kept : {}).forEach(function (id) { if (typeof kept[id] === "string") mine[id] = kept[id]; });
    return mine;
  }
  function choose(game, id, option) {
    var kept = all(), mine = of(game);
    if (option) mine[id] = option; else delete mine[id];
    kept[game] = mine;
    try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch (error) { /* not remembered, then */ }
  }
  /* The same for the engine: of those that its book has, with options that it has. */
  function known(game, rulings) {
    var mine = of(game), found = {};
    Object.keys(rulings).forEach(function (key) {
      var option = mine[rulings[key].id];
      if (option && Object.hasOwn(rulings[key].options, option)) found[key] = option;
    });
    return found;
  }
  /* Play these of a game, and everything else as usual. choices: [id, option] each. */
  function replace(game, choices) {
    Object.keys(of(game)).forEach(function (id) { choose(game, id, ""); });
    choices.forEach(function (choice) { choose(game, choice[0], choice[1]); });
    everywhere();
  }
  window.cbRulings = { of: of, known: known, replace: replace };

  /* ---- boxes: what is played is marked, and can be chosen */
  function draw(box) {
    var options = [].slice.call(box.querySelectorAll("[data-cb-option]")), chosen = of(box.dataset.cbGame)[box.dataset.cbRuling];
    if (options.length < 2) return;
    if (!options.some(function (dd) { return dd.dataset.cbOption === chosen; })) chosen = "";
    options.forEach(function (dd) {
      var usual = dd.hasAttribute("data-cb-usual"), on = chosen ? dd.dataset.cbOption === chosen : usual, button = dd.querySelector("button");
      button.setAttribute("aria-pressed", String(on));
      button.textContent = on ? "You play this" : "Play this";
    });
  }
  document.addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest(".cb-ruling__play"), dd = button && button.closest("[data-cb-option]"), box = dd && dd.closest("[data-cb-ruling]");
    if (!box) return;
    choose(box.dataset.cbGame, box.dataset.cbRuling, dd.hasAttribute("data-cb-usual") ? "" : dd.dataset.cbOption);
    everywhere();
  });
  function everywhere() {
    document.querySelectorAll("[data-cb-ruling]").forEach(draw);
    document.dispatchEvent(new Event("cb-rulings"));
  }
  everywhere();
  addEventListener("storage", function (event) { if (event.key === KEY) everywhere(); });
  addEventListener("pageshow", function (event) { if (event.persisted) everywhere(); });
})();
