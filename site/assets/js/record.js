/* Combat Box, MIT. The chart of a game that is over, filled as the record sheets are, as a page that prints. The engine fills it. */
(function () {
  "use strict";
  var page = document.getElementById("play"), esc = cbStage.esc, play = window.cbPlay;
  function row(cells) { return "<tr>" + cells.map(function (cell, i) { return i ? "<td>" + esc(cell) + "</td>" : '<th scope="row">' + esc(cell) + "</th>"; }).join("") + "</tr>"; }
  function table(one) {
    var head = one.columns.length ? "<thead><tr>" + one.columns.map(function (name, i) { return i ? '<th scope="col">' + esc(name) + "</th>" : "<td></td>"; }).join("") + "</tr></thead>" : "";
    return '<div class="cb-scroll"><table class="cb-index">' + (one.title ? "<caption>" + esc(one.title) + "</caption>" : "") + head + "<tbody>" + one.rows.map(row).join("") + "</tbody></table></div>";
  }
  play.does.record = function () {
    play.open().then(function (engine) { return engine.call("record"); }).then(function (tables) {
      page.querySelector("[data-say=record]").innerHTML = "<h2>" + esc(play.title()) + "</h2>" + tables.map(table).join("");
      play.room("record");
      page.querySelector("[data-room=record] [data-do=print]").focus();
    }).catch(play.wrong);
  };
  play.does.table = function () { play.room("table"); };
})();
