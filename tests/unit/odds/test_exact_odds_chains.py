"""Odds across tables: exact, equal to what a person finds with a pencil, and to what dice show that are thrown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

import pytest
from tests.wing import CHANCE

from combatbox.bomber.setup import new_state
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.enumeration import format_chance_briefly
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.game import Setup
from combatbox.games.queen import exact_follower as followed
from combatbox.games.queen.game import GAME
from combatbox.library.load import load
from combatbox.odds import exact_odds
from combatbox.odds.exact_odds import Chains, CodeCollectingFlight, outcomes

F = Fraction


@pytest.fixture(scope="module")
def book():
    return load("queen")


@pytest.fixture(scope="module")
def known(book):
    """The chains of the book, found once."""
    return Chains(book)


@pytest.fixture(scope="module")
def named(book, known):
    return {chance.id: known.chance(chance) for chance in book.chances.values()}


def test_every_named_chance_has_its_value_by_hand_or_by_a_test_of_its_own(named):
    assert set(BY_HAND) | DERIVED == set(named)


BY_HAND = {
    # P-1: bombardier alone on 6 (5 ways of 36), both men on 4 (3); out of action on 4 to 6 of BL-4.
    "nose-bombardier": F(5 + 3, 36) * F(1, 2),
    "nose-sight": F(1, 36),
    # P-2: pilot alone on 4 (3 ways), both pilots on 3 (2); killed on a 6 of BL-4.
    "cockpit-pilot": F(3 + 2, 36) * F(1, 6),
    # P-2: instruments on 9 (4 ways), then 12 of BL-2 (1).
    "cockpit-electrical": F(4, 36) * F(1, 36),
    # P-3: 3, 9, 11 (2 + 4 + 2 ways), then 5 or 6.
    "bomb-bay-bombs": F(8, 36) * F(2, 6),
    # P-3: 5 and 10 (4 + 3 ways), then 1 or 2.
    "bomb-bay-doors": F(7, 36) * F(2, 6),
    # P-4: 11 (2 ways), then 6.
    "radio-room-fire": F(2, 36) * F(1, 6),
    # P-5: ball turret on 9 (4 ways), then 6.
    "waist-trapped": F(4, 36) * F(1, 6),
    # P-5: port and starboard gunner alone (5 + 5), ball gunner (4 ways, 1 or 2), both waist gunners (3).
    "waist-gunner": F(10, 36) * F(1, 6) + F(4, 36) * F(2, 6) * F(1, 6) + F(3, 36) * (1 - F(5, 6) ** 2),
    # P-6: 5 (4 ways); out of action on 4 to 6.
    "tail-gunner": F(4, 36) * F(1, 2),
    # BL-1: engines on 9 (4 ways); BL-1-DAMAGE 6, oil tank 1 or 2.
    "wing-engine-fire": F(4, 36) * F(1, 6) * F(2, 6),
    # The same; engine out on 3 or 4, runaway but feathered 5 and 1 to 5, on fire and put out by one of two charges.
    "wing-engine-out": F(4, 36) * (F(2, 6) + F(1, 6) * F(5, 6) + F(1, 6) * F(2, 6) * (1 - F(2, 6) ** 2)),
    # BL-1: fuel tank on 10 (3 ways); either tank, then 1 or 2.
    "wing-fuel-fire": F(3, 36) * F(2, 6),
    # A fuel fire; or a runaway engine not feathered; or an engine fire that outlasts both charges.
    "wing-plane": F(3, 36) * F(2, 6) + F(4, 36) * (F(1, 6) * F(1, 6) + F(1, 6) * F(2, 6) * F(2, 6) ** 2),
    "flak-burst-inside": F(1, 36),
    # O-5: pilot compartment on 12 (1 way); or the bomb bay on 2 (1 way) and the bombs kill everybody.
    "flak-shell-pilot": F(1, 36) * F(5, 36) * F(1, 6) + F(1, 36) * F(8, 36) * F(2, 6),
    "wound-kills": F(1, 6),
    "wound-disables": F(3, 6),
    "jump-kills": F(1, 6) * F(1, 6),
    # B-5 12 Level: the nose on 7 (6 ways) and nothing else that kills him; P-1 as above, killed on a 6.
    "shell-12-level-bombardier": F(6, 36) * F(8, 36) * F(1, 6),
    # B-5 6 Level: tail on 4, 5, 7, 9, 10 (3 + 4 + 6 + 4 + 3 ways); P-6 5 (4 ways), then 6.
    "shell-6-level-tail-gunner": F(20, 36) * F(4, 36) * F(1, 6),
}


@pytest.mark.parametrize("chance", BY_HAND)
def test_a_chance_is_what_a_person_finds_by_hand(named, chance):
    assert named[chance] == BY_HAND[chance]


# Walking hits roll on all six fuselage tables, nose first. The rest is not rolled once the plane is lost.
FIRE = F(1, 36) * F(1, 6)
"""An oxygen fire in the nose: P-1 12, then 6."""


@dataclass(frozen=True)
class Extinguishers:
    """What the tables say of fires fought by hand: the chance that a try fails, tries at a fire, and tries in all."""

    fails: F
    tries: int
    carried: int


@pytest.fixture(scope="module")
def fought(book):
    """Counted on the faces of BL-3, which the machinery of the chains does not do."""
    (table,) = (table for table in book.rulebook().tables.values() if table.id == "BL-3")
    burns = [len(row.rolls) for row in table.rows if "fire_continues" in row.codes()]
    faces = sum(len(row.rolls) for row in table.rows)
    return Extinguishers(F(sum(burns), faces), book.const.fire_tries, book.const.hand_extinguishers)


def reach_pilots(fought):
    """By the number of extinguishers spent in the nose, the weight that goes on to the pilot compartment."""
    out = {n: FIRE * fought.fails ** (n - 1) * (1 - fought.fails) for n in range(1, fought.tries + 1)}
    return {0: 1 - FIRE, **out}


def after_pilots(fought):
    """The weight that the pilot is killed in walking hits, and the weight that goes on to the bomb bay without that."""
    killed, on = F(0), F(0)
    for spent, weight in reach_pilots(fought).items():
        tries = min(fought.tries, fought.carried - spent)
        dead = BY_HAND["cockpit-pilot"]
        burnt = F(3, 36) * F(1, 6) * fought.fails**tries  # P-2 10, then 6, and BL-3 fails each time
        killed += weight * dead
        on += weight * (1 - dead - BY_HAND["cockpit-electrical"] - burnt)
    return killed, on


def test_one_shell_from_12_high_kills_the_pilot(named, fought):
    killed, on = after_pilots(fought)
    walking = killed + on * BY_HAND["bomb-bay-bombs"]
    # B-5: pilot compartment on 7 (6 ways), bomb bay on 11 (2), walking hits on 12 (1)
    by_hand = F(6, 36) * BY_HAND["cockpit-pilot"] + F(2, 36) * BY_HAND["bomb-bay-bombs"] + F(1, 36) * walking
    assert named["shell-12-high-pilot"] == by_hand
    assert format_chance_briefly(by_hand) == f"about 1 in {round(1 / by_hand)}"


def test_one_shell_from_12_low_sets_off_the_bombs(named, fought):
    killed, on = after_pilots(fought)
    # B-5: bomb bay on 7 (6 ways), walking hits on 12 (1); they get to the bomb bay with the pilot dead or alive
    by_hand = F(6, 36) * BY_HAND["bomb-bay-bombs"] + F(1, 36) * (killed + on) * BY_HAND["bomb-bay-bombs"]
    assert named["shell-12-low-bombs"] == by_hand


def fires(shells, dead=0):
    """The chance of an engine fire in so many more shells on one wing, and that the plane then still flies without.

    dead: engines of the wing that stand already. Engines are hit by one shell in nine; such a shell is a fire one time
    in eighteen whatever the engine's state, but a dead engine neither stops nor runs away.
    """
    if not shells:
        return F(0), {dead: F(1)}
    engines, alive = F(4, 36), 1 - F(dead, 2)
    fire = engines * F(1, 18)
    stops = engines * alive * (F(2, 6) + F(1, 6) * F(5, 6))
    down = engines * alive * F(1, 6) * F(1, 6) + F(3, 36) * F(2, 6)
    burnt, up = fire, {}
    for weight, now in ((stops, dead + 1), (1 - fire - stops - down, dead)):
        if weight:
            more, left = fires(shells - 1, now)
            burnt += weight * more
            for standing, share in left.items():
                up[standing] = up.get(standing, F(0)) + weight * share
    return burnt, up


def test_an_engine_fire_in_one_shell_on_a_wing_and_in_four(named):
    first, up = fires(2)
    four = first + sum(up.values()) * fires(2)[0]
    # B-5 from the side, High: a wing on 6 and 8 (5 + 5 ways); walking hits on both wings, two shells each, on 2
    assert named["shell-3-high-engine-fire"] == F(10, 36) * fires(1)[0] + F(1, 36) * four


def fly_sections(known, sections, rest=None):
    """Outcomes of shells in these sections, one after the other, by the machinery of the chains."""

    def first(flight, table, column):
        followed.begin(flight, column)
        flight.state.hand.located = list(sections)
        return True

    follower = replace(GAME.follower, first=first, rest=rest or followed.rest)
    own = Chains(known.book)
    own.follower = follower
    return own.outcomes("B-5", "front_high")


# ---- the machinery


def whole(flight):
    """Forgets nothing."""
    return flight.state


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "pair",
    [
        ("nose", "radio_room"),
        ("pilot_compartment", "bomb_bay"),
        ("pilot_compartment", "pilot_compartment"),
        ("port_wing", "port_wing"),
        ("port_wing", "starboard_wing"),
        ("tail", "port_wing"),
        ("waist", "nose"),
    ],
)
def test_states_that_are_put_together_go_on_alike(known, pair):
    assert fly_sections(known, pair) == fly_sections(known, pair, whole)


@pytest.mark.thorough
def test_three_shells_are_followed_alike_with_and_without_forgetting(known):
    for sections in (("radio_room", "radio_room", "radio_room"), ("bomb_bay", "radio_room", "tail")):
        assert fly_sections(known, sections) == fly_sections(known, sections, whole)


def test_every_outcome_is_a_chance(known, book):
    for table, column in (("P-2", ""), ("BL-1", ""), ("O-5", ""), ("B-5", "rear_low")):
        found = known.outcomes(table, column)
        assert all(0 < chance <= 1 for chance in found.values())
        dead = [chance for code, chance in found.items() if code.startswith("dead ")]
        assert found.get("dead anyone", 0) == max(dead, default=0)
    assert known.outcomes("BL-4")["light_wound"] + known.outcomes("BL-4")["out_of_action pilot"] == 1


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("table", "column", "code"),
    [
        ("B-5", "front_high", "dead anyone"),
        ("B-5", "side_high", "engines_out 1"),
        ("O-5", "", "out_of_action anyone"),
        ("P-2", "", "roll_on BL-2"),
        ("O-4", "", "plane_down"),
    ],
)
def test_thrown_dice_agree_with_the_exact_odds(known, book, table, column, code):
    exact = known.outcomes(table, column)[code]
    rulebook, runs = book.rulebook(), 3_000
    dice = SeededDice(f"chains/{table}/{column}")
    counted: Counter[str] = Counter()
    for _ in range(runs):
        flight = CodeCollectingFlight(rulebook, dice, new_state(rulebook, Setup()), DefaultPlayer())
        more = followed.first(flight, table, column)
        while more:
            more = followed.then(flight)
        counted.update({*flight.codes, *followed.facts(flight.state)})
    assert abs(counted[code] / runs - exact) < 4 * sqrt(exact * (1 - exact) / runs)


def test_walking_hits_cancel_nothing_here_but_their_own_shell_and_hit_both_wings_twice(known):
    found = known.outcomes("B-5", "side_high")
    assert found["walking_hits port_wing port_wing starboard_wing starboard_wing"] == F(1, 36)
    assert found["section nose"] == F(2, 36)


def test_a_ruling_changes_the_odds(book):
    with_fire = outcomes(book, "O-4")["plane_down"]
    without = outcomes(book, "O-4", rulings={"Q-R63": "no_fire"})["plane_down"]
    assert without < with_fire


def test_a_roll_that_needs_no_state_ends_with_its_last_row():
    book = load("twentyfive")
    found = outcomes(book, "T-TAB-WING")
    assert sum(found.values()) == 1
    assert found == {"engines_out 1": CHANCE, "engines_out 2": 1 - CHANCE}


def test_a_chart_and_what_is_not_there_are_reported(book):
    with pytest.raises(CombatBoxError, match="R-7-1 is a chart"):
        outcomes(book, "R-7-1")
    with pytest.raises(UnknownName, match="unknown table of queen 'B-9'"):
        outcomes(book, "B-9")
    with pytest.raises(UnknownName, match="unknown column of B-5 'front'"):
        outcomes(book, "B-5", "front")


def test_a_long_fraction_is_written_nearly_and_a_short_one_exactly():
    assert format_chance_briefly(F(1, 162)) == "1 in 162"
    assert format_chance_briefly(F(0)) == "never"
    assert format_chance_briefly(F(39004691, 3673320192)) == "about 1 in 94"
    assert format_chance_briefly(F(30001, 100000)) == "about 1 in 3.3"


def test_more_dice_for_a_row_are_not_put_together_by_the_rows_of_its_table(known, book):
    found = known.outcomes("O-7", "on_target")
    assert found["per_cent 88+2d6"] == F(1, 36)
    assert found["per_cent 30"] == F(3 + 5 + 5 + 3, 36)
    others = []
    dice = exact_odds.Branching((), exact_odds.UNIT, known._falls, others)
    assert CodeCollectingFlight(book.rulebook(), dice, None, DefaultPlayer()).roll_extra("bombs.accuracy", "2d6") == 2
    assert len(others) == 35
    assert dice.weight + sum(weight for _, weight in others) == exact_odds.UNIT


def test_the_engines_dice_are_not_split_where_only_the_row_counts(known):
    assert len(known._falls["BL-1-ENGINE"]) == 2
    assert len(known._falls["BL-1"]) == 8
    assert len(known._falls["BL-4"]) == 6  # a crash may add to it
    assert len(known._falls["B-3"]) == 36
    assert all(sum(weight for _, weight in falls) == 1 for falls in known._falls.values() if falls[0][0])


DERIVED = {
    "shell-12-high-pilot", "shell-12-low-bombs", "shell-3-high-engine-fire", "shell-12-high-anyone",
    "shell-12-high-plane", "shell-6-high-tail-guns", "shell-dive-plane", "shell-climb-ball-gunner", "flak-shell-anyone",
}  # fmt: skip
"""Chances that have a test of their own, or that dice have been thrown for."""
