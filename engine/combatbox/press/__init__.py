"""The print shop: sheets, cards, boards and counters as tagged, fillable, reproducible PDFs.

`style` and `fonts` define the looks, `tagging` and `forms` write what ReportLab cannot, `document` and `surface` are what
everything is drawn on, `tables` and `flowables` lay out text and tables, `cards` and `booklet` impose, `counters` reads
counters and `layout` sheets from YAML, `art` draws the shared SVG files, `drawings` maps (`map`, `map_data`) and figures
(`figure`), on paper and as SVG. `shop` prints what a game's `catalogue` lists: record sheets (filled by the game's provider in
`games`), `reference` pages and a `deck` of its tables (laid out by `table_flowable`), and a `bundle` of them all
with `start`, what to print first. `tour_book` makes a booklet of a tour (`tour_data`) from its log.
"""
