"""The Mission Log, the Campaign Log and the boards of B-29 Superfortress: their words and their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.bomber.parts import parts_of
from combatbox.core.wording import capital, signed
from combatbox.press.blocks import Value
from combatbox.press.games.superfort_boards import rooms, zones_of
from combatbox.press.games.superfort_figures import figures
from combatbox.press.provider import Filling, Provider, Stuff

LEGS = ("out", "back")
_LEG_WORDS = {"out": "out", "back": "home"}

# ---- blank sheets


def names(stuff: Stuff) -> dict[str, Any]:
    """What the layouts may mention, all of it from tables and constants."""
    const = stuff.book.meta.constants
    return {
        "game": stuff.book.meta.title.upper(),
        "bookmark": "Mission Log",
        "internal": const["internal_boxes"],
        "crew": _crew(stuff),
        "men": [{"id": man["id"], "words": man["short"], "name": man["title"]} for man in _crew(stuff)],
        "gunners": [man for man in _crew(stuff) if const["crew"][man["id"].replace("-", "_")].get("gunner")],
        "engines": [{"id": str(n), "at": f"engine-{n}"} for side in const["engines"].values() for n in side],
        "guns": [{"id": _id(gun), "title": words} for gun, words in stuff.data["guns"].items()],
        "cabins": list(_cabins(stuff)),
        "counted": [
            {"id": _id(one["part"]), "words": one["words"], "boxes": _count(one["boxes"])}
            for one in stuff.data["counted"]
        ],
        "fuel": {"internal": _count(const["internal_boxes"]), "bay": _count(const["bay_boxes"])},
        "formation": list(_rows(stuff, "T2-4")),
        "squadrons": list(_rows(stuff, "T2-5")),
        "briefed": list(_rows(stuff, "T2-6")),
        "tracks": list(_tracks()),
        "zones": [{"id": str(zone), "words": str(zone), "name": f"zone {zone}"} for zone in zones_of(const)],
        "oxygen": [{"id": str(n), "words": str(n), "name": f"oxygen hit {n}"} for n in _count(const["oxygen_hits"])],
        "missions": _count(const["missions"]),
        "codes": _codes(stuff),
        "cities": _cities(stuff),
        "pieces": _pieces(stuff),
    }


def _id(name: str) -> str:
    return name.replace("_", "-")


def _count(number: int) -> list[int]:
    return list(range(1, number + 1))


def _crew(stuff: Stuff) -> list[dict[str, str]]:
    """The eleven men with their circles on the drawing."""
    men, say = stuff.book.meta.constants["crew"], stuff.book.say
    return [
        {
            "id": _id(man),
            "at": stuff.data["stations"][man],
            "code": facts["code"],
            "name": say(man),
            "title": capital(stuff.data["on_boards"].get(man, say(man))),
            "short": stuff.data["short"].get(man, capital(say(man))),
        }
        for man, facts in men.items()
    ]


def _cabins(stuff: Stuff) -> Iterator[dict[str, str]]:
    for name, room in stuff.book.meta.constants["compartments"].items():
        if room["pressurized"]:
            yield {"id": _id(name), "words": _room(name)}


def _room(name: str) -> str:
    """A compartment as the rulebook writes it: `Nav/Radio`, `Fwd bay`."""
    return capital(
        "/".join(part.capitalize() for part in name.split("_")) if name == "nav_radio" else name.replace("_", " ")
    )


def _rows(stuff: Stuff, table: str) -> Iterator[dict[str, str]]:
    """The rows of a table as boxes to tick."""
    for row in stuff.table(table).rows:
        place = str(row.effects[0].parameters()[0])
        yield {"id": place, "words": capital(stuff.book.say(place))}


def _tracks() -> Iterator[dict[str, str]]:
    yield {"id": "modifier", "words": "Fighter modifier", "name": "Modifier of the roll for resistance"}
    for leg in LEGS:
        for what in ("weather", "course"):
            words = f"{capital(what)} {_LEG_WORDS[leg]}"
            yield {"id": f"{what}-{leg}", "words": words, "name": words}


def _codes(stuff: Stuff) -> str:
    """The codes of fates with what they stand for: `KIA killed, went down`."""
    meant: dict[str, list[str]] = {}
    for fate, code in stuff.book.meta.constants["fates"].items():
        if code:
            meant.setdefault(code, []).append(stuff.book.say(fate))
    return "; ".join(f"{code} {' or '.join(fates)}" for code, fates in meant.items())


def _cities(stuff: Stuff) -> dict[str, list[dict[str, Any]]]:
    """The great cities with their boxes, and the others, one box each, in two columns."""
    boxes, say = stuff.book.meta.constants["boxes_of"], stuff.book.say
    others: dict[str, None] = {}
    for table in ("T2-3-I", "T2-3-II"):
        for row in stuff.table(table).rows:
            others.update(dict.fromkeys(str(row.effects[0].parameters()[0]) for _ in "x"))
    plain = [{"id": _city(city), "words": say(city)} for city in sorted(others) if city not in boxes]
    half = (len(plain) + 1) // 2
    great = [{"id": _city(city), "words": say(city), "boxes": _count(number)} for city, number in boxes.items()]
    return {"great": great, "first": plain[:half], "second": plain[half:]}


def _city(name: str) -> str:
    return _id(name).lower()


_SIGNS = {
    "sight": ("bombsight", "sight", "computer"), "bomb": ("bomb", "release", "doors"), "radio": ("radio", "radar", "intercom"),
    "surface": ("flap", "aileron"), "tail": ("elevator", "rudder", "tailplane"), "wheel": ("gear", "skid"),
    "cable": ("cable",), "wing": ("root", "wing"), "oxygen": ("oxygen", "cylinder"), "hit": ("burst",),
}  # fmt: skip


def _pieces(stuff: Stuff) -> dict[str, Any]:
    """What the counters need."""
    const, say = stuff.book.meta.constants, stuff.book.say
    engines = [engine for wing in const["engines"].values() for engine in wing]
    return {
        "men": len(const["crew"]),
        "bays": [{"title": "Fwd bay"}, {"title": "Aft bay"}],
        "cabins": [{"title": cabin["words"]} for cabin in _cabins(stuff)],
        "guns": [{"title": words} for words in stuff.data["guns"].values()],
        "engines": [{"number": engine} for engine in engines],
        "escorts": [{"title": say(key)} for key in ("p51", "p47", "p38", "f6f")],
        "extinguishers": const["hand_extinguishers"],
        "charges": len(engines) * const["engine_charges"],
        "fighters": list(_fighters(stuff)),
        "parts": list(_parts(stuff)),
    }


def _fighters(stuff: Stuff) -> Iterator[dict[str, Any]]:
    for key, data in stuff.data["fighters"].items():
        yield {"id": key, "name": stuff.book.say(key), "art": data["art"], "count": data["count"], "told": []}


def _parts(stuff: Stuff) -> Iterator[dict[str, str]]:
    """A counter for each part of the plane that can break, with the sign that fits it."""
    for name, part in parts_of(stuff.book.meta.constants).items():
        sign = next((sign for sign, words in _SIGNS.items() if any(word in name for word in words)), "tool")
        words = stuff.data["on_counters"].get(name, capital(part.called(stuff.book.say)))
        yield {"title": words, "sign": sign}


# ---- filled sheets


def fill(stuff: Stuff, forms: Mapping[str, Any]) -> dict[str, list[Filling]]:
    """A log for each mission, and of a tour its campaign log and the cities burnt."""
    logs = forms.get("mission_logs", ())
    campaign = forms.get("campaign")
    return {
        "mission-log": [_log(stuff, log) for log in logs],
        "campaign-log": [Filling({}, dict(_campaign(stuff, campaign)))] if campaign else [],
        "target-damage": [Filling({}, dict(_burnt(stuff, campaign["burned"])))] if campaign else [],
    }


def _log(stuff: Stuff, log: Mapping[str, Any]) -> Filling:
    values: dict[str, Value] = {
        **dict(_briefing(stuff, log)),
        **dict(_way(log)),
        **dict(_fuel(stuff, log)),
        **dict(_plane(stuff, log)),
        **dict(_men(stuff, log)),
    }
    return Filling({"bookmark": f"Mission {log['mission']}"}, values, f"mission-{log['mission']}")


def _briefing(stuff: Stuff, log: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    say = stuff.book.say
    yield "bomber", str(log["bomber"])
    yield "mission", str(log["mission"])
    yield "target", say(str(log["target"])) if log["target"] else ""
    yield "type", say(str(log["type"])) if log["type"] else ""
    yield "zone", str(log["zone"] or "")
    yield "altitude", str(log["altitude"])
    yield "escort", say(str(log["escort"])) if log["escort"] else "none"
    yield "visibility", str(log["visibility"])
    if log["per_cent"] >= 0:
        yield "per-cent", f"{log['per_cent']}%"
    for result in ("on_target", "off_target"):
        yield _id(result), log["aim"] == result
    for what in ("time", "takeoff", "landing"):
        for time in ("day", "night"):
            yield f"{what}-{time}", log[what] == time
    for kind, table in (("formation", "T2-4"), ("squadron", "T2-5"), ("briefed", "T2-6")):
        for row in _rows(stuff, table):
            yield f"{kind}-{row['id']}", log[kind] == row["id"]
    yield "assembled", bool(log["assembled"])
    yield "out-of-formation", bool(log["alone"])


def _way(log: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    for leg in LEGS:
        for zone, weather in log["weather"][leg].items():
            yield f"weather-{leg}-{zone}", weather[:1].upper()
        for zone, courses in log["course"][leg].items():
            yield f"course-{leg}-{zone}", "".join("+" if course == "on" else "–" for course in courses)
    for zone, add in log["modifiers"].items():
        yield f"modifier-{zone}", signed(add)


def _fuel(stuff: Stuff, log: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    const = stuff.book.meta.constants
    for tank, field, boxes in (
        ("fuel", "internal", "internal_boxes"),
        ("fwd", "fwd", "bay_boxes"),
        ("aft", "aft", "bay_boxes"),
    ):
        gone = const[boxes] - log["boxes"][field]
        for box in _count(const[boxes]):
            yield f"{tank}-{box}", box <= gone


def _plane(stuff: Stuff, log: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    for gun in stuff.data["guns"]:
        yield f"armed-{_id(gun)}", gun in log["armed"]
    for man in log["gunners"]:
        yield f"aboard-{_id(man)}", True
    for cabin in _cabins(stuff):
        yield f"leak-{cabin['id']}", cabin["id"].replace("-", "_") in log["leaks"]
    yield "pressure-lost", bool(log["pressure_lost"])
    for number, out in log["engines"].items():
        yield f"engine-{number}", bool(out)
    for one in stuff.data["counted"]:
        for hit in _count(one["boxes"]):
            yield f"{_id(one['part'])}-{hit}", hit <= int(log["damage"].get(one["part"], 0))
    yield "damage", "; ".join(capital(words) for words in _broken(stuff, log["damage"]))
    yield "fights", "; ".join(log["fights"])
    yield "landing", str(log["landing_words"])
    yield "result", stuff.book.say(f"victory_{log['result']}") if log["result"] else ""
    yield "credited", bool(log["credited"])


def _broken(stuff: Stuff, damage: Mapping[str, Any]) -> Iterator[str]:
    parts, counted = parts_of(stuff.book.meta.constants), {one["part"] for one in stuff.data["counted"]}
    for name, value in damage.items():
        if value and name in parts and name not in counted:
            part = parts[name]
            called = part.called(stuff.book.say)
            yield f"{called} hit{f' ×{value}' if value > 1 else ''}" if part.counted else called


def _men(stuff: Stuff, log: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    say, codes = stuff.book.say, stuff.book.meta.constants["fates"]
    for role, man in log["crew"].items():
        yield f"name-{_id(role)}", f"{man['rank']} {man['name']}" if man["name"] else ""
        for hit in _count(stuff.book.meta.constants["oxygen_hits"]):
            yield f"oxygen-{_id(role)}-{hit}", hit <= man["oxygen"]
        notes = [
            f"{man['kills']} destroyed" if man["kills"] else "",
            "serious wound" if man["serious"] else f"{say(str(man['light']))} light" if man["light"] else "",
            "frostbite" if man["frostbitten"] else "",
            f"{say(man['fate'])} ({codes[man['fate']]})" if codes.get(man["fate"]) else "",
        ]
        yield f"notes-{_id(role)}", ", ".join(note for note in notes if note)
        yield f"crew-{_id(role)}", bool(man["serious"] or man["dead"])


# ---- the tour


def _campaign(stuff: Stuff, campaign: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """A line for each mission flown; names stand where a bomber or a man is new."""
    say = stuff.book.say
    for row in campaign["rows"]:
        number = row["mission"]
        yield f"bomber-{number}", str(row["bomber"])
        yield f"target-{number}", f"{say(row['target'])}, {say(row['type'])}" if row["target"] else ""
        yield f"per-cent-{number}", f"{row['per_cent']}%" if row["per_cent"] >= 0 else ""
        yield f"result-{number}", stuff.data["results"].get(row["result"], "")
        yield f"credited-{number}", bool(row["credited"])
        for role, words in row["men"].items():
            yield f"man-{number}-{_id(role)}", words


def _burnt(stuff: Stuff, burned: Mapping[str, int]) -> Iterator[tuple[str, Value]]:
    boxes = stuff.book.meta.constants["boxes_of"]
    for city, gone in burned.items():
        if city in boxes:
            for box in _count(boxes[city]):
                yield f"{_city(city)}-{box}", box <= gone
        else:
            yield _city(city), gone > 0


PROVIDER = Provider(names, fill, rooms, figures)
