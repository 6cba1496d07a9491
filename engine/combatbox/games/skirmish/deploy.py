"""The set-up of a game: scenario, waves, American starting positions and German sections."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from combatbox.core.decisions import Decision, Flow, FreeFormChoice
from combatbox.core.dice import throws_again
from combatbox.core.errors import CombatBoxError, IllegalChoice, check_range
from combatbox.core.game import Setup
from combatbox.games.skirmish.constants import Constants, Skirmish, SkirmishRulebook
from combatbox.games.skirmish.effects import americans_are_asked, inches
from combatbox.games.skirmish.geometry import heading_of
from combatbox.games.skirmish.parameters import Measures, allotted, forces, hits_needed, measures
from combatbox.games.skirmish.paths import units
from combatbox.games.skirmish.search import closest
from combatbox.games.skirmish.state import AWAY, BOMBERS, ESCORTS, GERMANS, Plane, Section, State

WAITING = "waiting"
"""The value of `Plane.out` for an aircraft that has not been placed on the table yet."""

DRAWS = 1000
"""The number of attempts of a random player to find legal positions.

On the printed table a few attempts suffice.
"""

FEWER = {"scenario": 99, "one": 1, "none": 0}
"""The largest number of escorts for each option of S-X2."""

Places = tuple[tuple[int, int], ...]

_PAIR = re.compile(r"(\d{1,3}(?:\.\d{1,3})?)\s*,\s*(\d{1,3}(?:\.\d{1,3})?)")


def new_state(book: SkirmishRulebook, setup: Setup[Any]) -> State:  # Any: this game takes no names
    """Return the state before a game; `setup.mission` is its scenario (S-102 to S-105).

    Raises:
        CombatBoxError: the game has no scenario with this number.
    """
    check_range("scenario", setup.mission, 1, book.constants.missions)
    state = State(scenario=setup.mission)
    side = forces(book, setup.mission)
    state.needed, state.waves = hits_needed(book, setup.mission), side.waves
    state.german_fighters, state.escorts = [side.germans], [min(side.escorts, FEWER[book.ruled["escort_strength"]])]
    return state


# ---- waves of the third scenario


def allot_waves(flight: Skirmish) -> None:
    """Roll to choose the wave with the fewest escorts and the wave with a different number of German fighters.

    It implements S-806, S-807 and S-811. Nothing is rolled for if all waves have the same number.
    """
    state = flight.state
    flight.phase("waves.start")
    allotments = allotted(flight.book, "escorts")
    is_one_alone = len(set(allotments)) > 1
    alone = rank_one(flight, "waves.escort", lowest=True) if is_one_alone else 0
    fewest = allotments[-1]
    if is_one_alone and flight.ruled["ten_germans"] == "two_to_one":
        side = forces(flight.book, state.scenario)
        fewest += max(0, side.germans // 2 - side.escorts)
    state.escorts = [fewest if wave == alone else allotments[0] for wave in range(state.waves)]
    turret = flight.ruled["turret"] == "on"
    allotments = allotted(flight.book, "germans_turret" if turret else "germans")
    odd = rank_one(flight, "waves.german", lowest=turret) if len(set(allotments)) > 1 else 0
    state.german_fighters = [allotments[-1] if wave == odd else allotments[0] for wave in range(state.waves)]
    state.escorts = [min(escorts, FEWER[flight.ruled["escort_strength"]]) for escorts in state.escorts]
    flight.fact("waves.allotted", escorts=list(state.escorts), germans=list(state.german_fighters))


def rank_one(flight: Skirmish, place: str, *, lowest: bool) -> int:
    """Roll once for each wave, and return the wave with the lowest or the highest roll.

    Waves that tie for the lowest or highest number roll again among themselves (S-A22).

    Args:
        flight: the flight.
        place: the place of the rolls in the order of play.
        lowest: True for the lowest roll, False for the highest.

    Raises:
        CombatBoxError: a table of house rules always gives all waves the same number.
    """
    waves = list(range(flight.state.waves))
    if len(waves) < 2:
        return waves[0]
    table = flight.table(place).id
    for _ in throws_again(f"{table}: its rows never rank the waves; give them different `shows`."):
        shown = {}
        for wave in waves:
            flight.roll(place, f"wave {wave + 1}")
            shown[wave] = flight.state.die
        extreme = (min if lowest else max)(shown.values())
        waves = [wave for wave, die in shown.items() if die == extreme]
        if len(waves) == 1 or flight.ruled["wave_ties"] == "first":
            break
    return waves[0]


def start_damage(book: SkirmishRulebook, scenario: int) -> list[int]:
    """Return the damage points with which each bomber of a wave starts."""
    side = forces(book, scenario)
    return book.constants.damage or [0] * (side.bombers // side.waves)


def start_wave(flight: Skirmish) -> Flow[None]:
    """Set up the bombers, escorts and sections of a wave (S-A21).

    The hits on the target carry over from the waves before.
    """
    state = flight.state
    staying = _staying(state) if flight.ruled["waves"] == "stay" else []
    planes_before = state.planes
    if state.waves > 1:
        flight.phase("wave.start", number=state.wave + 1, of=state.waves)
    else:
        flight.phase("deployment.start")
    state.alarmed, state.escorts_first, state.to_target = False, 0, None
    state.planes = {
        key: Plane(key, "american", "bomber", damage=damage, out=WAITING)
        for key, damage in zip(BOMBERS, start_damage(flight.book, state.scenario), strict=False)
    }
    bombers = tuple(state.planes)
    state.sections = []
    escorts, germans = state.escorts[state.wave], state.german_fighters[state.wave]
    for key in ESCORTS[:escorts]:
        state.planes[key] = Plane(key, "american", "fighter", out=WAITING)
    for pair in _pairs(germans, staying):
        stays = pair in staying
        state.sections.append(Section(pair, arrived=stays))
        for key in pair:
            state.planes[key] = planes_before[key] if stays else Plane(key, "german", "fighter", out=WAITING)
    yield from _place(flight, bombers, "bombers")
    if escorts:
        yield from _place(flight, ESCORTS[:escorts], "escorts")
    if escorts and escorts_throw(flight.book):
        flight.roll("deployment.altitude", "escorts")
        state.escorts_first = state.first_move


def escorts_throw(book: SkirmishRulebook) -> bool:
    """Return True if the escorts roll for an altitude when they are placed (S-A09)."""
    return book.ruled["altitude"] == "escorts_too"


def _staying(state: State) -> list[list[str]]:
    """Return the fighters of each section that stays for the next wave, under one option of S-A21.

    A section stays if one of its fighters is on the table or will return to it.
    """
    return [
        section.fighters
        for section in state.sections
        if section.arrived and any(state.planes[key].out in ("", AWAY) for key in section.fighters)
    ]


def _pairs(germans: int, staying: list[list[str]]) -> list[list[str]]:
    """Return the fighters of each section of a wave: sections that stay take the place of fresh ones.

    Args:
        germans: the number of German fighters in the wave.
        staying: the fighters of each section that stays from the wave before.
    """
    fresh = [list(GERMANS[first : min(first + 2, germans)]) for first in range(0, germans, 2)]
    taken = [pair[0] for pair in staying]
    pairs = [*staying, *(pair for pair in fresh if pair[0] not in taken)]
    return sorted(pairs[: len(fresh)], key=lambda pair: GERMANS.index(pair[0]))


# ---- the strip of the Americans


def _place(flight: Skirmish, keys: tuple[str, ...], who: str) -> Flow[None]:
    """Place the bombers or the escorts at positions that the player chooses, or at the usual ones."""
    m = measures(flight.book)
    usual = list(dict.fromkeys(places[: len(keys)] for places in usual_places(m, flight.const, who)))
    places = usual[0]
    if americans_are_asked(flight):
        answer = yield _decision(flight, m, who, usual)
        places = _read(answer, len(keys))
    for key, (x, y) in zip(keys, places, strict=True):
        plane = flight.state.planes[key]
        plane.x, plane.y, plane.heading, plane.out = x, y, 0, ""
    flight.fact(
        "deployment.bombers_at" if who == "bombers" else "deployment.escorts_at",
        who,
        at=[text for place in places for text in (inches(place[0]), inches(place[1]))],
    )


def _decision(flight: Skirmish, m: Measures, who: str, usual: list[Places]) -> Decision:
    check = bomber_fault if who == "bombers" else escort_fault
    count = len(usual[0])

    def read(text: str) -> str:
        places = _read(text, count)
        problem = check(m, places)
        if problem:
            raise IllegalChoice(f"{text[:60]!r}: {problem}")
        return _words(places)

    def draw(chance: Callable[[], float]) -> str:
        for _ in range(DRAWS):
            places = _shifted(m, usual[0], chance)
            if not check(m, places):
                return _words(places)
        raise CombatBoxError(
            f"{who}: no legal places near the first of constants.deploy.{who} in {DRAWS} tries; "
            "make it fit constants.deployment and constants.table"
        )

    names = ", ".join(BOMBERS[:count]) if who == "bombers" else "one after the other"
    input_format = f"{count} places as ACROSS,ALONG in inches ({names}), such as {_words(usual[0])}"
    options = tuple(_words(places) for places in usual)
    place = "deployment.bombers" if who == "bombers" else "deployment.escorts"
    return replace(
        flight.ask(place, options, options[0], who), open=FreeFormChoice(input_format, read, draw, spots=places_of)
    )


def usual_places(m: Measures, const: Constants, who: str) -> list[Places]:
    """Return the usual positions of the bombers or of the escorts, which are centred on a table of any size."""
    aside = (m.width - const.table.width) // 2
    return [tuple((x + aside, y) for x, y in places_of(text)) for text in const.deploy.of(who)]


def places_of(text: str) -> Places:
    """Parse a text of positions such as `30,16 25.8,12.4`; the result is in thousandths of an inch."""
    return tuple((units(x), units(y)) for x, y in _PAIR.findall(text))


def _read(text: str, count: int) -> Places:
    places = places_of(text)
    if len(places) != count or _PAIR.sub("", text).strip():
        raise IllegalChoice(f"{text[:60]!r}: give {count} places, each as ACROSS,ALONG in inches.")
    return places


def _words(places: Places) -> str:
    return " ".join(f"{inches(x)},{inches(y)}" for x, y in places)


def bomber_fault(m: Measures, places: Places) -> str:
    """Return a message that says why the bombers' positions are illegal; empty if they are legal.

    It checks the diamond formation against S-503 to S-507, G4 and G5. Of a formation with fewer bombers it checks the
    part of the diamond that the bombers form.
    """
    near, far, flank = m.deploy
    for x, y in places:
        if not (near <= y - m.nose and y + m.nose <= far):
            return f"a bomber {inches(y)} inches from the near edge is not wholly within {inches(near)} to {inches(far)} inches of it"
        if not (flank <= x - m.span and x + m.span <= m.width - flank):
            return f"a bomber {inches(x)} inches from the left edge is nearer to a flank than {inches(flank)} inches"
    leader, *followers = places
    last = followers.pop() if len(places) == len(BOMBERS) else None
    if last and (leader[1] - m.nose) - (last[1] + m.nose) < m.gap:
        return f"from the leader's tail to the nose of the last are less than {inches(m.gap)} inches"
    if len(followers) > 1 and (followers[1][0] - m.span) - (followers[0][0] + m.span) < m.gap:
        return f"between the wingtips of left and right are less than {inches(m.gap)} inches"
    middle = [x for x, _ in ((leader, last) if last else (leader,))]
    sides = zip((1, -1), followers, strict=False)
    inside = all(side * wing[0] < side * x for side, wing in sides for x in middle)
    if not (inside and all((last[1] if last else 0) < y < leader[1] for _, y in followers)):
        return "the bombers do not form a diamond: leader in front, last behind, both between left and right"
    return ""


def escort_fault(m: Measures, places: Places) -> str:
    """Return a message that says why the escorts' positions are illegal; empty if legal (S-503, G4)."""
    near, far, _ = m.deploy
    for x, y in places:
        if not (near <= y - m.fighter_length and y + m.fighter_length <= far):
            return f"an escort {inches(y)} inches from the near edge is not wholly within {inches(near)} to {inches(far)} inches of it"
        if not m.fighter_span <= x <= m.width - m.fighter_span:
            return f"an escort {inches(x)} inches from the left edge is not wholly on the table"
    return ""


def _shifted(m: Measures, usual: Places, chance: Callable[[], float]) -> Places:
    """Return random positions: the usual ones, all shifted together and each also shifted a little by itself."""
    shift = int((chance() - 0.5) * m.width)
    loose = [(int(chance() * 600) - 300, int(chance() * 600) - 300) for _ in usual]
    moved = [(x + shift + dx, y + dy) for (x, y), (dx, dy) in zip(usual, loose, strict=True)]
    return tuple((max(0, x), max(0, y)) for x, y in moved)


# ---- German sections


def arrivals(flight: Skirmish) -> None:
    """Roll for the sections that have not arrived, and place those that enter.

    It implements S-510 to S-514 and S-A06.
    """
    state = flight.state
    if flight.ruled["arrival"] == "together" and not all(section.arrived for section in state.sections):
        flight.roll("arrival.die", "sections")
    for number, section in enumerate(state.sections, 1):
        if section.arrived:
            continue
        who = f"section {number}"
        if flight.ruled["arrival"] == "each":
            flight.roll("arrival.die", who)
        if not state.arriving:
            continue
        flight.roll("arrival.hour", who)
        flight.roll("arrival.altitude", who)
        section.arrived = section.entering = True
        section.hour, section.altitude, section.first_move = state.hour, state.altitude, state.first_move
        _enter(flight, section, who)


def _enter(flight: Skirmish, section: Section, who: str) -> None:
    """Place the two fighters of a section on the edge, headed for the closest bomber (G6)."""
    state, m = flight.state, measures(flight.book)
    x, y = m.entries[section.hour]
    target = closest(Plane("", "german", "fighter", x, y), state.bombers)
    heading = heading_of(target.x - x, target.y - y)
    for key, (px, py) in zip(section.fighters, abreast(m, x, y), strict=False):  # a section may be a single fighter
        plane = state.planes[key]
        plane.x, plane.y, plane.heading, plane.out = px, py, heading, ""
    flight.fact("arrival.enters", who, hour=section.hour, altitude=section.altitude, heading=heading)


def abreast(m: Measures, x: int, y: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the positions of a section at its entry point, the left fighter first.

    The fighters are side by side along the edge, and the positions are clamped to the table. Left is seen by a pilot
    who faces the table, or by the American player who faces the target (S-A29).
    """
    gap = m.abreast
    pilot = m.ruled["left_of_entry"] == "pilot"
    if y in (0, m.length):
        left = -gap if y == 0 or not pilot else gap
        places = ((x + left, y), (x - left, y))
    else:
        left = gap if x == 0 and pilot else -gap
        places = ((x, y + left), (x, y - left))
    clamped = [(min(max(px, 0), m.width), min(max(py, 0), m.length)) for px, py in places]
    return clamped[0], clamped[1]
