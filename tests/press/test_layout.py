"""The layout language: errors name file and line, repetitions, values, heights."""

from __future__ import annotations

import re
from textwrap import dedent, indent

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.press import layout
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.style import Box
from combatbox.press.tables import Column, Table

from .conftest import imprint, make, read, tree


def draw(body: str, data=None, *, values=None, draw_functions=None, fillable=True) -> bytes:
    """A page with these blocks; the first of them is on line 4."""
    words = "title: T\npages:\n- body:\n" + indent(dedent(body).strip("\n"), "  ")
    with Document(imprint(), fillable=fillable) as document:
        layout.render(
            layout.read(words, "sheet.yaml"), document, data or {}, values=values, draw_functions=draw_functions
        )
    return document.pdf()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("- headng: Hello", "sheet.yaml:4: pages.0.body.0: 'headng' is not a known word; did you mean heading?"),
        ("- heading: Hello\n  stile: text", "sheet.yaml:5: pages.0.body.0.stile: unknown key; did you mean style?"),
        (
            "- heading: Hello\n- space: wide",
            "sheet.yaml:5: pages.0.body.1.space: 'wide' is not a known word; known: fill",
        ),
        ("- heading: A\n  heading: B", "sheet.yaml:5: the key 'heading' is used twice; keep one"),
        ("- field: name", "sheet.yaml:4: pages.0.body.0.label: is missing; add it"),
        ("- text: Hello {who}", "sheet.yaml:4: unknown name 'who'"),
        ("- text: Hello {", "sheet.yaml:4: pages.0.body.0.text: 'Hello {': braces hold a name"),
        ("- space: 1\n- art: b17-plan", "sheet.yaml:5: pages.0.body.1: a drawing needs a height"),
        ("- rule: thick", "sheet.yaml:4: pages.0.body.0.rule: 'thick' is not a known word; known: hair"),
        ("- draw: map\n  height: 5", "sheet.yaml:4: no drawing function is called 'map'"),
        ("- table: P-1", "sheet.yaml:4: unknown name 'P-1'"),
        ("- columns: [[], []]\n  widths: [1]", "sheet.yaml:4: pages.0.body.0: there are 2 columns, but 1 widths"),
        ("- columns: [[]]\n  widths: [300mm]", "sheet.yaml:5: the columns are wider than their place"),
        ("- space: 1_0", "sheet.yaml:4: pages.0.body.0.space: '1_0' is not a known word"),
        ("- space: 900", "sheet.yaml:3: these blocks need 900.0 mm, but there are"),
        ("- each: crew\n  body: []", "sheet.yaml:4: unknown name 'crew'"),
        (
            "- grid: 1..2\n  columns:\n  - {head: A, text: x, check: y}",
            "sheet.yaml:6: pages.0.body.0.columns.0: a column must have exactly one of",
        ),
        ("- heading: &a Hi\n- text: *a", "sheet.yaml:5: an alias"),
        ("- heading: [", "sheet.yaml:5: is not YAML"),
        ('- tally: "x-{n}"\n  over: 1..60\n  label: L\n  across: 60', "sheet.yaml:4: a row of 60 boxes is wider than"),
        ("- field: f\n  label: L\n- check: f\n  label: L", "sheet.yaml:6: field 'f' is defined twice"),
        ("- field: f\n  label: ' '", "sheet.yaml:4: field 'f' needs a label"),
        ("- box:\n  - art: b18-plan\n    height: 9", "sheet.yaml:5: unknown drawing 'b18-plan'"),
        ("- each: 1..\u00b2\n  body: []", "sheet.yaml:4: unknown name '1..\u00b2'"),
        ("- each: 1..99999\n  body: []", "sheet.yaml:4: '1..99999': the numbers of a range have at most 4 digits"),
        (
            "- each: 1..2\n  across: 99999999\n  body: []",
            "sheet.yaml:5: pages.0.body.0.across: must be at most 100 (got 99999999)",
        ),
        ("- heading: A\n  level: 7", "sheet.yaml:5: pages.0.body.0.level: must be at most 6 (got 7)"),
        ("- columns: []", "sheet.yaml:4: pages.0.body.0.columns: must have at least 1 item"),
        ("- grid: 1..2\n  columns: []", "sheet.yaml:5: pages.0.body.0.columns: must have at least 1 item"),
        ("- columns: [[], []]\n  widths: [1, -1]", "sheet.yaml:5: a width must be a share"),
        ("- columns: [[], []]\n  widths: [nan, 1]", "sheet.yaml:5: a width must be a share"),
        (f"- space: '{'1' * 5000}'", "sheet.yaml:4: pages.0.body.0.space: '1111"),
        (f"- space: '{'1' * 400}'", "sheet.yaml:4: pages.0.body.0.space: '1111"),
        (
            "- grid: 1..2\n  columns:\n  - {field: 'f-{n}', label: L, parts: [{id: a}]}",
            "sheet.yaml:6: a part lacks 'words'",
        ),
        (
            "- art: b17-plan\n  height: 80\n  notes:\n  - {over: 1..1, x: a, y: 3, text: T, alt: A}",
            "sheet.yaml:7: expected two numbers, a point in the drawing's units (got 'a 3')",
        ),
        (
            "- art: b17-plan\n  height: 80\n  marks:\n"
            "  - {over: 1..1, at: crew-pilot, check: c, label: L, diameter: 3, spot: 1 2 3}",
            "sheet.yaml:7: expected two numbers, a point in the drawing's units (got '1 2 3')",
        ),
    ],
)
def test_errors_name_file_and_line(body: str, message: str) -> None:
    # In these patterns only `.*` is special.
    pattern = ".*".join(re.escape(part) for part in message.split(".*"))
    with pytest.raises(CombatBoxError, match=pattern):
        draw(body)


def test_pages_repeat_over_data() -> None:
    words = """
        title: T
        pages:
        - each: {over: crew, as: man}
          bookmark: "{man.name}"
          body:
          - heading: "{man.name}"
        """
    with Document(imprint()) as document:
        layout.render(layout.read(dedent(words), "s.yaml"), document, {"crew": [{"name": "Ann"}, {"name": "Bob"}]})
    reader = read(document.pdf())
    assert [entry.title for entry in reader.outline] == ["Ann", "Bob"]


@pytest.mark.parametrize("over", ["1..6", "numbers", "[1, 2, 3, 4, 5, 6]"])
def test_blocks_repeat_across_and_down(over: str) -> None:
    pdf = draw(
        f"""
        - each: {over}
          across: 4
          body:
            - check: "c-{{n}}"
              label: "Box {{n}}"
        """,
        {"numbers": list(range(1, 7))},
    )
    boxes = [a.get_object()["/Rect"] for a in read(pdf).pages[0]["/Annots"] if "/T" in a.get_object()]
    assert len({round(float(box[0])) for box in boxes}) == 4
    assert len({round(float(box[1])) for box in boxes}) == 2


def test_on_and_times_are_text_not_yaml_1_1() -> None:
    words = read(draw("- text: 1:30\n- text: on\n- text: 010")).pages[0].extract_text()
    for part in ("1:30", "on", "010"):
        assert part in words


def test_emphasis_is_read_in_the_layout_never_in_the_data() -> None:
    words = read(draw("- text: '**Name** {name}'", {"name": "**Belle**"})).pages[0].extract_text()
    assert "Name **Belle**" in " ".join(words.split())


def test_stretching_blocks_share_what_is_left() -> None:
    seen: list[Box] = []
    draw(
        """
        - space: 10
        - draw: box
          height: fill
        - draw: box
          height: fill
        """,
        draw_functions={"box": lambda surface, box, scope: seen.append(box)},
    )
    assert seen[0].height == pytest.approx(seen[1].height)
    assert seen[1].y == pytest.approx(seen[0].bottom)


def test_a_table_of_the_data_reads_back_cell_by_cell() -> None:
    table = Table([Column("2d6"), Column("Area"), Column("Effect")], [["2", "Nose", "Out"], ["3–4", "Tail", "—"]])
    cells = [kind for kind, _ in tree(draw("- table: P-1", {"P-1": table})) if kind in ("TH", "TD")]
    assert cells == ["TH"] * 3 + ["TD"] * 6


def test_values_are_drawn_or_stand_in_fields_and_strangers_are_refused() -> None:
    body = "- field: name\n  label: Name\n- check: done\n  label: Done"
    drawn = draw(body, values={"name": "Belle", "done": True}, fillable=False)
    assert "Belle" in read(drawn).pages[0].extract_text()
    assert [str(node["/Alt"]) for kind, node in tree(drawn) if kind == "Figure"] == ["Done: marked"]
    assert list(read(draw(body, values={"name": "Belle"})).get_fields() or {}) == ["done"]
    assert list(read(draw(body, values={"done": False})).get_fields() or {}) == ["name"]
    with pytest.raises(PressError, match="there is no field 'nmae'"):
        draw(body, values={"nmae": "Belle"})
    with pytest.raises(PressError, match="sheet.yaml:6: field 'done' takes a mark"):
        draw(body, values={"done": "yes"})


def test_a_line_of_a_grid_is_struck_through_for_all_to_know() -> None:
    pdf = make("mission-record", values={"lost-3": True}, fillable=False)
    figures = [str(node["/Alt"]) for kind, node in tree(pdf) if kind == "Figure"]
    assert figures == ["struck through"]


def test_boxes_of_a_tally_stand_in_rows_and_are_crossed_off_one_by_one() -> None:
    body = '- tally: "burst-{n}"\n  over: 1..23\n  label: "Burst {n}"\n  across: 10'
    fields = read(draw(body)).get_fields() or {}
    assert list(fields) == [f"burst-{n}" for n in range(1, 24)]
    found = (entry.get_object() for entry in read(draw(body)).pages[0]["/Annots"])
    entries = [entry for entry in found if "/T" in entry]
    rows = {round(float(entry["/Rect"][1])) for entry in entries}
    assert len(rows) == 3
    drawn = draw(body, values={"burst-1": True, "burst-2": True}, fillable=False)
    figures = [str(node["/Alt"]) for kind, node in tree(drawn) if kind == "Figure"]
    assert figures == ["Burst 1: marked", "Burst 2: marked"]


GRID = """
- grid: ["1"]
  height: 6.5
  columns:
  - {width: 30mm, field: "man-{n}", beneath: "note-{n}", strike: "gone-{n}", label: "Man {n}", style: pen-tiny}
"""


def test_a_remark_stands_beneath_what_is_struck_through() -> None:
    drawn = draw(GRID, values={"man-1": "Belle", "note-1": "gone home", "gone-1": True}, fillable=False)
    lines = [line.strip() for line in read(drawn).pages[0].extract_text().splitlines()]
    assert lines[:2] == ["Belle", "gone home"]
    assert [str(node["/Alt"]) for kind, node in tree(drawn) if kind == "Figure"] == ["struck through"]
    assert not read(draw(GRID, values={"note-1": "gone home"})).get_fields()
    with pytest.raises(PressError, match=r"field 'man-1': 'Belle, .*' does not fit into \d+ by \d+ pt"):
        draw(GRID, values={"man-1": "Belle", "note-1": "word " * 60}, fillable=False)


def test_a_note_shrinks_to_its_room_and_another_script_takes_the_face_that_has_it() -> None:
    body = "- field: notes\n  label: Notes\n  height: 20\n  frame: box\n  multiline: true\n  style: pen-notes"
    note = "Тяжело ранен. " * 60
    assert " ".join(note.split()) in " ".join(
        read(draw(body, values={"notes": note}, fillable=False)).pages[0].extract_text().split()
    )
    with pytest.raises(PressError, match=r"field 'notes': .* only its first \d+ letters do"):
        draw(body, values={"notes": note * 20}, fillable=False)
