"""The Mission Record Sheet and the Fighter Attack Record Sheet of 25 and Out: names for layouts, and values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal

from combatbox.core.annotations import AllKeys, Min, OneOf, frozen
from combatbox.core.phrases import join_words
from combatbox.core.table_views import capital
from combatbox.core.tables import Row
from combatbox.games.twentyfive.scene import engines_out
from combatbox.press.blocks import DrawFunction, Value
from combatbox.press.chapter_figures import draw_poster
from combatbox.press.games.twentyfive.tour import constants, read_tour
from combatbox.press.provider import (
    FieldValues,
    Provider,
    SheetContext,
    first_parameter,
    in_a_line,
    rolls_giving,
    up_to,
)
from combatbox.press.tables import Column, Table, dense

_ARROWS = {"front": "down", "rear": "up"}
_POINTING = {"front": "↓", "rear": "↑"}
_STEPS = {"target": "t", "direction": "d", "area": "a"}
"""The ending of a field's name for each die of an approach."""


# ---- blank sheets


def names(context: SheetContext) -> dict[str, Any]:
    """Return the values to which the two layouts may refer, by name; they come from tables and constants."""
    const = constants(context)
    places = const.places
    return {
        "game": context.book.title.upper(),
        "bookmark": "Fighter Attack Record Sheet",
        "missions": {"count": const.missions, "lines": up_to(const.missions)},
        "bombers": [
            {
                "id": place,
                "words": f"{context.entry('letters', place)} {const.colours[place]}",
                "name": context.say(place),
                "swatch": context.entry("swatches", const.colours[place]),
                "title": capital(context.say(place)),
                "attacks": [],
            }
            for place in places
        ],
        "places": [{"id": p, "words": context.entry("letters", p), "name": context.say(p)} for p in places],
        "engines": up_to(const.engines),
        "crew": _crew(context),
        "fighters": up_to(const.fighters),
        "circles": _circles(context),
        "lines": [
            {"id": f"{number}{letter}", "pass": letter, "number": number}
            for letter in const.passes
            for number in up_to(const.fighters)
        ],
        "approach": [{"id": _STEPS[step], "words": context.entry("letters", step), "name": step} for step in _STEPS],
        "heads": _heads(context),
        "promotions": _promotions(context),
        "dice": [str(n) for n in up_to(const.fire_dice)],
        "means": _meanings(context),
        "key": _key(context),
    }


def _crew(context: SheetContext) -> list[dict[str, str]]:
    """Return the ten men with their circles."""
    stations, spots = constants(context).stations, context.data["stations"]
    context.check_names("stations", stations, "stations must be those of game.yaml; '{}' is only in one of them")
    letters = {station: context.entry("letters", station) for station in stations}
    if len(set(letters.values())) != len(letters):
        raise context.fault("letters", f"letters: two stations have the same: {', '.join(letters.values())}")
    return [
        {
            "id": s.replace("_", "-"),
            "at": spots[s],
            "spot": " ".join(map(str, context.data["men_at"][s])),
            "code": letters[s],
            "name": context.say(s),
        }
        for s in stations
    ]


def _circles(context: SheetContext) -> list[dict[str, str]]:
    """Return the three lettered circles of a fighter, with the meaning of a cross in each."""
    causes = {
        effect.parameters()[2]: effect.parameters()[0]
        for row in context.table("T-TAB-FIGHTER-EFFECT").rows
        for effect in row.effects
    }
    return [
        {
            "id": mark,
            "at": at,
            "code": context.entry("letters", causes[mark]),
            "words": context.say(f"fighter_{causes[mark]}"),
        }
        for mark, at in context.data["circles"].items()
    ]


def _heads(context: SheetContext) -> dict[str, str]:
    """Return the dice and the significant rolls for each column, from the tables in force."""
    heads: dict[str, str] = {}
    for name in ("T-TAB-SHEET-MISSION", "T-TAB-SHEET-ATTACK"):
        for row in context.table(name).rows:
            _, dice = row.effects[0].parameters()
            heads[row.key] = dice.upper() if dice != "-" else ""
    attack, flak = context.table("T-TAB-ATTACK"), context.table("T-TAB-FLAK-HIT")
    heads["fighter_attack"] += f" {rolls_giving(attack, 'attack')}"
    heads["flak_barrage"] += f" {rolls_giving(flak, 'hit')}"
    heads["flak_damage"] += " a bomber hit"
    heads["bomber_fire"] += " a gun"
    heads["bomber_effect"] += " a hit, added up"
    heads["fighter_effect"] += " a hit"
    heads["bomber_hits"] = rolls_giving(context.table("T-TAB-GUN-HIT"), "hit")
    heads["fighter_hits"] = rolls_giving(context.table("T-TAB-FIGHTER-FIRE"), "hit")
    return heads


def _promotions(context: SheetContext) -> list[dict[str, str]]:
    """Return, for each rank except the first, the line of the sheet after which it is won."""
    table = context.table("T-TAB-RANK")
    first: dict[str, str] = {}
    for missions, row in table.keys.items():
        first.setdefault(row.id, missions)
    return [{"after": first[row.id], "words": row.cells[0]} for row in context.book.view(table).rows[1:]]


def _meanings(context: SheetContext) -> dict[str, str]:
    """Return the meaning of the dice for the foot of the sheets, in a line for each table."""

    def result(row: Row) -> str:
        return context.say(str(first_parameter(row)))

    def damage(row: Row) -> str:
        number = next((effect["engines"] for effect in row.effects if effect.name == "engines_out"), 0)
        return f"{context.say(str(number))} engine{'s' if number > 1 else ''}" if number else "lost"

    def line(name: str, words: Callable[[Row], str]) -> str:
        return in_a_line(context.table(name).rows, words)

    return {
        "attack": rolls_giving(context.table("T-TAB-ATTACK"), "attack"),
        "target": line("T-TAB-TARGET3", result),
        "target_of_two": line("T-TAB-TARGET2", result),
        "guns": _guns(context),
        "lost": "; ".join(row.when.words(context.say) for row in context.table("T-TAB-BOMBER-LOSS").rows if row.when),
        "direction": line("T-TAB-DIRECTION", result),
        "area": line("T-TAB-AREA", result),
        "effect": line("T-TAB-FIGHTER-EFFECT", result),
        "wing": line("T-TAB-WING", damage),
        "flak": line("T-TAB-FLAK-DAMAGE", damage),
    }


def _guns(context: SheetContext) -> str:
    """Return a text on the guns that bear against attacks from each direction, with areas where further guns bear."""
    bearing: dict[str, dict[str, list[str]]] = {}
    for row in context.table("T-TAB-GUNS").rows:
        direction, area = row.key.split()
        bearing.setdefault(direction, {})[area] = list(first_parameter(row))
    say, parts = context.say, []
    for direction, areas in bearing.items():
        always = [gun for gun in next(iter(areas.values())) if all(gun in guns for guns in areas.values())]
        also = [
            f"at the {say(area)} {join_words([say(gun) for gun in guns if gun not in always])} too"
            for area, guns in areas.items()
            if set(guns) - set(always)
        ]
        parts.append(", ".join([f"from the {say(direction)} {join_words([say(gun) for gun in always])}", *also]))
    return "; ".join(parts)


def _key(context: SheetContext) -> Table:
    """Return a table of the man that each roll hits, with the letters in his circle."""

    def man(row: Row) -> str:
        station = str(first_parameter(row))
        return f"{context.entry('letters', station)}  {capital(context.say(station))}"

    front, rear = context.table("T-TAB-CREW-FRONT"), context.table("T-TAB-CREW-REAR")
    return dense(
        [
            Column(front.notation.words, 1, "centre", header=True),
            Column("From the front", 3),
            Column("From the rear", 3),
        ],
        [
            [", ".join(map(str, one.rolls)), man(one), man(other)]
            for one, other in zip(front.rows, rear.rows, strict=True)
        ],
    )


# ---- filled sheets


def fill(context: SheetContext, forms: Mapping[str, Any]) -> dict[str, list[FieldValues]]:
    """Return both sheets, filled from a log; missions without fighters have no attack sheet."""
    return {
        "mission-record": [FieldValues({}, dict(_missions(context, forms)))],
        "fighter-attack": [_attack(context, forms, attack) for attack in forms["attacks"]],
    }


def _missions(context: SheetContext, forms: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield a line for each mission: the dice in their boxes, a circle around the player's position, the result."""
    places = constants(context).places
    ranks = [int(promotion["after"]) for promotion in _promotions(context)]
    yield "bomber", str(forms["own"])
    for mission in forms["missions"]:
        number = mission["number"]
        for place, die in zip(places, mission["position"], strict=False):
            yield f"position-{number}-{place}", str(die)
        if mission["place"]:
            yield f"own-{number}-{mission['place']}", True
        yield f"attack-{number}", " ".join(map(str, mission["fighters"]))
        for place, die in mission["flak"].items():
            yield f"barrage-{number}-{place}", str(die)
        for place, die in mission["damage"].items():
            yield f"damage-{number}-{place}", str(die)
        yield f"outcome-{number}", {"completed": "home", "lost": "LOST"}.get(mission["result"], "")
        if number in ranks:
            yield f"rank-{number}", mission["result"] == "completed"


def _attack(context: SheetContext, forms: Mapping[str, Any], attack: Mapping[str, Any]) -> FieldValues:
    bombers = [
        {**bomber, "attacks": list(_arrows(context, bomber["id"], attack["lines"]))}
        for bomber in names(context)["bombers"]
    ]
    values: dict[str, Value] = {
        "name": str(forms["own"]),
        "mission": str(attack["mission"]),
        "place": capital(context.say(attack["place"])),
        **dict(_lines(context, attack["lines"])),
        **dict(_struck(context, attack["lines"])),
        **dict(_hits(context, attack)),
    }
    for place, die in attack["flak"].items():
        values[f"barrage-{place}"] = str(die)
    for place, die in attack["damage"].items():
        values[f"flak-{place}"] = str(die)
    names_ = {"bombers": bombers, "bookmark": f"Mission {attack['mission']}, fighter attack"}
    return FieldValues(names_, values, f"mission-{attack['mission']}")


def _lines(context: SheetContext, lines: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield the dice of each pass, and the letters of the approach."""
    for line_id, line in lines.items():
        for part, die in zip(_STEPS.values(), line["id"], strict=False):
            yield f"id-{line_id}-{part}", str(die)
        if line["approach"]:
            place, direction, area = line["approach"]
            yield (
                f"attack-{line_id}",
                f"{context.entry('letters', place)} {_POINTING[direction]} {context.data['areas'][area]}",
            )
        for column, field in (
            ("fire", "fire"),
            ("effect", "effect"),
            ("fighter_fire", "shots"),
            ("fighter_effect", "hits"),
        ):
            for number, die in enumerate(line[column], start=1):
                yield f"{field}-{line_id}-{number}", str(die)


def _struck(context: SheetContext, lines: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield the passes that a fighter could not make because it was hit before."""
    passes = constants(context).passes
    for number in up_to(constants(context).fighters):
        hit = next((i for i, letter in enumerate(passes) if lines.get(f"{number}{letter}", {}).get("effect")), None)
        for letter in passes[hit + 1 :] if hit is not None else ():
            yield f"gone-{number}{letter}", True


def _hits(context: SheetContext, attack: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield crosses in the circles of bombers and fighters, names of the bombers, and losses."""
    const = constants(context)
    for place, bomber in attack["bombers"].items():
        if bomber["name"] not in const.names.wingmen:  # a default name would contradict the place: the account omits it
            yield f"bomber-{place}", str(bomber["name"])
        yield f"lost-{place}", bool(bomber["lost"])
        out = engines_out(bomber, const)
        for engine in up_to(const.engines):
            yield f"{place}-engine-{engine}", engine in out
        for station in const.stations:
            yield f"{place}-{station.replace('_', '-')}", station in bomber["crew_out"]
    for number in up_to(const.fighters):
        mark = attack["fighters"].get(str(number), {}).get("mark")
        for circle in context.data["circles"]:
            yield f"fighter-{number}-{circle}", circle == mark


def _arrows(context: SheetContext, place: str, lines: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield an arrow for each attack on one bomber, with its fighter and pass."""
    taken: Counter[str] = Counter()
    for line_id, line in lines.items():
        if not line["approach"] or line["approach"][0] != place:
            continue
        direction, area = line["approach"][1:]
        where = f"{direction} {area}"
        spots = context.data["spots"][where]
        x, y = spots[taken[where] % len(spots)]
        taken[where] += 1
        words = f"{line_id} from the {context.say(direction)} at the {context.say(area)}"
        yield {"id": line_id, "x": x, "y": y, "arrow": _ARROWS[direction], "words": words}


Number = int | float
Area = Literal["left_wing", "fuselage", "right_wing"]
Approach = Literal[
    "front left_wing", "front fuselage", "front right_wing", "rear left_wing", "rear fuselage", "rear right_wing"
]


@frozen
class Data:
    """The section `data` in the `shop.yaml` of 25 and Out.

    Attributes:
        swatches: the palette colour of each die.
        men_at: the centre of each man's circle, which players mark with a pencil.
        letters: the abbreviations for a bomber's place, for the dice of an approach, and for the men and the parts of a
            fighter.
        circles: for each circle on the drawing of a fighter, the part of the fighter that it stands for.
        spots: the positions of arrows on the drawing of a bomber, by direction and area of the attack.
    """

    swatches: dict[str, str]
    areas: Annotated[dict[Area, str], AllKeys()]
    letters: dict[str, str]
    stations: Annotated[dict[Annotated[str, OneOf("stations")], str], AllKeys()]
    men_at: Annotated[dict[Annotated[str, OneOf("stations")], Annotated[list[Number], Min(2)]], AllKeys()]
    circles: dict[str, str]
    spots: Annotated[dict[Approach, Annotated[list[Annotated[list[Number], Min(2)]], Min(1)]], AllKeys()]


def draw_functions(context: SheetContext) -> dict[str, DrawFunction]:
    """Return the function that draws the guns that bear, for the poster."""
    return {"guns": lambda surface, box, scope: draw_poster(surface, box, context, "guns")}


PROVIDER = Provider(names, fill, draw_functions, data=Data, tour=read_tour)
