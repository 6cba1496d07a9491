/* Combat Box, MIT. A move on the table top, dragged: a straight leg, a turn on the spot, a straight leg, of a length that is given.
   It shows what can be reached and what covers what from there; whether a move is legal the engine says. */
(function () {
  "use strict";
  var make = cbDraw.make, FINE = 50; // thousandths of what is typed: as fine as a finger is
  var now = null;

  function rad(degrees) { return degrees * Math.PI / 180; }
  function ahead(at, heading, length) { return [at[0] + length * Math.sin(rad(heading)), at[1] + length * Math.cos(rad(heading))]; }
  function inches(units, inch) { return (units / inch).toFixed(3).replace(/\.?0+$/, ""); }

  /* The places of a move: where it begins, turns and ends. */
  function places(reach, move) {
    var start = reach.start, turn = ahead(start, start[2], move.first), heading = start[2] + move.pivot, end = ahead(turn, heading, reach.length - move.first);
    return [start, [turn[0], turn[1], start[2]], [turn[0], turn[1], heading], [end[0], end[1], heading]];
  }
  /* The move that ends nearest to a place. All moves are as long, so each place within the circle about the earliest turn is the
     end of one: the later the turn, the smaller the circle, and all of them touch where it ends straight ahead. */
  function towards(reach, spot) {
    var start = reach.start, a = ahead(start, start[2], reach.straight), rest = reach.length - reach.straight, h = rad(start[2]), dx = spot[0] - a[0], dy = spot[1] - a[1];
    var u = dx * Math.sin(h) + dy * Math.cos(h), v = dx * Math.cos(h) - dy * Math.sin(h), d = Math.hypot(u, v), late = 0, pivot, most = reach.turn, c, s;
    if (!most || !rest) return { first: reach.length, pivot: 0 };
    if (d < rest) late = (rest * rest - d * d) / (2 * (rest - u));
    pivot = Math.atan2(v, u - late) * 180 / Math.PI;
    if (Math.abs(pivot) > most) { // along the line on which the sharpest turns end
      pivot = pivot < 0 ? -most : most;
      c = Math.cos(rad(pivot));
      s = Math.sin(rad(pivot));
      late = ((u - rest * c) * (1 - c) - (v - rest * s) * s) / ((1 - c) * (1 - c) + s * s);
      late = Math.max(0, Math.min(rest, late));
    }
    pivot = Math.round(pivot);
    var first = Math.round((reach.straight + late) / FINE) * FINE;
    if (!pivot || first >= reach.length) return { first: reach.length, pivot: 0 };
    return { first: Math.max(reach.straight, Math.min(reach.latest, first)), pivot: pivot };
  }
  function typed(reach, move) {
    if (!move.pivot) return inches(reach.length, reach.inch);
    return inches(move.first, reach.inch) + " " + (move.pivot < 0 ? "L" : "R") + Math.abs(move.pivot) + " " + inches(reach.length - move.first, reach.inch);
  }
  function read(reach, text) {
    var found = /^\s*([\d.]+)(?:\s+([LR])\s*(\d+))?/i.exec(text);
    return found ? { first: Math.min(reach.length, +found[1] * reach.inch), pivot: found[3] ? (/l/i.test(found[2]) ? -1 : 1) * found[3] : 0 } : null;
  }

  function Moves(top, reach, ask, take) {
    var layer = make("g", { "class": "cb-moves" }), svg = top.svg, model = top.models[reach.model], move = { first: reach.length, pivot: 0 }, held = false;
    var area = make("path", { "class": "cb-area" }, layer), fields = make("g", {}, layer), way = make("path", { "class": "cb-way", "data-group": model.group }, layer);
    var ghost = make("g", { "class": "cb-model cb-model--ghost", "data-group": model.group }, layer), shape = make("g", {}, ghost), grip = make("circle", { "class": "cb-moves__grip" }, ghost);
    var input = ask.querySelector(".cb-play__typed input"), button = ask.querySelector(".cb-play__typed button");
    shape.append(model.turn.querySelector("use").cloneNode());
    svg.append(layer);
    grip.setAttribute("r", Math.max(model.length / 2, 16));
    outline();
    ghost.setAttribute("tabindex", "0");
    ghost.setAttribute("role", "slider");
    ghost.setAttribute("aria-label", "Where it ends: drag it, or turn with left and right, and turn sooner or later with up and down");
    ghost.setAttribute("aria-valuemin", -reach.turn);
    ghost.setAttribute("aria-valuemax", reach.turn);

    /* What can be reached: between the circle of the earliest turn and the lines of the sharpest ones. */
    function outline() {
      var a = ahead(reach.start, reach.start[2], reach.straight), rest = reach.length - reach.straight, spots = [], p;
      for (p = -reach.turn; p <= reach.turn; p += 3) spots.push(ahead(a, reach.start[2] + p, rest));
      spots.push(ahead(a, reach.start[2] + reach.turn, rest), ahead(a, reach.start[2], rest));
      area.setAttribute("d", top.line(spots) + "Z");
    }
    function draw(quiet) {
      var spots = places(reach, move), end = spots[3];
      way.setAttribute("d", top.line(spots));
      ghost.setAttribute("transform", "translate(" + top.x(end[0]).toFixed(1) + " " + top.y(end[1]).toFixed(1) + ")");
      shape.setAttribute("transform", "rotate(" + end[2] + ")");
      fields.textContent = "";
      model.sectors.forEach(function (s) { top.sector(s, end, fields).setAttribute("data-group", model.group); });
      ghost.setAttribute("aria-valuenow", move.pivot);
      ghost.setAttribute("aria-valuetext", typed(reach, move));
      if (!quiet && input) { input.value = typed(reach, move); input.closest("details").open = true; if (button) button.textContent = "Fly it"; }
    }
    function spot(event) {
      var point = svg.createSVGPoint(), to;
      point.x = event.clientX;
      point.y = event.clientY;
      to = point.matrixTransform(svg.getScreenCTM().inverse());
      return [to.x * top.unit, top.far - to.y * top.unit];
    }
    function to(next) {
      move = { first: Math.max(reach.straight, Math.min(reach.length, next.first)), pivot: Math.max(-reach.turn, Math.min(reach.turn, next.pivot)) };
      if (move.pivot) move.first = Math.min(move.first, reach.latest, reach.length - FINE);
      draw();
    }
    ghost.addEventListener("pointerdown", function (event) {
      if (!event.isPrimary) return;
      held = true;
      ghost.setPointerCapture(event.pointerId);
      event.preventDefault();
      ghost.focus({ preventScroll: true });
    });
    ghost.addEventListener("pointermove", function (event) { if (held && event.isPrimary) { move = towards(reach, spot(event)); draw(); } });
    ["pointerup", "pointercancel"].forEach(function (name) { ghost.addEventListener(name, function () { held = false; }); });
    ghost.addEventListener("touchstart", function (event) { event.preventDefault(); }, { passive: false }); // a finger on it does not scroll the page
    ghost.addEventListener("keydown", function (event) {
      var turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key], late = { ArrowUp: 1, ArrowDown: -1 }[event.key], fine = event.shiftKey ? 1 : 5;
      if (!(turn || late || event.key === "Enter")) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") take(typed(reach, move));
      else if (turn) to({ first: move.pivot ? move.first : reach.straight, pivot: move.pivot + turn * fine });
      else to({ first: move.first + late * fine * 100, pivot: move.pivot });
    });
    /* An option that has the focus or the mouse shows where it ends. */
    function shown(event) {
      var el = event.target.closest("[data-option]"), next = el && read(reach, el.dataset.option);
      if (next) { move = next; draw(true); }
    }
    ask.addEventListener("focusin", shown);
    ask.addEventListener("mouseover", shown);
    draw(true);
    top.see([reach.start, ahead(reach.start, reach.start[2], reach.length)]);
    return function () { layer.remove(); ask.removeEventListener("focusin", shown); ask.removeEventListener("mouseover", shown); };
  }

  /* The move that is asked for now; nothing of an earlier one stays. take: flies it. */
  window.cbMoves = function (drawing, reach, ask, take) {
    var view = drawing.views.filter(function (one) { return one.top; })[0];
    if (now) now();
    now = view && reach ? Moves(view.top, reach, ask, take) : null;
  };
  window.cbMoves.towards = towards;
  window.cbMoves.places = places;
  window.cbMoves.typed = typed;
})();
