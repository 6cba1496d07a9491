"""Our drawings inside a page: their parts can be marked there, and their ids do not clash with the page's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import NamedTuple

from markupsafe import Markup

from combatbox.library import paths

_BODY = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)
_HEAD = re.compile(r"<title[^>]*>.*?</title>|<desc[^>]*>.*?</desc>|<style>.*?</style>", re.DOTALL)
_CIRCLE = re.compile(
    r'<circle data-part="((?:crew|hits)-[a-z-]+)" class="[a-z-]+" cx="([\d.]+)" cy="([\d.]+)" r="[\d.]+"/>'
)
_SKIN = re.compile(r'<path (?:id="[a-z-]+" )?class="art-(?:skin|zone)" d="([^"]+)"/>')
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)

_DRAWINGS = 64
"""So many drawings are remembered, by what they hold: one that is edited while the site is served is read anew."""


def inside(name: str) -> Markup:
    """The shapes of `templates/art/NAME.svg`: ids become `data-part`, and circles of men and hits can hold a text."""
    return _inside(_read(name))


@lru_cache(_DRAWINGS)
def _inside(drawing: str) -> Markup:
    body_match = _BODY.search(drawing)
    body = _HEAD.sub("", body_match[1] if body_match else "").strip().replace(' id="', ' data-part="')
    return Markup(_CIRCLE.sub(r'<g data-spot="\1">\g<0><text x="\2" y="\3"></text></g>', body))


def outline(name: str) -> Markup:
    """The skin of a drawing alone, for a small picture."""
    return Markup(f'<path d="{"".join(_SKIN.findall(_read(name)))}"/>')


def sign(name: str) -> Markup:
    """The shapes of a sign, to be coloured by what they stand in."""
    return Markup(re.sub(r' class="art-solid"', "", inside(name)))


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
    """The skin of a drawing seen from above, centred, nose up, one unit from nose to tail."""
    return _model(_read(name))


def sheet(name: str) -> str:
    """What a drawing measures, as the `viewBox` of its file has it."""
    match = re.search(r'<svg[^>]* viewBox="([^"]+)"', _read(name))
    return match[1] if match else ""


class Spot(NamedTuple):
    """A circle of a drawing."""

    x: float
    y: float
    r: float


def spots(name: str) -> dict[str, Spot]:
    """Where the circles of a drawing are, by id."""
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


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing of the press, for a page: `of` is the table whose page shows it."""

    name: str
    title: str
    of: str
    svg: Markup
    url: str = ""


def drawing(name: str, svg: str, url: str = "") -> Drawing:
    """A drawing from a file of ours. It is fit for a page as it stands: no blank line, colours by the page's scheme."""
    title = re.search(r"<title[^>]*>(.*?)</title>", svg)
    of = re.search(r'<svg[^>]* data-of="([^"]*)"', svg)
    text = Markup("".join(line.strip() for line in svg.splitlines()))
    return Drawing(name, unescape(title[1]) if title else name, of[1] if of else "", text, url)


def styles(*names: str) -> Markup:
    """The looks that the drawings use, each once."""
    rules: dict[str, None] = {}
    for name in names:
        for sheet in _STYLE.findall(_read(name)):
            rules |= dict.fromkeys(re.findall(r"[^}]+}", sheet))
    return Markup("".join(rules))


def _read(name: str) -> str:
    return paths.drawing(name).read_text(encoding="utf-8")
