"""The wall of a crew: the bomber with her nose art and marks, and the portraits of her men, as one drawing.

The tour book prints it on a page, and the page of a game shows it in the browser. Both get it from `wall_drawing`.

Portraits and nose art are put together from parts (`templates/story`). A part is a group in an SVG file. The beginning
of a group's id names the part, and all groups of a part are choices, so that a new face needs only a new group. The
choice follows from a number (`face_of`), so that a man always looks the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import accumulate
from typing import Any, TypeVar
from zlib import crc32

from combatbox.core.shapes import Drawing, Label, Outline, Point, Segment, Shape
from combatbox.core.table_views import capital
from combatbox.drawing import reader
from combatbox.drawing.reader import ArtFile
from combatbox.library import paths
from combatbox.library.yaml12 import checked_model, read_yaml
from combatbox.play.dataclass_validation import Fault
from combatbox.press import fonts, text
from combatbox.press.style import TONES, Box, style
from combatbox.press.tour_data import ManOnWall, Wall

WIDE, NARROW = 4, 2
"""The numbers of portraits side by side: on paper and wide screens, and on a phone."""

_CELL, _GAP = 96.0, 12.0
_PHOTO, _RIM = 66.0, 3.0
_HEIGHT = _PHOTO * 1.2 + 2 * _RIM
_MAN = _HEIGHT + 60.0  # with the lines below the photograph
_SMALL, _ROW = 26.0, 40.0  # of men who are no longer with the crew
_MOTIF, _PAD = 74.0, 9.0
_MARK, _KILL, _BOMB = 7.5, 14.0, 12.0  # the pitch of mission marks and kill marks, and their height, in `marks.svg`
_RIBBONS, _RIBBON_PITCH = 6, 15.0
_HEAD = 18.0
_ON_PAGE = 48
"""The number of men no longer with the crew on a page of a book."""
_WIDEST = 8.0  # the width of a word as a multiple of the size of the type; on the cover no more fits on a line


def wall_drawing(wall: Wall, columns: int = WIDE) -> Drawing:
    """Return the wall of a crew as a drawing.

    Args:
        wall: the contents.
        columns: the number of portraits side by side.
    """
    return _stacked(wall, columns, (_panel, _crew, _key, _former_men))


def page_drawings(wall: Wall) -> Iterator[Drawing]:
    """Yield the wall as drawings for pages of a book: the crew, then the men who have left it."""
    former = [man for man in wall.men if not man.is_present]
    yield _stacked(replace(wall, men=[man for man in wall.men if man.is_present]), WIDE, (_panel, _crew, _key))
    for first in range(0, len(former), _ON_PAGE):
        yield _stacked(replace(wall, men=former[first : first + _ON_PAGE]), WIDE, (_former_men,))


Block = tuple[list[Shape], float]
"""The shapes of a part of the wall, and its height."""


def _stacked(wall: Wall, columns: int, blocks: Sequence[Callable[[Wall, int, float], Block]]) -> Drawing:
    """Return a drawing of parts of the wall below each other."""
    shapes: list[Shape] = []
    bottom = 0.0
    for block in blocks:
        more, height = block(wall, columns, bottom)
        shapes += more
        bottom += height
    return Drawing(f"The crew of {wall.bomber}", _description(wall), _width(columns), bottom, tuple(shapes))


def _width(columns: int) -> float:
    return columns * _CELL + (columns - 1) * _GAP


def _crew(wall: Wall, columns: int, top: float) -> Block:
    """Return the portraits of the men who are with the crew; on paper the last row is centred."""
    crew = [man for man in wall.men if man.is_present]
    shapes: list[Shape] = []
    for number, man in enumerate(crew):
        row, column = divmod(number, columns)
        empty = columns - min(columns, len(crew) - row * columns)
        indent = empty * (_CELL + _GAP) / 2 if columns > NARROW else 0.0
        shapes += _man(man, indent + column * (_CELL + _GAP), top + row * _MAN)
    return shapes, -(-len(crew) // columns) * _MAN


def _former_men(wall: Wall, columns: int, top: float) -> Block:
    """Return the portraits of the men who have left the crew."""
    former = [man for man in wall.men if not man.is_present]
    shapes: list[Shape] = [Label(0, top + 9, "FORMERLY OF THE CREW", "start", "wall-head")] if former else []
    for number, man in enumerate(former):
        row, column = divmod(number, columns)
        shapes += _former(man, 1 + column * (_CELL + _GAP), top + _HEAD + row * _ROW)
    return shapes, _HEAD + -(-len(former) // columns) * _ROW if former else 0.0


# ---- the bomber


def _panel(wall: Wall, columns: int, _top: float) -> Block:
    """Return the nose of the bomber, at the top of the wall, with the motif, the name and the marks."""
    width = _width(columns)
    left, available = _MOTIF + 2 * _PAD, width - _MOTIF - 3 * _PAD
    look = next(
        (name for name in ("nose-large", "nose-middle") if _wide(wall.lettering, name) <= available), "nose-small"
    )
    name = Label(left, _PAD + style(look).cap_height, shortened(wall.lettering, look, available), "start", look)
    top = _PAD + style(look).cap_height + 9
    marks: list[Shape] = []
    for kind, count, wide, high in (("mission", wall.marks, _MARK, _BOMB + 3), ("kill", wall.kills, _KILL, _BOMB + 2)):
        per_row = int(available // wide)
        for n in range(count):
            marks += mark(kind, left + n % per_row * wide, top + n // per_row * high)
        top += -(-count // per_row) * high + 3
    height = max(_MOTIF + 2 * _PAD, top - 3 + _PAD)
    ground = Outline(_rounded(width, height, 8), "paint-olive")
    motif = nose_art(wall.motif, _PAD, (height - _MOTIF) / 2, _MOTIF)
    return [ground, *motif, name, *marks], height + _GAP


def _polygon(*corners: Point) -> tuple[Segment, ...]:
    first, *others = corners
    return (("M", (first,)), *(("L", (corner,)) for corner in others), ("Z", ()))


def _rounded(width: float, height: float, radius: float) -> tuple[Segment, ...]:
    first, *others = Box(0, 0, width, height).corners
    ways = ((1, 0), (0, 1), (-1, 0), (0, -1))  # along the edges, clockwise from the upper one
    segments: list[Segment] = [("M", ((radius, 0),))]
    for corner, way, turned in zip((*others, first), ways, (*ways[1:], ways[0]), strict=True):
        before, first, second, after = (
            (corner[0] + part * dx, corner[1] + part * dy)
            for part, (dx, dy) in ((-radius, way), (-0.45 * radius, way), (0.45 * radius, turned), (radius, turned))
        )
        segments += [("L", (before,)), ("C", (first, second, after))]
    return (*segments, ("Z", ()))


def _rect(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    return _polygon(*Box(x, y, width, height).corners)


# ---- a man


def _man(man: ManOnWall, left: float, top: float) -> Iterator[Shape]:
    """Yield a portrait with the lines below it."""
    middle = left + _CELL / 2
    yield from _photo(man, middle - _PHOTO / 2 - _RIM, top, _PHOTO, _RIM)
    at = top + _HEIGHT + 10
    yield Label(middle, at, shortened(man.name, "wall-name", _CELL), "middle", "wall-name")
    station, ranked = capital(man.station), f"{man.rank}, {man.station}"
    for line in (ranked if man.rank and _wide(ranked, "wall-line") <= _CELL else station, man.record):
        at += 9.5
        yield Label(middle, at, shortened(line, "wall-line", _CELL), "middle", "wall-line")
    if man.fate:
        at += 9.5
        yield Label(middle, at, shortened(capital(man.fate), _fate_look(man), _CELL), "middle", _fate_look(man))
    ribbons = [colours for _, colours in man.ribbons[:_RIBBONS]]
    beginning = middle - (len(ribbons) * _RIBBON_PITCH - 2) / 2
    for number, colours in enumerate(ribbons):
        yield from _ribbon(colours, beginning + number * _RIBBON_PITCH, at + 4)


def _fate_look(man: ManOnWall) -> str:
    return "wall-fate" if man.is_dead else "wall-line"


def _key(wall: Wall, columns: int, top: float) -> Block:
    """Return the names of the medals beside their ribbons."""
    ribbons = {title: colours for man in wall.men if man.is_present for title, colours in man.ribbons}
    shapes: list[Shape] = []
    x, y = 1.0, top + 4
    for title, colours in ribbons.items():
        needed = _RIBBON_PITCH + 2 + _wide(title, "wall-line")
        if x > 1 and x + needed > _width(columns):
            x, y = 1.0, y + 11
        shapes += [*_ribbon(colours, x, y - 5), Label(x + _RIBBON_PITCH + 2, y, title, "start", "wall-line")]
        x += needed + 10
    return shapes, y + 12 - top if ribbons else 0.0


def _former(man: ManOnWall, left: float, top: float) -> Iterator[Shape]:
    """Yield a small portrait with the lines beside it."""
    yield from _photo(man, left, top, _SMALL, 1.5)
    beside = left + _SMALL + 8
    lines = ((man.name, "wall-name"), (capital(man.station), "wall-line"), (capital(man.fate), _fate_look(man)))
    available = _CELL - _SMALL - 9
    for number, (words, look) in enumerate(lines, start=1):
        fitting = look if _wide(words, look) <= available else "wall-line"  # whose letters are narrower
        yield Label(beside, top + number * 9.5, shortened(words, fitting, available), "start", fitting)


def _photo(man: ManOnWall, left: float, top: float, width: float, rim: float) -> Iterator[Shape]:
    """Yield a framed portrait; the frame of a man who died has a black corner."""
    height = width * 1.2
    yield Outline(_rect(left - 0.5, top - 0.5, width + 2 * rim + 1, height + 2 * rim + 1), "photo-4")
    yield Outline(_rect(left, top, width + 2 * rim, height + 2 * rim), "photo-7")
    yield from portrait(man.face, man.rank, left + rim, top + rim, width)
    if man.is_dead:
        end, band = width * 0.36, width * 0.1
        corners = ((left, top + end), (left + end, top), (left + end + band, top), (left, top + end + band))
        yield Outline(_polygon(*corners), "photo-0")


def _ribbon(colours: Sequence[str], left: float, top: float) -> Iterator[Outline]:
    yield Outline(_rect(left - 0.3, top - 0.3, _RIBBON_PITCH - 1.4, 5.1), "photo-4")
    stripe = (_RIBBON_PITCH - 2) / len(colours)
    for number, colour in enumerate(colours):
        yield Outline(_rect(left + number * stripe, top, stripe, 4.5), f"ribbon-{colour}")


# ---- words


def shortened(words: str, look: str, available: float) -> str:
    """Return words that fit a width; longer ones end in an ellipsis."""
    fitting = words
    while fitting and _wide(fitting if fitting == words else f"{fitting}…", look) > available:
        fitting = fitting[:-1].rstrip()
    return fitting if fitting == words else f"{fitting}…"


def _wide(words: str, look: str) -> float:
    return text.width(words, style(look))


def _description(wall: Wall) -> str:
    men = ". ".join(", ".join(filter(None, (man.title, man.record, man.fate, *man.medals))) for man in wall.men)
    return f"{wall.lettering}, with {wall.marks} mission marks and {wall.kills} marks of fighters. {men}"


def award_rows(wall: Wall) -> list[tuple[str, ...]]:
    """Return a row for each man with medals: the man, his medals, and what he earned them for."""
    return [
        (man.title, "; ".join(title for title, _ in man.awards), " ".join(reason for _, reason in man.awards))
        for man in wall.men
        if man.awards
    ]


def printable(contents: Any) -> Any:
    """Return the contents of a book as its faces can print them.

    A mark stands for a character that they lack, and wide names are shortened.
    """
    if isinstance(contents, str):
        return " ".join(_shortened_word(word) for word in fonts.with_boxes(contents).split(" "))
    if isinstance(contents, list | tuple):
        return type(contents)([printable(item) for item in contents])
    if is_dataclass(contents) and not isinstance(contents, type):
        return replace(contents, **{item.name: printable(getattr(contents, item.name)) for item in fields(contents)})
    return contents


def _shortened_word(word: str) -> str:
    """Return a word of at most `_WIDEST`, which only a name can exceed; a longer one ends in an ellipsis."""
    letters = style("number").sized(1)
    wide = accumulate(text.width(letter, letters) for letter in word)
    fitting = sum(width <= _WIDEST for width in wide)
    return word if fitting == len(word) else f"{word[:fitting]}…"


# ---- portraits and nose art


T = TypeVar("T")

_RELATIVE = ("skin", "shade", "deep", "hair", "hair-light")
"""The classes of shapes whose colours depend on the man."""

_OFFICER, _ENLISTED = "-officer", "-enlisted"
"""The endings of the ids of parts that only officers, or only enlisted men, wear."""

_RANKS = ("sgt", "cpl", "pvt", "pfc")
"""What the ranks of enlisted men contain."""

_SKINS = (0, 0, 0, 1, 1, 1, 2, 3)
_HAIRS = {0: (0, 1, 2, 3), 1: (0, 0, 1, 2), 2: (0, 0, 0, 1), 3: (0,)}
"""The tones of hair by the tone of skin."""

_SELDOM = {"moustache": 4, "scarf": 5}
"""Parts that only one man in four or five has."""

_HATLESS = "hat-none"


@cache
def _file(name: str) -> ArtFile:
    path = paths.portraits() / f"{name}.svg"
    return reader.read(name, path.read_text(encoding="utf-8"), (*TONES, *_RELATIVE))


def face_of(name: str, station: str) -> int:
    """Return the number that decides what a man looks like."""
    return crc32(f"{name}/{station}".encode())


def portrait(face: int, rank: str, left: float, top: float, width: float) -> Iterator[Outline]:
    """Yield the shapes of a portrait, whose height is 1.2 times its width.

    Args:
        face: the number of the man, from `face_of`.
        rank: his rank, which decides on his cap and coat.
        left: the left edge of the portrait.
        top: the upper edge.
        width: the width.
    """
    skin = _SKINS[face % len(_SKINS)]
    hair = _pick(face, "tone", _HAIRS[skin])
    tones = {"skin": f"skin-{skin}", "shade": f"skin-{skin}-shade", "deep": f"skin-{skin}-deep"}
    tones |= {"hair": f"hair-{hair}", "hair-light": f"hair-{hair}-light"}
    drawing = _file("portrait")
    for part in chosen_parts(face, rank):
        yield from _placed(drawing, part, tones, left, top, width / drawing.width)


def chosen_parts(face: int, rank: str) -> list[str]:
    """Return the ids of the parts of a portrait, from back to front."""
    not_worn = _OFFICER if any(word in rank.lower() for word in _RANKS) else _ENLISTED
    choices: dict[str, list[str]] = {}
    for name in _file("portrait").ids:
        if not name.endswith(not_worn):
            choices.setdefault(name.partition("-")[0], []).append(name)
    has_hat = _pick(face, "hat", choices["hat"]) != _HATLESS
    chosen = []
    for part, names in choices.items():
        is_seldom = part in _SELDOM and _pick(face, f"{part}?", range(_SELDOM[part]))
        if not is_seldom and part != ("hair" if has_hat else "sides"):
            chosen.append(_pick(face, part, names))
    return chosen


def _pick(face: int, part: str, choices: Sequence[T]) -> T:
    """Return the choice for a part; it depends on the man alone."""
    return choices[crc32(f"{face} {part}".encode()) % len(choices)]


def motifs() -> list[str]:
    """Return the names of the motifs of nose art."""
    return list(_file("nose-art").ids)


def motifs_of_words() -> dict[str, str]:
    """Return the motif for each word in a bomber's name, as listed in `nose-art.yaml`.

    Raises:
        DataError: a line of the file is not a list of words, or its motif is not drawn.
    """

    def unknown(listed: dict[str, list[str]]) -> Iterator[Fault]:
        for motif in listed.keys() - motifs():
            yield (motif,), f"{motif}: unknown motif"

    listed = checked_model(read_yaml(paths.portraits() / "nose-art.yaml"), dict[str, list[str]], unknown)
    return {word: motif for motif, words in listed.items() for word in words}


def motif_for(bomber: str) -> str:
    """Return the motif for a bomber's name: that of the first word that it contains, or else one by its checksum."""
    name, names = bomber.lower(), motifs()
    words = {**motifs_of_words(), **{motif: motif for motif in names}}
    named = next((motif for word, motif in words.items() if word in name), "")
    return named or names[crc32(bomber.encode()) % len(names)]


def nose_art(motif: str, left: float, top: float, width: float) -> Iterator[Outline]:
    """Yield the shapes of a motif in a square."""
    drawing = _file("nose-art")
    yield from _placed(drawing, motif, {}, left, top, width / drawing.width)


def mark(name: str, left: float, top: float) -> Iterator[Outline]:
    """Yield the shapes of a mark on the nose: a `mission`, or a `kill`."""
    yield from _placed(_file("marks"), name, {}, left, top, 1)


def _placed(
    drawing: ArtFile, group: str, tones: Mapping[str, str], left: float, top: float, scale: float
) -> Iterator[Outline]:
    def at(point: Point) -> Point:
        return left + point[0] * scale, top + point[1] * scale

    for shape in drawing.ids[group]:
        segments = tuple((command, tuple(map(at, points))) for command, points in shape.segments)
        yield Outline(segments, tones.get(shape.look, shape.look))
