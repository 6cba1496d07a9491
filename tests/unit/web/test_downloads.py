"""The downloads page offers what was printed: PDFs by paper, and drawings for screens."""

from __future__ import annotations

from pathlib import Path

from combatbox.web.downloads import downloads


def test_drawings_come_before_the_pdfs_of_their_game(tmp_path: Path) -> None:
    folder = tmp_path / "queen"
    folder.mkdir()
    for name in ("counters-a4.pdf", "strategic-map.svg", "counters-letter.pdf", "notes.txt"):
        (folder / name).write_bytes(b"x" * 2000)
    found = downloads(tmp_path)
    assert set(found) == {"queen"}
    assert [(item.path, item.title, item.kind) for item in found["queen"]] == [
        ("print/queen/strategic-map.svg", "Strategic map", "SVG"),
        ("print/queen/counters-a4.pdf", "Counters", "PDF"),
        ("print/queen/counters-letter.pdf", "Counters", "PDF"),
    ]
