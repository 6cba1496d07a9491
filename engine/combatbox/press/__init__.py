"""Printed products: sheets, cards, boards and counters as tagged, fillable, reproducible PDFs.

`style` and `fonts` define the look, `tagging` and `forms` write the parts of a PDF that ReportLab cannot, and
everything is drawn on a `surface` of a `document`. `flowables` and `tables` lay out text and tables, `flowables` and
`cards` arrange pages and cards on sheets, `counters` and `layout` read counters and sheets from YAML, and `art` draws the
shared SVG files. `drawings` draws maps (`map`, `map_data`) and figures (`figure`) as parts of a PDF and as SVG.

`shop` prints the products in a game's `catalogue`: record sheets (filled by the game's provider in `games`),
`reference` pages, and a `deck` of cards with the game's tables. A `bundle` contains all
products; its first page, `start`, says what to print first. `tour_book` makes a booklet of a tour (`tour_data`) from
its log, and `tour_page` a page for the browser from the same data.
"""
