"""The printed products of B-17!: models, target, measuring tools at true scale, scenarios, quick reference, battle log.

Every length comes from the tables and constants of the game, through its `measures`; the layouts contain no lengths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from combatbox.core.annotations import Min, frozen
from combatbox.core.effects import Effect
from combatbox.core.phrases import numbered
from combatbox.core.table_views import capital
from combatbox.core.tables import Table
from combatbox.games.skirmish import effects
from combatbox.games.skirmish.deploy import escorts_throw, usual_places
from combatbox.games.skirmish.effects import inches, inches_to_quarter
from combatbox.games.skirmish.guns import Covers
from combatbox.games.skirmish.parameters import (
    Forces,
    Measures,
    Values,
    allotted,
    forces,
    forces_with,
    measures,
    numbers_of,
)
from combatbox.games.skirmish.record import BOMB, COMBAT, FLAK
from combatbox.games.skirmish.state import BOMBERS
from combatbox.press import models, rulers, tables
from combatbox.press.blocks import DrawFunction, Value
from combatbox.press.games.skirmish.table import constants, large_tables, table_top
from combatbox.press.models import Model, Piece, Stand
from combatbox.press.provider import FieldValues, Provider, SheetContext, up_to
from combatbox.press.rulers import UNITS, Notch, Stick, to_points
from combatbox.press.style import MM, Box
from combatbox.press.surface import Surface
from combatbox.press.tabletop import Gun, Tile, draw_edge_cards, draw_guns, draw_part_of, draw_table

SHOTS = (COMBAT, FLAK, BOMB)
"""The tables on which both sides roll a die; the log has a line for each such roll."""

_ROW, _BETWEEN = 15 * MM, 3 * MM  # a row of sticks, and the waste below it


# ---- blank sheets


def names(context: SheetContext) -> dict[str, Any]:
    """Return the values to which layouts may refer, by name; they come from tables and constants."""
    m = measures(context.rules)
    return {
        "game": context.book.title.upper(),
        "models": _sheets(context, m, "small"),
        "large_models": _sheets(context, m, "large"),
        "halves": _halves(context, m),
        "tiles": _tiles(context, m),
        "large": _large_numbers(context, m),
        "large_tables": large_tables(context),
        "sets": [{"id": number} for number in up_to(context.data["sticks"]["sets"])],
        "num": _numbers(m),
        "scenarios": [_scenario(context, number) for number in up_to(constants(context).missions)],
        "waves": _waves(context),
        "places": _places(context, m),
        "moving": _moving(context, m),
        "fire": _odds(context),
        "ruled": _ruled_words(context),
        "german_path": context.entry("german_path", context.rules.ruled["german_policy"]),
        "entry": _entry(context),
        **_pieces(context, m),
        **_log(context, m),
    }


def draw_functions(context: SheetContext) -> dict[str, DrawFunction]:
    """Return the functions that layouts may call for drawings."""
    m = measures(context.rules)
    b17 = context.data["models"]["bomber"]["art"]
    return {
        "calibration": lambda surface, box, scope: rulers.draw_calibration(surface, box, m.reach),
        "models": lambda surface, box, scope: models.draw_sheet(surface, box, scope["sheet"]["pieces"]),
        "target": lambda surface, box, scope: _draw_target(surface, box, context, m, scope["half"]),
        "large-target": lambda surface, box, scope: _draw_target(surface, box, context, m, scope["tile"]),
        "sticks": lambda surface, box, scope: _draw_sticks(surface, box, _sticks(context, m)),
        "large-sticks": lambda surface, box, scope: _draw_sticks(surface, box, _large_sticks(context, m)),
        "reach": lambda surface, box, scope: rulers.draw_reach(surface, box, m.reach, m.arc, m.direct),
        "turning": lambda surface, box, scope: rulers.draw_turning(
            surface, box, context.data["turning"], m.moves["bomber"].turn
        ),
        "section": lambda surface, box, scope: rulers.draw_stick(surface, box, _section_stick(m)),
        "table": lambda surface, box, scope: draw_table(surface, box, table_top(context, m)),
        "large-table": lambda surface, box, scope: draw_table(surface, box, scope["table"]["top"]),
        "edge-cards": lambda surface, box, scope: draw_edge_cards(surface, box, scope["table"]["cards"]),
        "guns": lambda surface, box, scope: draw_guns(surface, box, _guns(context), m.reach, b17, 2 * m.span),
    }


def _numbers(m: Measures) -> dict[str, str]:
    """Return the lengths that occur in the text of layouts, in inches."""
    near, far, flank = m.deploy
    left, right, low, high = m.target
    return {
        "width": inches(m.width),
        "length": inches(m.length),
        "across": inches(right - left),
        "deep": inches(high - low),
        "near": inches(near),
        "far": inches(far),
        "flank": inches(flank),
        "gap": inches(m.gap),
        "reach": inches(m.reach),
        "flak": inches(m.aa),
        "arc": str(m.arc),
        "direct": str(m.direct),
        "abreast": inches(2 * m.abreast),
        "span": inches(2 * m.span),
        "turn": str(m.moves["bomber"].turn),
        "loss": str(m.moves["bomber"].loss),
    }


# ---- models


def _sheets(context: SheetContext, m: Measures, name: str) -> list[dict[str, Any]]:
    """Return the sheets with models of one size, packed for the smallest paper."""
    chosen, drawn = context.data["sizes"][name], context.data["models"]
    wide, high = (side * MM for side in context.data["room"])
    metre = (
        to_points(2 * m.span)
        * chosen["times"]
        / models.airframe(drawn["bomber"]["art"]).span
        * drawn["bomber"]["units"]
    )
    packed = models.pack(_fleet(context, chosen, metre), wide, high)
    return [{"number": number, "of": len(packed), "pieces": sheet} for number, sheet in enumerate(packed, start=1)]


def _fleet(context: SheetContext, chosen: Mapping[str, Any], metre: float) -> list[Piece]:
    """Return the aircraft and stands of a wave.

    `metre` is the length of a metre on paper, in points.
    """
    drawn, say = context.data["models"], context.say
    pieces: list[Piece] = []
    for key in BOMBERS:
        pieces.append(_model(drawn["bomber"], metre, context, turned=chosen["turned"]))
        pieces.append(_stand(say(key), chosen["bomber_stand"]))
    for key in _keys(context, "escort"):
        pieces.append(_model(drawn["escort"], metre, context))
        pieces.append(_stand(say(key), chosen["fighter_stand"]))
    for key in _keys(context, "german"):
        pieces += [_model(kind, metre, context) for kind in drawn["german"]]
        pieces.append(_stand(say(key), chosen["fighter_stand"]))
    return pieces


def _most(context: SheetContext, what: str) -> int:
    """Return the maximum number of aircraft of a kind on the table at one time."""
    single = [one for one in _all_forces(context) if one.waves == 1]
    wave = max(allotted(context.rules, what))
    return int(max(wave, *(getattr(one, what) for one in single)))


def _all_forces(context: SheetContext) -> list[Forces]:
    return [forces(context.rules, number) for number in up_to(constants(context).missions)]


def _model(kind: Mapping[str, Any], metre: float, context: SheetContext, *, turned: bool = False) -> Model:
    """Return the model of an aircraft, with marks at a bomber's guns or at a fighter's centre, from which it fires."""
    scale, hull = metre / kind["units"], kind.get("hull", "")
    if not hull:
        return Model(kind["title"], kind["art"], hull, scale, (("its middle", 0.0, 0.0),), turned)
    larger = scale / (to_points(2 * measures(context.rules).span) / models.airframe(kind["art"]).span)
    dots = tuple((gun.name, to_points(gun.forward) * larger, to_points(gun.right) * larger) for gun in _guns(context))
    return Model(kind["title"], kind["art"], hull, scale, dots, turned)


def _stand(title: str, size: Sequence[float]) -> Stand:
    return Stand(title, size[0] * MM, size[1] * MM)


def _guns(context: SheetContext) -> list[Gun]:
    """Return all guns of a bomber, including the optional turret."""
    return [_gun(context, row.key) for row in context.table("S-TAB-GUN").rows]


def _gun(context: SheetContext, key: str) -> Gun:
    covers = Covers(*numbers_of(context.rules, "S-TAB-GUN", key, effects.covers))
    return Gun(context.say(key), covers.forward, covers.right, covers.facing, covers.half)


# ---- target


def _halves(context: SheetContext, m: Measures) -> list[dict[str, Any]]:
    """Return the parts of the target, from left to right; it is divided so that each part fits on a sheet."""
    count = -(-round(to_points(m.target[1] - m.target[0])) // round(context.data["room"][0] * MM))
    names = context.data["parts"]
    if count > len(names):
        raise context.fault("parts", f"parts: the target has {count} parts, but there are {len(names)} names")
    return [
        {"number": n, "of": count, "name": names[n], "title": f"The {names[n]} half", "tile": Tile(n, count)}
        for n in range(count)
    ]


def _tiles(context: SheetContext, m: Measures) -> list[dict[str, Any]]:
    """Return the sheets of the target for large models, from the top left; each has the size of a part of the target."""
    times = context.data["sizes"]["large"]["times"]
    columns = len(_halves(context, m)) * times
    tiles = [Tile(column, columns, row, times) for row in range(times) for column in range(columns)]
    return [
        {"number": number, "of": len(tiles), "title": f"Sheet {number} of {len(tiles)}", "tile": tile}
        for number, tile in enumerate(tiles, start=1)
    ]


def _draw_target(surface: Surface, box: Box, context: SheetContext, m: Measures, part: Mapping[str, Any]) -> None:
    """Draw a part of the target; a tile of several rows is of the target for large models."""
    left, right, near, far = m.target
    tile: Tile = part["tile"]
    whole = (to_points(right - left) * tile.rows, to_points(far - near) * tile.rows)
    wide, high = whole[0] / tile.columns, whole[1] / tile.rows
    rulers.must_fit("target", wide, high, box)
    alt = f"{part['title']} of the target, {wide / 72:g} by {high / 72:g} inches"
    draw_part_of(surface, box, context.data["target"], whole, tile, alt)


# ---- sticks


def _sticks(context: SheetContext, m: Measures) -> list[Stick]:
    """Return a set of measuring sticks: for fighters (in pieces), for bombers, and for the ranges of guns and flak."""
    return [*_move_sticks(context, m), *_ranges(m)]


def _large_sticks(context: SheetContext, m: Measures) -> list[Stick]:
    """Return the measuring sticks for large models, on which an inch of the game is several inches."""
    longest, times = context.data["sticks"]["longest"], context.data["sizes"]["large"]["times"]
    plain = (*_ranges(m), _section_stick(m))
    cut = [replace(stick, pieces=-(-stick.length * times // longest), times=times) for stick in plain]
    return [*_move_sticks(context, m, times), *cut]


def _ranges(m: Measures) -> list[Stick]:
    """Return the sticks for the ranges of guns and of flak."""
    return [
        Stick(f"{title} {inches(length)} inches", length)
        for title, length in (("Guns reach", m.reach), ("Flak reaches", m.aa))
    ]


def _draw_sticks(surface: Surface, box: Box, sticks: Sequence[Stick]) -> None:
    """Draw the pieces of sticks in rows, each in the middle of a box; a row has as many pieces as fit."""
    rows: list[list[tuple[Stick, int]]] = []
    for stick in sticks:
        for piece in range(stick.pieces):
            if rows and sum(one.wide(at) + _BETWEEN for one, at in rows[-1]) + stick.wide(piece) <= box.width:
                rows[-1].append((stick, piece))
            else:
                rows.append([(stick, piece)])
    rulers.must_fit("sticks", box.width, len(rows) * (_ROW + _BETWEEN) - _BETWEEN, box)
    for row in rows:
        widths = [stick.wide(piece) for stick, piece in row]
        places = box.top(_ROW).aligned(sum(widths) + _BETWEEN * (len(row) - 1)).columns(widths, _BETWEEN)
        for (stick, piece), place in zip(row, places, strict=True):
            rulers.draw_stick(surface, place, stick, piece)
        box = box.below(_ROW + _BETWEEN)


def _large_numbers(context: SheetContext, m: Measures) -> dict[str, str]:
    """Return the lengths of the table and the target for large models, in feet and inches."""
    times = context.data["sizes"]["large"]["times"]
    left, right, low, high = m.target
    return {
        "times": context.say(str(times)),
        "width": _feet(m.width * times),
        "length": _feet(m.length * times),
        "across": inches((right - left) * times),
        "deep": inches((high - low) * times),
    }


def _feet(length: int) -> str:
    return f"{length / UNITS / 12:g}"


def _section_stick(m: Measures) -> Stick:
    return Stick("Section", 2 * m.abreast, (Notch(m.abreast, "entry\npoint"),))


def _move_sticks(context: SheetContext, m: Measures, times: int = 1) -> list[Stick]:
    """Return the sticks for the moves of fighters and of bombers."""
    longest = context.data["sticks"]["longest"]
    return [replace(_move_stick(context, m, kind, longest // times), times=times) for kind in ("fighter", "bomber")]


def _move_stick(context: SheetContext, m: Measures, kind: str, longest: int) -> Stick:
    """Return the stick for a kind of aircraft.

    It is marked at the length of the full move, of the moves with damage and of the first move, and at the length from
    which turns are allowed.
    """
    moves = m.moves[kind]
    marks = {moves.straight: "may turn\nfrom here", moves.inches: "whole\nmove"}
    for damage in up_to(m.toughness[kind]):
        marks[moves.inches - damage * moves.loss] = f"{damage} damage\npoint{'s' if damage > 1 else ''}"
    if kind == "fighter":
        for effect in _altitudes(context):
            if effect["inches"]:
                marks[moves.inches + effect["inches"]] = f"first move,\n{effect['height']}"
    length = max(marks) * UNITS
    notches = tuple(Notch(at * UNITS, words) for at, words in sorted(marks.items()))
    return Stick(f"{context.say(kind)} moves", length, notches, -(-length // longest))


def _altitudes(context: SheetContext) -> list[Effect]:
    printed = (effect for row in context.table("S-TAB-ALTITUDE").rows for effect in row.effects)
    return [effect for effect in printed if effect.is_a(effects.altitude_is)]


# ---- scenarios


def _scenario(context: SheetContext, number: int) -> dict[str, str]:
    """Return the texts about a scenario: its forces, its victory condition and the effect of the top turret."""
    plain, turret = (forces_with(context.rules, number, option) for option in ("plain", "turret"))
    more = [f"{turret.hits} hits"]
    if turret.germans != plain.germans:
        more.insert(0, f"{turret.germans} German fighters")
    row = context.table("S-TAB-SCENARIO").rows[number - 1]
    waves = f" in {context.say(str(plain.waves))} waves" if plain.waves > 1 else ""
    return {
        "title": f"{row.area} scenario",
        "bombers": f"{plain.bombers} bombers{waves}, {plain.escorts or 'no'} escorts",
        "germans": f"{plain.germans} German fighters",
        "hits": f"{plain.hits} bomb hits",
        "turret": " and ".join(more),
    }


def _waves(context: SheetContext) -> str:
    """Return a sentence about the forces of each wave."""
    (usual, *_, alone), (few, *_, many) = allotted(context.rules, "escorts"), allotted(context.rules, "germans")
    (more, *_, less) = allotted(context.rules, "germans_turret")
    return (
        f"A die for each wave: the lowest flies with {alone or 'no'} escorts, the others with {usual} each. Another die for each: "
        f"the highest meets {many} Germans, the others {few} each; with top turrets the lowest meets {less}, the others {more} each."
    )


def _on_ruler(spot: tuple[int, int]) -> str:
    """Return a position in inches across and along, to the nearest quarter of an inch."""
    return ", ".join(map(inches_to_quarter, spot))


def _places(context: SheetContext, m: Measures) -> tables.Table:
    """Return a table of the usual positions of the Americans, in inches across and along."""
    rows = []
    for number, places in enumerate(usual_places(m, constants(context), "bombers"), start=1):
        spots = zip(BOMBERS, places, strict=True)
        rows.append([f"Diamond {number}", "; ".join(f"{capital(key)} {_on_ruler(spot)}" for key, spot in spots)])
    for number, places in enumerate(usual_places(m, constants(context), "escorts"), start=1):
        rows.append([f"Escorts {number}", "; ".join(map(_on_ruler, places))])
    columns = tables.columns("Usual places", "Inches to the middle from the left edge, from your edge")
    return tables.dense(columns, rows)


# ---- quick reference


def _ruled_words(context: SheetContext) -> dict[str, str]:
    """Return the texts of rules that depend on a ruling, for the rulings in force."""
    return {key: context.entry("ruled", key, str(context.rules.ruled.get(key))) for key in context.data["ruled"]}


def _moving(context: SheetContext, m: Measures) -> tables.Table:
    """Return a table of how both kinds of aircraft move, move with damage, and are lost."""
    rows = []
    for kind, moves in m.moves.items():
        values = Values(*numbers_of(context.rules, "S-TAB-VALUES", kind, effects.values))
        tough = m.toughness[kind]
        lengths = [str(max(0, moves.inches - moves.loss * damage)) for damage in range(tough + 1)]
        turn = "any" if moves.turn >= 180 else f"{moves.turn}°"
        rows.append(
            [
                context.say(kind),
                str(moves.straight),
                turn,
                ", ".join(lengths),
                str(tough + 1),
                str(values.offence),
                str(values.defence),
            ]
        )
    heads = (
        "Straight first",
        "One turn, up to",
        "Inches, by damage points",
        "Destroyed at",
        "Fires with",
        "Defends with",
    )
    return _ruled("Aircraft", 1.2, heads, rows)


def _odds(context: SheetContext) -> tables.Table:
    """Return a table of every kind of opposed roll: the modifiers of both sides, and the results of the 36 throws."""
    rows = []
    for name in SHOTS:
        table = context.table(name)
        for column, words in (table.columns or {"": ""}).items():
            first, second = table.adds[column]
            called = words or table.title
            rows.append([called, f"{first} : {second}", *map(str, _counts(table, column))])
    heads = ("Adds", "Nothing", "One", "Two")
    return _ruled("Who throws at whom", 3, heads, rows)


def _ruled(first: str, part: float, heads: Sequence[str], rows: Sequence[tables.Row]) -> tables.Table:
    """Return a table with a wider first column, and columns of numbers of equal width."""
    columns = [tables.Column(first, part, header=True), *(tables.Column(head, 1, "centre") for head in heads)]
    return tables.Table(columns, rows)


def _counts(table: Table, column: str) -> list[int]:
    """Return how many of the 36 throws of two dice give each row of an opposed table."""
    found = Counter(row.line for row in table.lookups[column].values())
    return [found[row.id] for row in table.rows]


def _entry(context: SheetContext) -> dict[str, str]:
    """Return the texts about the dice for arrival and altitude."""
    table = context.table("S-TAB-ARRIVAL")
    comes = sorted(roll for row in table.rows for roll in row.rolls if any(e.name == "arrives" for e in row.effects))
    heights = []
    for row, effect in zip(context.table("S-TAB-ALTITUDE").rows, _altitudes(context), strict=True):
        change = f" ({effect['inches']:+d} inches)".replace("-", "−") if effect["inches"] else ""
        heights.append(f"{row.rolls[0]}–{row.rolls[-1]} {effect['height']}{change}")
    return {"rolls": ", ".join(map(str, comes)), "heights": ", ".join(heights)}


# ---- markers


def _pieces(context: SheetContext, m: Measures) -> dict[str, Any]:
    """Return how many markers of each kind a wave can need."""
    fighters = _most(context, "germans") + _most(context, "escorts")
    hits = max(
        forces_with(context.rules, number, option).hits
        for number in up_to(constants(context).missions)
        for option in ("plain", "turret")
    )
    change = {effect["height"]: f"{effect['inches']:+d}".replace("-", "−") for effect in _altitudes(context)}
    return {
        "markers": {
            "smoke": len(BOMBERS) * m.toughness["bomber"] + fighters * m.toughness["fighter"],
            "sections": -(-_most(context, "germans") // 2),
            "bombers": len(BOMBERS),
            "fighters": fighters,
            "hits": hits,
            **change,
        }
    }


# ---- the battle log


def _log(context: SheetContext, m: Measures) -> dict[str, Any]:
    """Return the contents of a blank log: aircraft with their boxes, sections, and lines for shots."""
    escorts, germans, log = _keys(context, "escort"), _keys(context, "german"), context.data["log"]
    fighters = [_line(context, m, key, "fighter") for key in (*germans, *escorts)]
    sections = [*_section_lines(-(-len(germans) // 2), escorts=escorts_throw(context.rules))]
    most, room = log["fighters"], log["sections"]
    further = {"fighters": fighters[most:], "sections": sections[room:]} if len(fighters) > most else None
    return {
        "bookmark": "Battle log",
        "bombers": [_line(context, m, key, "bomber") for key in BOMBERS],
        "fighters": fighters[:most] if further else fighters,
        "sections": sections[:room] if further else sections,
        "further": [further] if further else [],
        "hits": up_to(_pieces(context, m)["markers"]["hits"]),
        "front": _blocks(1, log["front_columns"], log["front"]),
        "more": _more(log, 1),
        "sides": [
            {"id": "a", "words": "", "name": "die of the one that fires", "swatch": "ink"},
            {"id": "d", "words": "", "name": "die of the one fired at", "swatch": "paper"},
        ],
    }


def _section_lines(number: int, *, escorts: bool) -> Iterator[dict[str, Any]]:
    """Yield a line for each section, and one for the escorts if they roll for altitude too (S-A09)."""
    yield from ({"id": n, "name": str(n), "who": f"section {n}"} for n in up_to(number))
    if escorts:
        yield {"id": "escorts", "name": "Escorts", "who": "escorts"}


def _keys(context: SheetContext, kind: str) -> list[str]:
    """Return the keys of the fighters of a kind that can be on the table together, as in logs: `escort1`."""
    return [f"{kind}{number}" for number in up_to(_most(context, f"{kind}s"))]


def _line(context: SheetContext, m: Measures, key: str, kind: str) -> dict[str, Any]:
    """Return an aircraft with a box for each damage point; a box shows the speed from that point on."""
    moves, tough = m.moves[kind], m.toughness[kind]
    boxes = [
        {"id": n, "words": str(far), "name": f"damage point {n}, flies {far} inches from now on"}
        for n in up_to(tough)
        if (far := moves.inches - moves.loss * n) >= 0
    ]
    boxes.append({"id": tough + 1, "words": "lost", "name": "destroyed"})
    return {"id": key, "name": context.say(key), "boxes": boxes, "whole": moves.inches}


def _blocks(first: int, columns: int, lines: int) -> list[dict[str, Any]]:
    return [
        {"lines": [first + column * lines + line for line in range(lines)], "id": column} for column in range(columns)
    ]


def _more(log: Mapping[str, Any], pages: int) -> list[dict[str, Any]]:
    """Return pages that contain only lines for shots, which follow those on the front."""
    columns, lines = log["back_columns"], log["back"]
    firsts = (1 + log["front"] * log["front_columns"] + page * columns * lines for page in range(pages))
    return [{"number": page, "blocks": _blocks(first, columns, lines)} for page, first in enumerate(firsts, start=2)]


# ---- filled


def fill(context: SheetContext, forms: Mapping[str, Any]) -> dict[str, list[FieldValues]]:
    """Return a filled battle log for each wave."""
    return {"battle-log": [_wave(context, forms, number) for number in up_to(len(forms["waves"]))]}


def _wave(context: SheetContext, forms: Mapping[str, Any], number: int) -> FieldValues:
    turns = [turn for turn in forms["turns"] if turn["wave"] == number]
    lines = list(_turns(context, turns))
    log, blank = context.data["log"], _log(context, measures(context.rules))
    fighters, sections = (
        [*blank[part], *(line for page in blank["further"] for line in page[part])] for part in ("fighters", "sections")
    )
    first = log["front"] * log["front_columns"]
    pages = -(-max(0, len(lines) - first) // (log["back"] * log["back_columns"]))
    waves, title = forces(context.rules, forms["scenario"]).waves, context.rules.constants.title
    hits = _hits(turn for turn in forms["turns"] if turn["wave"] <= number)
    last = number == len(forms["waves"]) and forms["result"]
    values: dict[str, Value] = {
        "scenario": "own" if title else str(forms["scenario"]),
        **({"notes": title} if title else {}),
        "wave": f"{number} of {waves}",
        "options": "top turrets" if forms["turret"] else "none",
        "needed": str(forms["needed"]),
        "hits": str(hits),
        "result": capital(f"{forms['result']}s") if last else "",
        **dict(_planes(context, forms["waves"][number - 1], [*blank["bombers"], *fighters])),
        **dict(_sections(forms["sections"][number - 1], sections)),
        **{f"hit-{n}": n <= hits for n in blank["hits"]},
    }
    for n, line in enumerate(lines, start=1):
        values.update({column.format(n): words for column, words in line.items() if words})
    title = f"Battle log, wave {number}" if waves > 1 else "Battle log"
    return FieldValues({"bookmark": title, "more": _more(log, pages)}, values, f"wave-{number}")


def _hits(turns: Iterator[Mapping[str, Any]]) -> int:
    """Return the number of bombs on the target in these turns."""
    return sum(shot["gives"] for turn in turns for shot in turn["shots"] if shot["at"] == "target")


def _planes(
    context: SheetContext, wave: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, Value]]:
    """Yield the fields for the damage, the bombs and the fate of each aircraft in a wave."""
    boxes, escorts = {line["id"]: line["boxes"] for line in lines}, _keys(context, "escort")
    for key, plane in wave.items():
        damage = plane.get("damage", 0)
        for box in boxes[key]:
            yield f"damage-{key}-{box['id']}", damage >= box["id"]
        if key in escorts:
            yield f"type-{key}", context.data["models"]["escort"]["title"]
        if key in BOMBERS:
            yield f"bombed-{key}", bool(plane.get("bombed", False))
        if plane.get("out"):
            what = "lost" if plane["out"] == "destroyed" else "left"
            yield f"gone-{key}", f"{what}, turn {plane['turn']}"


def _sections(found: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Value]]:
    """Yield the fields of each section: its arrival dice, its clock position and its altitude."""
    for line in lines:
        section, number = found.get(line["who"]), line["id"]
        if section is None:
            continue
        if "thrown" in section:
            yield f"arrival-{number}", " ".join(map(str, section["thrown"]))
        if "turn" in section:
            first, second = section["hour_dice"]
            yield f"enters-{number}", str(section["turn"])
            yield f"hour-{number}", f"{first} + {second} = {first + second}"
        if "altitude" in section:
            yield f"altitude-{number}", f"{section['altitude']} ({section['altitude_die']})"


def _turns(context: SheetContext, turns: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, str]]:
    """Yield a line for each shot; the first line of a turn has its number, and turns without shots share a line."""
    quiet: list[int] = []
    for turn in turns:
        if not turn["shots"]:
            quiet.append(turn["turn"])
            continue
        yield from _quiet(quiet)
        quiet = []
        for number, shot in enumerate(turn["shots"]):
            yield {"turn-{}": str(turn["turn"]) if not number else "", **_shot(context, shot)}
    yield from _quiet(quiet)


def _quiet(turns: Sequence[int]) -> Iterator[dict[str, str]]:
    if turns:
        numbers = str(turns[0]) if len(turns) == 1 else f"{turns[0]}–{turns[-1]}"
        yield {"turn-{}": numbers, "fires-{}": "nobody fires"}


def _shot(context: SheetContext, shot: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields for attacker and target, both dice, and the result."""
    short = partial(numbered, context.data["short"])
    first, second = shot["dice"]
    return {
        "fires-{}": ", ".join(short(part) for part in (shot["fires"], shot["gun"]) if part),
        "at-{}": short(shot["at"]),
        "dice-{}-a": str(first),
        "dice-{}-d": str(second),
        "result-{}": "lost" if shot["down"] else str(shot["gives"] or "–"),
    }


Number = int | float
Some = Annotated[int, Min(1)]


@frozen
class Drawn:
    """The drawing of a model.

    Attributes:
        units: the number of units of the drawing per metre.
        hull: the part of the drawing from nose to tail.
    """

    title: str
    art: str
    units: Some
    hull: str = ""


@frozen
class Models:
    """The drawings of all models."""

    bomber: Drawn
    escort: Drawn
    german: Annotated[list[Drawn], Min(1)]


@frozen
class Size:
    """A size of models.

    Attributes:
        bomber_stand, fighter_stand: the side of the stand's faces and the stand's height, in millimetres.
        times: the enlargement relative to the scale of the game.
        turned: True if bombers are rotated to fit the paper.
    """

    times: Some
    turned: bool
    bomber_stand: Annotated[list[Number], Min(2)]
    fighter_stand: Annotated[list[Number], Min(2)]


@frozen
class Sizes:
    """The two sizes of models: the scale of the game, and a larger one."""

    small: Size
    large: Size


@frozen
class Sticks:
    """Measuring sticks.

    Attributes:
        longest: the maximum length of a piece, in inches.
        sets: the number of sets to print.
    """

    longest: Some
    sets: Some


@frozen
class Log:
    """The number of columns, and of lines in each column, on the front and on the back of the log.

    Attributes:
        fighters: the fighters on the front; if there are more, they have a page of their own.
        sections: the sections on the front in that case.
    """

    front: Some
    front_columns: Some
    back: Some
    back_columns: Some
    fighters: Some
    sections: Some


@frozen
class Data:
    """The section `data` in the `shop.yaml` of B-17!.

    Attributes:
        room: the space for models on the smallest sheet, in millimetres.
        large_tables: the sizes of tables for large models besides the one in force, by option of the ruling on this question.
        ruled: by ruling and option, the text that completes a rule in the quick reference.
        german_path: the lines that say where a German fighter goes, by the chosen option of the ruling on this
            question.
    """

    models: Models
    room: Annotated[list[Number], Min(2)]
    sizes: Sizes
    large_tables: list[str]
    target: str
    parts: Annotated[list[str], Min(1)]
    sticks: Sticks
    turning: Some
    log: Log
    short: dict[str, str]
    ruled: dict[str, dict[str, str]]
    german_path: dict[str, Annotated[list[str], Min(1)]]


PROVIDER = Provider(names, fill, draw_functions, data=Data)
