"""The sequence of play of 25 and Out, in the order of the rules.

The outcomes of rolls are in the tables, not in this module.
"""

from __future__ import annotations

from combatbox.core.annotations import frozen
from combatbox.core.decisions import Flow
from combatbox.core.dice import throws_again
from combatbox.core.errors import CombatBoxError, check_range
from combatbox.core.game import Setup
from combatbox.games.twentyfive.constants import Twentyfive, TwentyfiveRulebook
from combatbox.games.twentyfive.state import PLACES, Bomber, Burst, Fighter, State


@frozen
class Names:
    """The names that a `Setup` may set; None keeps the default of `game.yaml`.

    Attributes:
        own: the name of the player's bomber.
        wingmen: the names of the wingmen, from left to right.
    """

    own: str | None = None
    wingmen: list[str] | None = None


def new_state(book: TwentyfiveRulebook, setup: Setup[Names]) -> State:
    """Return the state before the mission with number `setup.mission`, with all earlier missions completed.

    Names that are not set come from `game.yaml`.

    Raises:
        CombatBoxError: a tour has no mission with this number, or the names are not valid.
    """
    check_range("mission", setup.mission, 1, book.constants.missions)
    names, defaults = setup.names or Names(), book.constants.names
    own = defaults.own if names.own is None else names.own
    wingmen = defaults.wingmen if names.wingmen is None else names.wingmen
    if len(wingmen) != book.constants.bombers - 1:
        raise CombatBoxError(f"wingmen: give {book.constants.bombers - 1} names (got {wingmen!r}).")
    for name in (own, *wingmen):
        if not name.strip():
            raise CombatBoxError(f"names: a bomber cannot be called {name!r}; write some letters.")
    state = State(mission=setup.mission, completed=setup.mission - 1)
    state.own_name, state.wingmen = own, list(wingmen)
    make_ready(state, book.constants.fighters)
    return state


def make_ready(state: State, fighters: int) -> None:
    """Reset bombers and fighters before a mission, because damage does not carry over (T-A22)."""
    state.position = state.result = ""
    state.attacked = False
    state.bombers = {place: Bomber(place) for place in PLACES}
    state.fighters = [Fighter(number) for number in range(1, fighters + 1)]
    state.burst = Burst()


def fly_tour(flight: Twentyfive, *, onward: bool = False) -> Flow[None]:
    """Fly a tour until it is won or lost, or the player stands down.

    Args:
        flight: the flight.
        onward: True to continue a tour with its next mission, False to begin it.
    """
    state = flight.state
    if not onward:
        take_rank(flight)
    while True:
        if onward:
            state.mission += 1
            make_ready(state, flight.const.fighters)
        onward = True
        yield from fly_mission(flight)
        if state.tour:
            return
        question = f"Mission {state.completed} is done. Fly the next one now?"
        answer = yield flight.ask("tour.fly_on", ("fly_on", "stand_down"), "fly_on", question=question)
        if answer == "stand_down":
            flight.fact("tour.stand_down", completed=state.completed)
            return


def fly_mission(flight: Twentyfive) -> Flow[None]:
    """Fly one mission: position in the element, fighters, flak and debriefing."""
    state = flight.state
    flight.phase("mission.start", number=state.mission, of=flight.const.missions)
    if not state.rank:
        take_rank(flight)
    take_position(flight)
    flight.phase("fighters.start")
    flight.roll("fighters.attack")
    if state.attacked:
        fighter_attack(flight)
    if not state.own.lost:
        flak_barrage(flight)
    debrief(flight)
    yield from ()  # makes this a flow, although a mission of this game has no decision (T-A20)


def take_position(flight: Twentyfive) -> None:
    """Roll the three coloured dice for the positions; repeat the roll if dice tie (T-109)."""
    flight.phase("position.start")
    table = flight.table("position.dice").id
    for _ in throws_again(f"{table}: throws again for ever; let a row give `position`."):
        flight.roll("position.dice", "black, white, red")
        if flight.state.position:
            return


def fighter_attack(flight: Twentyfive) -> None:
    """Let every remaining fighter attack in each pass, from left to right (T-A09)."""
    state = flight.state
    for pass_name in flight.const.passes:
        if any(not fighter.gone for fighter in state.fighters):
            flight.phase("pass.start", name_of_pass=pass_name)
        for fighter in state.fighters:
            if fighter.gone:
                continue
            fighter_pass(flight, fighter, pass_name)
            if state.own.lost:  # T-A17: nothing more is played
                return


def fighter_pass(flight: Twentyfive, fighter: Fighter, pass_name: str) -> None:
    """Resolve one pass: the approach, the bomber's fire, and the fighter's fire if it still can."""
    state = flight.state
    flight.phase("pass.approach", f"fighter {fighter.number}{pass_name}")
    state.burst = Burst(pass_name, fighter.number)
    approach(flight)
    bombers_shoot(flight)
    if state.burst.fires and not wing_is_dead(flight):
        fighter_fires(flight)
        check_loss(flight, "pass.loss")


def approach(flight: Twentyfive) -> None:
    """Roll the three dice of an approach: for the target (T), the direction (D) and the area (A).

    The number of bombers still flying determines the table on which the target is rolled.
    """
    state = flight.state
    who = fighter_name(state)
    flight.roll("pass.target", who, table=flight.const.target_tables[len(state.flying) - 1])
    flight.roll("pass.direction", who)
    flight.roll("pass.area", who)


def bombers_shoot(flight: Twentyfive) -> None:
    """Roll one die for each gun of the attacked bomber (T-A16), then roll the effect of the hits (T-A06)."""
    state = flight.state
    burst = state.burst
    flight.look_up("guns.bearing", f"{burst.direction} {burst.area}", state.target.name)
    burst.hits = 0
    for gun in burst.guns:
        flight.roll("guns.fire", gun)
    dice = min(burst.hits, 2) if flight.ruled["sum_hits"] == "first_two" else burst.hits
    if dice:
        flight.roll("guns.effect", fighter_name(state), count=dice)


def wing_is_dead(flight: Twentyfive) -> bool:
    """Return True if the fighter does not fire because no engine is left on the wing that it attacks (T-A08)."""
    burst = flight.state.burst
    if burst.area == "fuselage" or flight.ruled["dead_wing_rolls"] == "true":
        return False
    dead: bool = flight.state.target.wing_out(burst.area) >= flight.const.engines_per_wing
    if dead:
        flight.fact("pass.dead_wing", fighter_name(flight.state), area=burst.area)
    return dead


def fighter_fires(flight: Twentyfive) -> None:
    """Roll all fire dice, then one die for the result of each hit (T-A12, T-A25)."""
    state = flight.state
    burst = state.burst
    who = fighter_name(state)
    burst.hits = 0
    for _ in range(flight.const.fire_dice):
        flight.roll("pass.fire", who)
    if burst.area == "fuselage":
        place, table, results = "pass.crew", f"T-TAB-CREW-{burst.direction.upper()}", burst.hits
    else:
        place, table = "pass.wing", ""
        results = min(burst.hits, 1) if flight.ruled["wing_rolls"] == "one" else burst.hits
    for _ in range(results):
        flight.roll(place, state.target.name, table=table)


def flak_barrage(flight: Twentyfive) -> None:
    """Roll one die for each bomber that is still flying, then roll the damage of those that are hit (T-A23)."""
    state = flight.state
    flight.phase("flak.start")
    under_fire = [state.position] if flight.ruled["roll_wingmen_flak"] == "own_only" else state.flying
    hit: list[str] = []
    for place in under_fire:
        flight.phase("flak.under_fire", state.bombers[place].name)
        state.burst = Burst(target=place)
        flight.roll("flak.to_hit", state.target.name)
        if state.burst.hits:
            hit.append(place)
    for place in hit:
        flight.phase("flak.hit_by_flak", state.bombers[place].name)
        state.burst = Burst(target=place)
        flight.roll("flak.damage", state.target.name)
        check_loss(flight, "flak.loss")
        if state.own.lost:  # T-A17
            return


def check_loss(flight: Twentyfive, place: str) -> None:
    """Check whether the bomber that was just hit is lost, and if so record the cause."""
    row = flight.consult(place, flight.state.target.name)
    if row:
        flight.state.target.cause = row.key


def debrief(flight: Twentyfive) -> None:
    """Complete or lose the mission (T-A18), and set the rank."""
    state = flight.state
    flight.phase("debriefing.start")
    if state.own.lost:
        state.result = state.tour = "lost"
        flight.fact("debriefing.lost", state.own.name, cause=state.own.cause)
        return
    state.result = "completed"
    state.completed += 1
    flight.fact("debriefing.completed", state.own.name, completed=state.completed)
    take_rank(flight)


def take_rank(flight: Twentyfive) -> None:
    """Set the player's rank for the number of completed missions."""
    flight.look_up("tour.rank", str(flight.state.completed))


def fighter_name(state: State) -> str:
    """Return the name of the current fighter and pass as on the sheets: `fighter 1A`."""
    return f"fighter {state.burst.fighter}{state.burst.pass_name}"
