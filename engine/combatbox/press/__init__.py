"""Printed products: sheets, cards, boards and counters as tagged, fillable, reproducible PDFs.

`style` and `fonts` define the look, `tagging` and `forms` write the parts of a PDF that ReportLab cannot,
and everything is drawn on a `surface` of a `document`. `text`, `flowables` and `tables` lay out text and tables. `layout`
reads sheets and `counters` reads counters from YAML; `blocks` and `grid` are the parts of a sheet. `art` draws the shared
SVG files, `drawings` draws figures and maps (`map`, `map_data`) in PDFs and as SVG.

`shop` prints the products in a game's `catalogue`: record sheets (filled by the game's `provider` in `games`),
`reference` pages, `chapters` of prose, and a `deck` of cards with the game's tables. A `bundle` contains all products.
`charts` prints filled sheets in a browser as well. `tour_book` makes a booklet of a tour (`tour_data`) from its log, and
`tour_page` a page for the browser from the same data.
"""
