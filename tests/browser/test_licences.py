"""The site has the full licences of all that it ships, and every page links to them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from combatbox.web.reference_pages import SHIPPED

from .conftest import DESKTOP, PHONE, Opener

FULL = {
    "Combat Box": ("Permission is hereby granted, free of charge", "THE SOFTWARE IS PROVIDED"),
    "Material for MkDocs": ("Martin Donath", "Permission is hereby granted", "THE SOFTWARE IS PROVIDED"),
    "Material Design Icons": ("Pictogrammers", "Apache"),
    "Apache License": ("Apache License Version 2.0", "TERMS AND CONDITIONS", "END OF TERMS AND CONDITIONS"),
    "Libre Franklin": ("SIL OPEN FONT LICENSE Version 1.1", "DISCLAIMER"),
    "Source Serif 4": ("SIL OPEN FONT LICENSE Version 1.1", "DISCLAIMER"),
    "Archivo Narrow": ("SIL OPEN FONT LICENSE Version 1.1", "DISCLAIMER"),
    "DejaVu Sans Condensed": ("Bitstream",),
    "Pyodide": ("Mozilla Public License Version 2.0", "10.4. Distributing Source Code Form", "Exhibit B"),
    "Python": ("PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2", "8. By copying, installing or otherwise using Python"),
    "ReportLab": ("ReportLab Inc.", "Redistribution and use in source and binary forms", "EVEN IF ADVISED OF THE"),
    "PyYAML": ("Ingy döt Net", "Permission is hereby granted, free of charge"),
    "Emscripten": ("The Emscripten Authors", "Permission is hereby granted, free of charge", "NCSA"),
    "musl": ("Rich Felker", "Permission is hereby granted, free of charge", "Ville Laurikari"),
    "zlib": (
        "Jean-loup Gailly and Mark Adler",
        "This notice may not be removed or altered from any source distribution",
    ),
    "bzip2": ("Julian R Seward", "Redistribution and use in source and binary forms", "POSSIBILITY OF SUCH DAMAGE"),
    "XZ Utils": ("liblzma is in the public domain", "without any warranty"),
    "libffi": ("Anthony Green", "Permission is hereby granted, free of charge", "THE USE OR OTHER DEALINGS"),
    "yaml": ("Eemeli Aro", "Permission to use, copy, modify", "PERFORMANCE OF THIS SOFTWARE"),
}
"""Of each part of the site what its licence begins and ends with."""


class Texts(HTMLParser):
    """The texts of licences on a page, by their summaries."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._inside = self._title = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a text."""
        self._inside = tag if tag in ("summary", "pre") else self._inside
        self._title = "" if tag == "summary" else self._title

    def handle_endtag(self, tag: str) -> None:
        """End a text."""
        self._inside = "" if tag == self._inside else self._inside

    def handle_data(self, data: str) -> None:
        """Add to a text."""
        if self._inside == "summary":
            self._title += data
        elif self._inside == "pre":
            self.found[self._title] = self.found.get(self._title, "") + data


def test_the_site_has_every_licence_in_full(site: Path) -> None:
    page = Texts()
    page.feed((site / "about/licences.html").read_text(encoding="utf-8"))
    texts = {title.removeprefix("The licence of ").removesuffix(" in full"): text for title, text in page.found.items()}
    assert {one.title for one in SHIPPED} == set(FULL) == set(texts)
    for title, parts in FULL.items():
        plain = " ".join(texts[title].split())
        assert [part for part in parts if part not in plain] == [], title


def test_the_shipped_fonts_and_engine_have_their_licences(site: Path) -> None:
    titles = " ".join(one.title for one in SHIPPED).lower()
    for face in (site / "assets/fonts").glob("*.woff2"):
        assert re.sub(r"-\d+.*", "", face.stem).replace("-", " ") in titles, face.name
    assert any((site / "assets/engine").glob("pyodide-*/*")) == ("pyodide" in titles)


def test_every_page_leads_to_the_licences(site: Path) -> None:
    pages = [path for path in site.rglob("*.html") if path.name != "404.html"]
    without = [
        path for path in pages if not re.search(r'href="[^"]*\blicences\.html"', path.read_text(encoding="utf-8"))
    ]
    assert [path.name for path in without if path.name != "licences.html"] == []


@pytest.mark.sample(1)
@pytest.mark.browser
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_licence_is_read_on_any_screen(visit: Opener, size: dict[str, int]) -> None:
    watch = visit("about/licences.html", size)
    for summary in watch.page.locator("details.cb-licence summary").all():
        summary.click()
    assert watch.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert watch.troubles == []
