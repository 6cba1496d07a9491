"""The drawings: what they must have, the strict reader, anchors."""

from __future__ import annotations

import math
import re
from itertools import chain

import pytest
from PIL import Image, ImageChops

from combatbox.core.errors import CombatBoxError
from combatbox.drawing import reader
from combatbox.drawing.looks import Look
from combatbox.library import paths
from combatbox.press import art
from combatbox.press.errors import PressError
from combatbox.press.site_images import ICONS, write_icons
from combatbox.press.style import Box
from combatbox.web import service_worker

from .conftest import CREW, tree

FILES = sorted(paths.art().glob("*.svg"))
STATIONS = [f"crew-{man}" for man in (*CREW, "tail")]
ENGINES = [f"engine-{n}" for n in range(1, 5)]
ZONES = ["nose", "cockpit", "bomb-bay", "radio-room", "waist", "tail", "wing-left", "wing-right"]
B29_MEN = [
    f"crew-{man}"
    for man in (
        "bombardier",
        "pilot",
        "copilot",
        "engineer",
        "navigator",
        "radio",
        "radar",
        "cfc",
        "left",
        "right",
        "tail",
    )
]
B29_ROOMS = ["nose", "nav-radio", "fwd-bay", "aft-bay", "tunnel", "waist", "utility", "tail"]


def wrap(body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body}</svg>'


def points(body: str) -> list[reader.Point]:
    drawing = reader.read("test", wrap(body), art.LOOKS)
    return [point for shape in drawing.shapes for point in shape.points()]


def css(look: Look) -> str:
    paint = {"paper": "var(--art-paper,#fff)", "ink": "currentColor", None: "none"}[look.fill]
    rules = [f"fill:{paint}"]
    if look.weight is not None:
        rules += ["stroke:currentColor", f"stroke-width:{look.weight:g}", "stroke-linejoin:round"]
        rules.append("stroke-linecap:round")
    if look.dash:
        rules.append("stroke-dasharray:" + " ".join(f"{n:g}" for n in look.dash))
    return ";".join(rules)


def stylesheet(classes: set[str]) -> str:
    """The `<style>` element for a drawing whose shapes have these classes."""
    return "".join(f".{name}{{{css(look)}}}" for name, look in art.LOOKS.items() if name in classes)


def test_there_are_drawings() -> None:
    assert len(FILES) >= 6


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_drawing_is_small_described_and_styled_from_the_one_stylesheet(file) -> None:
    text = file.read_text(encoding="utf-8")
    drawing = art.load(file.stem)
    assert len(text) < 12_000
    assert drawing.title
    assert drawing.description.endswith(".")
    used = set(re.findall(r'class="([a-z-]+)"', text))
    assert drawing.style == stylesheet(used)
    assert f'aria-labelledby="{file.stem}-title {file.stem}-desc"' in text
    for shape in drawing.shapes:
        for x, y in shape.points():
            assert -2 <= x <= drawing.width + 2
            assert -2 <= y <= drawing.height + 2


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("b17-plan", [*STATIONS, *ENGINES, *ZONES, "tailplane-left", "tailplane-right"]),
        ("b17-side", [*STATIONS, *ZONES[:6]]),
        ("b29-plan", [*B29_MEN, *ENGINES, *B29_ROOMS, *ZONES[6:]]),
        ("b29-side", [*B29_MEN, *B29_ROOMS]),
        ("me109-plan", ["engine", "pilot", "fuselage"]),
        ("me110-plan", ["engine", "pilot", "fuselage"]),
        ("fw190-plan", ["engine", "pilot", "fuselage"]),
        ("p51-plan", ["engine", "pilot", "fuselage"]),
    ],
)
def test_anchors_are_found_and_apart(name: str, ids: list[str]) -> None:
    placed = art.place(name, Box(100, 200, 300, 300))
    for anchor in map(placed.anchor, ids):
        x, y = anchor.centre
        assert placed.box.x <= x <= placed.box.right
        assert placed.box.y <= y <= placed.box.bottom
    circles = [placed.anchor(i) for i in ids if i.startswith(("crew", "engine-"))]
    for index, one in enumerate(circles):
        for other in circles[index + 1 :]:
            assert math.dist(one.centre, other.centre) > 0.98 * one.width


def test_the_fortress_has_its_engines_and_pilots_on_the_right_sides() -> None:
    placed = art.place("b17-plan", Box(0, 0, 340, 256))
    across = [placed.anchor(engine).centre[0] for engine in ENGINES]
    assert across == sorted(across)
    assert placed.anchor("crew-pilot").x < placed.anchor("crew-copilot").x
    assert placed.anchor("crew-left-waist").x < placed.anchor("crew-right-waist").x


def test_the_superfortress_has_its_men_on_the_right_sides() -> None:
    placed = art.place("b29-plan", Box(0, 0, 440, 316))
    across = [placed.anchor(engine).centre[0] for engine in ENGINES]
    assert across == sorted(across)
    for left, right in (("pilot", "copilot"), ("navigator", "engineer"), ("left", "right")):
        assert placed.anchor(f"crew-{left}").x < placed.anchor(f"crew-{right}").x


@pytest.mark.parametrize(("name", "span_by_length"), [("b17-plan", 31.6 / 22.8), ("b29-plan", 43.05 / 30.18)])
def test_a_bomber_has_its_proportions(name: str, span_by_length: float) -> None:
    drawing = art.load(name)
    wings = [point for side in ("wing-left", "wing-right") for s in drawing.ids[side] for point in s.points()]
    span = max(x for x, _ in wings) - min(x for x, _ in wings)
    hull = [y for shape in drawing.ids["fuselage"] for _, y in shape.points()]
    assert span / (max(hull) - min(hull)) == pytest.approx(span_by_length, rel=0.01)


def test_drawn_into_a_page_it_is_one_figure(page) -> None:
    pdf = page(lambda s: art.draw(s, "me109-plan", s.body))
    (figure,) = [node for kind, node in tree(pdf) if kind == "Figure"]
    assert str(figure["/Alt"]).startswith("Messerschmitt")


def test_unknown_names_are_answered_with_the_known() -> None:
    with pytest.raises(
        PressError, match=r"unknown drawing 'b18-plan'; add templates/art/b18-plan\.svg; did you mean b17-plan"
    ):
        art.load("b18-plan")
    with pytest.raises(PressError, match=r"me109-plan\.svg: unknown id 'tail'; known: .*pilot"):
        art.place("me109-plan", Box(0, 0, 10, 10)).anchor("tail")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<image/>", "<image> is not supported"),
        ('<path class="art-line" d="M0 0T5 5"/>', "the path is not supported at 'T5 5'"),
        ('<path class="art-line" d="M0 0L5"/>', "ends before the last number"),
        ('<path class="red" d="M0 0L5 5"/>', "class 'red'"),
        ('<path class="art-line" style="fill:red" d="M0 0"/>', "attribute 'style'"),
        ('<g transform="skewX(3)"></g>', "skewX"),
        ('<g id="a"><g id="a"></g></g>', "used twice"),
        ('<circle class="art-line" cx="1" cy="x" r="2"/>', "expected 1 numbers, found 'x'"),
    ],
)
def test_what_is_not_understood_is_refused(body: str, message: str) -> None:
    with pytest.raises(CombatBoxError, match=re.escape(message)):
        reader.read("test", wrap(body), art.LOOKS)


def test_paths_absolute_and_relative_agree() -> None:
    absolute = points('<path class="art-line" d="M10 10L20 10H30V20Q30 30 20 30C15 30 10 25 10 20Z"/>')
    relative = points('<path class="art-line" d="m10 10l10 0h10v10q0 10-10 10c-5 0-10-5-10-10z"/>')
    assert [*chain(*absolute)] == pytest.approx([*chain(*relative)])


def test_an_arc_keeps_to_its_circle() -> None:
    for flags in ("0 0", "0 1", "1 0", "1 1"):
        path = points(f'<path class="art-line" d="M50 20A30 30 0 {flags} 80 50"/>')
        ends = [path[0], *path[3::3]]
        centre = (50, 50) if flags in ("0 1", "1 0") else (80, 20)
        assert all(math.dist(end, centre) == pytest.approx(30) for end in ends)
        assert ends[-1] == pytest.approx((80, 50))


def test_transforms_nest() -> None:
    line = '<line class="art-line" x1="1" y1="0" x2="2" y2="0"/>'
    turned = points(f'<g transform="translate(10 20)"><g transform="rotate(90) scale(2)">{line}</g></g>')
    assert turned == [pytest.approx((10, 22)), pytest.approx((10, 24))]


def test_icons_are_the_emblem_in_its_middle_and_leave_a_device_its_edge(tmp_path):
    for path in write_icons(tmp_path, service_worker.EMBLEM, service_worker.PAPER, service_worker.INK):
        image, (size, share) = Image.open(path), ICONS[path.stem]
        assert image.size == (size, size)
        paper = Image.new("RGB", image.size, service_worker.PAPER)
        left, top, right, bottom = ImageChops.difference(image, paper).getbbox()
        assert abs(left - (size - right)) <= 1
        assert abs(top - (size - bottom)) <= 1
        assert share * size * 0.9 < right - left < size * share
        if "maskable" in path.stem:  # what is cut to a circle of four fifths shows all of it
            assert math.hypot(right - left, bottom - top) <= 0.8 * size
