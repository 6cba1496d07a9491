"""The sheets of Queen of the Skies: names for layouts, field values, and the boards (map, Battle Board, crew board)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import chain
from typing import Annotated, Any

from combatbox.bomber.enums import FighterType
from combatbox.bomber.record import NO_WAVE, landings
from combatbox.core.annotations import AllKeys, Min, frozen
from combatbox.core.change_tracking import split_path
from combatbox.core.phrases import join_words, signed
from combatbox.core.table_views import capital, effect_words
from combatbox.core.tables import Table
from combatbox.games.queen.constants import Constants
from combatbox.press.blocks import DrawFunction, Value
from combatbox.press.boards import Fire, Position, board_functions
from combatbox.press.bomber_sheets import (
    BomberData,
    GunsBeside,
    added,
    bombing,
    broken_part,
    crew,
    fate,
    fighter_types,
    guns_by_roll,
    ident,
    jumped,
    man_fields,
    net_modifiers,
    numbered_items,
    pieces,
    terms,
    ticks,
    times,
)
from combatbox.press.bomber_tour import read_tour
from combatbox.press.forms import Sum
from combatbox.press.provider import FieldValues, Provider, SheetContext, first_parameter, up_to
from combatbox.press.tour import (
    bomber_names,
    career_logs,
    career_totals,
    mean_of_bombs,
    mission_totals,
    tour_lines,
)

LEGS = ("out", "back")

# ---- blank sheets


def names(context: SheetContext) -> dict[str, Any]:
    """Return the values to which layouts may refer, by name; they come from tables and constants."""
    const = constants(context)
    return {
        **bomber_names(context),
        "home": capital(context.say("england")),
        "bookmark": "Mission Chart",
        "plan": context.book.drawing.art.plan,
        "guns": _guns(context),
        "formation": _formation(context),
        "squadrons": _squadrons(context),
        "alone": f"Out of formation: {_extra(context, 'out_of_formation')}",
        "low": _low(context),
        "tracks": [
            {"id": "net", "words": "Net modifier", "name": "Net modifier of the roll for waves", "sum": "net"},
            *({"id": leg, "words": capital(leg), "name": f"Fighter waves on the way {leg}", "sum": ""} for leg in LEGS),
        ],
        "legs": [{"id": leg, "words": capital(leg)} for leg in LEGS],
        "zones": numbered_items(context.table("G-11").columns, "zone"),
        "cover": numbered_items(const.cover_zones, "zone"),
        "landings": [
            {"id": kind, "words": context.table(table).title, "table": table} for kind, table in landings(const).items()
        ],
        "adds": [{"id": _addident(add), "words": signed(add)} for add in context.data["landing_boxes"]],
        "men": [{"id": man["id"], "words": man["short"], "name": man["name"]} for man in crew(context)],
        "sums": _sums(context),
        "count": const.missions,
        "pieces": _pieces(context),
    }


def _guns(context: SheetContext) -> dict[str, list[dict[str, Any]]]:
    """Return the guns by their place beside the drawing of the bomber; each gun has a box for every burst."""
    guns, places = constants(context).guns, context.data["guns"]
    all_guns = [gun for column in places.values() for gun in column]
    for gun in (*guns, *all_guns):
        if all_guns.count(gun) != (gun in guns):
            column = next((name for name, listed in places.items() if gun in listed), "")
            without = f"the game has no such gun, so write {column}: {{remove: [{gun}]}}"
            remedy = f"list it under one of {join_words(list(places))}" if gun in guns else without
            raise context.fault("guns", f"{gun} must have one place beside the drawing; {remedy}")
    return {place: [_gun(context, gun) for gun in column] for place, column in places.items()}


def _gun(context: SheetContext, gun: str) -> dict[str, Any]:
    bursts = constants(context).guns[gun].bursts
    name = context.say(f"gun_{gun}")
    return {"id": ident(gun), "name": name, "title": f"{capital(name)}  {bursts}", "boxes": up_to(bursts)}


def _formation(context: SheetContext) -> list[dict[str, str]]:
    """Return the places in the formation, each with the extra fighter that attacks a bomber there."""
    places = []
    for row in context.table("G-4").rows:
        place = str(first_parameter(row))
        words, extra = effect_words(row, context.say), _extra(context, place)
        places.append({"id": place, "words": f"{words}: {extra}" if extra else words})
    return places


def _extra(context: SheetContext, key: str) -> str:
    """Return the extra fighter that attacks a bomber in this place of the formation; empty if there is none."""
    table = context.table("B-3-EXTRA")
    return next((f"+1 {effect_words(row, context.say)}" for row in table.rows if row.key == key), "")


def _squadrons(context: SheetContext) -> list[dict[str, str]]:
    """Return the squadrons, each with its modifier to the roll for waves."""
    adds, squadrons = context.table("B-1").fixed_modifiers, []
    for row in context.table("G-4-SQUADRON").rows:
        squadron = str(first_parameter(row))
        add = signed(adds.get(f"squadron_{squadron}", 0))
        squadrons.append({"id": squadron, "words": f"{effect_words(row, context.say)}: {add}"})
    return squadrons


def _sums(context: SheetContext) -> dict[str, Sum]:
    """Return the sums on the Mission Chart: net modifiers of the zones, and modifiers of each kind of landing."""
    adds = context.table("B-1").fixed_modifiers
    names = [squadron["id"] for squadron in _squadrons(context)]
    boxes = {f"squadron-{name}": {"add": adds.get(f"squadron_{name}", 0)} for name in names}
    sums = {"net": net_modifiers(context, "G-11", context.table("G-11").columns, boxes)}
    for kind in landings(constants(context)):
        sums[f"landing-{kind}"] = terms(
            {f"landing-{kind}-{_addident(add)}": add for add in context.data["landing_boxes"]}
        )
    return {**sums, **mission_totals(constants(context).missions), **career_totals()}


def _low(context: SheetContext) -> str:
    """Return a sentence about the flak against a bomber that flies low."""
    const = constants(context)
    height, rolls = context.say("low_altitude"), context.say(str(const.flak_rolls.low))
    return f"At or below {height}: {rolls} rolls for {const.low_flak} flak over land"


def _addident(add: int) -> str:
    return f"minus-{-add}" if add < 0 else f"plus-{add}"


# ---- filled sheets


def fill(context: SheetContext, forms: Mapping[str, Any]) -> dict[str, list[FieldValues]]:
    """Return a chart for each mission; for a campaign, also its record and its career log."""
    charts = forms["mission_charts"] or [forms["mission_chart"]]
    rows = forms["composite"]["rows"]
    filled = {"mission-chart": [_chart(context, chart) for chart in charts], "composite-record": [], "career-log": []}
    if forms["campaign"]:
        filled["composite-record"] = [
            FieldValues({}, {**dict(tour_lines(context, rows)), "total-mean": mean_of_bombs(rows)})
        ]
        filled["career-log"] = career_logs(context, rows, charts)
    return filled


def _chart(context: SheetContext, chart: Mapping[str, Any]) -> FieldValues:
    values: dict[str, Value] = {
        **dict(
            chain(
                _mission(context, chart),
                _track(chart),
                _ammunition(context, chart),
                _men(context, chart),
                _landing(context, chart),
            )
        ),
        "damage": "; ".join([*map(capital, _damage(context, chart["damage"])), *_ending(context, chart)]),
        "hits": _hits(context, chart["hits"]),
    }
    more = {gun: -facts["used"] for gun, facts in chart["ammunition"].items() if facts["used"] < 0}
    guns = {place: [_with_received(gun, more) for gun in column] for place, column in _guns(context).items()}
    key = f"mission-{chart['mission']}"
    return FieldValues({"bookmark": f"Mission {chart['mission']}", "guns": guns}, values, key)


def _with_received(gun: Mapping[str, Any], more: Mapping[str, int]) -> dict[str, Any]:
    """Return a gun whose title includes the number of bursts that it received from other guns."""
    received = more.get(gun["id"].replace("-", "_"), 0)
    return {**gun, "title": f"{gun['title']} + {received}"} if received else dict(gun)


def _mission(context: SheetContext, chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield the fields for bomber, target, weather and bomb run, and the boxes that apply to this bomber."""
    say = context.say
    yield "bomber", str(chart["bomber"])
    yield "mission", str(chart["mission"])
    yield "bomber-mission", str(chart["bomber_mission"])
    yield "target", say(chart["target"]["city"])
    yield "type", say(chart["target"]["type"])
    yield "weather-target", say(chart["weather"]["target"])
    yield "weather-base", say(chart["weather"]["base"])
    yield from bombing(chart["bomb_run"]["per_cent"], chart["bomb_run"]["result"])
    yield from ticks("formation", _formation(context), chart["formation"])
    yield from ticks("squadron", _squadrons(context), chart["squadron"])
    yield "out-of-formation", bool(chart["out_of_formation"])
    yield "low", bool(chart["low"])
    yield "result", say(f"victory_{chart['result']}") if chart["result"] else ""


def _track(chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield the fields of each zone: its net modifier, its fighter cover, its rolls for waves and the waves fought."""
    for zone, net in chart["net_modifiers"].items():
        yield f"zone-net-{zone}", signed(net)
    for leg in LEGS:
        for zone, waves in chart["waves"][leg].items():
            yield f"zone-{leg}-{zone}", " ".join("–" if wave == NO_WAVE else wave for wave in waves)
            yield f"fought-{leg}-{zone}", any(wave != NO_WAVE for wave in waves)
        for zone, cover in chart["cover"][leg].items():
            yield f"cover-{leg}-{zone}", cover


def _ammunition(context: SheetContext, chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    for gun, facts in chart["ammunition"].items():
        for burst in up_to(constants(context).guns[gun].bursts):
            yield f"{ident(gun)}-{burst}", burst <= facts["used"]


def _men(context: SheetContext, chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield each man's name and notes, and the crosses on dead or disabled men and on engines that are out."""
    fates, abandoned = constants(context).fates, chart["landed"] == "abandoned"
    for role, man in chart["crew"].items():
        out = fates.get(man["fate"]) in ("KIA", fates["died_of_wounds"])
        yield from man_fields(role, man, _notes(context, role, man, abandoned=abandoned), out=out)
    for index, engine in enumerate(constants(context).engine_numbers):
        yield f"engine-{engine}", f"engines.{index}.out" in chart["damage"]


def _notes(context: SheetContext, role: str, man: Mapping[str, Any], *, abandoned: bool) -> Iterator[str]:
    """Yield a man's results as short notes; the stations of his moves by their short codes, as there may be many."""
    light, men = man["light"], constants(context).crew
    yield f"{man['kills_now']} destroyed" if man["kills_now"] else ""
    yield "" if not light else "light wound" if light == 1 else f"{context.say(str(light))} light wounds"
    yield "serious wound" if man["serious"] else ""
    yield "frostbite" if man["frostbitten"] else ""
    if man["moves"]:
        yield f"moved: {', '.join('back' if to == role else men[to].code for to in man['moves'])}"
    if man["fate"]:
        yield "jumped" if abandoned and jumped(man) else ""
        yield fate(context, man)


NEVER_LANDED = ("destroyed", "abandoned")
"""The ways in which a flight ends without a landing roll."""


def _ending(context: SheetContext, chart: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence about where and how a bomber was lost: `Lost in zone 5 out: tail, control cables`."""
    end, say = chart["end"], context.say
    if chart["landed"] in ("", "england"):
        return
    is_row = end["row"] in context.book.rows()
    cause = _fatal(context, end["row"]) if is_row else context.data["ends"].get(end["row"], "")
    by = f": {cause}" if cause else ""
    how = "Lost" if chart["landed"] == "destroyed" else "Abandoned" if chart["landed"] == "abandoned" else "Down"
    where = f" ({say(chart['landed'])})" if how == "Down" else ""
    yield f"{how} in zone {end['zone']} {end['leg']}{where}{by}"


def _fatal(context: SheetContext, row_id: str) -> str:
    """Return the table of the row that ended a bomber, with the parts that the row hits or else its effects."""
    rows, parts = context.book.rows(), row_id.split("/")
    path = [rows[name] for end in range(2, len(parts) + 1) if (name := "/".join(parts[:end])) in rows]
    hit = [row.area.lower() for row in path if row.area]
    effects = "; ".join(effect.short_words(context.say) for effect in path[-1].effects)
    return ", ".join([context.book.tables[path[-1].table].title, *(hit or [effects])])


def _landing(context: SheetContext, chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield the boxes for the sum of modifiers of the landing that was flown, and a text with the modifiers."""
    if chart["landed"] in NEVER_LANDED:
        return
    kind = "water" if chart["landed"] == "sea" else "land"
    modifiers = chart["landing"][kind]
    for box in context.data["landing_boxes"]:
        yield f"landing-{kind}-{_addident(box)}", box == sum(add for _, add in modifiers)
    words = (f"{context.entry('landing_words', name)} {signed(add)}" for name, add in modifiers)
    yield f"landing-{kind}-more", added(modifiers, words)


def _damage(context: SheetContext, damage: Mapping[str, Any]) -> Iterator[str]:
    """Yield the broken parts in words, in the order of damage, then the stations without oxygen or heat."""
    stations: dict[str, list[str]] = {"oxygen_hits": [], "heat_out": []}
    for path, value in damage.items():
        match split_path(path):
            case ("oxygen_hits" | "heat_out" as what, name):
                stations[what].append(times(context.say(name), value if what == "oxygen_hits" else 1))
            case steps:
                yield _broken(context, steps, value)
    for words, places in zip(("oxygen hit", "heat out"), stations.values(), strict=True):
        if places:
            yield f"{words}: {', '.join(places)}"


def _broken(context: SheetContext, steps: tuple[str, ...], value: Any) -> str:
    """Return a description of a broken part.

    `steps` is the path of the part in the state.
    """
    say = context.say
    match steps:
        case ("leaking_tanks",):
            return ", ".join(f"{say(tank)} tank leaks" for tank in value)
        case ("plane", name):
            return broken_part(context, name, value)
        case ("guns", gun, how):
            return f"{say(f'gun_{gun}')} {'out' if how == 'out' else 'jammed'}"
        case ("engines", index, how):
            return f"engine {constants(context).engine_numbers[int(index)]} {({'burning': 'burns', 'stop_by': 'leaks oil'}).get(how, how)}"
    raise LookupError(".".join(steps))


def _hits(context: SheetContext, hits: Iterable[tuple[str, str, str]]) -> str:
    """Return a text with the shell hits in each zone: `Zone 5 out: tail, port wing ×2`."""
    zones: dict[tuple[str, str], Counter[str]] = {}
    for leg, zone, section in hits:
        zones.setdefault((leg, zone), Counter())[section] += 1
    return "; ".join(
        f"Zone {zone} {leg}: " + ", ".join(times(context.say(section), count) for section, count in sections.items())
        for (leg, zone), sections in zones.items()
    )


@frozen
class Data(BomberData):
    """The section `data` in the `shop.yaml` of Queen of the Skies.

    Attributes:
        guns: the guns that are listed on each side of the drawing of the bomber.
        landing_boxes: the sums of landing modifiers for which the sheet has a box.
        landing_words: the wording of each landing modifier.
        ends: the wording of each place in the order of play that ends a flight without a row of a table.
        kills: the abbreviations of fighter types, as players write them.
        on_boards: shorter names for use on boards, where space is limited.
        men_across: the most men in one row of a compartment on the crew placement board.
    """

    guns: GunsBeside
    landing_boxes: list[int]
    landing_words: dict[str, str]
    ends: dict[str, str]
    kills: Annotated[dict[FighterType, str], AllKeys()]
    on_boards: dict[str, str] = field(default_factory=dict)
    men_across: Annotated[int, Min(1)] = 4


# ---- boards


def constants(context: SheetContext) -> Constants:
    """Return the constants of the game, typed as its class `Constants`."""
    const: Constants = context.book.const
    return const


def draw_functions(context: SheetContext) -> dict[str, DrawFunction]:
    """Return the functions that the layouts of boards may call, by name.

    The game must have the tables M-1 (fire of the guns) and M-3 (fire of the fighters).
    """
    guns = {gun: context.say(f"gun_{gun}") for gun in constants(context).guns}
    marked = dict.fromkeys(constants(context).cover_zones, "cover")
    return board_functions(context, read_fire, guns, lambda atlas: atlas.rings.zones, marked)


def _pieces(context: SheetContext) -> dict[str, Any]:
    """Return the values to which the layouts of boards and counters may refer, by name."""
    const, say = constants(context), context.say
    return {
        **pieces(const),
        "miles": const.zone_miles,
        "guns": [{"id": gun, "title": capital(say(f"gun_{gun}"))} for gun in const.guns],
        "tanks": [{"id": tank, "title": capital(say(tank))} for tank in const.tanks],
        "sides": [{"id": side, "title": capital(say(side))} for side in const.engines],
        "fighters": list(_fighters(context)),
        "high": say("high_altitude"),
        "low": say("low_altitude"),
        "landing": _amounts(context, "G-9"),
        "ditching": _amounts(context, "G-10"),
    }


def _amounts(context: SheetContext, name: str) -> dict[str, str]:
    """Return, for each condition, the amount that it adds to a roll, as printed."""
    table = context.table(name)
    views = context.book.view(table).modifiers
    return {
        modifier.when.name: view.amount for modifier, view in zip(table.modifiers, views, strict=False) if modifier.when
    }


def _fighters(context: SheetContext) -> Iterator[dict[str, Any]]:
    """Yield each type of fighter with its drawing, the number of its cards, and its modifiers."""
    kinds = list(context.table("M-1").columns)
    context.check_names("fighters", kinds, "fighters must be the columns of M-1; '{}' is only in one of them")
    return fighter_types(context, "B-4", lambda fighter: _hit(context, kinds.index(fighter)))


def _hit(context: SheetContext, column: int) -> list[str]:
    """Return one column of M-1, for a type of fighter, as lines of text: the guns by the rolls that they need."""
    table = context.table("M-1")
    needs: dict[str, dict[str, list[str]]] = {}
    for row, seen in zip(table.rows, context.book.view(table).rows, strict=True):
        position, gun = row.words
        needs.setdefault(seen.cells[column], {}).setdefault(gun, []).append(position)
    return ["**Your guns hit it on (M-1)**", *guns_by_roll(context, needs)]


def read_fire(context: SheetContext) -> Fire:
    """Return the contents of M-1 and M-3 by position of attack; columns of M-1 with equal cells are merged."""
    defence, attack = context.table("M-1"), context.table("M-3")
    seen = context.book.view(defence)
    groups: dict[tuple[str, ...], list[str]] = {}
    for number, fighter in enumerate(defence.columns):
        groups.setdefault(tuple(row.cells[number] for row in seen.rows), []).append(context.data["kills"][fighter])
    guns: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for number, row in enumerate(defence.rows):
        position, gun = row.words
        needs = tuple(cells[number] for cells in groups)
        guns.setdefault(position, []).append((capital(context.say(gun)), needs))
    hits = _rolls_to_hit(context, attack)
    positions = {
        key: Position(key, context.say(key), f"hits {hits[key]}", tuple(guns.get(key, ())))
        for key in constants(context).positions
    }
    legend = (
        "**hits**: what a fighter there needs (M-3).",
        "**Under the types**: what a gun needs to hit them (M-1).",
        "**Beside a part**: the table of hits on it; damage is laid there.",
        "Two fighters on one place lie fanned: both names can be read.",
    )
    return Fire(positions, legend, ("Gun", *("/".join(names) for names in groups.values())))


def _rolls_to_hit(context: SheetContext, attack: Table) -> dict[str, str]:
    rows = context.book.view(attack).rows
    return {row.key: seen.cells[0] for row, seen in zip(attack.rows, rows, strict=True)}


PROVIDER = Provider(names, fill, draw_functions, data=Data, tour=read_tour)
