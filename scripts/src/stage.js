/* Combat Box, MIT. Puts up what a frame is drawn in, from what the engine says of a mission (combatbox/play/stage.py): planes or
   a table top, the track, lists and the sheet. On the page of a replay templates/pages/_player.html.j2 has written the same. */
(function () {
  "use strict";
  function esc(text) {
    return String(text === null || text === undefined ? "" : text).replace(/[&<>"']/g, function (c) { return "&#" + c.charCodeAt(0) + ";"; });
  }
  function each(list, fill) { return list.map(fill).join(""); }
  function inside(art, name) {
    var template = art.querySelector("template[data-art='" + name + "']");
    return template ? template.content.firstElementChild.innerHTML : "";
  }

  function plane(art, one, many) {
    return '<figure class="cb-player__plane' + (one.own ? " cb-player__plane--own" : "") + '" data-plane="' + esc(one.key) + '" data-fields="' + esc(JSON.stringify(one.fields)) + '">' +
      '<svg class="cb-air" viewBox="' + esc(one.art.around) + '" role="group" aria-label="' + esc(one.name) + ' from above, her fighters about her">' +
      '<g class="cb-air__shots"></g>' + inside(art, one.art.plan) + '<path class="cb-air__field" d=""/>' + inside(art, one.art.plan_marks) + '<g class="cb-air__fighters" data-view="plan"></g></svg>' +
      "<figcaption>" + esc(one.name) + (one.own && many && !/your/i.test(one.name) ? " (yours)" : "") + "</figcaption></figure>";
  }
  function side(art, one) {
    return '<svg class="cb-side" data-plane="' + esc(one.key) + '" viewBox="' + esc(one.art.beside) + '" role="img" aria-label="' + esc(one.name) +
      ' from the left: hits by compartment, and fighters high, level and low">' + inside(art, one.art.side) + inside(art, one.art.side_marks) +
      '<g class="cb-air__fighters" data-view="side"></g></svg>';
  }

  function ground(top) {
    return '<rect class="cb-top__table" width="' + top.width + '" height="' + top.height + '"/><path class="cb-top__grid" d="' + top.grid + '"/>' +
      each(top.zones, function (z) {
        return (z.around ? '<rect class="cb-top__around" x="' + (z.x - z.around) + '" y="' + (z.y - z.around) + '" width="' + (z.width + 2 * z.around) +
          '" height="' + (z.height + 2 * z.around) + '" rx="' + z.around + '"/>' : "") + '<rect class="cb-top__zone" x="' + z.x + '" y="' + z.y + '" width="' +
          z.width + '" height="' + z.height + '"/><text class="cb-top__name" x="' + (z.x + z.width / 2) + '" y="' + (z.y + z.height / 2) + '">' + esc(z.label) + "</text>";
      });
  }
  function top(id, one) {
    var wide = one.width + 2 * one.margin, high = one.height + 2 * one.margin;
    return '<svg class="cb-top" id="' + id + '-top" viewBox="' + one.box + '" role="group" aria-label="The table top from above, with every model" style="aspect-ratio:' +
      wide + "/" + high + '" data-unit="' + one.unit + '" data-far="' + one.far + '"><defs><clipPath id="' + id + '-edge"><rect x="' + -one.margin + '" y="' +
      -one.margin + '" width="' + wide + '" height="' + high + '"/></clipPath></defs><g clip-path="url(#' + id + '-edge)" id="' + id + '-ground">' + ground(one) +
      '</g><g class="cb-top__fields"></g><g class="cb-top__ways"></g>' + each(one.models, function (model) {
        return '<g class="cb-model" data-model="' + esc(model.key) + '" data-group="' + model.group + '" data-length="' + model.length + '" data-sectors="' +
          esc(JSON.stringify(model.sectors)) + '" style="display:none"><g class="cb-model__turn"><g class="cb-model__smoke"></g><use href="#' + id + "-" + esc(model.art) +
          '" transform="scale(' + model.length + ')"/></g><g class="cb-model__label"><text y="' + model.length / 2 + '">' + esc(model.short) + "</text></g></g>";
      }) + '<g class="cb-top__aims"></g></svg>';
  }
  function look(id, one) {
    return '<svg class="cb-top cb-player__map" viewBox="' + one.box + '" aria-hidden="true" style="visibility:hidden"><use href="#' + id + '-ground"/><g></g></svg>' +
      '<div class="cb-player__dice" data-say="dice" aria-hidden="true"></div><div class="cb-player__look"><label><span>Look at</span><select data-do="view">' +
      '<option value="close">close up</option><option value="whole">whole table</option></select></label><label><span>Arcs of</span><select data-do="fields">' +
      '<option value="">nobody</option><option value="acting">who acts</option>' + each(one.models, function (model) {
        return '<option value="' + esc(model.key) + '">' + esc(model.name) + "</option>";
      }) + "</select></label></div>";
  }

  function entries(panel) {
    return '<div class="cb-player__panel"><p class="cb-player__title">' + esc(panel.title) + '</p><dl class="cb-player__list">' + each(panel.entries, function (entry) {
      return "<div" + (entry.boxes ? ' data-boxes="' + esc(entry.key) + '" style="--n:' + entry.boxes + ';--used:0"' : "") + "><dt>" + esc(entry.label) + "</dt><dd>" +
        (entry.boxes ? '<span class="cb-boxes" aria-hidden="true"></span>' : "") + '<span data-note="' + esc(entry.key) + '">–</span></dd></div>';
    }) + "</dl></div>";
  }
  function grid(one) {
    return '<div class="cb-scroll" data-cb-region="' + esc(one.title) + '"><table class="cb-errata cb-player__grid" style="--n:' + (one.columns.length + 1) + '"><thead><tr><th scope="col">' + esc(one.corner) + "</th>" +
      each(one.columns, function (column) { return '<th scope="col">' + esc(column.label) + "</th>"; }) + "</tr></thead><tbody>" + each(one.rows, function (row) {
        return '<tr><th scope="row">' + esc(row.label) + "</th>" + each(one.columns, function (column) {
          return '<td data-note="' + esc(row.key + "/" + column.key) + '"></td>';
        }) + "</tr>";
      }) + "</tbody></table></div>";
  }
  function lines(one) {
    return '<div data-list="' + esc(one.key) + '"' + (one.lines.length > 60 ? ' class="cb-player__long" data-cb-region="' + esc(one.title) + '"' : "") +
      (one.lines.length ? "" : " hidden") + '><p class="cb-player__sub">' + esc(one.title) + '</p><ol data-lines="' + esc(one.key) + '">' +
      each(one.lines, function (line) { return "<li>" + esc(line) + "</li>"; }) + "</ol></div>";
  }
  function tracks(all) {
    return each(all, function (track) {
      return "<div><span>" + esc(track.label) + '</span><ol aria-label="' + esc(track.label) + '">' + each(track.stops, function (stop) {
        return '<li data-stop="' + esc(stop.key) + '"><button type="button" data-do="stop">' + esc(stop.label) + "</button></li>";
      }) + "</ol></div>";
    });
  }

  window.cbStage = {
    esc: esc,
    /* What stands over everything: the planes, or the table top. */
    air: function (root, art, stage) {
      if (stage.top) return top(root.id, stage.top) + look(root.id, stage.top);
      return each(stage.planes, function (one) { return plane(art, one, stage.planes.length > 1); }) +
        (stage.planes.length === 1 ? side(art, stage.planes[0]) + '<p class="cb-player__sight"><b>In sight</b> <span data-say="fighters">nobody</span></p>' : "");
    },
    /* And below it: the track, the lists and the sheet. */
    below: function (stage) {
      return '<div class="cb-player__track">' + tracks(stage.tracks) + '</div><div class="cb-player__panels">' + each(stage.panels, entries) +
        '</div><div class="cb-player__sheet"><p class="cb-player__title">' + esc(stage.sheet) + "</p>" + each(stage.grids, grid) +
        '<div class="cb-player__written">' + each(stage.lists, lines) + "</div></div>";
    },
    /* The lists of the sheet have grown, or are shorter where something was taken back. */
    grow: function (root, lists) {
      lists.forEach(function (one) {
        var box = root.querySelector("[data-list='" + one.key + "']"), list = box.lastElementChild;
        one.lines.forEach(function (line, i) {
          var li = list.children[i] || list.appendChild(document.createElement("li"));
          if (li.textContent !== line) li.textContent = line;
        });
        while (list.children.length > one.lines.length) list.lastChild.remove();
        box.hidden = !one.lines.length;
      });
    }
  };
})();
