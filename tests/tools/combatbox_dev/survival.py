"""The exact probability of surviving a mission of 25 and Out.

A mission has far too many states to enumerate. However, the three bombers affect each other in only two ways: by the
number of fighters left, and by which bombers still fly. The result of a fighter's pass therefore matters to the other
bombers in two respects: whether the fighter is gone, and whether the bomber is lost. Each bomber is modelled as a
separate chain that advances when the bomber is attacked and yields these two facts. The probabilities of both facts
depend on the earlier passes at the bomber, and are computed once for each such history. A mission is then a walk over
the histories of the three bombers, in which equal histories are merged.

This module duplicates the order of the steps of a burst; the engine computes rows, effects, guns and losses.

    python -m combatbox_dev.survival

stores the probability beside the tables, for each choice of the rulings that matter; it takes less than a minute.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from typing import TypeVar

from combatbox.core.dice import Dice, DiceExhausted, PrefixDice, all_throws
from combatbox.core.enumeration import code_odds, row_odds
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.tables import Row, Table
from combatbox.games.twentyfive import effects
from combatbox.games.twentyfive.constants import Twentyfive, TwentyfiveRulebook
from combatbox.games.twentyfive.flow import (
    approach,
    bombers_shoot,
    check_loss,
    flak_barrage,
    new_state,
    wing_is_dead,
)
from combatbox.games.twentyfive.state import PLACES, Bomber, Burst, Fighter
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.load import load

Local = tuple[int, int, int]
"""The state of a bomber under attack.

The values are the engines out on the left wing and on the right wing, and a bit for each crew position that is out.
"""
Symmetry = tuple[bool, tuple[int, ...]]
"""A symmetry of a bomber's state.

The values are True if the wings are swapped, and for each crew position the one that takes its place.
"""
Moves = tuple[dict[Local, float], dict[Local, float], float, float]
"""The result of one pass at a bomber.

The values are the weights of the bomber's states if it flies on, first with the fighter still there and then with the
fighter gone; and the probability that the bomber is lost, in the same two cases.
"""

T = TypeVar("T", bound=Hashable)

OWN, WINGMAN = PLACES[0], PLACES[1]
LOST = "lost"
WINGS = ("left_wing", "right_wing")


def distribution(run: Callable[[Dice], T]) -> dict[T, Fraction]:
    """Return the exact probability of every result of `run`; the probabilities sum to 1.

    Args:
        run: a function that is called repeatedly with dice that contain a prefix of throws. Where it needs more
            dice, the enumeration branches into all possible throws. Its result must depend on its dice only.
    """
    odds: dict[T, Fraction] = {}
    open_prefixes: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    while open_prefixes:
        prefix, weight = open_prefixes.pop()
        try:
            result = run(PrefixDice(prefix))
        except DiceExhausted as exhausted:
            share = weight / 6**exhausted.count
            open_prefixes += [((*prefix, throw), share) for throw in all_throws(exhausted.count)]
        else:
            odds[result] = odds.get(result, Fraction(0)) + weight
    return odds


class NotFound(Exception):
    """Raised when the tables are changed in a way that this computation does not cover.

    Simulated odds are still available in this case.
    """


class _Bench:
    """Sets up flights on which single steps can be evaluated.

    Such a flight has one bomber in a given state, one fighter, and dice that are enumerated.
    """

    def __init__(self, book: TwentyfiveRulebook) -> None:
        self.book = book
        self.stations: list[str] = list(book.constants.stations)
        self.engines: int = book.constants.engines_per_wing

    def flight(self, dice: Dice, place: str, local: Local, burst: Burst | None = None) -> Twentyfive:
        state = new_state(self.book, Setup())
        state.position = OWN
        state.fighters = [Fighter(1)]
        state.burst = burst or Burst("A", 1)
        state.burst.target = place
        flight: Twentyfive = Flight(self.book, dice, state)
        self.put(flight, local)
        return flight

    def put(self, flight: Twentyfive, local: Local) -> None:
        """Set the state of the bomber that is attacked in the flight."""
        place = flight.state.burst.target
        crew = [name for bit, name in enumerate(self.stations) if local[2] >> bit & 1]
        flight.state.bombers[place] = Bomber(place, place, local[0], local[1], 0, crew)

    def read(self, flight: Twentyfive) -> Local:
        bomber = flight.state.target
        if bomber.lost or bomber.flak_out or not set(bomber.crew_out) <= set(self.stations):
            raise NotFound
        return (
            bomber.left_wing_out,
            bomber.right_wing_out,
            sum(1 << self.stations.index(name) for name in bomber.crew_out),
        )

    def all_locals(self) -> Iterator[Local]:
        wing = range(self.engines + 1)
        return ((left, right, crew) for left in wing for right in wing for crew in range(1 << len(self.stations)))


class _Guns:
    """The number of guns that fire on each approach, for every set of lost crew positions.

    Attributes:
        approaches: the probability of each direction and area.
        count: the number of guns that fire, by direction, area and crew positions out.
        shots: for each number of guns, the probability of each result: whether the fighter is gone, and whether it
            fires.
        fire: the probability that a fire die of the fighter hits.
    """

    def __init__(self, bench: _Bench) -> None:
        book = bench.book

        def come(dice: Dice) -> tuple[str, str]:
            flight = bench.flight(dice, OWN, (0, 0, 0))
            approach(flight)
            return flight.state.burst.direction, flight.state.burst.area

        self.approaches = {key: float(chance) for key, chance in distribution(come).items()}
        flight = bench.flight(PrefixDice([]), WINGMAN, (0, 0, 0))
        self.count: dict[tuple[str, str, int], int] = {}
        examples: dict[int, tuple[str, str, int]] = {}
        for direction, area in self.approaches:
            for crew in range(1 << len(bench.stations)):
                bench.put(flight, (0, 0, crew))
                flight.look_up("guns.bearing", f"{direction} {area}")
                number = len(flight.state.burst.guns)
                self.count[direction, area, crew] = number
                examples[number] = direction, area, crew
        self.shots: dict[int, dict[tuple[bool, bool], float]] = {}
        for number, (direction, area, crew) in examples.items():

            def shoot(dice: Dice, direction: str = direction, area: str = area, crew: int = crew) -> tuple[bool, bool]:
                burst = Burst("A", 1, direction=direction, area=area)
                flight = bench.flight(dice, WINGMAN, (0, 0, crew), burst)
                bombers_shoot(flight)
                return flight.state.fighters[0].gone, flight.state.burst.fires

            self.shots[number] = {key: float(chance) for key, chance in distribution(shoot).items()}
        fire = _require_simple(book.tables["T-TAB-FIGHTER-FIRE"])
        if any(
            not (effect.is_a(effects.hit) or effect.is_a(effects.miss)) for row in fire.rows for effect in row.effects
        ):
            raise NotFound
        self.fire = float(code_odds(fire).get("hit", 0))


def _require_simple(table: Table) -> Table:
    if table.modifiers or any(row.then for row in table.rows):
        raise NotFound
    return table


class _Chain:
    """One bomber under attack.

    A history is a string with a character for each pass at the bomber: `0` if the fighter stayed, `1` if it is gone.
    """

    def __init__(self, bench: _Bench, guns: _Guns, place: str) -> None:
        self.bench, self.guns = bench, guns
        self.flight = bench.flight(PrefixDice([]), place, (0, 0, 0))
        self.lost = {local: self._is_lost(local) for local in bench.all_locals()}
        self.idle = self._idle_positions()
        self.symmetries = [s for s in self._candidates() if self._holds(s)]
        self.same, self.moves, self.step = cache(self._same), cache(self._moves), cache(self._step)
        self.hits, self.after = cache(self._hits), cache(self._after)
        self.rows: dict[str, Row] = {}
        self.states: dict[str, dict[Local, float]] = {"": {(0, 0, 0): 1.0}}

    def _is_lost(self, local: Local) -> bool:
        self.bench.put(self.flight, local)
        check_loss(self.flight, "pass.loss")
        return self.flight.state.target.lost

    # ---- equivalent states are merged; equivalence is tested on every state

    def _idle_positions(self) -> int:
        """Return the crew positions, as bits, whose loss never affects guns or losses."""
        idle = 0
        for bit in range(len(self.bench.stations)):
            mark = 1 << bit
            if all(lost == self.lost[left, right, crew | mark] for (left, right, crew), lost in self.lost.items()) and (
                all(n == self.guns.count[way, area, crew | mark] for (way, area, crew), n in self.guns.count.items())
            ):
                idle |= mark
        return idle

    def _candidates(self) -> Iterator[Symmetry]:
        place = self.bench.stations.index
        plain = list(range(len(self.bench.stations)))
        for wings, one, other in ((True, "left_gunner", "right_gunner"), (False, "pilot", "copilot")):
            changed = list(plain)
            changed[place(one)], changed[place(other)] = changed[place(other)], changed[place(one)]
            yield wings, tuple(changed)

    def _turned(self, symmetry: Symmetry, local: Local) -> Local:
        wings, places = symmetry
        crew = sum(1 << places[bit] for bit in range(len(places)) if local[2] >> bit & 1)
        return (local[1], local[0], crew) if wings else (local[0], local[1], crew)

    def _holds(self, symmetry: Symmetry) -> bool:
        """Return True if a bomber and its mirror image have equal losses, guns and hits."""
        other = dict(zip(WINGS, reversed(WINGS), strict=True)) if symmetry[0] else {}
        guns, ways = self.guns.count, self.guns.approaches

        def turned(crew: int) -> int:
            return self._turned(symmetry, (0, 0, crew))[2]

        return (
            all(lost == self.lost[self._turned(symmetry, local)] for local, lost in self.lost.items())
            and all(n == guns[way, other.get(area, area), turned(crew)] for (way, area, crew), n in guns.items())
            and all(chance == ways[way, other.get(area, area)] for (way, area), chance in ways.items())
            and all(self._table_holds(symmetry, self.table(way, area)) for way, area in ways)
        )

    def _table_holds(self, symmetry: Symmetry, table: Table) -> bool:
        """Return True if a table hits each crew position as often as the one that replaces it.

        Hits on engines need no test, because they depend on the wing that is attacked.
        """
        if not all(
            effect.is_a(effects.crew_out) or effect.is_a(effects.engines_out)
            for row in table.rows
            for effect in row.effects
        ):
            return False
        if any(len(row.effects) > 1 for row in table.rows):
            return False
        names = self.bench.stations
        return all(
            code_odds(table).get(effects.crew_out.bind(name).code)
            == code_odds(table).get(effects.crew_out.bind(names[place]).code)
            for name, place in zip(names, symmetry[1], strict=True)
        )

    def _same(self, local: Local) -> Local:
        """Return the state that represents all states that are equivalent to this one."""
        equivalent = {(local[0], local[1], local[2] & ~self.idle)}
        for symmetry in self.symmetries:
            equivalent |= {self._turned(symmetry, state) for state in equivalent}
        return min((state[0], state[1], state[2] & ~self.idle) for state in equivalent)

    # ---- one pass

    def table(self, direction: str, area: str) -> Table:
        """Return the table on which a hit is rolled."""
        name = "T-TAB-WING" if area in WINGS else f"T-TAB-CREW-{direction.upper()}"
        return _require_simple(self.bench.book.tables[name])

    def _hits(self, direction: str, area: str) -> list[tuple[str, float]]:
        """Return the ids of the rows of the table on which a hit is rolled, with their probabilities."""
        table = self.table(direction, area)
        self.rows.update({row.id: row for row in table.rows})
        return [(row, float(chance)) for row, chance in row_odds(table).items()]

    def _after(self, local: Local, row: str, area: str) -> Local:
        """Return the state of the bomber after a hit with the row that has this id."""
        self.bench.put(self.flight, local)
        self.flight.state.burst.area = area
        for effect in self.rows[row].effects:
            effect.apply(self.flight)
        return self.bench.read(self.flight)

    def burst(self, local: Local, direction: str, area: str) -> dict[Local, float]:
        """Return the probabilities of the bomber's states after a fighter has fired at it."""
        odds = self.hits(direction, area)
        dice, hit = self.bench.book.constants.fire_dice, self.guns.fire
        one = area in WINGS and self.bench.book.ruled["wing_rolls"] == "one"
        weights: dict[Local, float] = {}
        now = {local: 1.0}
        for hits in range(dice + 1):
            chance = comb(dice, hits) * hit**hits * (1 - hit) ** (dice - hits)
            for state, weight in now.items():
                weights[state] = weights.get(state, 0.0) + weight * chance
            if not (one and hits):
                then: dict[Local, float] = {}
                for state, weight in now.items():
                    for row, share in odds:
                        end = self.after(state, row, area)
                        then[end] = then.get(end, 0.0) + weight * share
                now = then
        return weights

    def _moves(self, local: Local) -> Moves:
        """Return the result of one pass at this bomber."""
        flies: list[dict[Local, float]] = [{}, {}]
        lost = [0.0, 0.0]
        for (direction, area), chance in self.guns.approaches.items():
            self.bench.put(self.flight, local)
            self.flight.state.burst.area = area
            dead = wing_is_dead(self.flight)
            firing = [0.0, 0.0]
            for (gone, fires), share in self.guns.shots[self.guns.count[direction, area, local[2]]].items():
                if fires and not dead:
                    firing[gone] += chance * share
                else:
                    flies[gone][local] = flies[gone].get(local, 0.0) + chance * share
            if dead:
                continue
            for end, share in self.burst(local, direction, area).items():
                representative = self.same(end)
                for case, weight in enumerate(firing):
                    if self.lost[end]:
                        lost[case] += weight * share
                    else:
                        flies[case][representative] = flies[case].get(representative, 0.0) + weight * share
        return flies[0], flies[1], lost[0], lost[1]

    # ---- histories

    def _step(self, history: str) -> tuple[float, float, float, float]:
        """Return the probabilities of the results of the next pass after a history.

        Returns:
            Four probabilities: the bomber flies on and the fighter stays; the bomber flies on and the fighter is gone;
                the bomber is lost and the fighter stays; the bomber is lost and the fighter is gone.
        """
        ends: tuple[dict[Local, float], dict[Local, float]] = ({}, {})
        lost = [0.0, 0.0]
        for local, weight in self.states[history].items():
            stays, gone, lost_staying, lost_gone = self.moves(local)
            lost[0] += weight * lost_staying
            lost[1] += weight * lost_gone
            for end, part in zip(ends, (stays, gone), strict=True):
                for other, share in part.items():
                    end[other] = end.get(other, 0.0) + weight * share
        sums = [sum(end.values()) for end in ends]
        for case, total in enumerate(sums):
            if total:
                self.states[f"{history}{case}"] = {local: weight / total for local, weight in ends[case].items()}
        return sums[0], sums[1], lost[0], lost[1]


Key = tuple[int, int, int, str, tuple[str, ...]]
"""A step of the walk.

The values are the number of the pass, the fighters that have yet to act in it, the fighters left for the next pass, the
history of the player's bomber, and those of the wingmen.
"""


class _Walk:
    """The walk over histories.

    The wingmen are interchangeable, so their histories are sorted.
    """

    def __init__(self, book: TwentyfiveRulebook) -> None:
        bench = _Bench(book)
        guns = _Guns(bench)
        self.book, self.bench = book, bench
        self.own, self.wingman = _Chain(bench, guns, OWN), _Chain(bench, guns, WINGMAN)
        self.passes, self.fighters = len(book.constants.passes), book.constants.fighters
        self.survived = 0.0
        self.flak, self.home = cache(self._flak), cache(self._home)

    def _flak(self, local: Local) -> float:
        """Return the probability that the player's bomber, in this state, survives the flak.

        The wingmen do not affect it.
        """

        def barrage(dice: Dice) -> bool:
            flight = self.bench.flight(dice, OWN, local)
            for place in PLACES:
                flight.state.bombers[place].lost = place != OWN
            flak_barrage(flight)
            return not flight.state.own.lost

        return float(distribution(barrage).get(True, 0))

    def _home(self, history: str) -> float:
        """Return the probability that the player's bomber comes home after this history."""
        return sum(share * self.flak(local) for local, share in self.own.states[history].items())

    def fly(self) -> float:
        """Return the probability of surviving a mission with an attack."""
        now: dict[Key, float] = {(0, self.fighters, 0, "", ("", "")): 1.0}
        while now:
            then: dict[Key, float] = {}
            for key, weight in now.items():
                for after, share in self._next(key):
                    if share:
                        self._arrive(then, after, weight * share)
            now = then
        return self.survived

    def _next(self, key: Key) -> Iterator[tuple[Key, float]]:
        number, waiting, left, own, wingmen = key
        flying = [i for i, history in enumerate(wingmen) if history != LOST]
        aimed = 1 / (1 + len(flying))
        for gone, chance in enumerate(self.own.step(own)[:2]):
            yield (number, waiting - 1, left + 1 - gone, f"{own}{gone}", wingmen), aimed * chance
        for i in flying:
            for case, chance in enumerate(self.wingman.step(wingmen[i])):
                gone, lost = case % 2, case > 1
                histories = [*wingmen]
                histories[i] = LOST if lost else f"{wingmen[i]}{gone}"
                yield (number, waiting - 1, left + 1 - gone, own, tuple(sorted(histories))), aimed * chance

    def _arrive(self, then: dict[Key, float], key: Key, weight: float) -> None:
        number, waiting, left, own, wingmen = key
        while not waiting:
            if not left or number + 1 == self.passes:
                self.survived += weight * self.home(own)
                return
            number, waiting, left = number + 1, left, 0
        key = (number, waiting, left, own, wingmen)
        then[key] = then.get(key, 0.0) + weight


def _targets_are_even(book: TwentyfiveRulebook) -> bool:
    """Return True if all bombers still flying are equally likely targets."""
    bench = _Bench(book)
    for lost in product((False, True), repeat=len(PLACES)):
        flying = [place for place, gone in zip(PLACES, lost, strict=True) if not gone]

        def aim(dice: Dice, lost: tuple[bool, ...] = lost) -> str:
            flight = bench.flight(dice, OWN, (0, 0, 0))
            for place, gone in zip(PLACES, lost, strict=True):
                flight.state.bombers[place].lost = gone
            approach(flight)
            return flight.state.burst.target

        if flying and distribution(aim) != dict.fromkeys(flying, Fraction(1, len(flying))):
            return False
    return True


def survival(book: TwentyfiveRulebook) -> float | None:
    """Return the probability of surviving a mission, or None if it cannot be computed.

    It cannot be computed if changed tables do not select the bombers evenly or lead to further rolls.
    """
    try:
        if not _targets_are_even(book):
            return None
        attacked = float(code_odds(_require_simple(book.tables["T-TAB-ATTACK"])).get("attack", 0))
        walk = _Walk(book)
        return (attacked and attacked * walk.fly()) + (1 - attacked) * walk.flak((0, 0, 0))
    except NotFound:
        return None


def survival_file(tables: Path, key: str) -> Path:
    """Return the file with the exact survival of a game."""
    return tables / key / "results" / "survival.json"


def stored_text(book: Book) -> str:
    """Return the text of the file: the survival for each choice of rulings, without those that change nothing."""
    usual = survival(book.rulebook())
    options = {key: [name for name in ruling.options if name != ruling.default] for key, ruling in book.rulings.items()}
    single = {key: [survival(book.rulebook({key: name})) for name in names] for key, names in options.items() if names}
    idle = [key for key, chances in single.items() if all(_is_close(chance, usual) for chance in chances)]
    choices = product(*([("", ""), *((key, name) for name in options[key])] for key in single if key not in idle))
    chosen = [{key: name for key, name in choice if key} for choice in choices]
    lines = ",\n  ".join(
        json.dumps({"rulings": each, "survival": survival(book.rulebook(each))}) for each in sorted(chosen, key=len)
    )
    return f'{{"digest": "{book.digest}", "idle": {json.dumps(idle)}, "chances": [\n  {lines}\n]}}\n'


def _is_close(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and abs(one - other) < 1e-12


if __name__ == "__main__":
    of_game = load("twentyfive")
    write_atomically(survival_file(paths.tables(), of_game.key), stored_text(of_game).encode())
