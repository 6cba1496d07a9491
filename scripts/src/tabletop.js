/* Combat Box, MIT. A table top with models, for what draw.js draws. It moves what the page's data say and
   knows no rule; what the letters of the data mean stands in combatbox/play/frames.py. Models are moved by the browser's own
   animations of one property, transform, so nothing is worked out while they fly: a model and its name each by one of its own,
   for Chromium leaves an animation within an animated group to the main thread. */
(function () {
  "use strict";
  var make = cbDraw.make, still = matchMedia("(prefers-reduced-motion: reduce)");
  /* Close up, a unit of the drawing is so many pixels; letters grow less than models do. */
  var CLOSE = 1.2, LETTERS = 0.54, PIPS = { 1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi" };
  /* Of the time of a step: fire comes first where there is any, then they fly; a turn on the spot is worth so much way. */
  var FIRE = 0.3, FLY = 0.62, TURN = 0.2;

  function View(root) {
    var svg = root.querySelector("svg.cb-top[data-unit]");
    if (!svg) return null;
    var unit = +svg.dataset.unit, far = +svg.dataset.far, whole = svg.getAttribute("viewBox").split(" ").map(Number);
    var layer = function (name) { return svg.querySelector(".cb-top__" + name); };
    var fields = layer("fields"), ways = layer("ways"), aims = layer("aims");
    var dice = root.querySelector("[data-say=dice]"), look = root.querySelector("[data-do=view]"), arcs = root.querySelector("[data-do=fields]");
    var models = {}, frame = {}, running = [], held = false, centre = null, near = 1, room = null, wanted = [];
    svg.querySelectorAll("[data-model]").forEach(function (el) {
      models[el.dataset.model] = {
        el: el, turn: el.firstChild, label: el.lastChild, smoke: el.querySelector(".cb-model__smoke"), length: +el.dataset.length,
        group: el.dataset.group, sectors: JSON.parse(el.dataset.sectors), puffs: 0
      };
    });

    function x(value) { return value / unit; }
    function y(value) { return (far - value) / unit; }
    function line(spots) { return "M" + spots.map(function (s) { return x(s[0]).toFixed(1) + " " + y(s[1]).toFixed(1); }).join("L"); }
    function shift(spot) { return "translate(" + x(spot[0]).toFixed(2) + "px," + y(spot[1]).toFixed(2) + "px)"; }
    function turned(spot, degrees) { return shift(spot) + " rotate(" + degrees + "deg)"; }

    /* ---- what stands where */
    function stand(key, at) {
      var model = models[key], n;
      model.el.style.display = at ? "" : "none";
      if (!at) return;
      model.label.style.transform = shift(at);
      model.turn.style.transform = turned(at, at[2]);
      model.el.setAttribute("data-state", at[5]);
      model.el.setAttribute("data-coin", at[4]);
      if (model.puffs !== at[3]) {
        model.smoke.textContent = "";
        var size = Math.max(4, model.length / 6);
        for (n = 0; n < at[3]; n++) make("circle", { "class": "cb-puff", cx: n % 2 ? size * 0.7 : -size * 0.7, cy: model.length / 2 + size * (0.6 + n), r: size }, model.smoke);
        model.puffs = at[3];
      }
      var coin = model.el.querySelector(".cb-coin");
      if (coin && !at[4]) coin.remove();
      if (at[4] && !coin) {
        coin = make("g", { "class": "cb-coin", transform: "translate(" + (model.length / 2 + 14) + " -8)" }, model.label);
        make("circle", { r: 9 }, coin);
        make("text", {}, coin, at[4]);
      }
    }

    /* ---- what can be reached, on demand */
    function sector(s, at, into) {
      var turned = at[2] * Math.PI / 180, mid = at[2] + s[2], reach = s[4] / unit;
      var px = x(at[0] + s[0] * Math.sin(turned) + s[1] * Math.cos(turned)), py = y(at[1] + s[0] * Math.cos(turned) - s[1] * Math.sin(turned));
      if (s[3] >= 180) return make("circle", { "class": "cb-sector", cx: px, cy: py, r: reach }, into);
      var ends = [mid - s[3], mid + s[3]].map(function (d) {
        return (px + reach * Math.sin(d * Math.PI / 180)).toFixed(1) + " " + (py - reach * Math.cos(d * Math.PI / 180)).toFixed(1);
      });
      return make("path", { "class": "cb-sector", d: "M" + px.toFixed(1) + " " + py.toFixed(1) + "L" + ends[0] + "A" + reach + " " + reach + " 0 0 1 " + ends[1] + "Z" }, into);
    }
    function acting() {
      var found = {}, m = frame.m || {};
      (frame.w || []).forEach(function (way) { found[way[0]] = 1; });
      (frame.a || []).forEach(function (aim) {
        Object.keys(m).forEach(function (key) {
          if (Math.hypot(m[key][0] - aim[0], m[key][1] - aim[1]) < unit * models[key].length / 1.9) found[key] = 1;
        });
      });
      return Object.keys(found);
    }
    function reach() {
      fields.textContent = "";
      (arcs.value === "acting" ? acting() : arcs.value ? [arcs.value] : []).forEach(function (key) {
        var at = (frame.m || {})[key];
        if (!at) return;
        models[key].sectors.forEach(function (s) { sector(s, at, fields).setAttribute("data-group", models[key].group); });
      });
    }

    /* ---- close up, the view goes along when what happens leaves its middle; a small map says where that is */
    function happens() {
      var spots = [], m = frame.m || {};
      (frame.w || []).forEach(function (way) { way[1].forEach(function (s) { spots.push([x(s[0]), y(s[1])]); }); });
      (frame.a || []).forEach(function (a) { spots.push([x(a[0]), y(a[1])], [x(a[2]), y(a[3])]); });
      spots = spots.concat(wanted);
      if (!spots.length && !centre) Object.keys(m).forEach(function (key) { spots.push([x(m[key][0]), y(m[key][1])]); });
      if (!spots.length && !centre) spots.push([whole[0] + whole[2] / 2, whole[1] + whole[3] / 2]);
      return spots;
    }
    function between(low, high, value) { return low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value)); }
    function camera() {
      if (!room) room = [svg.clientWidth, svg.clientHeight];
      var close = look.value === "close", size = [room[0] / CLOSE, room[1] / CLOSE];
      close = close && size[0] < whole[2] && Object.keys(frame.m || {}).length;
      if (near !== (close ? LETTERS : 1)) svg.style.setProperty("--near", near = close ? LETTERS : 1);
      if (!close) {
        svg.setAttribute("viewBox", whole.join(" "));
        centre = null;
        return map(null);
      }
      var spots = happens(), away = centre === null || spots.some(function (s) {
        return Math.abs(s[0] - centre[0]) > size[0] * 0.42 || Math.abs(s[1] - centre[1]) > size[1] * 0.42;
      });
      if (away) centre = [0, 1].map(function (n) {
        var all = spots.map(function (s) { return s[n]; });
        return between(whole[n] + size[n] / 2, whole[n] + whole[n + 2] - size[n] / 2, (Math.min.apply(0, all) + Math.max.apply(0, all)) / 2);
      });
      var box = [centre[0] - size[0] / 2, centre[1] - size[1] / 2, size[0], size[1]];
      svg.setAttribute("viewBox", box.map(function (n) { return n.toFixed(1); }).join(" "));
      map(box);
    }
    function map(box) {
      var small = root.querySelector(".cb-player__map"), seen = small.lastChild, m = frame.m || {};
      small.style.visibility = box ? "" : "hidden";
      seen.textContent = "";
      if (!box) return;
      Object.keys(m).forEach(function (key) {
        make("circle", { "data-group": models[key].group, cx: x(m[key][0]), cy: y(m[key][1]), r: models[key].length / 2 + 4 }, seen);
      });
      make("rect", { x: box[0], y: box[1], width: box[2], height: box[3] }, seen);
    }

    /* ---- dice of both sides */
    function die(face, group) {
      var el = make("svg", { "class": "cb-face", viewBox: "0 0 30 30", "data-group": group });
      make("rect", { x: 1, y: 1, width: 28, height: 28, rx: 5 }, el);
      (PIPS[face] || "").split("").forEach(function (spot) {
        var n = "abcdefghi".indexOf(spot);
        make("circle", { cx: 7.5 + 7.5 * (n % 3), cy: 7.5 + 7.5 * Math.floor(n / 3), r: 2.6 }, el);
      });
      return el;
    }
    function throws() {
      dice.replaceChildren.apply(dice, (frame.d || []).map(function (d) {
        var el = document.createElement("p"), who = document.createElement("span"), sum = document.createElement("b");
        who.textContent = d[2];
        sum.textContent = d[1] ? "+ " + d[1] + " = " + (d[0] + d[1]) : "";
        el.append(die(d[0], d[3]), sum, who);
        return el;
      }));
    }

    /* ---- flying: leg, turn, leg */
    function keyframes(spots) {
      var at = [0], sum = 0, n, length = 0, shifts = [], turns = [], heading = spots[0][2];
      for (n = 1; n < spots.length; n++) length += Math.hypot(spots[n][0] - spots[n - 1][0], spots[n][1] - spots[n - 1][1]);
      for (n = 1; n < spots.length; n++) {
        sum += Math.hypot(spots[n][0] - spots[n - 1][0], spots[n][1] - spots[n - 1][1]) + (spots[n][2] === spots[n - 1][2] ? 0 : TURN * length);
        at.push(sum);
      }
      spots.forEach(function (spot, i) {
        heading += (spot[2] - heading % 360 + 900) % 360 - 180; // by the shorter way
        var offset = i === spots.length - 1 ? 1 : at[i] / sum;
        shifts.push({ transform: shift(spot), offset: offset });
        turns.push({ transform: turned(spot, heading), offset: offset });
      });
      return [shifts, turns];
    }
    function fly(time) {
      var late = (frame.a || []).length ? FIRE * time : 0;
      (frame.w || []).forEach(function (way) {
        var model = models[way[0]], frames = keyframes(way[1]), how = { duration: FLY * time, delay: late, fill: "backwards", easing: "linear" };
        if (!model || model.el.style.display) return;
        running.push(model.label.animate(frames[0], how), model.turn.animate(frames[1], how));
      });
      if (late) running.push(aims.animate([{ opacity: 0 }, { opacity: 1 }], { duration: late / 2, easing: "ease-out" }));
    }
    function marks() {
      ways.textContent = aims.textContent = "";
      (frame.w || []).forEach(function (way) {
        var group = models[way[0]].group, to = way[2], end = way[1][way[1].length - 1];
        make("path", { "class": "cb-way", "data-group": group, d: line(way[1]) }, ways);
        if (!to) return;
        make("path", { "class": "cb-way cb-way--rest", "data-group": group, d: line([end, to]) }, ways);
        make("path", { "class": "cb-mark", "data-group": group, d: "M-5-5L5 5M5-5L-5 5", transform: "translate(" + x(to[0]) + " " + y(to[1]) + ") scale(" + near + ")" }, ways);
      });
      (frame.a || []).forEach(function (a) {
        make("path", { "class": "cb-aim" + (a[4] ? " cb-aim--hit" : ""), "data-group": a[5], d: line([a, a.slice(2)]) }, aims);
      });
    }

    look.addEventListener("change", function () { centre = null; camera(); });
    arcs.addEventListener("change", reach);
    addEventListener("resize", function () { room = null; camera(); });

    return {
      /* For whoever draws more on it: its units, its models and where they stand, what is reached from a place. */
      top: { svg: svg, x: x, y: y, unit: unit, far: far, models: models, line: line, sector: sector,
        see: function (spots) { wanted = spots.map(function (s) { return [x(s[0]), y(s[1])]; }); camera(); } },
      /* Show a frame: time is what there is to move in, 0 for none. */
      show: function (now, time) {
        running.splice(0).forEach(function (one) { one.cancel(); });
        frame = now;
        wanted = [];
        held = false;
        Object.keys(models).forEach(function (key) { stand(key, (frame.m || {})[key]); });
        camera();
        marks();
        reach();
        throws();
        if (time && !still.matches) fly(time);
      },
      hold: function () {
        held = running.some(function (one) { return one.playState === "running"; });
        if (held) running.forEach(function (one) { if (one.playState === "running") one.pause(); });
      },
      /* Go on with what was held; how many milliseconds it still needs. */
      resume: function () {
        if (!held) return 0;
        held = false;
        return running.reduce(function (most, one) {
          if (one.playState !== "paused") return most;
          one.play();
          return Math.max(most, one.effect.getComputedTiming().endTime - (one.currentTime || 0));
        }, 1);
      }
    };
  }

  (window.cbViews = window.cbViews || []).push(View);
})();
