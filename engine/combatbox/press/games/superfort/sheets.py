"""The Mission Log, the Campaign Log and the boards of B-29 Superfortress: names for layouts, and field values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import chain
from typing import Annotated, Any

from combatbox.bomber.enums import Compartment, MountedGun
from combatbox.core.annotations import AllKeys, Min, frozen
from combatbox.core.events import Event, Header
from combatbox.core.phrases import signed, span
from combatbox.core.table_views import capital
from combatbox.games.superfort.constants import Constants
from combatbox.press.blocks import Value
from combatbox.press.bomber_sheets import (
    BomberData,
    added,
    bombing,
    boxes_left,
    broken_part,
    crew,
    fate,
    fighter_types,
    ident,
    jumped,
    man_fields,
    net_modifiers,
    numbered_items,
    pieces,
    terms,
    ticks,
)
from combatbox.press.bomber_tour import read_tour
from combatbox.press.forms import Sum
from combatbox.press.games.superfort.boards import constants, draw_functions, figures, zones_of
from combatbox.press.provider import FieldValues, Provider, SheetContext, first_parameter, up_to
from combatbox.press.tour import (
    bomber_names,
    career_logs,
    career_totals,
    mean_of_bombs,
    mission_totals,
    tour_lines,
)
from combatbox.press.tour_data import Tour

LEGS = ("out", "back")
_LEG_WORDS = {"out": "out", "back": "home"}

# ---- blank sheets


def names(context: SheetContext) -> dict[str, Any]:
    """Return the values to which layouts may refer, by name; they come from tables and constants."""
    const = constants(context)
    return {
        **bomber_names(context),
        "bookmark": "Mission Log",
        "internal": const.internal_boxes,
        "men": [{"id": man["id"], "words": man["short"], "name": man["title"]} for man in crew(context)],
        "gunners": [man for man in crew(context) if const.crew[man["id"].replace("-", "_")].gunner],
        "guns": [{"id": ident(gun), "title": words} for gun, words in context.data["guns"].items()],
        "sums": _sums(context),
        "cabins": list(_cabins(context)),
        "counted": [
            {"id": ident(part["part"]), "words": part["words"], "boxes": up_to(part["boxes"])}
            for part in context.data["counted"]
        ],
        "fuel": {"internal": up_to(const.internal_boxes), "bay": up_to(const.bay_boxes)},
        "formation": list(_rows(context, "T2-4")),
        "squadrons": list(_rows(context, "T2-5")),
        "briefed": list(_rows(context, "T2-6")),
        "tracks": list(_tracks()),
        "zones": numbered_items(zones_of(const), "zone"),
        "oxygen": numbered_items(up_to(const.oxygen_hits), "oxygen hit"),
        "cities": _cities(context),
        "pieces": _pieces(context),
    }


def _sums(context: SheetContext) -> dict[str, Sum]:
    """Return the sums of the Mission Log: fighter modifiers of zones, boxes of fuel, modifiers of the landing."""
    const, boxes = constants(context), {}
    for row in _rows(context, "T2-5"):
        boxes[f"squadron-{row['id']}"] = {"add": _squadron_add(context, row["id"]), "only": "time-day"}
    zones = [zone for zone in zones_of(const) if zone != const.iwo_zone]  # where it depends on the mission
    fuel = {tank: boxes_left(f"{tank}-{n}" for n in up_to(number)) for tank, number in _tanks(const).items()}
    totals = {**mission_totals(const.missions), **career_totals()}
    return {"net": net_modifiers(context, "T2-9", zones, boxes), "landing": terms(), **fuel, **totals}


def _tanks(const: Constants) -> dict[str, int]:
    """Return the number of boxes of fuel that each tank holds."""
    return {"fuel": const.internal_boxes, "fwd": const.bay_boxes, "aft": const.bay_boxes}


def _squadron_add(context: SheetContext, squadron: str) -> int:
    """Return the number that a squadron in formation adds to the roll for fighters."""
    return context.table("T5-1").fixed_modifiers.get(f"{squadron}_in_formation", 0)


def _cabins(context: SheetContext) -> Iterator[dict[str, str]]:
    """Yield the pressurized compartments."""
    for name, facts in constants(context).compartments.items():
        if facts.pressurized:
            yield {"id": ident(name), "words": context.data["on_boards"].get(name, capital(context.say(name)))}


def _rows(context: SheetContext, table: str) -> Iterator[dict[str, str]]:
    """Yield a box to tick for each row of a table."""
    for row in context.table(table).rows:
        place = str(first_parameter(row))
        yield {"id": place, "words": capital(context.say(place))}


def _tracks() -> Iterator[dict[str, str]]:
    yield {"id": "modifier", "words": "Fighter modifier", "name": "Modifier of the roll for resistance", "sum": "net"}
    for leg in LEGS:
        for what in ("weather", "course"):
            words = f"{capital(what)} {_LEG_WORDS[leg]}"
            yield {"id": f"{what}-{leg}", "words": words, "name": words, "sum": ""}


def _cities(context: SheetContext) -> dict[str, list[dict[str, Any]]]:
    """Return the large cities with their boxes, and in two columns the other cities, which have one box each."""
    boxes, say = constants(context).boxes_of, context.say
    others = {str(first_parameter(row)) for table in ("T2-3-I", "T2-3-II") for row in context.table(table).rows}
    plain = [{"id": _city(city), "words": say(city)} for city in sorted(others) if city not in boxes]
    half = (len(plain) + 1) // 2
    great = [{"id": _city(city), "words": say(city), "boxes": up_to(number)} for city, number in boxes.items()]
    return {"great": great, "first": plain[:half], "second": plain[half:]}


def _city(name: str) -> str:
    return ident(name).lower()


_SIGNS = {
    "sight": ("bombsight", "sight", "computer"),
    "bomb": ("bomb", "release", "doors"),
    "radio": ("radio", "radar", "intercom"),
    "surface": ("flap", "aileron"),
    "tail": ("elevator", "rudder", "tailplane"),
    "wheel": ("gear", "skid"),
    "cable": ("cable",),
    "wing": ("root", "wing"),
    "oxygen": ("oxygen", "cylinder"),
    "hit": ("burst",),
}


def _pieces(context: SheetContext) -> dict[str, Any]:
    """Return the values to which the layouts of counters may refer, by name."""
    const, say = constants(context), context.say
    return {
        **pieces(const),
        "bays": [{"title": "Fwd bay"}, {"title": "Aft bay"}],
        "cabins": [{"title": cabin["words"]} for cabin in _cabins(context)],
        "guns": [{"title": words} for words in context.data["guns"].values()],
        "escorts": [{"title": say(key)} for key in const.escorts],
        "fighters": list(fighter_types(context, "T5-10", lambda fighter: _hit(context), _groups(const))),
        "parts": list(_parts(context)),
    }


def _groups(const: Constants) -> dict[str, str]:
    """Return the armament group of each type of fighter."""
    return {fighter: facts.group for fighter, facts in const.fighters.items()}


def _hit(context: SheetContext) -> list[str]:
    """Return the content of T5-7 as lines of text, one for each roll needed; fighter types make no difference."""
    table = context.table("T5-7")
    needs = {
        span(
            [roll for roll, row in table.lookups[key].items() if any(effect.name == "hit" for effect in row.effects)]
        ): words
        for key, words in table.columns.items()
    }
    return ["**Your guns hit it on (T5-7)**", *(f"**{need}** {words}" for need, words in sorted(needs.items()))]


def _parts(context: SheetContext) -> Iterator[dict[str, str]]:
    """Yield a counter for each part of the plane that can break, with a suitable symbol."""
    for name, part in constants(context).all_parts.items():
        sign = next((sign for sign, words in _SIGNS.items() if any(word in name for word in words)), "tool")
        words = context.data["on_counters"].get(name, capital(part.called(context.say)))
        yield {"title": words, "sign": sign}


# ---- filled sheets


def fill(context: SheetContext, forms: Mapping[str, Any]) -> dict[str, list[FieldValues]]:
    """Return a log for each mission; for a tour, also its campaign log, career log and target damage."""
    tour = bool(forms["campaign"])
    rows = forms["composite"]["rows"]
    return {
        "career-log": career_logs(context, rows, forms["mission_logs"]) if tour else [],
        "mission-log": list(_logs(context, forms["mission_logs"])),
        "campaign-log": [FieldValues({}, dict(_campaign(context, rows, forms["ratings"])))] if tour else [],
        "target-damage": [FieldValues({}, dict(_burnt(context, forms["target_damage"])))] if tour else [],
    }


def _logs(context: SheetContext, logs: Sequence[Mapping[str, Any]]) -> Iterator[FieldValues]:
    """Yield a sheet for each mission; a mission that was flown again under its number has a second sheet (F4.7D.1)."""
    tries: Counter[int] = Counter()
    for log in logs:
        tries[log["mission"]] += 1
        again = f"-{tries[log['mission']]}" if tries[log["mission"]] > 1 else ""
        yield _log(context, log, f"mission-{log['mission']}{again}")


def _log(context: SheetContext, log: Mapping[str, Any], key: str) -> FieldValues:
    values = dict(
        chain(
            _briefing(context, log),
            _modifiers(context, log),
            _way(log),
            _fuel(context, log),
            _plane(context, log),
            _men(context, log),
        )
    )
    return FieldValues({"bookmark": f"Mission {log['mission']}"}, values, key)


def _briefing(context: SheetContext, log: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    say = context.say
    yield "bomber", str(log["bomber"])
    yield "mission", str(log["mission"])
    yield "target", ", ".join(say(part) for part in (log["city"], log["site"]) if part)
    yield "type", say(log["target_type"])
    yield "zone", str(log["target_zone"] or "")
    yield "altitude", str(log["band"])
    yield "escort", say(log["escort"]) if log["escort"] else "none"
    yield "visibility", say(log["visibility"])
    yield from bombing(-1 if log["per_cent"] == "" else log["per_cent"], log["aim_result"])
    yield "assembled", bool(log["assembled"])
    yield "out-of-formation", bool(log["out_of_formation"])
    for what, key in (("time", "time"), ("takeoff", "takeoff"), ("landing", "landing_time")):
        for time in ("day", "night"):
            yield f"{what}-{time}", log[key] == time
    for kind, table in (("formation", "T2-4"), ("squadron", "T2-5"), ("briefed", "T2-6")):
        yield from ticks(kind, _rows(context, table), log[kind])


def _modifiers(context: SheetContext, log: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield the modifier to the roll for fighters in each zone.

    It is the modifier in the gazetteer, plus by day the modifier of the squadron (F2.3F.1).
    """
    route = context.table("T2-9").keys
    squadron = _squadron_add(context, log["squadron"]) if log["time"] == "day" else 0
    for zone in zones_of(constants(context)):
        row = route.get(f"{log['city']}@{zone}")
        friendly = zone == constants(context).iwo_zone and not log["early"]
        if row and not friendly:
            number = int(first_parameter(row)) + squadron
            yield f"modifier-{zone}", signed(number) if number else "0"


def _way(log: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield the fields for the weather and course in each zone, and for the zones with fighters."""
    fights = []
    for zone in log["zones"]:
        at = f"{zone['leg']}-{zone['zone']}"
        if zone["weather"]:
            yield f"weather-{at}", zone["weather"][:1].upper()
        if zone["course"]:
            yield f"course-{at}", "+" if zone["course"] == "on" else "–"
        if zone.get("resistance", "none") != "none":
            fights.append(f"Zone {zone['zone']} {_LEG_WORDS[zone['leg']]}: {zone['resistance']}")
    yield "fights", "; ".join(fights)


def _fuel(context: SheetContext, log: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield the boxes of fuel to cross off: those used, from the first box on, and all boxes of a bay without tanks."""
    const = constants(context)
    left = {"fuel": log["internal"], "fwd": log["fwd_boxes"], "aft": log["aft_boxes"]}
    for tank, boxes in _tanks(const).items():
        yield f"{tank}-left", str(int(left[tank] or 0))
        for box in up_to(boxes):
            yield f"{tank}-{box}", box <= boxes - int(left[tank] or 0)


def _plane(context: SheetContext, log: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    for gun in context.data["guns"]:
        yield f"armed-{ident(gun)}", bool(log["guns"][gun])
    for man, facts in constants(context).crew.items():
        if facts.gunner:
            yield f"aboard-{ident(man)}", log["crew"][man]["fate"] != "stood_down"
    for number, out in enumerate(log["engines"], 1):
        yield f"engine-{number}", bool(out)
    for part in context.data["counted"]:
        for hit in up_to(part["boxes"]):
            yield f"{ident(part['part'])}-{hit}", hit <= int(log["parts"].get(part["part"], 0))
    for cabin in _cabins(context):
        yield f"leak-{cabin['id']}", cabin["id"].replace("-", "_") in log["leaks"]
    yield "pressure-lost", bool(log["pressure_lost"])
    yield "damage", "; ".join(capital(words) for words in _broken(context, log["parts"]))
    modifiers, say = context.book.modifiers(), context.say
    counted = [(name, add) for name, add in log["landing"] if add]
    reasons = added(counted, (f"{signed(add)} {modifiers[name].short_words(say)}" for name, add in counted))
    end = [say(word) for word in (log["landed"], log["plane"]) if word]
    lost = log["end"]
    if lost["lost_to"] not in ("", "landing"):
        end.append(f"lost to {say(lost['lost_to'])} in zone {lost['zone']} {_LEG_WORDS[lost['leg']]}")
    yield "landing", ", ".join(part for part in (reasons, *end) if part)
    yield "result", context.say(f"victory_{log['result']}") if log["result"] else ""
    yield "credited", bool(log["counts"])


def _broken(context: SheetContext, damage: Mapping[str, Any]) -> Iterator[str]:
    parts, counted = constants(context).all_parts, {part["part"] for part in context.data["counted"]}
    for name, value in damage.items():
        if name in parts and name not in counted:
            yield broken_part(context, name, value)


def _men(context: SheetContext, log: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    say, fates = context.say, constants(context).fates
    for role, man in log["crew"].items():
        for hit in up_to(constants(context).oxygen_hits):
            yield f"oxygen-{ident(role)}-{hit}", hit <= man["oxygen"]
        code = fates.get(man["fate"], "")
        notes = (
            f"{man['kills']} destroyed" if man["kills"] else "",
            "serious wound" if man["serious"] else f"{say(str(man['light']))} light" if man["light"] else "",
            "frostbite" if man["frostbitten"] else "",
            "jumped" if log["landed"] == "abandoned" and jumped(man) else "",
            fate(context, man) if code else "",
        )
        yield from man_fields(role, man, notes, out=bool(code))


# ---- the tour


def _campaign(
    context: SheetContext, rows: Sequence[Mapping[str, Any]], ratings: Mapping[str, str]
) -> Iterator[tuple[str, Value]]:
    """Yield a line for each mission with its credit, and the ratings of a finished tour."""
    yield from tour_lines(context, rows)
    yield from ratings.items()
    yield "total-mean", mean_of_bombs(rows)
    credited = {row["mission"]: bool(row["flown"] and row["counts"]) for row in rows}
    yield from ((f"credited-{mission}", counts) for mission, counts in credited.items())
    yield "total-credited", str(sum(credited.values()) or "")


def _burnt(context: SheetContext, burned: Mapping[str, int]) -> Iterator[tuple[str, Value]]:
    boxes = constants(context).boxes_of
    for city, gone in burned.items():
        if city in boxes:
            for box in up_to(boxes[city]):
                yield f"{_city(city)}-{box}", box <= gone
        else:
            yield _city(city), gone > 0


_FIELDS = {"iwo": "Iwo_Jima", "okinawa": "Okinawa"}
"""The names on the map of the places besides its base where a B-29 may land."""


def tour(context: SheetContext, events: Sequence[Event], header: Header) -> Tour:
    """Read the contents of a tour book from a log."""
    return read_tour(context, events, header, lambda landed: _FIELDS.get(landed, ""))


@frozen
class Gauge:
    """A short track on the Game Map."""

    title: str
    places: list[str]
    shaded: list[str] = field(default_factory=list)


@frozen
class Counted:
    """A part of the bomber whose hits are counted: its name in `game.yaml`, its wording, and its number of boxes."""

    part: str
    words: str
    boxes: Annotated[int, Min(1)]


@frozen
class Data(BomberData):
    """The section `data` in the `shop.yaml` of B-29 Superfortress.

    Attributes:
        marked_zones: the labels of some zones of the track, by zone; other zones have no label.
        on_boards: shorter names for use on boards, where space is limited.
        on_counters: shorter names for use on counters.
    """

    on_boards: dict[str, str]
    men_across: Annotated[int, Min(1)]
    guns_at: dict[Compartment, list[MountedGun]]
    guns: Annotated[dict[MountedGun, str], AllKeys()]
    marked_zones: dict[Any, str]
    gauges: list[list[Gauge]]
    counted: list[Counted]
    on_counters: dict[str, str]


PROVIDER = Provider(names, fill, draw_functions, figures, Data, tour)
