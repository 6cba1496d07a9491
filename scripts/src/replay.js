/* Combat Box, MIT. The player of a mission: its controls, its words, its address. What it shows, draw.js draws; the
   account below it reads well without. */
(function () {
  "use strict";

  function Player(root) {
    var steps = JSON.parse(root.querySelector("script[type='application/json']").textContent);
    var prefix = root.dataset.prefix, last = steps.length, now = 0, timer = 0, later = 0, frame = {};
    var find = function (name) { return root.querySelector("[data-do=" + name + "]"); };
    var say = function (name) { return root.querySelector("[data-say=" + name + "]"); };
    var range = find("seek"), jump = find("jump"), speed = find("speed"), play = find("play"), link = find("link");
    var account = root.parentNode.querySelector(".cb-embed__account"); // in a page of prose it keeps up by itself
    var words = say("step"), drawing = cbDraw.Drawing(root);
    var jumps = [].map.call(jump.options, function (option) { return +option.value; });

    function step(n) { return document.getElementById(prefix + n); }

    /* ---- the frame of a step, put together from the differences before it */
    function seek(n) {
      var from = now < n ? now : 0;
      if (!from) frame = {};
      for (var i = from; i < n; i++) cbDraw.step(frame, steps[i]);
      now = n;
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
      tell(n, at);
      drawing.show(frame, on ? +speed.value : 0);
      clearTimeout(later);
      if (!quiet) later = setTimeout(function () {
        try { history.replaceState(null, "", "#" + prefix + n); } catch (error) { /* the address stays as it is */ }
      }, 300);
    }

    function stop() {
      clearTimeout(timer);
      timer = 0;
      drawing.hold();
      play.setAttribute("aria-label", "Play");
      words.setAttribute("aria-live", "polite");
    }
    /* What was held goes on from where it is; then step by step, each with the time of the speed chosen. */
    function start() {
      var rest = drawing.resume();
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
        if (now === last && !drawing.views.length) stop();
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
    function press(event) {
      var own = event.target.closest("select,input"), pressed = event.key === " " && event.target.closest("button,a");
      if (!keys[event.key] || own || pressed || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (!/^[ +-]$/.test(event.key)) stop();
      keys[event.key]();
    }
    root.addEventListener("keydown", press);
    /* Where the page is the mission, arrows step at once: nobody need click first. */
    if (!account) document.addEventListener("keydown", function (event) {
      if (event.target === document.body && /^Arrow(Left|Right)$/.test(event.key)) press(event);
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
