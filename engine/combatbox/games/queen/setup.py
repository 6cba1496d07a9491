"""A bomber and its crew ready for a mission, as `game.yaml` equips them."""

from __future__ import annotations

from collections.abc import Mapping

from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.game import Setup
from combatbox.core.naming import proper_name
from combatbox.core.rules import rule
from combatbox.core.tables import Rulebook
from combatbox.games.queen.careers import campaign_of
from combatbox.games.queen.state import Engine, Gun, Man, Plane, State


@rule("Q4.2-1", "Q5.1a-1", "Q5.1a-2", "Q9.4-1", "Q12.2-2", "Q-E02", "Q-RE1")
def new_state(book: Rulebook, setup: Setup) -> State:
    """A whole plane and ten unhurt men on the ground, before mission `setup.mission`.

    names: `bomber`, `crew` (names by role); for men with a past `missions` and `kills` by role (missions
    counting this one), `bomber_missions`, `rabbits_feet`; for a campaign `roster`, the word that chooses the names
    given out, and `campaign`, what it goes on with. Raises CombatBoxError for a name that is none.
    """
    const = book.constants
    names, own = setup.names, const["names"]["bomber"]
    state = State(mission=setup.mission, completed=setup.mission - 1)
    state.bomber = proper_name(str(names["bomber"])) if names.get("bomber") else str(names.get("bomber", own))
    state.bomber_missions = int(names.get("bomber_missions", 1))
    state.rabbits_feet = int(names.get("rabbits_feet", 0))
    state.campaign = campaign_of(names)
    called, missions, kills = names.get("crew", {}), names.get("missions", {}), names.get("kills", {})
    if not isinstance(called, Mapping):
        raise CombatBoxError("names of the crew are given by role")
    for role in called:
        if role not in const["crew"]:
            raise UnknownName("man of the crew", role, const["crew"])
    for role, job in const["crew"].items():
        state.men[role] = Man(
            role,
            role,
            proper_name(str(called[role])) if called.get(role) else "",
            job["rank"],
            int(missions.get(role, 1)),
            int(kills.get(role, 0)),
        )
        state.stations[role] = role
    state.guns = {name: Gun(name, gun["bursts"]) for name, gun in const["guns"].items()}
    state.engines = [
        Engine(int(number), side, const["engine_charges"])
        for side, numbers in const["engines"].items()
        for number in numbers
    ]
    state.plane = Plane(extinguishers=const["hand_extinguishers"])
    state.zone = const["home_zone"]
    return state
