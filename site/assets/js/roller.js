/* Combat Box, MIT. Rolls on a table from its export, the JSON that the page carries: it knows that format, and no table. */
(function () {
  "use strict";

  /* ---- the reading of dice, as the export's `dice` names it */

  function notation(text) {
    var found = /^(\d)d6(-highest)?$/.exec(text);
    if (text === "d66" || text === "1d6-opposed") return {count: 2, reading: "digits"};
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
      var condition = table.conditions[code] || {}, asked = condition.roll;
      if (condition.always) return true;
      return asked ? net <= asked.net_at_most && !floored : call.held.indexOf(code) >= 0;
    }
    function number(code) { return call.numbers[code] || 0; }

    /* What happens without dice: a result that a state brings about, or what comes before the row. */
    function done(kind, part, thing) {
      steps.push({kind: kind, table: part.id, row: thing.id, codes: thing.effects, result: thing.result});
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
          codes: table[side], again: [], then: null};
      }
      if (top && table.shape === "opposed") {
        row = table.rows.find(function (one) { return one.wins[column].indexOf(value) >= 0; });
        return {id: column === "result" ? row.id : row.id + "@" + column, at: row.id, column: column === "result" ? "" : column,
          area: row.area, said: row.area_said, result: row.cells.result, codes: row.effects, again: [], then: null};
      }
      row = part.rows.find(function (one) { return one.roll.indexOf(value) >= 0; });
      var cells = row, cell = top && table.shape === "columns";
      if (top && row.adjusted) {
        var held = table.adjusts.map(function (a) { return a.when; }).filter(holds).join(" + ");
        if (held) cells = row.adjusted[held];
      }
      var code = cells.codes[column];
      return {id: cell ? row.id + "@" + column : row.id, at: row.id, column: cell ? column : "", area: row.area, said: row.area_said,
        result: cells.cells[column], codes: code === "no_effect" || code === "-" ? [] : code.split("; "),
        again: row.again, then: cell ? row.thens[column] || null : row.then};
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
        row: row.id, at: row.at, column: row.column, area: row.area || "", said: row.said, result: row.result, codes: row.codes, again: again});
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

  /* ---- what is known. `known` has facts by name, each with the values that it can still have; one that is not there can
     have any. `data` is what the page carries. These are functions of what is given, too. */

  function options(data, known, name) { return known[name] || Object.keys(data.facts[name].options); }
  function unique(list) { return list.filter(function (one, at) { return list.indexOf(one) === at; }); }

  /* Every way in which the facts of a reading can stand that gives something, with what it gives. */
  function ways(data, known, reading) {
    return reading.facts.reduce(function (found, name) {
      return [].concat.apply([], found.map(function (way) {
        return options(data, known, name).map(function (value) { return way.concat(value); });
      }));
    }, [[]]).map(function (way) { return {facts: way, gives: reading.values[way.join("|")]}; })
      .filter(function (way) { return way.gives !== undefined; });
  }
  /* What facts leave open of the table: by `column`, `key`, `who` or the code of a condition, the values it can have. */
  function open(data, known) {
    var found = {};
    data.reads.forEach(function (reading) {
      found[reading.of] = unique(ways(data, known, reading).map(function (way) { return way.gives; }));
    });
    return found;
  }
  /* The same with one of these said. What contradicts it is not known any more. */
  function learn(data, known, of, value) {
    var found = Object.assign({}, known);
    data.reads.forEach(function (reading) {
      if (reading.of !== of) return;
      function fits(way) { return way.gives === value; }
      var left = ways(data, found, reading).filter(fits);
      if (!left.length) {
        reading.facts.forEach(function (name) { delete found[name]; });
        left = ways(data, found, reading).filter(fits);
      }
      reading.facts.forEach(function (name, at) { found[name] = unique(left.map(function (way) { return way.facts[at]; })); });
    });
    return found;
  }
  /* The rolls that a step leads to, each with all that is known for it then: `said` is what this step says of it.
     given: known, and `held` and `lacking`, the codes of the conditions that were found to hold and not to. */
  function onward(data, step, given) {
    var row = data.hands[step.row] || [], ends = !step.codes.length || step.codes.some(function (code) { return data.ends.indexOf(code) >= 0; });
    if (step.again) return [];
    var sent = row.filter(function (one) { return one.table; });
    if (!sent.length && step.kind === "roll" && !ends) sent = data.after.map(function (id) { return {table: id, facts: {}, numbers: {}}; });
    var common = row.filter(function (one) { return !one.table; });
    return sent.filter(function (one) { return one.table !== data.table.id; }).map(function (one) {
      var link = data.links[one.table], known = {}, said = {};
      link.keeps.forEach(function (name) { if (given.known[name]) known[name] = given.known[name]; });
      common.concat(one).forEach(function (handed) {
        Object.keys(handed.facts).forEach(function (name) {
          var value = handed.facts[name];
          said[name] = typeof value === "string" ? [value] : unique(options(data, given.known, value.by)
            .map(function (other) { return value.values[other]; }).filter(Boolean));
          if (link.keeps.indexOf(name) >= 0) known[name] = said[name];
        });
      });
      function asked(code) { return link.asks.indexOf(code) >= 0; }
      return {table: one.table, known: known, said: said, numbers: one.numbers, held: given.held.filter(asked), lacking: given.lacking.filter(asked)};
    });
  }

  /* In an address: what is known is what the next page begins with. */
  function written(data, sent) {
    var query = new URLSearchParams({from: data.table.id});
    Object.keys(sent.known).forEach(function (name) {
      if (!data.facts[name] || sent.known[name].length < Object.keys(data.facts[name].options).length) query.set(name, sent.known[name].join(","));
    });
    Object.keys(sent.numbers).forEach(function (code) { query.set("number " + code, sent.numbers[code]); });
    if (sent.held.length) query.set("holds", sent.held.join(","));
    if (sent.lacking.length) query.set("lacks", sent.lacking.join(","));
    return query.toString();
  }
  function begun(data, search) {
    var query = new URLSearchParams(search), given = {from: query.get("from") || "", known: {}, numbers: {}};
    function listed(name) { return (query.get(name) || "").split(",").filter(Boolean); }
    Object.keys(data.facts).forEach(function (name) {
      var values = listed(name).filter(function (value) { return value in data.facts[name].options; });
      if (values.length) given.known[name] = values;
    });
    Object.keys(data.table.quantities).forEach(function (code) {
      var number = query.get("number " + code);
      if (/^-?\d{1,3}$/.test(number || "")) given.numbers[code] = +number;
    });
    given.held = listed("holds");
    given.lacking = listed("lacks");
    return given;
  }

  window.cbRoller = {play: play, notation: notation, open: open, learn: learn, onward: onward, written: written, begun: begun};

  /* ---- the bar under the table */

  var form = document.getElementById("roll-it");
  if (!form) return;
  var data = JSON.parse(form.querySelector("script").textContent), table = data.table;
  var tray = form.querySelector(".cb-roller__dice"), out = form.querySelector(".cb-roller__out");
  var calm = matchMedia("(prefers-reduced-motion: reduce)");
  var throws = [], shown = [], arrived = begun(data, location.search), go = form.querySelector(".cb-roller__go");

  function make(tag, name, text) {
    var el = document.createElement(tag);
    if (name) el.className = name;
    if (text !== undefined) el.textContent = text;
    return el;
  }
  function picked(name) { return form.elements[name] ? form.elements[name].value : ""; }
  function every(selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); }

  /* What is known now: what the page was opened with, and what was chosen on it. */
  function known() {
    var found = Object.assign({}, arrived.known);
    form.querySelectorAll("[data-cb-fact]").forEach(function (pick) {
      var name = pick.dataset.cbFact;
      if (pick.value) found[name] = [pick.value];
      else if (found[name] && found[name].length === 1) delete found[name];
    });
    ["key", "column"].forEach(function (of) { if (picked(of)) found = learn(data, found, of, picked(of)); });
    return found;
  }
  /* The conditions that facts decide are shown, and not ticked. */
  function decide() {
    var left = open(data, known());
    every("[data-cb-when]").forEach(function (box) {
      var can = left[box.dataset.cbWhen];
      if (!can) return;
      box.disabled = true;
      box.checked = can.length === 1 && can[0];
      box.indeterminate = can.length !== 1;
    });
  }
  /* The controls that must be set before a roll counts: nothing is taken for granted. */
  function lacking() {
    var open = Array.prototype.slice.call(form.querySelectorAll(".cb-roller__pick select"));
    return open.filter(function (pick) { return !pick.value && !pick.matches("[data-cb-may]"); });
  }
  function named(pick) { return pick.closest("label").querySelector("span").textContent; }
  function ticked(how) {
    return unique(every("[data-cb-when]").filter(function (box) { return !box.disabled && box.checked === how; })
      .map(function (box) { return box.dataset.cbWhen; }));
  }
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
    for (var i = 0; i < heads.length; i++) heads[i].classList.toggle("cb-lit__head", at >= 0 && i === cell.cellIndex + at);
    if (at < 0) return;
    var box = cell.closest(".cb-scroll"), head = heads[cell.cellIndex + at], kept = heads[0].offsetWidth;
    if (head.offsetLeft < box.scrollLeft + kept) box.scrollLeft = head.offsetLeft - kept;
    else if (head.offsetLeft + head.offsetWidth > box.scrollLeft + box.clientWidth) box.scrollLeft = head.offsetLeft + head.offsetWidth - box.clientWidth;
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
    var words = (step.area && !step.said ? step.area + ": " : "") + step.result, tr = lines(step)[0];
    var told = make(tr && tr.id ? "a" : "span", "cb-roller__words", step.again ? "does not count, roll again" : words);
    if (tr && tr.id) told.href = "#" + tr.id;
    line.append(told);
    onward(data, step, {known: known(), held: ticked(true), lacking: ticked(false)}).forEach(function (sent) {
      var link = data.links[sent.table], said = worded(sent.said).join(", "), next = make("a", "cb-roller__next");
      next.textContent = (link.rolled ? "Roll on " : "See ") + link.name + (said ? ": " + said : "");
      next.href = link.href + (link.rolled ? "?" + written(data, sent) + "#roll-it" : "");
      line.append(" ", next);
    });
    return line;
  }
  /* Facts in words, where few values are left. */
  function worded(facts) {
    return Object.keys(data.facts).filter(function (name) { return facts[name] && facts[name].length < 4; }).map(function (name) {
      return facts[name].map(function (value) { return data.facts[name].options[value]; }).join(" or ");
    });
  }
  /* What must be said first. */
  function asking(lacks) {
    return make("p", "cb-roller__ask", "First choose: " + lacks.map(named).join(", ") + ".");
  }

  /* ---- what was rolled stays with this page, for Back and for a fresh load of it, and in the log of rolls */
  var rolled = 0, awake = false; /* the mark of the roll in the log; what is put back is there already */
  function setting() {
    return {
      picks: every("#roll-it .cb-roller__pick select").map(function (pick) { return pick.value; }),
      ticks: every("[data-cb-when]").map(function (box) { return box.checked; }),
      numbers: every("[data-cb-number]").map(function (box) { return box.value; }),
      throws: throws, rolled: rolled
    };
  }
  function keep(told) {
    if (window.cbRolls) rolled = cbRolls.note(table.id, table.title, told.map(function (line) {
      return Array.prototype.map.call(line.querySelectorAll(".cb-roller__sum,.cb-roller__words"), function (part) { return part.textContent; }).join("");
    }).join("; "), rolled);
    try { history.replaceState(Object.assign({}, history.state, {cbRoll: setting()}), ""); } catch (error) { /* not kept, then */ }
  }
  /* Puts back what was rolled here before; nothing where the page has changed since. */
  function back() {
    var was = history.state && history.state.cbRoll, picks = every("#roll-it .cb-roller__pick select"), ticks = every("[data-cb-when]"), numbers = every("[data-cb-number]");
    if (!was || was.picks.length !== picks.length || was.ticks.length !== ticks.length || was.numbers.length !== numbers.length) return;
    picks.forEach(function (pick, at) { pick.value = was.picks[at]; });
    ticks.forEach(function (box, at) { box.checked = was.ticks[at]; });
    numbers.forEach(function (box, at) { box.value = was.numbers[at]; });
    throws = was.throws;
    rolled = was.rolled;
    follow(null);
  }

  /* Works everything out anew. `thrown`: dice that are wanted are thrown at once; else their places stay empty. */
  function show(thrown) {
    var lacks = lacking();
    decide();
    if (lacks.length) {
      var count = +picked("count") || notation(table.dice).count;
      throws = [throws[0] && throws[0].length === count ? throws[0] : new Array(count).fill(0)];
      paint();
      light([], false);
      out.replaceChildren(asking(lacks));
      return;
    }
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
      more.addEventListener("click", function () { show(true); go.focus(); });
      told[told.length - 1].append(more);
    }
    out.replaceChildren.apply(out, told);
    if (!found.wants && awake) keep(told);
  }
  function rolls(found) { return found.steps.filter(function (step) { return step.kind === "roll"; }).length; }
  function rollAll() {
    if (lacking().length) { show(false); lacking()[0].focus(); return; }
    throws = [];
    rolled = 0; /* another roll, and not the one before set otherwise */
    show(true);
    if (!calm.matches) tray.querySelectorAll(".cb-die").forEach(function (el) { el.classList.add("cb-die--thrown"); });
  }

  var hint = out.firstElementChild;
  form.addEventListener("submit", function (event) { event.preventDefault(); rollAll(); });
  document.addEventListener("input", function (event) {
    var box = event.target;
    if (!box.matches("[data-cb-when],[data-cb-number],#roll-it select")) return;
    if (box.name === "column") seekColumn();
    if (box.dataset.cbFact || box.name === "key" || box.name === "column") follow(box);
    if (box.dataset.cbWhen) document.querySelectorAll("[data-cb-when]").forEach(function (other) {
      if (other.dataset.cbWhen === box.dataset.cbWhen) other.checked = box.checked; /* the same condition may stand twice */
    });
    show(false);
  });
  /* A control that what is known leaves one choice has it, and can be set otherwise by who knows better; where several are
     left, there are no others to choose from. */
  function follow(box) {
    var now = known(), left = open(data, now);
    form.querySelectorAll(".cb-roller__pick select").forEach(function (pick) {
      var can = pick.dataset.cbFact ? now[pick.dataset.cbFact] : left[pick.name];
      if (pick === box || !can || !can.length) return;
      Array.prototype.forEach.call(pick.options, function (one) {
        one.hidden = one.disabled = can.length > 1 && !!one.value && can.indexOf(one.value) < 0;
      });
      if (can.length === 1) pick.value = can[0];
      else if (can.indexOf(pick.value) < 0) pick.value = "";
    });
  }
  function arrive() {
    var from = form.querySelector(".cb-roller__from"), words = worded(arrived.known);
    form.querySelectorAll("[data-cb-fact]").forEach(function (pick) {
      var values = arrived.known[pick.dataset.cbFact] || [];
      if (values.length === 1) pick.value = values[0];
    });
    if (!arrived.from) return;
    if (form.elements.count) { /* how many dice was not said */
      form.elements.count.prepend(new Option("Choose", ""));
      form.elements.count.value = "";
    }
    every("[data-cb-number]").forEach(function (box) {
      if (box.dataset.cbNumber in arrived.numbers) box.value = arrived.numbers[box.dataset.cbNumber];
    });
    every("[data-cb-when]").forEach(function (box) {
      if (arrived.held.indexOf(box.dataset.cbWhen) >= 0) box.checked = true;
      if (arrived.lacking.indexOf(box.dataset.cbWhen) >= 0) box.checked = false;
    });
    follow(null);
    decide();
    var rest = every("[data-cb-when]").some(function (box) {
      return !box.disabled && arrived.held.concat(arrived.lacking).indexOf(box.dataset.cbWhen) < 0;
    });
    from.textContent = "From " + arrived.from + (words.length ? ": " + words.join(", ") : "") + "." + (rest ? " Tick what else holds." : "");
    from.hidden = false;
  }
  /* Rulings that the reader has chosen for the whole site decide what asks for them. */
  function ruled() {
    var mine = cbRulings.of(data.game);
    every("[data-cb-when]").forEach(function (box) {
      var asked = (table.conditions[box.dataset.cbWhen] || {}).ruling;
      if (asked && mine[asked.id]) box.checked = mine[asked.id] === asked.option;
    });
  }
  ruled();
  arrive();
  back();
  show(false);
  awake = true;
  if (form.elements.column) seekColumn();
  /* The browser gives the focus to what an address leads to, and when it does so is its own affair: before this script
     runs, or with the first picture after the page has loaded. So it is taken from there, and never given ahead of it. */
  function hand() {
    form.removeAttribute("tabindex");
    (lacking()[0] || go).focus({preventScroll: true});
  }
  if (location.hash !== "#roll-it") form.removeAttribute("tabindex");
  else if (document.activeElement === form) hand();
  else form.addEventListener("focusin", function (event) { if (event.target === form) hand(); else form.removeAttribute("tabindex"); }, {once: true});
})();
