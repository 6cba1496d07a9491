"""What the downloads page offers: the PDFs found in the print folder, named from their file names."""

from __future__ import annotations

from pathlib import Path

from combatbox.games import GAMES
from combatbox.web.pages import Download

PAPERS = {"a4": "A4", "letter": "US Letter"}


def downloads(prints: Path) -> dict[str, list[Download]]:
    """The PDFs of each game, `<prints>/<game>/<name>-<paper>.pdf`, and its drawings, `<name>.svg`."""
    found: dict[str, list[Download]] = {}
    for key in GAMES:
        for path in sorted((prints / key).glob("*.svg")):
            title = path.stem.replace("-", " ").capitalize()
            size = f"{path.stat().st_size // 1024 + 1} kB"
            found.setdefault(key, []).append(
                Download(f"print/{key}/{path.name}", title, "SVG", f"a drawing for screens, {size}")
            )
        for path in sorted((prints / key).glob("*.pdf")):
            name, _, paper = path.stem.rpartition("-")
            title = name.replace("-", " ")
            size = f"{path.stat().st_size // 1024 + 1} kB"
            found.setdefault(key, []).append(Download(
                f"print/{key}/{path.name}", title[:1].upper() + title[1:], "PDF", f"{PAPERS.get(paper, paper)}, {size}"))  # fmt: skip
    return found
