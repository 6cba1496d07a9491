/* Combat Box, MIT. The player of a mission. It draws what the page's data say of each step and knows no rule; the
   account below it reads well without. What the letters of the data mean stands in combatbox/web/frames.py. */
(function () {
  "use strict";
  var SVG = "http://www.w3.org/2000/svg", WHOLE = { s: 1, k: 1, w: 1, a: 1, d: 1 };

  function make(name, attributes, into, text) {
    var el = document.createElementNS(SVG, name);
    for (var key in attributes) el.setAttribute(key, attributes[key]);
    if (text) el.textContent = text;
    if (into) into.append(el);
    return el;
  }

  function Player(root) {
    var steps = JSON.parse(root.querySelector("script[type='application/json']").textContent);
    var prefix = root.dataset.prefix, last = steps.length, now = 0, timer = 0, later = 0, frame = {};
    var find = function (name) { return root.querySelector("[data-do=" + name + "]"); };
    var say = function (name) { return root.querySelector("[data-say=" + name + "]"); };
    var range = find("seek"), jump = find("jump"), speed = find("speed"), play = find("play"), link = find("link");
    var account = root.parentNode.querySelector(".cb-embed__account"); // in a page of prose it keeps up by itself
    var words = say("step"), parts = {}, notes = {}, lines = {}, marked = [];
    var views = (window.cbViews || []).map(function (view) { return view(root); }).filter(Boolean);
    var jumps = [].map.call(jump.options, function (option) { return +option.value; });

    root.querySelectorAll("[data-plane]").forEach(function (plane) {
      plane.querySelectorAll("[data-part]").forEach(function (el) {
        var key = plane.dataset.plane + "/" + el.dataset.part;
        (parts[key] = parts[key] || []).push(el);
      });
    });
    root.querySelectorAll("[data-note]").forEach(function (el) { notes[el.dataset.note] = el; });

    function step(n) { return document.getElementById(prefix + n); }
    function part(key) { return parts[key] || []; }

    /* ---- the frame of a step, put together from the differences before it */
    function seek(n) {
      var from = now < n ? now : 0, key, name;
      if (!from) frame = {};
      for (var i = from; i < n; i++) {
        for (key in WHOLE) delete frame[key];
        for (key in steps[i]) {
          if (WHOLE[key] || key === "t") { frame[key] = steps[i][key]; continue; }
          frame[key] = frame[key] || {};
          for (name in steps[i][key]) {
            if (steps[i][key][name] === null) delete frame[key][name];
            else frame[key][name] = steps[i][key][name];
          }
        }
      }
      now = n;
    }

    function mark(el, name, value) { el.setAttribute(name, value); marked.push([el, name]); }

    function draw() {
      marked.splice(0).forEach(function (was) { was[0].removeAttribute(was[1]); });
      var key, p = frame.p || {}, h = frame.h || {}, f = frame.f || {};
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
      root.querySelectorAll("[data-lines]").forEach(function (list) {
        var written = (frame.l || {})[list.dataset.lines] || 0, key = list.dataset.lines;
        var was = key in lines ? lines[key] : -1, from = was < 0 ? 0 : Math.min(was, written), to = was < 0 ? list.children.length : Math.max(was, written);
        for (var i = from; i < to; i++) list.children[i].style.visibility = i < written ? "" : "hidden";
        lines[key] = written;
        if (was !== written && written && list.parentNode.className) { // a long list has a box of its own, and keeps up
          list.parentNode.scrollTop = list.children[written - 1].offsetTop - list.parentNode.clientHeight + 40;
        }
      });
      var here = false;
      root.querySelectorAll("[data-stop]").forEach(function (stop) {
        var at = stop.dataset.stop === frame.t;
        here = here || at;
        stop.classList.toggle("cb-past", !here);
        stop.firstChild[at ? "setAttribute" : "removeAttribute"]("aria-current", "step");
      });
      fighters(f);
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
          var g = make("g", { "class": "cb-fighter", "data-state": a[8], transform: "translate(" + x + " " + y + ")" }, into);
          if (side) make("path", { d: x > 176 ? "M-9 0L7-5V5z" : "M9 0L-7-5V5z" }, g);
          else make("use", { href: "#" + root.id + "-" + a[0], x: -20, y: -18, width: 40, height: 35, transform: "rotate(" + a[4] + ")" }, g);
          make("text", { y: side ? -9 : 30 }, g, a[7]);
        });
      });
      if (say("fighters")) say("fighters").textContent = said.join("; ") || "nobody";
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

    function spot(plane, name) {
      var el = name && plane.querySelector("[data-part='" + name + "']"), box;
      if (!el) el = plane.querySelector("[data-part='fuselage']");
      if (el.hasAttribute("cx")) return [+el.getAttribute("cx"), +el.getAttribute("cy")];
      box = el.getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }

    /* ---- the words: the step of the account, with its dice and links */
    function tell(n, at) {
      var li = step(n), first = !words.hasChildNodes(), copy = document.createDocumentFragment();
      [].forEach.call(li.children, function (child) {
        if (child.classList.contains("cb-step__n")) return;
        copy.append(child.cloneNode(true));
      });
      words.replaceChildren(copy);
      if (!first) words.parentNode.scrollTop = 0; // asked before the first frame, it would lay out the page twice
      document.querySelectorAll(".cb-step--now").forEach(function (el) { if (el.id.indexOf(prefix) === 0) el.classList.remove("cb-step--now"); });
      li.classList.add("cb-step--now");
      if (account) account.scrollTop = at;
      var which = 0;
      jumps.forEach(function (first, i) { if (first <= n) which = i; });
      jump.selectedIndex = which;
      say("place").textContent = "Step " + n + " of " + last;
      say("phase").textContent = jump.options[which].text;
      range.value = n;
      range.setAttribute("aria-valuetext", "Step " + n + " of " + last + ", " + jump.options[which].text);
      link.href = "#" + prefix + n;
    }

    /* quiet: the address stays as it is. A step on moves what there is to move; any other place is there at once. */
    function go(n, quiet) {
      n = Math.max(1, Math.min(last, n));
      if (n === now) return;
      var on = now && n === now + 1 && !quiet, at = account ? step(n).offsetTop - account.clientHeight / 3 : 0;
      seek(n);
      draw();
      tell(n, at);
      views.forEach(function (view) { view.show(frame, on ? +speed.value : 0); });
      clearTimeout(later);
      if (!quiet) later = setTimeout(function () {
        try { history.replaceState(null, "", "#" + prefix + n); } catch (error) { /* the address stays as it is */ }
      }, 300);
    }

    function stop() {
      clearTimeout(timer);
      timer = 0;
      views.forEach(function (view) { view.hold(); });
      play.setAttribute("aria-label", "Play");
      words.setAttribute("aria-live", "polite");
    }
    /* What was held goes on from where it is; then step by step, each with the time of the speed chosen. */
    function start() {
      var rest = views.reduce(function (most, view) { return Math.max(most, view.resume()); }, 0);
      if (now === last && !rest) go(1);
      clearTimeout(timer);
      play.setAttribute("aria-label", "Pause");
      words.setAttribute("aria-live", "off"); // nobody can listen as fast as it goes
      wait(rest || +speed.value);
    }
    function wait(time) {
      timer = setTimeout(function () {
        if (now === last) return stop();
        go(now + 1);
        if (now === last && !views.length) stop();
        else wait(+speed.value);
      }, time);
    }
    function faster(by) {
      speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + by));
      if (timer) start();
    }
    function phase(by) {
      var i = jump.selectedIndex;
      return by < 0 && now > jumps[i] ? jumps[i] : jumps[Math.max(0, Math.min(jumps.length - 1, i + by))];
    }
    function stopped(name) {
      var at = null, i;
      for (i = 0; i < last; i++) {
        if ("t" in steps[i]) at = steps[i].t;
        if (at === name) return i + 1;
      }
      return 0;
    }

    var does = {
      first: function () { go(1); }, last: function () { go(last); },
      back: function () { go(now - 1); }, next: function () { go(now + 1); },
      play: function () { if (timer) stop(); else start(); },
      stop: function (el) { go(stopped(el.closest("[data-stop]").dataset.stop) || now); },
      read: function () {
        var li = step(now), number = li.querySelector(".cb-step__n");
        li.scrollIntoView({ block: "center" });
        number.focus({ preventScroll: true });
      }
    };
    root.addEventListener("click", function (event) {
      var el = event.target.closest("[data-do]"), name = el && el.dataset.do;
      if (!does[name]) return;
      if (name !== "play") stop();
      does[name](el);
    });
    range.addEventListener("input", function () { stop(); go(+range.value); });
    jump.addEventListener("change", function () { stop(); go(+jump.value); });
    speed.addEventListener("change", function () { if (timer) start(); });

    var keys = {
      ArrowLeft: function () { go(now - 1); }, ArrowRight: function () { go(now + 1); },
      Home: function () { go(1); }, End: function () { go(last); },
      PageUp: function () { go(phase(-1)); }, PageDown: function () { go(phase(1)); }, " ": does.play,
      "+": function () { faster(1); }, "-": function () { faster(-1); }
    };
    root.addEventListener("keydown", function (event) {
      var own = event.target.closest("select,input"), press = event.key === " " && event.target.closest("button,a");
      if (!keys[event.key] || own || press || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (!/^[ +-]$/.test(event.key)) stop();
      keys[event.key]();
    });

    /* A swipe of one finger across the drawings or the words steps; up and down still scrolls the page, a second
       finger magnifies it. The browser takes over whatever scrolls and says so (pointercancel). */
    var stage = root.querySelector(".cb-player__stage"), begun = null;
    stage.addEventListener("pointerdown", function (event) {
      begun = event.isPrimary && event.pointerType !== "mouse" ? [event.clientX, event.clientY] : null;
    });
    stage.addEventListener("pointercancel", function () { begun = null; });
    stage.addEventListener("pointerup", function (event) {
      var far = begun ? event.clientX - begun[0] : 0;
      if (Math.abs(far) > 40 && Math.abs(far) > 2 * Math.abs(event.clientY - begun[1])) { stop(); go(now + (far < 0 ? 1 : -1)); }
      begun = null;
    });

    /* An address that ends in a step opens the player there. */
    function address() {
      var found = location.hash.slice(1);
      if (found.indexOf(prefix) !== 0 || !/^\d+$/.test(found.slice(prefix.length))) return false;
      stop();
      go(+found.slice(prefix.length), true);
      root.scrollIntoView({ block: "start" });
      return true;
    }
    addEventListener("hashchange", address);
    if (!address()) go(1, true);
    else addEventListener("load", function () { // the browser itself goes to the account as late as this
      requestAnimationFrame(function () { root.scrollIntoView({ block: "start" }); });
    });

    /* On paper the sheet stands as it was filled in the end. */
    var kept = 0;
    addEventListener("beforeprint", function () { stop(); kept = now; go(last, true); });
    addEventListener("afterprint", function () { go(kept, true); });
  }

  document.querySelectorAll(".cb-player").forEach(Player);
})();
