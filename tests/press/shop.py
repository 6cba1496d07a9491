"""What the tests of the print shop share: the book, flown missions, and PDFs read back."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pdfplumber
from pypdf import PdfReader
from tests import flights

from combatbox.core.events import Journal
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.replay import read_script, replay_script

from . import built
from .texts import in_one_line, texts

PAPERS = ("a4", "letter")
PRODUCTS = (
    "first-mission", "start-here", "mission-record", "fighter-attack", "player-aids", "tables", "table-cards", "dice-log", "house-rules", "tuck-box",
    "gun-poster", "gun-poster-large", "player-aids-large", "mission-record-large", "fighter-attack-large", "sequence", "easily-forgotten", "rules-summary", "rules", "rules-booklet", "cards-and-boxes", "blanks",
    "rules-and-tables", "twentyfive-bundle",
)  # fmt: skip
SIZES = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}


@cache
def book() -> Book:
    return load("twentyfive")


@cache
def really_ready() -> Journal:
    script = read_script(book().scripts["really-ready"])
    return replay_script(book(), script).journal


def flown(seed: str, *, own: str = "Bad Penny", **about: Any) -> Journal:
    """A seeded flight with its log."""
    return flights.flown(book(), seed, names={"own": own}, **about)


LOGS = {
    "really-ready": really_ready,
    "lost-to-fighters": lambda: flown("2", mission=7),
    "lost-to-flak": lambda: flown("4", mission=9),
    "tour": lambda: flown("7", run="tour", own="Old Reliable"),
}


def blank(paper: str) -> dict[str, Path]:
    """Every blank product, by its name."""
    return built.papers("twentyfive", paper)


@cache
def filled(log: str, paper: str) -> dict[str, Path]:
    """The filled sheets of a log, by their names."""
    return built.filled("twentyfive", log, LOGS[log], paper)


def words(path: Path, page: int = 0) -> str:
    """The text of a page in drawing order, as one line."""
    return in_one_line(*texts(path, page))


def everything(path: Path) -> str:
    return "\n".join(texts(path))


Written = tuple[str, float, float]
"""A word written in pen, and its middle from the top left."""


@cache
def pen(path: Path) -> list[list[Written]]:
    """What is written in pen on each page. A file is read once: to open and to parse it is most of what a test costs."""
    with pdfplumber.open(path) as file:
        sheets = (page.filter(_is_pen).extract_words(x_tolerance=1.5, use_text_flow=True) for page in file.pages)
        return [[(w["text"], (w["x0"] + w["x1"]) / 2, (w["top"] + w["bottom"]) / 2) for w in found] for found in sheets]


def _is_pen(thing: dict[str, Any]) -> bool:
    return thing.get("object_type") == "char" and _is_blue(thing.get("non_stroking_color"))


def _is_blue(colour: Any) -> bool:
    return tuple(round(float(part), 2) for part in colour or ()) == (0.14, 0.25, 0.56)


@cache
def boxes(path: Path, page: int = 0) -> dict[str, tuple[float, float, float, float]]:
    """Where the fields of a blank sheet are: name to left, top, right, bottom."""
    sheet = PdfReader(path).pages[page]
    height = float(sheet.mediabox.height)
    found = {}
    for annotation in sheet.get("/Annots", []):
        entry = annotation.get_object()
        if "/T" in entry:
            x1, y1, x2, y2 = (float(v) for v in entry["/Rect"])
            found[str(entry["/T"])] = (x1, height - y2, x2, height - y1)
    return found


def overlapping(places: dict[str, tuple[float, float, float, float]]) -> list[tuple[str, str]]:
    """The fields that lie over each other. Circles drawn side by side touch; their squares may overlap by a hair."""
    return [
        (name, other)
        for (name, (left, top, right, bottom)), (other, (x, y, end, foot)) in combinations(places.items(), 2)
        if min(right, end) - max(left, x) > 0.8 and min(bottom, foot) - max(top, y) > 0.8
    ]


def written(path: Path, blank_path: Path, page: int = 0) -> dict[str, str]:
    """What stands in pen at the places of the blank sheet's fields, by field name."""
    places, found = boxes(blank_path), {}
    for word, x, y in pen(path)[page]:
        for name, (left, top, right, bottom) in places.items():
            if left <= x <= right and top <= y <= bottom:
                found[name] = f"{found[name]} {word}" if name in found else word
    return found


def crossed(path: Path, blank_path: Path) -> set[str]:
    """The boxes of the blank sheet in whose middle two strokes of the pen cross."""
    with pdfplumber.open(path) as file:
        strokes = [line for line in file.pages[0].lines if _is_blue(line["stroking_color"])]
    middles = Counter(
        (round((line["x0"] + line["x1"]) / 2, 1), round((line["top"] + line["bottom"]) / 2, 1))
        for line in strokes
        if line["bottom"] - line["top"] > 1
    )
    found = set()
    for name, (left, top, right, bottom) in boxes(blank_path).items():
        x, y = (left + right) / 2, (top + bottom) / 2
        if sum(count for (at, down), count in middles.items() if abs(at - x) < 0.3 and abs(down - y) < 0.3) == 2:
            found.add(name)
    assert sum(middles.values()) == 2 * len(found), "a cross that is in no box"
    return found


def alternatives(path: Path) -> list[str]:
    """The words for those who cannot see a mark, in reading order."""
    found: list[str] = []

    def walk(node: Any) -> None:
        node = node.get_object()
        if isinstance(node, dict):
            if node.get("/S") == "/Figure":
                found.append(str(node["/Alt"]))
            for kid in node.get("/K", []) if isinstance(node.get("/K"), list) else []:
                walk(kid)

    walk(PdfReader(path).trailer["/Root"]["/StructTreeRoot"]["/K"][0])
    return found


def loose(text: str) -> str:
    """A pattern for these words, however they are broken into lines and with the quotes of print."""
    return r"\s*".join(re.escape(word).replace("'", "['’‘]") for word in text.split())
