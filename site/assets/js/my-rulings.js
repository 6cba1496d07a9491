/* Combat Box, MIT. The rulings that a reader plays otherwise than usual: as a list on the page of rulings, as a sheet to print and
   as a link to share, `rulings.html#play=Q-R01.section,Q-R05.on`. */
(function () {
  "use strict";
  var box = document.querySelector("[data-cb-mine]"), game = box.dataset.cbMine, usual = box.innerHTML;
  var SHARED = /^#play=([A-Za-z0-9.,_-]*)$/;

  function el(name, attributes, parts) {
    var made = document.createElement(name);
    Object.keys(attributes).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    made.append.apply(made, parts);
    return made;
  }
  function button(words, act) {
    var made = el("button", {type: "button"}, [words]);
    made.addEventListener("click", act);
    return made;
  }
  /* An option of a ruling on this page; null where there is none. */
  function option(id, key) {
    var entry = document.querySelector(".cb-ruled[data-cb-ruling=\"" + CSS.escape(id) + "\"]");
    return entry && entry.querySelector("[data-cb-option=\"" + CSS.escape(key) + "\"]");
  }
  /* The words of an option, without its button. */
  function words(chosen) {
    var copy = chosen.cloneNode(true);
    copy.querySelectorAll("button").forEach(function (one) { one.remove(); });
    return copy.textContent.trim();
  }
  /* Rulings as lines: question and what is played. choices: [id, option] each. */
  function list(choices) {
    return el("ul", {}, choices.map(function (choice) {
      var chosen = option(choice[0], choice[1]), entry = chosen.closest(".cb-ruled");
      return el("li", {}, [el("a", {href: "#" + entry.id}, [choice[0]]), " ", entry.querySelector(".cb-ruled__question").textContent + " ", el("b", {}, [words(chosen)])]);
    }));
  }
  function known(choices) {
    return choices.filter(function (choice) { var chosen = option(choice[0], choice[1]); return chosen && !chosen.hasAttribute("data-cb-usual"); });
  }
  function mine() {
    var kept = cbRulings.of(game);
    return known(Object.keys(kept).map(function (id) { return [id, kept[id]]; }));
  }
  function shared() {
    var asked = SHARED.exec(location.hash);
    return asked ? known(asked[1].split(",").map(function (one) { var at = one.indexOf("."); return [one.slice(0, at), one.slice(at + 1)]; })) : [];
  }
  function link(choices) {
    return location.href.split("#")[0] + "#play=" + choices.map(function (choice) { return choice.join("."); }).join(",");
  }
  function draw() {
    var offered = shared(), choices = mine();
    if (offered.length && String(offered) !== String(choices)) {
      box.replaceChildren(el("p", {}, ["Somebody shared these rulings with you:"]), list(offered), el("p", {}, [
        button("Play these", function () { cbRulings.replace(game, offered); history.replaceState(null, "", "#my-rulings"); draw(); }),
        button("Keep mine", function () { history.replaceState(null, "", "#my-rulings"); draw(); })]));
      return;
    }
    if (!choices.length) { box.innerHTML = usual; return; }
    var told = el("span", {role: "status"}, []);
    box.replaceChildren(el("p", {}, ["What you play otherwise than usual:"]), list(choices), el("p", {}, [
      button("Print this sheet", function () {
        document.documentElement.dataset.cbPrint = "mine";
        window.print();
        delete document.documentElement.dataset.cbPrint;
      }),
      button("Copy a link to share", function () {
        var address = link(choices);
        navigator.clipboard.writeText(address).then(function () { told.textContent = "Link copied"; }, function () { told.textContent = address; });
      }),
      button("Play all as usual", function () { cbRulings.replace(game, []); draw(); }), told]));
  }
  /* What an address leads to stands open. */
  function reveal() {
    var more = document.querySelector(".cb-ruled:target .cb-ruled__more");
    if (more) more.open = true;
  }

  draw();
  reveal();
  addEventListener("hashchange", function () { draw(); reveal(); });
  document.addEventListener("cb-rulings", draw);
  addEventListener("storage", draw);
})();
