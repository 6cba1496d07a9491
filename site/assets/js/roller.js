/* Combat Box, MIT. Rolls on a table from its export, the JSON that the page carries: it knows that format, and no table. */
(function () {
  "use strict";

  /* ---- the reading of dice, as the export's `dice` names it */

  function notation(text) {
    var found = /^(\d)d6(-highest)?$/.exec(text);
    if (text === "d66") return {count: 2, reading: "digits"};
    return found ? {count: +found[1], reading: found[2] ? "highest" : "sum"} : {count: 0, reading: "none"};
  }
  function read(reading, faces) {
    if (reading === "digits") return faces[0] * 10 + faces[1];
    if (reading === "sum") return faces.reduce(function (sum, face) { return sum + face; }, 0);
    var top = Math.max.apply(null, faces), place = faces.indexOf(top);
    return faces.lastIndexOf(top) === place ? place + 1 : 0;
  }

  /* ---- one roll, followed to its end. It is a function of what is given and of nothing else.
     call: column, key, count, faces (a list of throws), held (codes of conditions that hold), numbers (by code).
     Gives {steps, wants}: what came about, in order; and the dice still wanted, or null. */

  function play(table, call) {
    var steps = [], used = 0, net = 0, floored = false, wants = null;

    function holds(code) {
      if (!code) return true;
      var asked = (table.conditions[code] || {}).roll;
      return asked ? net <= asked.net_at_most && !floored : call.held.indexOf(code) >= 0;
    }
    function number(code) { return call.numbers[code] || 0; }

    /* What happens without dice: a result that a state brings about, or what comes before the row. */
    function done(kind, part, thing) {
      steps.push({kind: kind, table: part.id, row: thing.id, codes: thing.effects, result: thing.result, leads: thing.leads});
    }
    function said(modifier) { /* in the middle of a sentence */
      var code = modifier.when || modifier.add;
      return ((table.conditions[code] || table.quantities[code]) || modifier).words;
    }
    function amount(modifier) {
      var add = typeof modifier.add === "number" ? modifier.add : number(modifier.add);
      return modifier.times ? add * number(modifier.times) : add;
    }
    function find(part, value) {
      var top = part === table, column = top && table.columns[call.column] !== undefined ? call.column : "result", row;
      if (top) value = Math.max(table.clamp[0], Math.min(value, table.clamp[1]));
      if (top && table.shape === "to_hit") {
        row = table.rows.find(function (one) { return one.key === call.key; });
        var side = row.hits[column].indexOf(value) >= 0 ? "hit" : "miss";
        return {id: row.id + "@" + column + "/" + side, at: row.id, column: column, result: table[side + "_result"],
          codes: table[side], again: [], leads: table[side + "_leads"], then: null};
      }
      row = part.rows.find(function (one) { return one.roll.indexOf(value) >= 0; });
      var cells = row, cell = top && table.shape === "columns";
      if (top && row.adjusted) {
        var held = table.adjusts.map(function (a) { return a.when; }).filter(holds).join(" + ");
        if (held) cells = row.adjusted[held];
      }
      var code = cells.codes[column];
      return {id: cell ? row.id + "@" + column : row.id, at: row.id, column: cell ? column : "", area: row.area,
        result: cells.cells[column], codes: code === "no_effect" || code === "-" ? [] : code.split("; "),
        again: row.again, leads: row.leads[column] || [], then: cell ? row.thens[column] || null : row.then};
    }
    function roll(part) {
      var top = part === table, dice = notation(part.dice), count = top && call.count ? call.count : dice.count;
      for (var i = 0; i < part.forced.length; i++) {
        if (holds(part.forced[i].when)) { done("forced", part, part.forced[i]); return; }
      }
      var faces = call.faces[used];
      if (!faces || faces.length !== count || faces.some(function (face) { return !face; })) {
        wants = {table: part.id, count: count, reading: dice.reading};
        return;
      }
      used++;
      var natural = read(dice.reading, faces), sum = natural, counted = [];
      if (top) {
        table.modifiers.forEach(function (modifier) {
          if (holds(modifier.when)) { sum += amount(modifier); counted.push({words: said(modifier), amount: amount(modifier)}); }
        });
        var spared = false;
        table.floors.forEach(function (floor) {
          if (natural === floor.natural && holds(floor.when)) { sum = Math.max(sum, floor.net); spared = true; }
        });
      }
      var row = find(part, sum), again = row.again.some(holds);
      steps.push({kind: "roll", table: part.id, faces: faces, natural: natural, modifiers: counted, floored: !!spared, net: sum,
        row: row.id, at: row.at, column: row.column, area: row.area || "", result: row.result, codes: row.codes, again: again, leads: again ? [] : row.leads});
      if (again) { roll(part); return; }
      if (top) {
        net = sum;
        floored = spared;
        table.first.forEach(function (before) { if (holds(before.when)) done("first", part, before); });
      }
      if (row.then) roll(row.then);
    }
    roll(table);
    return {steps: steps, wants: wants};
  }

  window.cbRoller = {play: play, notation: notation};

  /* ---- the bar under the table */

  var form = document.getElementById("roll-it");
  if (!form) return;
  var data = JSON.parse(form.querySelector("script").textContent), table = data.table;
  var tray = form.querySelector(".cb-roller__dice"), out = form.querySelector(".cb-roller__out");
  var calm = matchMedia("(prefers-reduced-motion: reduce)");
  var throws = [], shown = [];

  function make(tag, name, text) {
    var el = document.createElement(tag);
    if (name) el.className = name;
    if (text !== undefined) el.textContent = text;
    return el;
  }
  function picked(name) { return form.elements[name] ? form.elements[name].value : ""; }
  function call() {
    var held = [], numbers = {};
    document.querySelectorAll("[data-cb-when]").forEach(function (box) {
      if (box.checked && held.indexOf(box.dataset.cbWhen) < 0) held.push(box.dataset.cbWhen);
    });
    document.querySelectorAll("[data-cb-number]").forEach(function (box) {
      numbers[box.dataset.cbNumber] = Math.round(box.valueAsNumber) || 0;
    });
    return {column: picked("column") || Object.keys(table.columns)[0] || "", key: picked("key"), count: +picked("count"),
      faces: throws, held: held, numbers: numbers};
  }
  function fresh(count) {
    var bytes = new Uint8Array(1), faces = [];
    while (faces.length < count) {
      crypto.getRandomValues(bytes);
      if (bytes[0] < 252) faces.push(bytes[0] % 6 + 1); /* 252 is the last multiple of 6: every face is as likely */
    }
    return faces;
  }
  function signed(value) { return value < 0 ? "\u2212" + -value : "+" + value; }
  function plain(value) { return String(value).replace("-", "\u2212"); }

  /* A die is a number from 1 to 6 that can be clicked, typed, or stepped with the arrows. */
  function die(group, index) {
    var el = make("span", "cb-die"), many = throws[group].length;
    el.tabIndex = 0;
    el.setAttribute("role", "spinbutton");
    el.setAttribute("aria-valuemin", 1);
    el.setAttribute("aria-valuemax", 6);
    el.setAttribute("aria-label", (many > 1 ? "Die " + (index + 1) + " of " + many : "Die") + (group ? ", throw " + (group + 1) : ""));
    function set(face, onward) {
      throws[group][index] = face;
      throws.length = group + 1; /* what was thrown after it no longer follows */
      show(false);
      var all = Array.prototype.slice.call(tray.querySelectorAll(".cb-die")), at = all.findIndex(function (one) { return one.dataset.at === el.dataset.at; });
      (all[onward ? Math.min(at + 1, all.length - 1) : at] || all[0]).focus();
    }
    el.dataset.at = group + "/" + index;
    el.addEventListener("click", function () { set(throws[group][index] % 6 + 1); });
    el.addEventListener("keydown", function (event) {
      var face = throws[group][index], key = event.key;
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      if (/^[1-6]$/.test(key)) set(+key, true);
      else if (key === "ArrowUp" || key === "ArrowRight") set(Math.min(face + 1, 6));
      else if (key === "ArrowDown" || key === "ArrowLeft") set(Math.max(face - 1, 1));
      else if (key === "Home" || key === "End") set(key === "Home" ? 1 : 6);
      else if (key === "Enter" || key === " ") rollAll();
      else return;
      event.preventDefault();
    });
    return el;
  }
  function paint() {
    tray.textContent = "";
    throws.forEach(function (faces, group) {
      if (group) tray.append(make("span", "cb-roller__then", "then"));
      var set = make("span", "cb-dice");
      faces.forEach(function (face, index) {
        var el = die(group, index);
        el.classList.add("cb-die--" + face);
        el.setAttribute("aria-valuetext", face ? String(face) : "not thrown yet");
        if (face) el.setAttribute("aria-valuenow", face);
        set.append(el);
      });
      tray.append(set);
    });
  }

  /* The row in the table; a second die's rows stand once for all columns that throw it. */
  function lines(step) {
    var all = Array.prototype.slice.call(document.querySelectorAll(".cb-table:not(.cb-table--inline) tr[data-row]"));
    var own = all.filter(function (tr) { return tr.dataset.row === (step.at || step.row); });
    if (own.length || step.kind === "first") return own;
    var part = /^(.*)@[^/]+(\/[^/]+)$/.exec(step.row);
    return part ? all.filter(function (tr) {
      var other = /^(.*)@[^/]+(\/[^/]+)$/.exec(tr.dataset.row);
      return other && other[1] === part[1] && other[2] === part[2];
    }) : [];
  }
  function light(steps, seek) {
    shown.forEach(function (el) { el.classList.remove("cb-lit", "cb-lit__cell"); });
    shown = [];
    var keys = Object.keys(table.columns), cell = null;
    steps.forEach(function (step) {
      if (step.again) return;
      lines(step).forEach(function (tr) {
        tr.classList.add("cb-lit");
        shown.push(tr);
        var inner = /@([^/]+)\/[^/]+$/.exec(step.row), column = step.column || (inner ? inner[1] : "");
        cell = (column && tr.querySelectorAll(".cb-cell")[keys.indexOf(column)]) || tr.querySelector("th");
        if (column && cell) { cell.classList.add("cb-lit__cell"); shown.push(cell); }
      });
    });
    if (seek && cell) cell.scrollIntoView({block: "nearest", inline: "nearest", behavior: calm.matches ? "auto" : "smooth"});
  }

  /* The column that is chosen: its heading is lit, and comes in sight where the table is wider than the screen. */
  function seekColumn() {
    var cell = document.querySelector("#roll-it").parentNode.querySelector(".cb-table:not(.cb-table--inline) .cb-cell");
    var heads = cell ? cell.closest("table").tHead.rows[0].cells : [], at = Object.keys(table.columns).indexOf(picked("column"));
    for (var i = 0; i < heads.length; i++) heads[i].classList.toggle("cb-lit__head", cell && i === cell.cellIndex + at);
    if (!cell) return;
    var box = cell.closest(".cb-scroll"), head = heads[cell.cellIndex + at], kept = heads[0].offsetWidth;
    if (head.offsetLeft < box.scrollLeft + kept) box.scrollLeft = head.offsetLeft - kept;
    else if (head.offsetLeft + head.offsetWidth > box.scrollLeft + box.clientWidth) box.scrollLeft = head.offsetLeft + head.offsetWidth - box.clientWidth;
  }

  /* The tables that a result sends one to; without any, those that are used after this one. */
  function onward(step) {
    var ends = !step.codes.length || step.again || step.codes.some(function (code) { return data.ends.indexOf(code) >= 0; });
    return step.leads.length || step.kind !== "roll" || ends ? step.leads : data.after;
  }

  /* What came about, in words: those of the table, and how the number was reached. */
  function tell(step) {
    var line = make("p", "cb-roller__step"), sum = make("span", "cb-roller__sum"), parts = [plain(step.natural)];
    line.dataset.kind = step.kind;
    if (step.kind === "roll") {
      step.modifiers.forEach(function (one) { parts.push(signed(one.amount) + " " + one.words); });
      var total = step.modifiers.reduce(function (all, one) { return all + one.amount; }, step.natural);
      sum.textContent = parts.join(", ") + (step.modifiers.length ? " = " + plain(total) : "") +
        (step.floored && step.net !== total ? ", counts as " + plain(step.net) : "") + ": ";
      line.append(sum);
    } else {
      line.append(make("span", "cb-roller__sum", step.kind === "first" ? "First: " : "No roll: "));
    }
    var words = (step.area && step.result.indexOf(step.area) ? step.area + ": " : "") + step.result, tr = lines(step)[0];
    var told = make(tr && tr.id ? "a" : "span", "cb-roller__words", step.again ? "does not count, roll again" : words);
    if (tr && tr.id) told.href = "#" + tr.id;
    line.append(told);
    onward(step).forEach(function (id) {
      var link = data.links[id], next = make("a", "cb-roller__next", "Roll on " + id + " " + link.title);
      if (id === table.id) return;
      next.href = link.href + "#roll-it";
      line.append(" ", next);
    });
    return line;
  }

  /* Works everything out anew. `thrown`: dice that are wanted are thrown at once; else their places stay empty. */
  function show(thrown) {
    var found = play(table, call()), first = !found.steps.length;
    while (found.wants) {
      if (thrown) { throws.length = rolls(found); throws.push(fresh(found.wants.count)); found = play(table, call()); continue; }
      throws.length = rolls(found) + 1;
      var faces = throws[throws.length - 1];
      if (!faces || faces.length !== found.wants.count) throws[throws.length - 1] = new Array(found.wants.count).fill(0);
      break;
    }
    if (!found.wants) throws.length = rolls(found);
    paint();
    light(found.steps, thrown);
    if (first && found.wants && throws[0].every(function (face) { return !face; })) { out.replaceChildren(hint); return; }
    var told = found.steps.map(tell);
    if (found.wants) told.push(make("p", "cb-roller__step", found.steps.length ? "Set the next " + (found.wants.count > 1 ? "dice" : "die") + ", or " : "Set the other dice, or "));
    if (found.wants) {
      var more = make("button", "cb-roller__more", "throw " + (found.wants.count > 1 ? "them" : "it"));
      more.type = "button";
      more.addEventListener("click", function () { var go = form.querySelector(".cb-roller__go"); show(true); go.focus(); });
      told[told.length - 1].append(more);
    }
    out.replaceChildren.apply(out, told);
  }
  function rolls(found) { return found.steps.filter(function (step) { return step.kind === "roll"; }).length; }
  function rollAll() {
    throws = [];
    show(true);
    if (!calm.matches) tray.querySelectorAll(".cb-die").forEach(function (el) { el.classList.add("cb-die--thrown"); });
  }

  var hint = out.firstElementChild;
  form.addEventListener("submit", function (event) { event.preventDefault(); rollAll(); });
  document.addEventListener("input", function (event) {
    var box = event.target;
    if (!box.matches("[data-cb-when],[data-cb-number],#roll-it select")) return;
    if (box.name === "column") seekColumn();
    if (box.dataset.cbWhen) document.querySelectorAll("[data-cb-when]").forEach(function (other) {
      if (other.dataset.cbWhen === box.dataset.cbWhen) other.checked = box.checked; /* the same condition may stand twice */
    });
    show(false);
  });
  show(false);
  if (form.elements.column) seekColumn();
  /* Once the browser has gone to the bar, which would take the focus away again. */
  if (location.hash === "#roll-it") addEventListener("load", function () {
    setTimeout(function () { form.querySelector(".cb-roller__go").focus({preventScroll: true}); });
  });
})();
