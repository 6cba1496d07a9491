/* Combat Box, MIT. A picture of the table as it stands, to take away: the drawing as it is coloured now, with a few words. */
(function () {
  "use strict";
  var KEPT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "opacity", "visibility", "display",
    "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "paint-order"];
  var WIDE = 1200, HIGH = 630, HEAD = 96;

  /* A drawing leaves its style sheets behind when it becomes a picture, so every part takes its looks along. */
  function painted(from, to) {
    var looks = getComputedStyle(from), i;
    KEPT.forEach(function (name) { to.style.setProperty(name, looks.getPropertyValue(name)); });
    if (looks.transform !== "none" && !from.hasAttribute("transform")) to.setAttribute("transform", looks.transform);
    for (i = 0; i < from.children.length; i++) painted(from.children[i], to.children[i]);
  }
  function copied(svg, defs) {
    var copy = svg.cloneNode(true), shapes = defs.cloneNode(true), style = shapes.querySelector("style");
    painted(svg, copy);
    if (style) style.remove();
    copy.prepend(shapes);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    return copy;
  }
  function image(svg, wide, high) {
    svg.setAttribute("width", wide);
    svg.setAttribute("height", high);
    var found = new Image();
    found.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(svg));
    return found.decode().then(function () { return found; });
  }

  /* Draws every plane, or the table top, under a title and a line of facts, and hands the picture over as a file. */
  window.cbPicture = function (root, title, facts, name) {
    var canvas = document.createElement("canvas"), pen = canvas.getContext("2d"), looks = getComputedStyle(root), defs = root.querySelector("defs");
    var drawings = [].slice.call(root.querySelectorAll(".cb-air,.cb-top[data-unit]")), each = WIDE / drawings.length;
    canvas.width = WIDE;
    canvas.height = HIGH;
    pen.fillStyle = looks.backgroundColor;
    pen.fillRect(0, 0, WIDE, HIGH);
    pen.fillStyle = looks.color;
    pen.font = "600 34px " + looks.fontFamily;
    pen.fillText(title, 28, 46, WIDE - 56);
    pen.font = "400 22px " + looks.fontFamily;
    pen.fillText(facts.join(" · "), 28, 80, WIDE - 56);
    return Promise.all(drawings.map(function (svg, i) {
      return image(copied(svg, defs), each, HIGH - HEAD).then(function (drawn) { pen.drawImage(drawn, i * each, HEAD, each, HIGH - HEAD); });
    })).then(function () {
      return new Promise(function (done, failed) {
        canvas.toBlob(function (blob) {
          if (!blob) return failed(new Error("this browser makes no picture of the drawing"));
          var a = document.createElement("a");
          a.href = URL.createObjectURL(blob);
          a.download = name + ".png";
          a.click();
          setTimeout(function () { URL.revokeObjectURL(a.href); }, 10000);
          done();
        });
      });
    });
  };
})();
