"""The Mission Chart and the Composite Mission Record of Queen of the Skies: their words and their values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from combatbox.bomber.record import NO_WAVE, landings
from combatbox.core.phrases import signed
from combatbox.core.state_paths import split_path
from combatbox.core.table_views import capital, effect_words
from combatbox.press.blocks import Value
from combatbox.press.crew_sheets import broken, circled, codes, crew, engines, ident, jumped, named
from combatbox.press.games.queen import boards
from combatbox.press.games.queen.data import Data
from combatbox.press.provider import FieldValues, Provider, SheetContext
from combatbox.press.tour import CAREERS, career_logs, tour_lines

LEGS = ("out", "back")

# ---- blank sheets


def names(stuff: SheetContext) -> dict[str, Any]:
    """What the layouts may mention, all of it from tables and constants."""
    const = stuff.book.meta.constants
    return {
        "game": stuff.book.meta.title.upper(),
        "bookmark": "Mission Chart",
        "crew": crew(stuff),
        "engines": circled(const),
        "guns": _guns(stuff),
        "formation": _formation(stuff),
        "squadrons": _squadrons(stuff),
        "alone": f"Out of formation: {_extra(stuff, 'out_of_formation')}",
        "low": _low(stuff),
        "tracks": [
            {"id": "net", "words": "Net modifier", "name": "Net modifier of the roll for waves"},
            *({"id": leg, "words": capital(leg), "name": f"Fighter waves on the way {leg}"} for leg in LEGS),
        ],
        "legs": [{"id": leg, "words": capital(leg)} for leg in LEGS],
        "zones": [_zone(zone) for zone in stuff.table("G-11").columns],
        "cover": [_zone(zone) for zone in const["cover_zones"]],
        "landings": [
            {"id": kind, "words": stuff.table(table).title, "table": table}
            for kind, table in landings(stuff.book.const).items()
        ],
        "adds": [{"id": _addident(add), "words": signed(add)} for add in stuff.data["landing_boxes"]],
        "men": [{"id": man["id"], "words": man["short"], "name": man["name"]} for man in crew(stuff)],
        "missions": list(range(1, const["missions"] + 1)),
        "careers": CAREERS,
        "count": const["missions"],
        "codes": codes(stuff),
        "pieces": boards.pieces(stuff),
    }


def _zone(zone: object) -> dict[str, str]:
    return {"id": str(zone), "words": str(zone), "name": f"zone {zone}"}


def _guns(stuff: SheetContext) -> dict[str, list[dict[str, Any]]]:
    """The guns by their place beside the drawing, each with a box for every burst it carries."""
    guns, places = stuff.book.meta.constants["guns"], stuff.data["guns"]
    placed = [gun for column in places.values() for gun in column]
    if sorted(placed) != sorted(guns):
        raise stuff.fault("guns", "guns are those of game.yaml, each in one place beside the drawing")
    return {place: [_gun(stuff, gun) for gun in column] for place, column in places.items()}


def _gun(stuff: SheetContext, gun: str) -> dict[str, Any]:
    bursts = stuff.book.meta.constants["guns"][gun]["bursts"]
    name = stuff.book.say(f"gun_{gun}")
    return {"id": ident(gun), "name": name, "title": f"{capital(name)}  {bursts}", "boxes": list(range(1, bursts + 1))}


def _formation(stuff: SheetContext) -> list[dict[str, str]]:
    """The places in the formation, with the fighter that each draws."""
    found = []
    for row in stuff.table("G-4").rows:
        place = str(row.effects[0].parameters()[0])
        words, extra = effect_words(row, stuff.book.say), _extra(stuff, place)
        found.append({"id": place, "words": f"{words}: {extra}" if extra else words})
    return found


def _extra(stuff: SheetContext, key: str) -> str:
    """The fighter that joins each wave against a bomber in this place, if any."""
    table = stuff.table("B-3-EXTRA")
    return next((f"+1 {effect_words(row, stuff.book.say)}" for row in table.rows if row.key == key), "")


def _squadrons(stuff: SheetContext) -> list[dict[str, str]]:
    """The squadrons, with what each adds to the roll for waves."""
    adds = {m.when.name: m.add for m in stuff.table("B-1").modifiers if m.when and isinstance(m.add, int)}
    found = []
    for row in stuff.table("G-4-SQUADRON").rows:
        squadron = str(row.effects[0].parameters()[0])
        add = signed(adds.get(f"squadron_{squadron}", 0))
        found.append({"id": squadron, "words": f"{effect_words(row, stuff.book.say)}: {add}"})
    return found


def _low(stuff: SheetContext) -> str:
    """What awaits a bomber that flies low."""
    const = stuff.book.meta.constants
    height, rolls = stuff.book.say("low_altitude"), stuff.book.say(str(const["flak_rolls"]["low"]))
    return f"At or below {height}: {rolls} rolls for {const['low_flak']} flak over land"


def _addident(add: int) -> str:
    return f"minus-{-add}" if add < 0 else f"plus-{add}"


# ---- filled sheets


def fill(stuff: SheetContext, forms: Mapping[str, Any]) -> dict[str, list[FieldValues]]:
    """A chart for each mission; a campaign enters them in its record as well."""
    charts = forms["mission_charts"] or [forms["mission_chart"]]
    record = [FieldValues({}, dict(tour_lines(stuff, forms["composite"]["rows"])))] if forms["campaign"] else []
    careers = career_logs(stuff, forms["composite"]["rows"], charts) if forms["campaign"] else []
    filled = [_chart(stuff, chart) for chart in charts]
    return {"mission-chart": filled, "composite-record": record, "career-log": careers}


def _chart(stuff: SheetContext, chart: Mapping[str, Any]) -> FieldValues:
    values: dict[str, Value] = {
        **dict(_mission(stuff, chart)),
        **dict(_track(chart)),
        **dict(_ammunition(stuff, chart)),
        **dict(_men(stuff, chart)),
        **dict(_landing(stuff, chart)),
        "damage": "; ".join([*map(capital, _damage(stuff, chart["damage"])), *_ending(stuff, chart)]),
        "hits": _hits(stuff, chart["hits"]),
    }
    more = {gun: -facts["used"] for gun, facts in chart["ammunition"].items() if facts["used"] < 0}
    guns = {place: [_handed(gun, more) for gun in column] for place, column in _guns(stuff).items()}
    key = f"mission-{chart['mission']}"
    return FieldValues({"bookmark": f"Mission {chart['mission']}", "guns": guns}, values, key)


def _handed(gun: Mapping[str, Any], more: Mapping[str, int]) -> dict[str, Any]:
    """A gun with the bursts that it was handed beyond its own."""
    handed = more.get(gun["id"].replace("-", "_"), 0)
    return {**gun, "title": f"{gun['title']} + {handed}"} if handed else dict(gun)


def _mission(stuff: SheetContext, chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Bomber, target, weather, bomb run, and the boxes that apply to this bomber."""
    say = stuff.book.say
    yield "bomber", str(chart["bomber"])
    yield "mission", str(chart["mission"])
    yield "bomber-mission", str(chart["bomber_mission"])
    yield "target", say(chart["target"]["city"])
    yield "type", say(chart["target"]["type"])
    yield "weather-target", say(chart["weather"]["target"])
    yield "weather-base", say(chart["weather"]["base"])
    run = chart["bomb_run"]
    if run["per_cent"] >= 0:
        yield "per-cent", f"{run['per_cent']}%"
    for result in ("on_target", "off_target"):
        yield ident(result), run["result"] == result
    for kind, places in (("formation", _formation(stuff)), ("squadron", _squadrons(stuff))):
        for place in places:
            yield f"{kind}-{place['id']}", chart[kind] == place["id"]
    yield "out-of-formation", bool(chart["out_of_formation"])
    yield "low", bool(chart["low"])
    yield "result", say(f"victory_{chart['result']}") if chart["result"] else ""


def _track(chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Zone by zone: net modifier, cover, and the rolls of the waves, those that were fought struck through."""
    for zone, net in chart["net_modifiers"].items():
        yield f"zone-net-{zone}", signed(net)
    for leg in LEGS:
        for zone, waves in chart["waves"][leg].items():
            yield f"zone-{leg}-{zone}", " ".join("–" if wave == NO_WAVE else wave for wave in waves)
            yield f"fought-{leg}-{zone}", any(wave != NO_WAVE for wave in waves)
        for zone, cover in chart["cover"][leg].items():
            yield f"cover-{leg}-{zone}", cover


def _ammunition(stuff: SheetContext, chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    for gun, facts in chart["ammunition"].items():
        for burst in range(1, stuff.book.meta.constants["guns"][gun]["bursts"] + 1):
            yield f"{ident(gun)}-{burst}", burst <= facts["used"]


def _men(stuff: SheetContext, chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Name and notes of each man; the circle of one who is dead or cannot go on is crossed, like a dead engine's."""
    fates, abandoned = stuff.book.meta.constants["fates"], chart["landed"] == "abandoned"
    for role, man in chart["crew"].items():
        yield f"name-{ident(role)}", named(man)
        yield f"notes-{ident(role)}", ", ".join(_man(stuff, role, man, abandoned=abandoned))
        yield f"crew-{ident(role)}", bool(man["serious"]) or fates.get(man["fate"]) in ("KIA", fates["died_of_wounds"])
    for index, engine in enumerate(engines(stuff.book.meta.constants)):
        yield f"engine-{engine}", f"engines.{index}.out" in chart["damage"]


def _man(stuff: SheetContext, role: str, man: Mapping[str, Any], *, abandoned: bool) -> Iterator[str]:
    """What is to be said of a man, in few words."""
    say, code = stuff.book.say, stuff.book.meta.constants["fates"].get(man["fate"], "")
    if man["kills_now"]:
        yield f"{man['kills_now']} destroyed"
    if man["light"]:
        yield "light wound" if man["light"] == 1 else f"{say(str(man['light']))} light wounds"
    if man["serious"]:
        yield "serious wound"
    if man["frostbitten"]:
        yield "frostbite"
    if man["moves"]:
        # stations by the codes at the head of the lines: a man may move many times
        men = stuff.book.meta.constants["crew"]
        yield f"moved: {', '.join('back' if to == role else men[to]['code'] for to in man['moves'])}"
    if man["fate"]:
        if abandoned and jumped(man):
            yield "jumped"
        yield f"{say(man['fate'])} ({code})" if code else say(man["fate"])


NEVER_LANDED = ("destroyed", "abandoned")
"""Ends of a flight to which no modifier of a landing was added."""


def _ending(stuff: SheetContext, chart: Mapping[str, Any]) -> Iterator[str]:
    """Where and by what a bomber that does not come home was lost: `Lost in zone 5 out: tail, control cables`."""
    end, say = chart["end"], stuff.book.say
    if chart["landed"] in ("", "england"):
        return
    by = f": {_fatal(stuff, end['row'])}" if end["row"] in stuff.book.rows() else ""
    how = "Lost" if chart["landed"] == "destroyed" else "Abandoned" if chart["landed"] == "abandoned" else "Down"
    where = f" ({say(chart['landed'])})" if how == "Down" else ""
    yield f"{how} in zone {end['zone']} {end['leg']}{where}{by}"


def _fatal(stuff: SheetContext, row_id: str) -> str:
    """The result that was the end of a bomber: its table, and what was hit by each die in turn, or else what came of it."""
    rows, parts = stuff.book.rows(), row_id.split("/")
    way = [rows[found] for end in range(2, len(parts) + 1) if (found := "/".join(parts[:end])) in rows]
    hit = [row.area.lower() for row in way if row.area]
    done = "; ".join(effect.short_words(stuff.book.say) for effect in way[-1].effects)
    return ", ".join([stuff.book.tables[way[-1].table].title, *(hit or [done])])


def _landing(stuff: SheetContext, chart: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """The box of the sum of modifiers, for a sum beyond the boxes the number itself; then what makes it up."""
    boxes = stuff.data["landing_boxes"]
    if chart["landed"] in NEVER_LANDED:
        return
    for kind, modifiers in chart["landing"].items():
        total = sum(add for _, add in modifiers)
        made_up = ", ".join(f"{_why(stuff, name)} {signed(add)}" for name, add in modifiers)
        for box in boxes:
            yield f"landing-{kind}-{_addident(box)}", box == total
        yield f"landing-{kind}-more", f"{signed(total)}: {made_up}" if len(modifiers) > 1 else made_up


def _why(stuff: SheetContext, name: str) -> str:
    """A modifier of a landing table, as short as the line asks for."""
    words: Mapping[str, str] = stuff.data["landing_words"]
    if name not in words:
        raise stuff.fault("landing_words", f"landing_words has no word for '{name}'")
    return words[name]


def _damage(stuff: SheetContext, damage: Mapping[str, Any]) -> Iterator[str]:
    """Each broken part in words, in the order in which they broke; lost oxygen and heat, by stations, at the end."""
    stations: dict[str, list[str]] = {"oxygen_hits": [], "heat_out": []}
    for path, value in damage.items():
        match split_path(path):
            case ("oxygen_hits" | "heat_out" as what, name):
                times = f" ×{value}" if what == "oxygen_hits" and value > 1 else ""
                stations[what].append(f"{stuff.book.say(name)}{times}")
            case steps:
                yield _broken(stuff, steps, value)
    for words, found in zip(("oxygen hit", "heat out"), stations.values(), strict=True):
        if found:
            yield f"{words}: {', '.join(found)}"


def _broken(stuff: SheetContext, steps: tuple[str, ...], value: Any) -> str:
    """One broken part in words, by the steps of its path in the state."""
    say = stuff.book.say
    match steps:
        case ("leaking_tanks",):
            return ", ".join(f"{say(tank)} tank leaks" for tank in value)
        case ("plane", name):
            return broken(stuff, name, value)
        case ("guns", gun, how):
            return f"{say(f'gun_{gun}')} {'out' if how == 'out' else 'jammed'}"
        case ("engines", index, how):
            return f"engine {engines(stuff.book.meta.constants)[int(index)]} {({'burning': 'burns', 'stop_by': 'leaks oil'}).get(how, how)}"
    raise LookupError(".".join(steps))


def _hits(stuff: SheetContext, hits: Iterable[tuple[str, str, str]]) -> str:
    """The shells that were looked up, zone by zone: `Zone 5 out: tail, port wing ×2`."""
    zones: dict[tuple[str, str], Counter[str]] = {}
    for leg, zone, section in hits:
        zones.setdefault((leg, zone), Counter())[section] += 1
    return "; ".join(
        f"Zone {zone} {leg}: " + ", ".join(f"{stuff.book.say(s)}{f' ×{n}' if n > 1 else ''}" for s, n in found.items())
        for (leg, zone), found in zones.items()
    )


PROVIDER = Provider(names, fill, boards.rooms, data=Data)
