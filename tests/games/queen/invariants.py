"""What must hold at every event of a mission, whoever decides; and the dice and the player that put it to the test."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from combatbox.core.events import Event, Journal
from combatbox_dev import fuzz

WORSE: Mapping[str, tuple[int, ...]] = {
    "B-1": (6,), "B-2": (6,), "M-3": (6,), "M-4": (1,), "O-2": (6,), "BL-4": (4,), "BL-1": (4, 5),
    "BL-1-DAMAGE": (3,), "P-1": (6, 6), "P-5": (1, 1), "B-3": (6, 6), "G-9": (1, 2),
}  # fmt: skip
"""Dice that bring more fighters, more hits and more trouble than fair ones."""

LEANS = {"abort": 0.8, "move": 0.8}
"""Who turns home at once, or moves without end, sees little of a mission."""

HarshDice = partial(fuzz.HarshDice, worse=WORSE)
RandomPlayer = partial(fuzz.AnyPlayer, leans=LEANS)


class CheckedJournal(Journal):
    """A journal that looks at the state at every event."""

    book: Any = None

    def add(self, event: Event) -> None:
        """Check, then log."""
        check(self._state, self.book)
        check_event(self._state, event, self.book)
        super().add(event)


def check(state: Any, book: Any) -> None:
    """The state holds together."""
    const = book.constants
    for name, gun in state.guns.items():
        assert 0 <= gun.bursts <= const.guns[name].bursts, name
    assert 0 <= state.plane.extinguishers <= const.hand_extinguishers
    seated = [role for role in state.stations.values() if role]
    assert len(seated) == len(set(seated))
    for man in state.men.values():
        assert man.light >= 0
        assert man.kills >= 0
        if man.aboard:
            assert state.stations[man.station] == man.role, man
        elif not state.outcome.landed or man.dead:
            assert man.station == "", man
            assert man.role not in seated, man
        if man.dead:
            assert man.fate in ("killed", "went_down", "lost_at_sea", "died_of_wounds"), man
    for engine in state.engines:
        assert 0 <= engine.charges <= const.engine_charges
        # one that a random event stopped may start again, and keeps the leak it had
        assert not (engine.out and engine.stop_by) or engine.number == state.chance.failed_engine
    for wave in state.battle.waves:
        for fighter in wave.fighters:
            assert fighter.attacks <= const.attacks
            assert fighter.gone == bool(fighter.why)
            assert fighter.damage != "destroyed" or fighter.gone
    assert 1 <= state.track.zone <= max(state.orders.target_zone, 1)
    assert state.track.turn_in_zone <= const.turns_in_zone
    assert not (state.outcome.bombs_dropped and state.plane.bombs_aboard)


GUNS = ("M-1", "M-1-HARD", "M-2", "M-5")


def check_event(state: Any, event: Event, book: Any) -> None:
    """Nobody acts who cannot."""
    if event["kind"] != "roll" and event["kind"] != "consult":
        return
    table, kind = event["table"], event["kind"]
    if table in ("M-1", "M-1-HARD", "M-5"):
        man, gun = state.men[state.hand.man], state.guns[event["who"]]
        assert man.fit, (man, event)
        assert not man.silent, (man, event)
        jammed_in_this_spray = (
            table == "M-5" and state.hand.spraying and gun.jammed == "spray"
        )  # counts afterwards (Q-R36)
        assert gun.works or jammed_in_this_spray, gun
        assert man.station in book.constants.guns[event["who"]].stations, (gun, man)
        silenced = book.constants.guns[event["who"]].silenced_by
        assert not (silenced and state.plane.parts[silenced])
    elif table == "BL-3" and kind == "roll":
        man = state.men[event["who"]]
        assert man.fit
        assert man.role != "pilot"
        assert not man.trapped
    elif table in ("M-3", "B-4", "B-6") and kind == "roll":
        assert not state.attacker.gone
    elif table in ("BL-4", "BL-5", "BL-4-SURVIVAL", "BL-5-RECOVERY", "G-6", "G-7", "G-8") and kind == "roll":
        assert not state.men[event["who"]].dead


def check_end(state: Any) -> None:
    """A mission has ended: it has a result, and everyone has a place in it."""
    assert state.outcome.result in ("eighth_air_force", "german_air_defence", "draw")
    assert state.outcome.landed
    if state.outcome.landed != "england":
        assert state.outcome.result == "german_air_defence"
        assert all(man.fate for man in state.men.values())
    assert state.outcome.bombs_dropped == (state.outcome.per_cent >= 0)
