"""A B-29 rigged for a test: dice by table, answers by decision, and a state put where the rule begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tests.games.scripted import Answers, ScriptedFlight, TableDice

from combatbox.bomber import campaign, gunnery, shells
from combatbox.bomber.state import Fighter, Man, Wave
from combatbox.core.decisions import Decision
from combatbox.core.events import set_at_path
from combatbox.core.game import Setup
from combatbox.games.superfort import (
    abort,
    altitude,
    attacks,
    combat,
    compartments,
    crew_moves,
    damage,
    doctrine,
    engines,
    fires,
    flow,
    formation,
    fuel,
    guns,
    landing,
    navigation,
    pressure,
)
from combatbox.games.superfort.conditions import is_bombed_out
from combatbox.games.superfort.setup import Names, new_state
from combatbox.games.superfort.state import Campaign
from combatbox.library.load import load

ON_COURSE = {
    "T4-2": ["weather good"],
    "T4-4": ["marker 0"],
    "T4-5": ["marker 0"],
    "T4-6": ["marker 0"],
    "T4-7": ["marker 0"],
    "T4-8": ["course on"],
}
"""The results of a turn with good weather in which the bomber stays on course."""

COURSE = {table: results for table, results in ON_COURSE.items() if table != "T4-2"}
"""The same without the weather."""

LATER = {
    "T2-4": ["formation middle"],
    "T2-5": ["squadron middle"],
    "T2-6": [3],
    "T2-8": ["escort none"],
    "T3-1": [1],
    "R2-2B": ["day_mission"],
    "T2-2A": ["target_type urban"],
    "T2-2B": ["band medium"],
}
"""The dice of a briefing for a later mission, without its city."""

PILOTED = ("pilot", "copilot", "navigator", "engineer", "radio_operator")
HOME = {
    "names": {"missions": dict.fromkeys(PILOTED, load("superfort").const.novice + 2)},
    "zone": 0,
    "leg": "back",
    "altitude": "low",
    "out_of_formation": True,
    "terrain": "B",
    "down_terrain": "B",
}
"""Over the base on the way home, with men who are neither novices nor veterans (the present mission counts)."""


class RealChoices(Answers):
    """Answers to decisions that leave a choice; one that offers a single option fails the test."""

    def choose(self, decision: Decision, flight: Any) -> str:
        """The answer given for it."""
        assert len(decision.options) > 1, decision
        return super().choose(decision, flight)


class Rig:
    """A flight over Japan by day, in formation at high altitude and under pressure, unless it is set up otherwise."""

    def __init__(
        self, book: Any, dice: Mapping[str, Iterable[int | str]], answers: Mapping[str, Any], **setup: Any
    ) -> None:
        rulebook = book.rulebook(setup.pop("rulings", {}))
        self.dice, self.player = TableDice(dice), RealChoices(answers)
        self.state: Any = new_state(rulebook, Setup(setup.pop("mission", 12), Names(**setup.pop("names", {}))))
        self.flight = ScriptedFlight(rulebook, self.dice, self.state, self.player)
        state = self.state
        state.orders.city, state.orders.target_zone = setup.pop("city", "Tokyo"), setup.pop("target_zone", 12)
        state.orders.formation = state.orders.squadron = "middle"
        state.sortie.briefed = "moderate"
        state.track.altitude, state.track.weather = "high", "good"
        state.track.zone, state.track.turn, state.track.zones_entered = setup.pop("zone", 11), 11, 11
        state.track.out_of_formation = False
        state.pressure.pressurized = True
        for path, value in setup.items():
            set_at_path(state, path.replace("__", "."), value)
        if state.track.altitude == "low":
            state.pressure.pressurized = False

    def wave(self, *fighters: tuple[str, str], **more: Any) -> Rig:
        """Put these fighters (type, position) around the bomber, in the middle of its fight."""
        made = [Fighter(n, kind, place, status="average", **more) for n, (kind, place) in enumerate(fighters, 1)]
        self.state.battle.waves, self.state.battle.wave_now = [Wave(made)], 0
        self.state.battle.under_attack = True
        return self

    def fly(self, flow: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Fly a part of the sequence of play."""
        return self.flight.run(flow(self.flight, *args, **more))

    def fighter(self, number: int) -> Fighter:
        """A fighter of the wave, from 1."""
        found: Fighter = self.state.battle.waves[0].fighters[number - 1]
        return found

    def man(self, role: str) -> Man:
        """A man of the crew."""
        found: Man = self.state.men[role]
        return found

    def kill(self, role: str) -> None:
        """That man is dead, and lies where he was."""
        man = self.man(role)
        man.dead, man.fate = True, "killed"
        self.state.stations[man.station], man.station = "", ""


def two(total: int) -> list[int]:
    """Two faces with this sum."""
    return [total // 2, total - total // 2]


def shots(found: Any) -> set[tuple[str, str, int]]:
    """Guns allocated: the gun, by whom, at the fighter of which index."""
    return {(shot.gun, shot.man, shot.fighter) for shot in found}


def rigged(dice: Any, answers: Mapping[str, Any], setup: Mapping[str, Any]) -> Rig:
    """Return the rig of a case; `as in: HOME` in its set-up adds that constant, and `tour` is what a tour has so far."""
    more = {path: value for path, value in setup.items() if path not in ("as in", "tour")}
    if "tour" in setup:
        more["names"] = more.get("names", {}) | {"campaign": Campaign("word", **setup["tour"])}
    return Rig(load("superfort"), dice, answers, **(HOME if "as in" in setup else {}) | more)


def allocate(flight: Any, *targets: int) -> Iterator[Any]:
    """Allocate the guns to the fighters of these indexes; the result names gun, man and fighter of each shot."""
    found = yield from guns.allocate(flight, list(targets), guns.Plan())
    return [f"{shot.gun} {shot.man} {shot.fighter}" for shot in found]


def shoot(flight: Any, gun: str, man: str) -> bool:
    """Fire a gun at the first fighter as it bears on it."""
    return gunnery.shoot(flight, gunnery.Shot(gun, man, 0, guns.bearing(flight, gun, 0).column))


def fill_tanks(flight: Any, internal: int, fwd: int, aft: int) -> None:
    """Fill the tanks with these boxes of fuel at the start of the mission."""
    fuel = flight.state.fuel
    fuel.internal, fuel.fwd_boxes, fuel.aft_boxes = internal, fwd, aft
    fuel.boxes_at_start, fuel.tanks_carried = internal + fwd + aft, ["fwd", "aft"]


def note(flight: Any, before: Iterable[str]) -> None:
    """Note the causes of an abort that a fight has brought about beside those before it."""
    abort.note(flight, frozenset(before))


ACTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        fires.able,
        pressure.all_under_pressure,
        allocate,
        abort.allowed,
        formation.assemble,
        navigation.astray,
        landing.at_sea,
        flow.at_target,
        attacks.attack,
        combat.attackers,
        landing.bail_out,
        pressure.before_combat,
        pressure.before_leaving,
        crew_moves.begin,
        flow.bomb,
        flow.bomb_run,
        formation.break_up,
        flow.brief,
        landing.burn,
        formation.can_still_rejoin,
        fuel.carried,
        crew_moves.carry_targets,
        abort.causes,
        altitude.change,
        navigation.check,
        pressure.check_air,
        landing.choose_ground,
        combat.close_in,
        campaign.carry_on,
        campaign.close_books,
        flow.cold,
        combat.come_again,
        landing.come_down,
        pressure.compromise,
        abort.consider,
        landing.credit,
        flow.cross,
        gunnery.damage_fighter,
        landing.debrief,
        pressure.descend_for_oxygen,
        crew_moves.destinations,
        landing.ditch,
        crew_moves.doors_by_hand,
        abort.drop_bombs,
        fuel.enough_to_bomb,
        flow.enter,
        flow.escort_column,
        flow.find_target,
        engines.fail,
        combat.fighters_about,
        fill_tanks,
        campaign.finish,
        combat.first_round,
        flow.flak,
        flow.fly_home,
        engines.fly_on,
        flow.fly_out,
        pressure.follow_altitude,
        pressure.freeze,
        pressure.let_out_and_check_air,
        flow.happen,
        is_bombed_out,
        navigation.is_checked,
        landing.land_at_field,
        landing.land_at_iwo,
        fuel.last_drops,
        crew_moves.lay,
        fires.leave_burning_plane,
        engines.leave_zone,
        altitude.legal,
        fuel.load,
        fuel.lose,
        fuel.may_drop,
        attacks.may_evade,
        pressure.may_give_up,
        crew_moves.may_go,
        formation.may_rejoin,
        pressure.may_restore,
        formation.meet,
        crew_moves.moves,
        pressure.must_stay_low,
        engines.none_left,
        note,
        fuel.pay,
        shells.place_shells,
        crew_moves.places_with_air,
        flow.reach_base,
        flow.reach_iwo,
        crew_moves.reachable,
        guns.ready,
        formation.rejoin,
        fuel.restore,
        combat.returns,
        combat.searchlights,
        combat.second_round,
        flow.second_turn,
        flow.seek_field,
        attacks.send_off,
        shoot,
        engines.sink,
        engines.slow,
        damage.strike,
        flow.take_off,
        crew_moves.take_place,
        compartments.taken,
        attacks.their_fire,
        flow.thermals,
        landing.touch_down,
        flow.turn_round,
        fuel.weigh,
        fuel.zone_cost,
    )
} | {
    "abort_abort": abort.abort,
    "doctrine_abort": doctrine.abort,
    "doctrine_drop_tanks": doctrine.drop_tanks,
    "fuel_drop_tanks": fuel.drop_tanks,
    "combat_fight": combat.fight,
    "fires_fight": fires.fight,
    "pressure_restore": pressure.restore,
    "night_fight": combat.fight_at_night,
    "altitude_may_climb": altitude.may_climb,
    "engines_may_climb": engines.may_climb,
    "damage_settle": damage.settle,
    "engines_settle": engines.settle_engines,
    "formation_settle": formation.end_escort,
    "cabins_turn": flow.crew_step,
    "flow_turn": flow.turn,
}
"""The parts of the sequence of play that a case may name."""
