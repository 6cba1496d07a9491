"""The sizes on pages are those of the finished site."""

from __future__ import annotations

import json
from pathlib import Path

from combatbox.web.browser_engine import PYTHON
from combatbox.web.service_worker import write_sizes

PAGE = '<p><span data-cb-size="site">some</span> <span data-cb-size=papers>some</span> <span data-cb-size="engine">some</span></p>'


def site(folder: Path, *, engine: bool = True) -> tuple[Path, list[Path], list[Path]]:
    files = {"queen/play.html": PAGE, "queen/downloads.html": PAGE, "other.html": PAGE, "big": "x" * 3_400_000}
    if engine:
        listed = {
            "pyodide": "py/",
            "stdlib": "lib.zip",
            "packs": {"queen": "queen.pack"},
            "sizes": {f"py/{PYTHON}": 3_500_000, "lib.zip": 1_300_000, "queen.pack": 350_000},
        }
        files["assets/engine/files.js"] = f"window.cbEngineFiles={json.dumps(listed)};\n"
        files["assets/engine/books.js"] = (
            f"window.cbEngineBooks={json.dumps({'queen': {'code': 'queen', 'size': 210_000}})};\n"
        )
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    paper = folder / "paper.pdf"
    paper.write_bytes(b"x" * 1_600_000)
    return folder, [folder / "big"], [paper]


def test_pages_state_what_the_site_and_the_engine_take(tmp_path: Path) -> None:
    write_sizes(*site(tmp_path))
    for name in ("play", "downloads"):
        text = (tmp_path / f"queen/{name}.html").read_text(encoding="utf-8")
        assert (
            text
            == '<p><span data-cb-size="site">3</span> <span data-cb-size=papers>2</span> <span data-cb-size="engine">5.4</span></p>'
        )
    assert (tmp_path / "other.html").read_text(encoding="utf-8") == PAGE


def test_a_site_without_an_engine_states_no_size_of_one(tmp_path: Path) -> None:
    write_sizes(*site(tmp_path, engine=False))
    assert 'data-cb-size="engine">some<' in (tmp_path / "queen/play.html").read_text(encoding="utf-8")
