"""The Mission Record Sheet, the Fighter Attack Record Sheet and the tour book of 25 and Out: names for layouts, and values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from combatbox.core.annotations import AllKeys, Min, OneOf, frozen
from combatbox.core.events import Event, Header
from combatbox.core.log_state import is_fact, is_phase
from combatbox.core.phrases import join_words, number_word
from combatbox.core.table_views import capital
from combatbox.core.tables import Row
from combatbox.games.twentyfive.constants import Constants
from combatbox.games.twentyfive.scene import ENGINES_OUT, engines_shown_out
from combatbox.press.blocks import DrawFunction, Value
from combatbox.press.chapter_figures import draw_poster
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
from combatbox.press.tour_data import TOUR, Comparison, MissionEntry, Tour, with_percentage


def constants(context: SheetContext) -> Constants:
    """Return the constants of the game, typed as its class `Constants`."""
    const: Constants = context.book.const
    return const


def read_tour(context: SheetContext, events: Sequence[Event], header: Header) -> Tour:
    """Read the contents of a tour book from a log."""
    causes = dict(_causes(context, events))
    forms = context.book.game.forms([*events], header, context.rules)
    attacks = {attack["mission"]: attack for attack in forms["attacks"]}
    flown = [mission for mission in forms["missions"] if mission["result"]]
    ranks = [str(mission["rank"]) for mission in flown]
    entries = [
        _entry(context, mission, attacks.get(mission["number"]), forms["own"], causes, promoted=rank != before)
        for mission, rank, before in zip(flown, ranks, ranks[:1] + ranks, strict=False)
    ]
    closing = _closing(context, flown, attacks)
    heads = ("Mission", "Bomber lost")
    lost = [line for mission in flown for line in _lost(mission, attacks.get(mission["number"]))]
    return Tour(str(forms["own"]), _result(context, flown), (), (), entries, (heads, lost), closing, context.odds.about)


def _result(context: SheetContext, flown: Sequence[Mapping[str, Any]]) -> str:
    completed = sum(mission["result"] == "completed" for mission in flown)
    of = constants(context).missions
    if completed >= of:
        return f"All {of} missions are flown. Home."
    if flown and flown[-1]["result"] == "lost":
        return f"Lost on mission {flown[-1]['number']}, with {completed} of {of} behind her."
    return f"{completed} of {of} missions flown, and going on."


def _causes(context: SheetContext, events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """Yield the number of the mission on which the player's bomber was lost, with the cause in words."""
    number = 0
    for event in events:
        if is_phase(event, "mission"):
            number = event["data"]["number"]
        elif is_fact(event, "lost"):
            yield number, context.say(str(event["data"]["cause"]))


def _entry(
    context: SheetContext,
    mission: Mapping[str, Any],
    attack: Mapping[str, Any] | None,
    own: str,
    causes: Mapping[int, str],
    *,
    promoted: bool,
) -> MissionEntry:
    place, say = mission["place"], context.say
    bomber, const = _own_bomber(context, mission, attack), constants(context)
    engines = [f"engine-{number}" for number in engines_shown_out(bomber, const)]
    men = [context.data["stations"][station] for station in bomber["crew_out"]]
    return MissionEntry(
        int(mission["number"]),
        f"{capital(say(place))} of the element" if place else "On the way",
        own,
        _day(context, mission, attack, bomber, causes),
        tuple(_facts(context, mission, attack, bomber)),
        (f"Promoted to {say(str(mission['rank']))}.",) if promoted else (),
        crossed=(*men, *engines),
    )


def _own_bomber(
    context: SheetContext, mission: Mapping[str, Any], attack: Mapping[str, Any] | None
) -> Mapping[str, Any]:
    """Return the engines and men of the player's bomber that are out at the end of a mission.

    Without an attack by fighters there is no attack sheet, and only flak can have put engines out.
    """
    place = mission["place"]
    if attack and place in attack["bombers"]:
        bomber: Mapping[str, Any] = attack["bombers"][place]
        return bomber
    die = mission["damage"].get(place)
    effects = context.table("T-TAB-FLAK-DAMAGE").at(die, "").effects if die else ()
    out = next((effect["engines"] for effect in effects if effect.name == "engines_out"), 0)
    return {**dict.fromkeys(ENGINES_OUT, 0), "flak_out": out, "crew_out": ()}


def _facts(
    context: SheetContext, mission: Mapping[str, Any], attack: Mapping[str, Any] | None, bomber: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    say, place = context.say, mission["place"]
    if attack:
        at_us = sum(line["approach"][:1] == [place] for line in attack["lines"].values())
        gone = sum(bool(fighter["gone"]) for fighter in attack["fighters"].values())
        yield "Fighters", f"{len(attack['fighters'])}; {at_us} of {len(attack['lines'])} attacks on her"
        yield "Driven off or shot down", str(gone)
    else:
        yield "Fighters", "none"
    if bomber["crew_out"]:
        yield "Men hit", join_words([say(station) for station in bomber["crew_out"]])
    if out := _count_engines_out(bomber):
        yield "Engines out", str(out)
    yield "Flak", _flak(mission)
    yield "Result", "bombs away, and home" if mission["result"] == "completed" else "lost"


def _flak(mission: Mapping[str, Any]) -> str:
    if mission["place"] in mission["damage"]:
        return f"hit, damage {mission['damage'][mission['place']]}"
    return "no hit" if mission["flak"] else "none"


def _count_engines_out(bomber: Mapping[str, Any]) -> int:
    return sum(int(bomber[field]) for field in ENGINES_OUT)


def _day(
    context: SheetContext,
    mission: Mapping[str, Any],
    attack: Mapping[str, Any] | None,
    bomber: Mapping[str, Any],
    causes: Mapping[int, str],
) -> str:
    """Return a sentence about the most important event of a mission."""
    say, place = context.say, mission["place"]
    bombers: Mapping[str, Mapping[str, Any]] = attack["bombers"] if attack else {}
    if mission["result"] == "lost":
        return f"She does not come back: {causes.get(mission['number'], 'nobody saw why')}."
    lost = [str(other["name"]) for where, other in bombers.items() if other["lost"] and where != place]
    if lost:
        return f"{capital(join_words(lost))} {'goes' if len(lost) == 1 else 'go'} down beside her."
    if bomber["crew_out"]:
        return f"She comes home with {join_words([f'her {say(station)}' for station in bomber['crew_out']])} hit."
    if out := _count_engines_out(bomber):
        return f"She comes home with {f'{number_word(out)} engines' if out > 1 else 'an engine'} out."
    return "The fighters come, and not one hits her." if attack else "No fighter comes near."


def _lost(mission: Mapping[str, Any], attack: Mapping[str, Any] | None) -> Iterator[list[str]]:
    """Yield the bombers of the element that were lost on a mission."""
    for bomber in attack["bombers"].values() if attack else ():
        if bomber["lost"]:
            yield [str(mission["number"]), capital(str(bomber["name"]))]


def _closing(
    context: SheetContext, flown: Sequence[Mapping[str, Any]], attacks: Mapping[int, Mapping[str, Any]]
) -> list[Comparison]:
    """Return the tour's figures, compared with the stored odds."""
    book, count = context.book, len(flown)
    odds = context.odds.percentage
    home = sum(mission["result"] == "completed" for mission in flown)
    return [
        Comparison("Missions with fighters", with_percentage(len(attacks), count), odds("attacked")),
        Comparison("Came home", with_percentage(home, count), odds("survived")),
        Comparison(
            "The whole tour",
            "yes" if home >= book.const.missions else "no",
            odds(TOUR, digits=1),
        ),
        Comparison(
            "Bombers of the element lost",
            str(sum(bomber["lost"] for attack in attacks.values() for bomber in attack["bombers"].values())),
        ),
        Comparison(
            "Fighters driven off or shot down",
            str(sum(bool(one["gone"]) for attack in attacks.values() for one in attack["fighters"].values())),
        ),
    ]


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
        out = engines_shown_out(bomber, const)
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
