"""The Mission Chart and the Composite Mission Record of Queen of the Skies: names for layouts, and field values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from combatbox.bomber.record import NO_WAVE, landings
from combatbox.core.phrases import signed
from combatbox.core.state_paths import split_path
from combatbox.core.table_views import capital, effect_words, join_words
from combatbox.press.blocks import Value
from combatbox.press.bomber_tour import read_tour
from combatbox.press.crew_sheets import (
    added,
    bombing,
    broken,
    circled,
    codes,
    crew,
    fate,
    ident,
    jumped,
    man_fields,
    net_modifiers,
    numbered,
    terms,
    ticks,
)
from combatbox.press.forms import Sum
from combatbox.press.games.queen import boards
from combatbox.press.games.queen.data import Data
from combatbox.press.provider import FieldValues, Provider, SheetContext
from combatbox.press.tour import (
    CAREERS,
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
    const = boards.constants(context)
    return {
        "game": context.book.title.upper(),
        "home": capital(context.book.say("england")),
        "bookmark": "Mission Chart",
        "plan": context.book.drawing.art.plan,
        "crew": crew(context),
        "engines": circled(const),
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
        "zones": numbered(context.table("G-11").columns, "zone"),
        "cover": numbered(const.cover_zones, "zone"),
        "landings": [
            {"id": kind, "words": context.table(table).title, "table": table} for kind, table in landings(const).items()
        ],
        "adds": [{"id": _addident(add), "words": signed(add)} for add in context.data["landing_boxes"]],
        "men": [{"id": man["id"], "words": man["short"], "name": man["name"]} for man in crew(context)],
        "sums": _sums(context),
        "missions": list(range(1, const.missions + 1)),
        "careers": CAREERS,
        "count": const.missions,
        "codes": codes(context),
        "pieces": boards.pieces(context),
    }


def _guns(context: SheetContext) -> dict[str, list[dict[str, Any]]]:
    """Return the guns by their place beside the drawing of the bomber; each gun has a box for every burst."""
    guns, places = boards.constants(context).guns, context.data["guns"]
    all_guns = [gun for column in places.values() for gun in column]
    for gun in (*guns, *all_guns):
        if all_guns.count(gun) != (gun in guns):
            column = next((name for name, listed in places.items() if gun in listed), "")
            without = f"the game has no such gun, so write {column}: {{remove: [{gun}]}}"
            remedy = f"list it under one of {join_words(list(places))}" if gun in guns else without
            raise context.fault("guns", f"{gun} must have one place beside the drawing; {remedy}")
    return {place: [_gun(context, gun) for gun in column] for place, column in places.items()}


def _gun(context: SheetContext, gun: str) -> dict[str, Any]:
    bursts = boards.constants(context).guns[gun].bursts
    name = context.book.say(f"gun_{gun}")
    return {"id": ident(gun), "name": name, "title": f"{capital(name)}  {bursts}", "boxes": list(range(1, bursts + 1))}


def _formation(context: SheetContext) -> list[dict[str, str]]:
    """Return the places in the formation, each with the extra fighter that attacks a bomber there."""
    places = []
    for row in context.table("G-4").rows:
        place = str(row.effects[0].parameters()[0])
        words, extra = effect_words(row, context.book.say), _extra(context, place)
        places.append({"id": place, "words": f"{words}: {extra}" if extra else words})
    return places


def _extra(context: SheetContext, key: str) -> str:
    """Return the extra fighter that attacks a bomber in this place of the formation; empty if there is none."""
    table = context.table("B-3-EXTRA")
    return next((f"+1 {effect_words(row, context.book.say)}" for row in table.rows if row.key == key), "")


def _squadrons(context: SheetContext) -> list[dict[str, str]]:
    """Return the squadrons, each with its modifier to the roll for waves."""
    adds, squadrons = context.table("B-1").fixed_modifiers, []
    for row in context.table("G-4-SQUADRON").rows:
        squadron = str(row.effects[0].parameters()[0])
        add = signed(adds.get(f"squadron_{squadron}", 0))
        squadrons.append({"id": squadron, "words": f"{effect_words(row, context.book.say)}: {add}"})
    return squadrons


def _sums(context: SheetContext) -> dict[str, Sum]:
    """Return the sums on the Mission Chart: net modifiers of the zones, and modifiers of each kind of landing."""
    adds, squadrons = context.table("B-1").fixed_modifiers, context.table("G-4-SQUADRON").rows
    names = [str(row.effects[0].parameters()[0]) for row in squadrons]
    boxes = {f"squadron-{name}": {"add": adds.get(f"squadron_{name}", 0)} for name in names}
    sums = {"net": net_modifiers(context, "G-11", context.table("G-11").columns, boxes)}
    for kind in landings(boards.constants(context)):
        sums[f"landing-{kind}"] = terms(
            {f"landing-{kind}-{_addident(add)}": add for add in context.data["landing_boxes"]}
        )
    return {**sums, **mission_totals(boards.constants(context).missions), **career_totals()}


def _low(context: SheetContext) -> str:
    """Return a sentence about the flak against a bomber that flies low."""
    const = boards.constants(context)
    height, rolls = context.book.say("low_altitude"), context.book.say(str(const.flak_rolls.low))
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
        **dict(_mission(context, chart)),
        **dict(_track(chart)),
        **dict(_ammunition(context, chart)),
        **dict(_men(context, chart)),
        **dict(_landing(context, chart)),
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
    say = context.book.say
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
        for burst in range(1, boards.constants(context).guns[gun].bursts + 1):
            yield f"{ident(gun)}-{burst}", burst <= facts["used"]


def _men(context: SheetContext, chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield each man's name and notes, and the crosses on dead or disabled men and on engines that are out."""
    fates, abandoned = boards.constants(context).fates, chart["landed"] == "abandoned"
    for role, man in chart["crew"].items():
        out = fates.get(man["fate"]) in ("KIA", fates["died_of_wounds"])
        yield from man_fields(role, man, _notes(context, role, man, abandoned=abandoned), out=out)
    for index, engine in enumerate(boards.constants(context).engine_numbers):
        yield f"engine-{engine}", f"engines.{index}.out" in chart["damage"]


def _notes(context: SheetContext, role: str, man: Mapping[str, Any], *, abandoned: bool) -> Iterator[str]:
    """Yield a man's results as short notes; the stations of his moves by their short codes, as there may be many."""
    light, men = man["light"], boards.constants(context).crew
    yield f"{man['kills_now']} destroyed" if man["kills_now"] else ""
    yield "" if not light else "light wound" if light == 1 else f"{context.book.say(str(light))} light wounds"
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
    end, say = chart["end"], context.book.say
    if chart["landed"] in ("", "england"):
        return
    by = f": {_fatal(context, end['row'])}" if end["row"] in context.book.rows() else ""
    how = "Lost" if chart["landed"] == "destroyed" else "Abandoned" if chart["landed"] == "abandoned" else "Down"
    where = f" ({say(chart['landed'])})" if how == "Down" else ""
    yield f"{how} in zone {end['zone']} {end['leg']}{where}{by}"


def _fatal(context: SheetContext, row_id: str) -> str:
    """Return the table of the row that ended a bomber, with the parts that the row hits or else its effects."""
    rows, parts = context.book.rows(), row_id.split("/")
    path = [rows[name] for end in range(2, len(parts) + 1) if (name := "/".join(parts[:end])) in rows]
    hit = [row.area.lower() for row in path if row.area]
    effects = "; ".join(effect.short_words(context.book.say) for effect in path[-1].effects)
    return ", ".join([context.book.tables[path[-1].table].title, *(hit or [effects])])


def _landing(context: SheetContext, chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield the boxes for the sum of modifiers, and a text with the modifiers."""
    boxes = context.data["landing_boxes"]
    if chart["landed"] in NEVER_LANDED:
        return
    for kind, modifiers in chart["landing"].items():
        total = sum(add for _, add in modifiers)
        for box in boxes:
            yield f"landing-{kind}-{_addident(box)}", box == total
        words = (f"{context.entry('landing_words', name)} {signed(add)}" for name, add in modifiers)
        yield f"landing-{kind}-more", added(modifiers, words)


def _damage(context: SheetContext, damage: Mapping[str, Any]) -> Iterator[str]:
    """Yield the broken parts in words, in the order of damage, then the stations without oxygen or heat."""
    stations: dict[str, list[str]] = {"oxygen_hits": [], "heat_out": []}
    for path, value in damage.items():
        match split_path(path):
            case ("oxygen_hits" | "heat_out" as what, name):
                times = f" ×{value}" if what == "oxygen_hits" and value > 1 else ""
                stations[what].append(f"{context.book.say(name)}{times}")
            case steps:
                yield _broken(context, steps, value)
    for words, places in zip(("oxygen hit", "heat out"), stations.values(), strict=True):
        if places:
            yield f"{words}: {', '.join(places)}"


def _broken(context: SheetContext, steps: tuple[str, ...], value: Any) -> str:
    """Return a description of a broken part.

    `steps` is the path of the part in the state.
    """
    say = context.book.say
    match steps:
        case ("leaking_tanks",):
            return ", ".join(f"{say(tank)} tank leaks" for tank in value)
        case ("plane", name):
            return broken(context, name, value)
        case ("guns", gun, how):
            return f"{say(f'gun_{gun}')} {'out' if how == 'out' else 'jammed'}"
        case ("engines", index, how):
            return f"engine {boards.constants(context).engine_numbers[int(index)]} {({'burning': 'burns', 'stop_by': 'leaks oil'}).get(how, how)}"
    raise LookupError(".".join(steps))


def _hits(context: SheetContext, hits: Iterable[tuple[str, str, str]]) -> str:
    """Return a text with the shell hits in each zone: `Zone 5 out: tail, port wing ×2`."""
    zones: dict[tuple[str, str], Counter[str]] = {}
    for leg, zone, section in hits:
        zones.setdefault((leg, zone), Counter())[section] += 1
    return "; ".join(
        f"Zone {zone} {leg}: "
        + ", ".join(f"{context.book.say(s)}{f' ×{n}' if n > 1 else ''}" for s, n in sections.items())
        for (leg, zone), sections in zones.items()
    )


PROVIDER = Provider(names, fill, boards.draw_functions, data=Data, tour=read_tour)
