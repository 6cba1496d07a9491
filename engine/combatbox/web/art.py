"""Our drawings as inline SVG, in which a page can highlight parts. Their ids do not clash with ids in the page."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from typing import NamedTuple

from markupsafe import Markup

from combatbox.core.annotations import frozen
from combatbox.library import paths

_BODY = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)
_HEAD = re.compile(r"<title[^>]*>.*?</title>|<desc[^>]*>.*?</desc>|<style>.*?</style>", re.DOTALL)
_CIRCLE = re.compile(
    r'<circle data-part="((?:crew|hits)-[a-z-]+)" class="[a-z-]+" cx="([\d.]+)" cy="([\d.]+)" r="[\d.]+"/>'
)
_SKIN = re.compile(r'<path (?:id="[a-z-]+" )?class="art-(?:skin|zone)" d="([^"]+)"/>')
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)

_DRAWINGS = 64
"""The size of each cache of drawings. Drawings are cached by content, so that a drawing edited during `mkdocs serve` is
read again.
"""


OUTLINE = "-plan"
"""The ending of the names of drawings that show an aircraft from above."""


def embed_drawing(*names: str) -> Markup:
    """Return the shapes of drawings, `templates/art/NAME.svg`, for a page.

    Ids become `data-part` attributes. Each circle for a man or a hit gets an empty text element, which the page can
    fill.
    """
    return Markup("").join(_embedded(_read(name)) for name in names)


@lru_cache(_DRAWINGS)
def _embedded(drawing: str) -> Markup:
    body_match = _BODY.search(drawing)
    body = _HEAD.sub("", body_match[1] if body_match else "").strip().replace(' id="', ' data-part="')
    return Markup(_CIRCLE.sub(r'<g data-spot="\1">\g<0><text x="\2" y="\3"></text></g>', body))


def outline(name: str) -> Markup:
    """Return only the shapes of a drawing that form the aircraft's outer surface, for a small picture."""
    return Markup(f'<path d="{"".join(_SKIN.findall(_read(name)))}"/>')


def sign(name: str) -> Markup:
    """Return the SVG shapes of an icon without colours, so that the style sheet of the page can set them."""
    return Markup(re.sub(r' class="art-solid"', "", embed_drawing(name)))


@lru_cache(_DRAWINGS)
def _model(drawing: str) -> Markup:
    skins = _SKIN.findall(drawing)
    numbers = [float(number) for skin in skins for number in re.findall(r"-?[0-9.]+", skin)]
    across, along = numbers[::2], numbers[1::2]
    middle, length = (min(across) + max(across)) / 2, max(along) - min(along)
    turn = f"scale({1 / length:.5f}) translate({-middle:g} {-(min(along) + length / 2):g})"
    shapes = "".join(f'<path d="{skin}"/>' for skin in skins)
    return Markup(f'<g transform="{turn}">{shapes}</g>')


def model(name: str) -> Markup:
    """Return the outer surface of an aircraft seen from above: centred, nose up, and one unit long."""
    return _model(_read(name))


def view_box(name: str) -> str:
    """Return the `viewBox` of a drawing."""
    match = re.search(r'<svg[^>]* viewBox="([^"]+)"', _read(name))
    return match[1] if match else ""


class Spot(NamedTuple):
    """The centre and radius of a circle in a drawing."""

    x: float
    y: float
    r: float


def spots(name: str) -> dict[str, Spot]:
    """Return the circles of a drawing, by id."""
    return _spots(_read(name))


@lru_cache(_DRAWINGS)
def _spots(drawing: str) -> dict[str, Spot]:
    circles = re.findall(r'<circle id="([a-z0-9-]+)"[^>]* cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawing)
    groups = re.findall(
        r'<g id="(engine-\d)">.*?<circle class="art-station" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"',
        drawing,
        re.DOTALL,
    )
    return {key: Spot(*map(float, numbers)) for key, *numbers in [*circles, *groups]}


@frozen
class Drawing:
    """A drawing as SVG, prepared for a web page.

    Attributes:
        name: the name of the drawing.
        title: the title of the drawing; its name if the SVG has no title.
        of: the id of the table whose page shows the drawing, if any.
        svg: the SVG text.
        url: the URL of the SVG file.
    """

    name: str
    title: str
    of: str
    svg: Markup
    url: str = ""


def drawing(name: str, svg: str, url: str = "") -> Drawing:
    """Build a drawing from the SVG text of one of our files.

    The text needs no further change for a page, because it has no blank lines and its colours follow the colour scheme
    of the page.
    """
    title = re.search(r"<title[^>]*>(.*?)</title>", svg)
    table_match = re.search(r'<svg[^>]* data-of="([^"]*)"', svg)
    text = Markup("".join(line.strip() for line in svg.splitlines()))
    return Drawing(name, unescape(title[1]) if title else name, table_match[1] if table_match else "", text, url)


def styles(*names: str) -> Markup:
    """Return the style rules that the named drawings use, each rule once."""
    rules: dict[str, None] = {}
    for name in names:
        for sheet in _STYLE.findall(_read(name)):
            rules |= dict.fromkeys(re.findall(r"[^}]+}", sheet))
    return Markup("".join(rules))


def _read(name: str) -> str:
    return paths.drawing(name).read_text(encoding="utf-8")
