/* Combat Box, MIT. Two model aircraft: reach, arcs, modifiers, and the exact odds at once. Places are whole thousandths of an
   inch and headings whole degrees, and every comparison is of whole numbers, as in combatbox/games/skirmish/aim.py and
   geometry.py: a test compares thousands of places. Numbers of the tables come with the page. */
(function () {
  "use strict";
  var SVG = "http://www.w3.org/2000/svg", ONE = 1000000, HALF = ONE / 2;

  function make(name, attributes, into, text) {
    var el = document.createElementNS(SVG, name);
    for (var key in attributes) el.setAttribute(key, attributes[key]);
    if (text) el.textContent = text;
    if (into) into.append(el);
    return el;
  }

  /* ---- the rules, in whole numbers. data: see games/skirmish/widgets.py. An aircraft is {x, y, h, kind}. */
  function Rules(data) {
    var SIN = [], COS = [], n;
    function sine(degrees) {
      var turned = degrees % 180, found = data.sines[turned <= 90 ? turned : 180 - turned];
      return degrees % 360 < 180 ? found : -found;
    }
    for (n = 0; n < 360; n++) { SIN.push(sine(n)); COS.push(sine(n + 90)); }

    function whole(heading) { return (heading % 360 + 360) % 360; }
    function rounded(value) { return value >= 0 ? Math.floor((value + HALF) / ONE) : -Math.floor((HALF - value) / ONE); }
    function ahead(x, y, heading, length) { return [x + rounded(length * SIN[heading]), y + rounded(length * COS[heading])]; }
    function offset(heading, forward, right) {
      var to = ahead(0, 0, heading, forward);
      return ahead(to[0], to[1], whole(heading + 90), right);
    }
    function apart(one, other) { return Math.abs(whole(one - other + 180) - 180); }
    function inArc(dx, dy, heading, half) {
      var left = whole(heading - half), right = whole(heading + half);
      return dx * COS[left] >= dy * SIN[left] && dx * COS[right] <= dy * SIN[right];
    }
    function root(value) {
      var found = Math.floor(Math.sqrt(value));
      while (found * found > value) found--;
      while ((found + 1) * (found + 1) <= value) found++;
      return found;
    }

    /* The nearest point of an aircraft from a place, how far that is, and whether it can be fired at on a heading. */
    function fighterAt(a, b) {
      var dx = b.x - a.x, dy = b.y - a.y, range2 = dx * dx + dy * dy, arc = inArc(dx, dy, a.h, data.arc);
      return { point: [b.x, b.y], range: root(range2), near: range2 <= data.reach * data.reach, arc: arc };
    }
    function bomberAt(a, b) {
      var dx = b.x - a.x, dy = b.y - a.y, sin = SIN[b.h], cos = COS[b.h], limit = data.nose * ONE;
      var along = -(dx * sin + dy * cos), across = dy * sin - dx * cos, centre = inArc(dx, dy, a.h, data.arc);
      if (along >= -limit && along <= limit) {
        var beside = !across || apart(b.h + (across > 0 ? -90 : 90), a.h) <= data.arc;
        return {
          point: ahead(b.x, b.y, b.h, rounded(along)), range: Math.floor(Math.abs(across) / ONE),
          near: Math.abs(across) <= data.reach * ONE, arc: data.nearest ? beside : centre
        };
      }
      var end = offset(b.h, along > 0 ? data.nose : -data.nose, 0);
      if (along <= 0) end = offset(b.h, data.nose, 0).map(function (part) { return -part; }); // the tail is the nose, turned about
      var ex = dx + end[0], ey = dy + end[1], range2 = ex * ex + ey * ey;
      return {
        point: [b.x + end[0], b.y + end[1]], range: root(range2), near: range2 <= data.reach * data.reach,
        arc: data.nearest ? inArc(ex, ey, a.h, data.arc) : centre
      };
    }
    function fires(a, b) {
      var found = (b.kind === "bomber" ? bomberAt : fighterAt)(a, b);
      found.can = found.near && found.arc;
      return found;
    }
    /* Whether a place is straight in front of an aircraft (end 1) or behind it (-1), seen from a bomber's nose or tail. */
    function before(a, b, end) {
      var nose = b.kind === "bomber" && data.from_ends ? offset(b.h, data.nose, 0) : [0, 0];
      return inArc((a.x - b.x) * end - nose[0], (a.y - b.y) * end - nose[1], b.h, data.direct);
    }
    function deadAhead(a, b) { return apart(a.h, b.h + 180) <= data.direct && before(a, b, 1); }
    function deadAstern(a, b) { return apart(a.h, b.h) <= data.direct && before(a, b, -1); }

    /* Every gun of a bomber: where it stands, how far a place is, whether it has it in its arc and in reach. */
    function guns(b, x, y, turret) {
      return data.guns.filter(function (gun) { return turret || gun[0] !== data.turret; }).map(function (gun) {
        var at = offset(b.h, gun[1], gun[2]), dx = x - b.x - at[0], dy = y - b.y - at[1], range2 = dx * dx + dy * dy;
        var near = range2 <= data.reach * data.reach, arc = gun[4] >= 180 || inArc(dx, dy, whole(b.h + gun[3]), Math.min(gun[4], 90));
        return { key: gun[0], place: [b.x + at[0], b.y + at[1]], range: root(range2), near: near, arc: arc, bears: near && arc };
      });
    }
    /* Of the guns that bear those that fire at one target at one stop: the tables say it of every set of them. */
    function firing(bear) {
      return data.volleys[data.guns.reduce(function (sum, gun, i) { return sum + (bear.indexOf(gun[0]) >= 0 ? 1 << i : 0); }, 0)];
    }
    /* The chances of 0, 1, 2 ... damage points from these columns one after the other, none beyond `most`. */
    function together(columns, most) {
      var found = [1];
      for (n = 1; n <= most; n++) found.push(0);
      columns.forEach(function (column) {
        var counts = data.odds[column][2], next = found.map(function () { return 0; });
        found.forEach(function (chance, had) {
          if (had === most) { next[most] += chance; return; } // it is gone, and nobody fires any more
          counts.forEach(function (count, hits) { next[Math.min(most, had + hits)] += chance * count / 36; });
        });
        found = next;
      });
      return found;
    }
    return {
      ahead: ahead, fires: fires, deadAhead: deadAhead, deadAstern: deadAstern, guns: guns, firing: firing, together: together,
      bearing: function (b, x, y, turret) {
        return guns(b, x, y, turret).filter(function (gun) { return gun.bears; }).map(function (gun) { return gun.key; });
      }
    };
  }
  window.cbAimRules = Rules;

  function Widget(root) {
    var data = JSON.parse(root.querySelector("script").textContent), rules = Rules(data), find = function (css) { return root.querySelector(css); };
    var svg = find("svg.cb-top"), fields = find(".cb-try__fields"), lines = find(".cb-try__lines"), says = find(".cb-try__says");
    var body = find(".cb-try__odds tbody"), all = find(".cb-try__all"), start = find("[data-do=start]"), kind = find("[data-do=kind]"), turret = find("[data-do=turret]");
    var unit = data.window[0] / svg.viewBox.baseVal.width, high = data.window[1], planes = { a: { kind: "fighter" }, b: { kind: "bomber" } }, held = null, later = 0;

    function inches(units) { return (units / 1000).toFixed(2).replace(/\.?0+$/, ""); }
    function percent(chance) { return (100 * chance).toFixed(1) + "%"; }
    function px(x) { return +(x / unit).toFixed(1); }
    function py(y) { return +((high - y) / unit).toFixed(1); }
    function capital(text) { return text.charAt(0).toUpperCase() + text.slice(1); }

    function sector(x, y, mid, half, group, on) {
      var reach = data.reach / unit, look = { "class": "cb-sector" + (on ? " cb-sector--on" : ""), "data-group": group };
      if (half >= 180) { look.cx = px(x); look.cy = py(y); look.r = reach; return make("circle", look, fields); }
      var ends = [mid - half, mid + half].map(function (d) {
        var turn = d * Math.PI / 180;
        return (px(x) + reach * Math.sin(turn)).toFixed(1) + " " + (py(y) - reach * Math.cos(turn)).toFixed(1);
      });
      look.d = "M" + px(x) + " " + py(y) + "L" + ends[0] + "A" + reach + " " + reach + " 0 0 1 " + ends[1] + "Z";
      return make("path", look, fields);
    }
    function line(from, to, name, group) {
      make("path", { "class": "cb-line", "data-look": name, "data-group": group, d: "M" + px(from[0]) + " " + py(from[1]) + "L" + px(to[0]) + " " + py(to[1]) }, lines);
    }

    /* ---- what there is to say */
    function row(who, column) {
      var odds = data.odds[column], tr = document.createElement("tr"), th = document.createElement("th");
      th.scope = "row";
      th.textContent = who;
      tr.append(th);
      ["+" + odds[0] + " : +" + odds[1]].concat(odds[2].map(function (n) { return n + "/36 " + percent(n / 36); })).forEach(function (text) {
        var td = document.createElement("td");
        td.textContent = text;
        tr.append(td);
      });
      return tr;
    }
    function attack(a, b, hit, ahead) {
      var text = "The fighter is " + inches(hit.range) + " inches from the " + b.kind + (b.kind === "bomber" ? "’s fuselage" : "") + ", ";
      if (hit.can) text += "in reach and in its arc: it can fire.";
      else text += (hit.near ? "in reach" : "out of reach") + " and " + (hit.arc ? "in" : "outside") + " its arc: it cannot fire.";
      if (ahead) text += " It comes from dead ahead" + (b.kind === "bomber" && hit.can ? ": +1." : ".");
      return text;
    }
    function answer(a, b, hit, ahead) {
      var found = [];
      if (b.kind === "fighter") {
        if (hit.can && ahead && rules.fires(b, a).can) found.push(["Fighter met head-on fires back", "fighters", null]);
        return found;
      }
      var guns = rules.guns(b, a.x, a.y, turret.checked), astern = hit.can && rules.deadAstern(a, b);
      var fire = rules.firing(guns.filter(function (gun) { return gun.bears; }).map(function (gun) { return gun.key; }));
      guns.forEach(function (gun) {
        if (fire.indexOf(gun.key) < 0) return;
        var column = astern && gun.key === "tail" ? "tail_astern" : "gun";
        found.push([capital(data.words[gun.key]) + ", " + inches(gun.range) + " inches" + (column === "gun" ? "" : ", dead astern: +1"), column, gun]);
      });
      return found;
    }
    function tell() {
      var a = planes.a, b = planes.b, hit = rules.fires(a, b), ahead = rules.deadAhead(a, b), rows = [];
      var column = b.kind === "fighter" ? "fighters" : ahead ? "fighter_ahead" : "fighter", back = answer(a, b, hit, ahead);
      if (hit.can) rows.push(row(data.columns[column], column));
      back.forEach(function (one) { rows.push(row(one[0], one[1])); });
      body.replaceChildren.apply(body, rows);
      body.parentNode.parentNode.style.visibility = rows.length ? "" : "hidden";
      var text = attack(a, b, hit, ahead);
      if (b.kind === "bomber") text += back.length ? " Guns that fire if it stops here: " + back.length + "." : " No gun has it in reach and arc.";
      clearTimeout(later);
      later = setTimeout(function () { says.textContent = text; }, says.textContent ? 150 : 0); // said once it rests
      var most = data.tough.fighter + 1, chances = rules.together(back.map(function (one) { return one[1]; }), most);
      all.textContent = back.length ? "All that answers together: the fighter is hit with " + percent(1 - chances[0]) + " and destroyed, if it was whole, with " + percent(chances[most]) + "." : "";
      return { hit: hit, back: back };
    }

    /* ---- drawing */
    function draw() {
      fields.textContent = lines.textContent = "";
      var found = tell(), a = planes.a, b = planes.b;
      sector(a.x, a.y, a.h, data.arc, "enemy", found.hit.can);
      if (b.kind === "bomber") rules.guns(b, a.x, a.y, turret.checked).forEach(function (gun, i) {
        sector(gun.place[0], gun.place[1], b.h + data.guns[i][3], data.guns[i][4], "ours", found.back.some(function (one) { return one[2] && one[2].key === gun.key; }));
      });
      line([a.x, a.y], found.hit.point, found.hit.can ? "shot" : "limit", "enemy");
      found.back.forEach(function (one) { if (one[2]) line(one[2].place, [a.x, a.y], "measure", "ours"); });
      ["a", "b"].forEach(function (who) {
        var plane = planes[who], el = find("[data-who=" + who + "].cb-try__model"), art = plane.kind === "bomber" ? data.art.bomber : who === "a" ? data.art.german : data.art.escort;
        el.setAttribute("transform", "translate(" + px(plane.x) + " " + py(plane.y) + ")");
        el.querySelector(".cb-model__turn").setAttribute("transform", "rotate(" + plane.h + ")");
        var shape = el.querySelector(".cb-try__shape"), length = 2 * (plane.kind === "bomber" ? data.nose : data.small) / unit;
        if (shape.dataset.art !== art) {
          shape.dataset.art = art;
          shape.textContent = "";
          make("use", { href: "#" + root.id + "-" + art, transform: "scale(" + length + ")" }, shape);
        }
        el.setAttribute("aria-valuenow", plane.h);
        el.setAttribute("aria-valuetext", inches(plane.x) + " across, " + inches(plane.y) + " along, heading " + plane.h);
        [["x", inches(plane.x)], ["y", inches(plane.y)], ["h", plane.h + "°"]].forEach(function (knob) {
          var input = find("input[data-who=" + who + "][data-what=" + knob[0] + "]");
          input.value = plane[knob[0]];
          input.nextElementSibling.textContent = knob[1];
          input.setAttribute("aria-valuetext", knob[1]);
        });
      });
    }
    function put(who, x, y, h) {
      var plane = planes[who];
      plane.x = Math.max(0, Math.min(data.window[0], Math.round(x)));
      plane.y = Math.max(0, Math.min(high, Math.round(y)));
      plane.h = (Math.round(h) % 360 + 360) % 360;
      draw();
    }
    function begin(number) {
      var from = data.starts[number];
      kind.value = planes.b.kind = from[1];
      [["a", from[2]], ["b", from[3]]].forEach(function (one) { planes[one[0]].x = one[1][0]; planes[one[0]].y = one[1][1]; planes[one[0]].h = one[1][2]; });
      draw();
    }

    start.addEventListener("change", function () { begin(+start.value); });
    kind.addEventListener("change", function () { planes.b.kind = kind.value; draw(); });
    turret.addEventListener("change", draw);
    root.querySelectorAll("input[type=range]").forEach(function (input) {
      input.addEventListener("input", function () { planes[input.dataset.who][input.dataset.what] = +input.value; draw(); });
    });

    /* One finger or the mouse drags a model, or turns it by the ring before its nose. */
    function place(event) {
      var at = svg.createSVGPoint(), to;
      at.x = event.clientX;
      at.y = event.clientY;
      to = at.matrixTransform(svg.getScreenCTM().inverse());
      return [to.x * unit, high - to.y * unit];
    }
    svg.addEventListener("pointerdown", function (event) {
      var el = event.target.closest(".cb-try__model");
      if (!el || !event.isPrimary) return;
      var plane = planes[el.dataset.who], at = place(event);
      held = { who: el.dataset.who, turns: event.target.classList.contains("cb-try__handle"), dx: plane.x - at[0], dy: plane.y - at[1] };
      svg.setPointerCapture(event.pointerId);
      el.focus({ preventScroll: true });
      event.preventDefault();
    });
    svg.addEventListener("pointermove", function (event) {
      if (!held || !event.isPrimary) return;
      var plane = planes[held.who], at = place(event);
      if (held.turns) put(held.who, plane.x, plane.y, Math.atan2(at[0] - plane.x, at[1] - plane.y) * 180 / Math.PI);
      else put(held.who, Math.round((at[0] + held.dx) / 50) * 50, Math.round((at[1] + held.dy) / 50) * 50, plane.h);
    });
    svg.addEventListener("touchstart", function (event) { // a finger on a model does not scroll the page
      if (event.target.closest(".cb-try__model")) event.preventDefault();
    }, { passive: false });
    ["pointerup", "pointercancel"].forEach(function (name) { svg.addEventListener(name, function () { held = null; }); });

    /* Left and right turn, up and down fly; with shift a tenth of it. */
    svg.addEventListener("keydown", function (event) {
      var el = event.target.closest(".cb-try__model"), plane = el && planes[el.dataset.who], to, fine = event.shiftKey;
      var turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key], on = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!plane || event.altKey || event.ctrlKey || event.metaKey || !(turn || on)) return;
      event.preventDefault();
      if (turn) return put(el.dataset.who, plane.x, plane.y, plane.h + turn * (fine ? 1 : 5));
      to = rules.ahead(plane.x, plane.y, plane.h, on * (fine ? 50 : 500));
      put(el.dataset.who, to[0], to[1], plane.h);
    });

    start.value = root.dataset.start;
    begin(+root.dataset.start);
  }

  document.querySelectorAll("[data-widget=aim]").forEach(Widget);
})();
