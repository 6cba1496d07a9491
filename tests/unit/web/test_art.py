"""Drawings in pages: what is edited while the site is served is read anew."""

from __future__ import annotations

from pathlib import Path

from combatbox.library import paths
from combatbox.web import art

DRAWING = '<svg><circle id="{}" class="a" cx="1.5" cy="2" r="3"/></svg>'


def test_an_edited_drawing_is_read_again(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(paths, "templates", lambda: tmp_path)
    (tmp_path / "art").mkdir()
    for name in ("crew-pilot", "crew-copilot"):
        (tmp_path / "art" / "plane.svg").write_text(DRAWING.format(name), encoding="utf-8")
        assert art.spots("plane") == {name: (1.5, 2.0, 3.0)}
        assert f'data-part="{name}"' in art.embed_drawing("plane")
