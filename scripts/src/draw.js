/* Combat Box, MIT. Draws a frame of a mission: for the player of a replay and for the table on which one is played. It knows
   no rule; what the letters of the data mean stands in combatbox/play/frames.py. */
(function () {
  "use strict";
  var SVG = "http://www.w3.org/2000/svg", ALONE = { s: 1, k: 1, w: 1, a: 1, d: 1 };

  function make(name, attributes, into, text) {
    var el = document.createElementNS(SVG, name);
    for (var key in attributes) el.setAttribute(key, attributes[key]);
    if (text) el.textContent = text;
    if (into) into.append(el);
    return el;
  }

  /* Put the difference that a step makes into a frame. */
  function step(frame, change) {
    var key, name;
    for (key in ALONE) delete frame[key];
    for (key in change) {
      if (ALONE[key] || key === "t") { frame[key] = change[key]; continue; }
      frame[key] = frame[key] || {};
      for (name in change[key]) {
        if (change[key][name] === null) delete frame[key][name];
        else frame[key][name] = change[key][name];
      }
    }
  }

  /* What is drawn in `root`: planes, lists, track and sheet, and the views that others have made for it (a table top). */
  function Drawing(root) {
    var parts = {}, notes = {}, lines = {}, marked = [], frame = {};
    var sight = root.querySelector("[data-say=fighters]");
    var views = (window.cbViews || []).map(function (view) { return view(root); }).filter(Boolean);
    root.querySelectorAll("[data-plane]").forEach(function (plane) {
      plane.querySelectorAll("[data-part]").forEach(function (el) {
        var key = plane.dataset.plane + "/" + el.dataset.part;
        (parts[key] = parts[key] || []).push(el);
      });
    });
    root.querySelectorAll("[data-note]").forEach(function (el) { notes[el.dataset.note] = el; });

    function part(key) { return parts[key] || []; }
    function mark(el, name, value) { el.setAttribute(name, value); marked.push([el, name]); }

    function draw() {
      marked.splice(0).forEach(function (was) { was[0].removeAttribute(was[1]); });
      var key, p = frame.p || {}, h = frame.h || {};
      Object.keys(p).forEach(function (key) { part(key).forEach(function (el) { mark(el, "data-state", p[key]); }); });
      (frame.k || []).forEach(function (key) { part(key).forEach(function (el) { mark(el, "data-struck", ""); }); });
      root.querySelectorAll("[data-spot]").forEach(function (spot) {
        var plane = spot.closest("[data-plane]").dataset.plane, name = spot.dataset.spot;
        var count = h[plane + "/" + name.replace("hits-", "")], hits = name.indexOf("hits-") === 0;
        spot.lastChild.textContent = hits ? count || "" : (frame.e || {})[plane + "/" + name] || "";
        if (hits && count) mark(spot, "data-hits", count);
      });
      for (key in h) part(key).forEach(function (el) { mark(el, "data-hit", Math.min(h[key], 4)); });
      for (key in notes) {
        var note = (frame.n || {})[key] || (notes[key].tagName === "TD" ? "" : "–");
        if (notes[key].textContent !== note) notes[key].textContent = note; // what stays need not be laid out anew
      }
      root.querySelectorAll("[data-boxes]").forEach(function (el) {
        el.style.setProperty("--used", (frame.b || {})[el.dataset.boxes] || 0);
      });
      root.querySelectorAll("[data-lines]").forEach(write);
      var here = false;
      root.querySelectorAll("[data-stop]").forEach(function (stop) {
        var at = stop.dataset.stop === frame.t;
        here = here || at;
        stop.classList.toggle("cb-past", !here);
        stop.firstChild[at ? "setAttribute" : "removeAttribute"]("aria-current", "step");
      });
      fighters(frame.f || {});
    }

    /* As many lines of a list as are written by now. */
    function write(list) {
      var written = (frame.l || {})[list.dataset.lines] || 0, key = list.dataset.lines, all = list.children.length;
      var was = key in lines ? lines[key] : -1, from = was < 0 ? 0 : Math.min(was, written), to = was < 0 ? all : Math.max(was, written);
      for (var i = from; i < Math.min(to, all); i++) list.children[i].style.visibility = i < written ? "" : "hidden";
      lines[key] = written;
      if (was !== written && written && list.parentNode.className) { // a long list has a box of its own, and keeps up
        list.parentNode.scrollTop = list.children[written - 1].offsetTop - list.parentNode.clientHeight + 40;
      }
    }

    /* ---- fighters, and who fires at whom */
    function fighters(f) {
      root.querySelectorAll(".cb-air__fighters,.cb-air__shots").forEach(function (group) { group.textContent = ""; });
      var said = [];
      Object.keys(f).forEach(function (key) {
        var a = f[key];
        said.push(a[9]);
        root.querySelectorAll("[data-plane='" + a[1] + "'] .cb-air__fighters, .cb-side[data-plane='" + a[1] + "'] .cb-air__fighters").forEach(function (into) {
          var side = into.dataset.view === "side", x = side ? a[5] : a[2], y = side ? a[6] : a[3];
          var g = make("g", { "class": "cb-fighter", "data-fighter": key, "data-state": a[8], transform: "translate(" + x + " " + y + ")" }, into);
          make("circle", { "class": "cb-fighter__hold", r: side ? 11 : 26 }, g); // as large as a finger
          if (side) make("path", { d: x > 176 ? "M-9 0L7-5V5z" : "M9 0L-7-5V5z" }, g);
          else make("use", { href: "#" + root.id + "-" + a[0], x: -20, y: -18, width: 40, height: 35, transform: "rotate(" + a[4] + ")" }, g);
          make("text", { y: side ? -9 : 30 }, g, a[7]);
        });
      });
      if (sight) sight.textContent = said.join("; ") || "nobody";
      (frame.s || []).forEach(function (shot) {
        var a = f[shot[0]], plane = root.querySelector(".cb-player__plane[data-plane='" + shot[1] + "']");
        if (!a || !plane) return;
        var from = spot(plane, shot[2]);
        make("path", {
          "class": "cb-shot" + (shot[3] ? " cb-shot--hit" : "") + (shot[4] ? "" : " cb-shot--theirs"),
          d: "M" + from[0] + " " + from[1] + "L" + a[2] + " " + a[3]
        }, plane.querySelector(".cb-air__shots"));
      });
      root.querySelectorAll(".cb-air__shots").forEach(function (group) { group.parentNode.insertBefore(group, group.parentNode.querySelector(".cb-air__fighters")); });
    }

    /* ---- fields of fire: under the finger, the mouse and the focus, of guns and of the stations that work them */
    function fields(plane) {
      var known = JSON.parse(plane.dataset.fields || "{}"), path = plane.querySelector(".cb-air__field"), words = root.querySelector("[data-say=part]");
      function field(event) {
        var el = event.target.closest("[data-part]"), mine = el && known[el.dataset.part];
        path.setAttribute("d", mine ? mine[0] : "");
        if (mine && words) words.textContent = mine[1];
      }
      Object.keys(known).forEach(function (name) {
        part(plane.dataset.plane + "/" + name).forEach(function (el) {
          if (el.closest(".cb-side")) return;
          el.setAttribute("tabindex", "0");
          el.setAttribute("role", "img");
          el.setAttribute("aria-label", known[name][1]);
        });
      });
      ["pointerover", "focusin", "click"].forEach(function (name) { plane.addEventListener(name, field); });
    }
    root.querySelectorAll("[data-fields]").forEach(fields);

    function spot(plane, name) {
      var el = name && plane.querySelector("[data-part='" + name + "']"), box;
      if (!el) el = plane.querySelector("[data-part='fuselage']");
      if (el.hasAttribute("cx")) return [+el.getAttribute("cx"), +el.getAttribute("cy")];
      box = el.getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }

    return {
      parts: parts, views: views,
      /* Show a frame, put together with `step`. time: what there is to move in, 0 for none. */
      show: function (now, time) {
        frame = now;
        draw();
        views.forEach(function (view) { view.show(frame, time); });
      },
      hold: function () { views.forEach(function (view) { view.hold(); }); },
      /* Go on with what was held; how many milliseconds that still needs. */
      resume: function () { return views.reduce(function (most, view) { return Math.max(most, view.resume()); }, 0); }
    };
  }

  window.cbDraw = { make: make, step: step, Drawing: Drawing };
})();
