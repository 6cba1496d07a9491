/* Combat Box, MIT. The rolls of this visit, kept from page to page of this tab: to look back at, and to copy. The roller writes them. */
(function () {
  "use strict";
  var KEY = "cb-rolls", MOST = 200, form = document.getElementById("roll-it"), box = document.createElement("details"), list = document.createElement("ol"), summary = document.createElement("summary");
  if (!form) return;

  function read() {
    try { var kept = JSON.parse(sessionStorage.getItem(KEY)); return Array.isArray(kept) ? kept.filter(whole) : []; } catch (error) { return []; }
  }
  /* A roll as it is written here: whatever else stands in the store is passed over. */
  function whole(roll) {
    return !!roll && Number.isFinite(roll.mark) && [roll.table, roll.title, roll.text, roll.href].every(function (text) { return typeof text === "string"; }) && /^\/(?!\/)/.test(roll.href);
  }
  function write(rolls) {
    try { sessionStorage.setItem(KEY, JSON.stringify(rolls.slice(-MOST))); } catch (error) { /* not kept, then */ }
    draw(rolls.slice(-MOST));
  }
  /* Notes a roll, or changes the one that has this mark. Gives back its mark. */
  function note(table, title, text, mark) {
    var rolls = read(), at = rolls.findIndex(function (one) { return one.mark === mark; });
    var last = rolls.reduce(function (most, one) { return Math.max(most, one.mark); }, 0); // no clock: two rolls may have one time
    var roll = { mark: at < 0 ? last + 1 : mark, table: String(table), title: String(title), text: String(text), href: location.pathname + location.search };
    if (at < 0) rolls.push(roll); else rolls[at] = roll;
    write(rolls);
    return roll.mark;
  }
  function line(roll) { return roll.table + " " + roll.title + ": " + roll.text; }
  function draw(rolls) {
    box.hidden = !rolls.length;
    summary.textContent = "Rolls so far: " + rolls.length;
    list.replaceChildren.apply(list, rolls.slice().reverse().map(function (roll, at) {
      var li = document.createElement("li"), link = document.createElement("a");
      li.value = rolls.length - at;
      link.textContent = roll.table + " " + roll.title;
      link.href = roll.href;
      li.append(link, ": " + roll.text);
      return li;
    }));
  }
  function button(words, press) {
    var el = document.createElement("button");
    el.type = "button";
    el.textContent = words;
    el.addEventListener("click", press);
    return el;
  }
  function copy() {
    var text = read().map(line).join("\n"), mine = this;
    function copied() { mine.textContent = "Copied"; }
    /* Where there is no clipboard, the text is marked, to be copied by hand. */
    function marked() { getSelection().selectAllChildren(list); mine.textContent = "Marked: copy it"; }
    if (navigator.clipboard && isSecureContext) navigator.clipboard.writeText(text).then(copied, marked); else marked();
  }

  box.className = "cb-rolls";
  var does = document.createElement("p");
  does.append(button("Copy", copy), " ", button("Forget them", function () { write([]); }));
  box.append(summary, does, list);
  form.after(box);
  draw(read());
  addEventListener("pageshow", function (event) { if (event.persisted) draw(read()); });
  window.cbRolls = { note: note };
})();
