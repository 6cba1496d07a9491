/* Combat Box, MIT. The chart of a game that is over, filled as the record sheets are, as a page that prints. The engine fills it. */
(function () {
  "use strict";
  var page = document.getElementById("play"), esc = cbStage.esc, play = window.cbPlay;
  function row(cells) { return "<tr>" + cells.map(function (cell, i) { return i ? "<td>" + esc(cell) + "</td>" : '<th scope="row">' + esc(cell) + "</th>"; }).join("") + "</tr>"; }
  function table(one) {
    var head = one.columns.length ? "<thead><tr>" + one.columns.map(function (name) { return name ? '<th scope="col">' + esc(name) + "</th>" : "<td></td>"; }).join("") + "</tr></thead>" : "";
    return '<div class="cb-scroll' + (one.columns.length ? '" data-cb-region="' + esc([one.sheet, one.title].filter(Boolean).join(", ")) : " cb-record__pairs") + '"><table class="' + (one.columns.length ? "cb-errata" : "cb-index") + '">' + (one.title ? "<caption>" + esc(one.title) + "</caption>" : "") + head + "<tbody>" + one.rows.map(row).join("") + "</tbody></table></div>";
  }
  /* The tables of one sheet stand together, under its name. */
  function sheet(tables) {
    return '<section class="cb-record">' + (tables[0].sheet ? "<h3>" + esc(tables[0].sheet) + "</h3>" : "") + '<div class="cb-record__tables">' + tables.map(table).join("") + "</div></section>";
  }
  play.does.record = function () {
    play.open().then(function (engine) { return engine.call("record"); }).then(function (tables) {
      var sheets = [];
      tables.forEach(function (one, i) { if (i && tables[i - 1].sheet === one.sheet) sheets[sheets.length - 1].push(one); else sheets.push([one]); });
      page.querySelector("[data-say=record]").innerHTML = "<h2>" + esc(play.title()) + "</h2>" + sheets.map(sheet).join("");
      play.room("record");
      dispatchEvent(new Event("resize")); // wide tables are made regions then
      page.querySelector("[data-room=record] [data-do=print]").focus();
    }).catch(play.wrong);
  };
  play.does.table = function () { play.room("table"); };
})();
