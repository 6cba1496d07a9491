"""The print shop: sheets, cards, boards and counters as tagged, fillable, reproducible PDFs.

`style` and `fonts` say what things look like, `tagging` and `forms` write what ReportLab has no
words for, `document` and `surface` are what everything is drawn on, `tables` and `flow` set matter
into boxes, `cards` and `booklet` impose, `counters` reads counters and `layout` sheets from YAML,
`art` draws the shared SVG files, `scene` maps (`map`, `atlas`) and figures (`figure`), on paper and as SVG.
`shop` prints what a game's `catalogue` lists: record sheets (filled by the game's provider in
`games`), `reference` pages and a `deck` of its tables (set by `views`), and a `bundle` of them all.
"""
