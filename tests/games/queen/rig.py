"""A bomber rigged for a test: dice by table, answers by decision, and a state put where the rule begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.games.scripted import Answers, ScriptedFlight, TableDice

from combatbox.bomber import aircraft, crew, crew_positions, gunnery, record, shells
from combatbox.bomber.conditions import can_call_for_help, oxygen_out
from combatbox.bomber.effects.crew import kill
from combatbox.bomber.effects.damage import limit_fuel, order_bail_out, put_out_of_formation
from combatbox.bomber.effects.mission import wreck
from combatbox.bomber.setup import Names, new_state
from combatbox.bomber.state import Fighter, Wave
from combatbox.core.dice import ListedDice
from combatbox.core.events import set_at_path
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.games.queen import crew_moves, doctrine, flow, gun_allocation, hazards, landing
from combatbox.library.load import load

ACE = load("queen").const.ace_kills
"""The number of kills that makes an ace."""


class Rig:
    """A flight with its dice and answers at hand."""

    def __init__(
        self, book: Any, dice: Mapping[str, Iterable[int | str]], answers: Mapping[str, Any], **setup: Any
    ) -> None:
        rulebook = book.rulebook(setup.pop("rulings", {}))
        self.dice = TableDice(dice)
        self.player = Answers(answers)
        names = Names(**setup.pop("names", {}))
        self.state = new_state(rulebook, Setup(setup.pop("mission", 11), names))
        self.flight = ScriptedFlight(rulebook, self.dice, self.state, self.player)
        self.state.orders.formation, self.state.orders.squadron, self.state.track.weather = "middle", "high", ""
        self.at(setup.pop("city", "Paris"), setup.pop("zone", 5), setup.pop("leg", "out"))
        for path, value in setup.items():
            set_at_path(self.state, path, value)

    def at(self, city: str, zone: int, leg: str = "out") -> Rig:
        """Put the bomber over a zone of the route to a city."""
        state, keys = self.state, self.flight.tables["G-11"].keys
        state.orders.city, state.track.zone, state.track.leg, state.track.turn = city, zone, leg, zone
        state.orders.target_zone = max(n for n in range(2, 9) if f"{city}@{n}" in keys)
        state.track.zones_entered = zone - 1 if leg == "out" else 2 * state.orders.target_zone - zone - 1
        if f"{city}@{zone}" in keys:
            self.flight.look_up("zone.below", f"{city}@{zone}")
        return self

    def wave(self, *fighters: tuple[str, str]) -> Rig:
        """Put a wave of these fighters (type, position) around the bomber, in the middle of its fight."""
        self.state.battle.waves = [Wave([Fighter(n, kind, place) for n, (kind, place) in enumerate(fighters, 1)])]
        self.state.battle.wave_now, self.state.battle.under_attack = 0, True
        return self

    def fly(self, flow: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Fly a part of the sequence of play."""
        return self.flight.run(flow(self.flight, *args, **more))

    def fighter(self, number: int) -> Fighter:
        """A fighter of the wave, from 1."""
        return self.state.battle.waves[max(self.state.battle.wave_now, 0)].fighters[number - 1]


def two(total: int) -> list[int]:
    """Two faces with this sum."""
    return [total // 2, total - total // 2]


def places(state: Any, wave: int = 0) -> list[tuple[str, str]]:
    """Types and positions of the fighters of a wave."""
    return [(f.type, f.position) for f in state.battle.waves[wave].fighters]


class BareRig:
    """A flight at its beginning with dice in the order in which they are thrown, for rolls on single tables."""

    def __init__(self, book: Any, dice: list[int], *, mission: int = 11, **rulings: str) -> None:
        rulebook = book.rulebook(rulings)
        self.state = new_state(rulebook, Setup(mission=mission))
        self.flight = Flight(rulebook, ListedDice(dice), self.state)

    def wave(self, *fighters: tuple[str, str]) -> None:
        """Make these fighters (type, position) the wave, the first one in hand."""
        self.state.battle.waves = [Wave([Fighter(n, kind, place) for n, (kind, place) in enumerate(fighters, 1)])]
        self.state.battle.wave_now = self.state.hand.fighter = 0


def rigged(dice: Any, answers: Mapping[str, Any], setup: Mapping[str, Any]) -> Rig | BareRig:
    """Return the rig of a case: a bare one for dice without tables."""
    book = load("queen")
    return BareRig(book, dice, **setup) if isinstance(dice, list) else Rig(book, dice, answers, **setup)


ACTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        hazards.abort_or_go_on,
        hazards.after_fighting,
        shells.after_shell,
        gun_allocation.allocate,
        flow.arrive,
        flow.attack,
        flow.attacks,
        hazards.back_in_formation,
        flow.bad_communications,
        landing.bail_out,
        crew_moves.begin_wave,
        hazards.bomb_run,
        flow.brief,
        landing.man_came_home,
        can_call_for_help,
        hazards.causes,
        crew.change_places,
        flow.clear_jams,
        hazards.climb_back,
        hazards.cold,
        flow.come_again,
        landing.come_down,
        flow.cover,
        landing.crash_land,
        flow.cross_zone,
        shells.damage,
        gunnery.damage_fighter,
        landing.debrief,
        hazards.descend_for_oxygen,
        landing.ditch,
        flow.drive_off,
        hazards.end_turn,
        crew_moves.end_wave,
        flow.enter,
        aircraft.engine_shot_out,
        flow.evade,
        aircraft.evasion_is_forbidden,
        crew.fight_fires,
        flow.fight_wave,
        flow.fight_waves,
        flow.fighters_come,
        gunnery.fire,
        crew.fire_fighters,
        shells.flak,
        hazards.flak_over_target,
        flow.fly_home,
        flow.fly_mission,
        flow.fly_turn,
        landing.forced_down,
        shells.german_fire,
        hazards.go_down,
        gun_allocation.gunner,
        hazards.is_slow,
        hazards.jettison,
        landing.judge,
        kill,
        landing.land_in_england,
        put_out_of_formation,
        flow.leave_zone,
        hazards.light_flak,
        limit_fuel,
        shells.locate,
        crew.man_the_controls,
        crew_moves.move,
        crew_moves.moves,
        order_bail_out,
        oxygen_out,
        crew_moves.pass_bursts,
        gunnery.pilot_status,
        crew_positions.places_for,
        flow.rabbits_foot,
        flow.random_event,
        gun_allocation.ready,
        flow.roll_cover,
        flow.roll_wave,
        hazards.share_heat,
        hazards.share_oxygen,
        gunnery.shoot,
        flow.stay,
        shells.strike,
        record.summary,
        doctrine.throw_out,
        flow.turn_round,
        hazards.under_flak,
        crew_positions.vacant,
        hazards.without_oxygen,
        wreck,
    )
}
"""The parts of the sequence of play that a case may name."""
