"""The waves of a turn, from the roll for the number of waves to the departure of the last fighter."""

from __future__ import annotations

from combatbox.bomber import gunnery, shells
from combatbox.bomber.aircraft import evasion_is_forbidden
from combatbox.bomber.effects.battle import MOST_WAVES
from combatbox.bomber.enums import FIGHTERS, TARGETS, VERTICAL
from combatbox.bomber.state import Fighter, Wave
from combatbox.core.decisions import Flow
from combatbox.core.flight import EMPTY_FLOW
from combatbox.games.queen import crew_moves, doctrine, gun_allocation, hazards
from combatbox.games.queen.constants import QueenFlight


def fight_waves(flight: QueenFlight) -> Flow[None]:
    """Roll the waves of this turn and fight them one after another."""
    state = flight.state
    over_target = state.at_target
    state.battle.waves, state.battle.attacked = [], False
    flight.roll("waves.number_over_target" if over_target else "waves.number")
    due = state.battle.waves_due
    at_once = flight.ruled["wave_rolls"] == "at_once"
    if at_once:
        for number in range(due):
            roll_wave(flight, number)
    for number in range(due):
        if at_once:
            state.battle.wave_now = number
        else:
            roll_wave(flight, number)
        yield from fight_wave(flight)
    state.battle.wave_now = -1


def roll_wave(flight: QueenFlight, number: int) -> None:
    """Roll the fighters of one wave."""
    state = flight.state
    state.battle.waves.append(Wave())
    state.battle.wave_now = number
    flight.roll("wave.fighters", WAVES[number])


WAVES = tuple(f"wave {number}" for number in range(1, MOST_WAVES + 1))
"""The names of the waves of a turn, as they are logged."""


def fight_wave(flight: QueenFlight) -> Flow[None]:
    """Fight one wave: its fighters, the cover, up to three attacks, and the consequences."""
    state = flight.state
    wave = state.wave
    if not (yield from fighters_come(flight)):
        wave.done = True
        return
    if flight.journal:
        flight.phase("wave.start", WAVES[state.battle.wave_now], fighters=len(wave.fighters))
    state.battle.under_attack = True
    crew_moves.begin_wave(state)
    yield from bad_communications(flight)
    yield from flight.step("wave.cover", cover)
    fought = not wave.over()
    if fought:
        yield from flight.step("wave.evasion", evade)
        yield from flight.step("wave.attacks", attacks)
    if flight.journal:
        flight.fact("wave.over", WAVES[state.battle.wave_now], fought=fought)
    wave.done, state.battle.under_attack = True, False
    crew_moves.end_wave(state, fought)
    yield from hazards.after_fighting(flight)
    if fought:
        yield from crew_moves.moves(flight, safe=False)


def fighters_come(flight: QueenFlight) -> Flow[bool]:
    """Decide whether the wave is fought, and add the extra fighter if it is.

    A random event or a row without attackers ends the wave. If the bomber is out of formation, a row without attackers
    is rolled again instead.

    Returns:
        True if the wave is fought.
    """
    state = flight.state
    wave = state.wave
    while wave.no_attackers and not state.in_formation:
        flight.fact("wave.rolled_again", WAVES[state.battle.wave_now])
        wave.no_attackers = False
        flight.roll("wave.fighters_again", WAVES[state.battle.wave_now])
    if wave.random_event:
        yield from random_event(flight)
        return False
    if wave.no_attackers:
        return False
    place = state.orders.formation if state.in_formation else "out_of_formation"
    if place in flight.table("wave.extra_fighter").keys:
        flight.look_up("wave.extra_fighter", place, WAVES[state.battle.wave_now])
    return True


def random_event(flight: QueenFlight) -> Flow[None]:
    """Roll for a random event in place of a wave, and resolve its consequences."""
    flight.phase("event.start")
    flight.state.chance.in_event = True
    flight.roll("event.roll")
    flight.state.chance.in_event = False
    yield from shells.after_shell(flight)
    yield from hazards.after_fighting(flight)


def bad_communications(flight: QueenFlight) -> Flow[None]:
    """Let the player remove one fighter from the wave while bad communications last."""
    attackers = flight.state.wave.attackers if flight.state.chance.lasting.get("bad_communications") else []
    return _take_out(flight, attackers) if attackers else EMPTY_FLOW


def _take_out(flight: QueenFlight, attackers: list[Fighter]) -> Flow[None]:
    """Ask the player for one of the attackers and remove it from the wave."""
    fighter = yield from pick(flight, attackers, "wave.bad_communications")
    flight.fact("wave.left", FIGHTERS[fighter.number - 1])
    shells.remove_fighter(fighter, "driven_off")


# ---- fighter cover


def cover(flight: QueenFlight) -> Flow[None]:
    """Roll once per wave for the effect of the fighter cover, and let the cover drive off fighters.

    The roll also determines how many fighters the cover drives off before later attacks of the wave (6.5a). It is
    therefore made even if the only fighter is a diver, which cover cannot drive off.
    """
    state = flight.state
    wave = state.wave
    if not state.track.cover or wave.over():
        return EMPTY_FLOW
    flight.roll("cover.bracket", WAVES[state.battle.wave_now], state.track.cover)
    return drive_off(flight, wave.driven_first)


def drive_off(flight: QueenFlight, number: int) -> Flow[None]:
    """Let the cover drive off this number of the fighters that it can reach (Q-R09)."""
    return _drive_off(flight, number) if number else EMPTY_FLOW


def _drive_off(flight: QueenFlight, number: int) -> Flow[None]:
    """Drive off fighters; ask the player which ones if there is a choice."""
    for left in range(number, 0, -1):
        able = _within_reach(flight)
        if not able:
            return
        fighter = able[0] if len(able) <= left else (yield from pick(flight, able, "cover.drive_off"))
        flight.fact("cover.driven_off", FIGHTERS[fighter.number - 1])
        shells.remove_fighter(fighter, "driven_off")


def _within_reach(flight: QueenFlight) -> list[Fighter]:
    """Return the fighters that cover can drive off: all except divers."""
    positions = flight.const.positions
    return [f for f in flight.state.wave.fighters if not f.gone and positions[f.position].cover]


def pick(flight: QueenFlight, fighters: list[Fighter], place: str) -> Flow[Fighter]:
    """Return the fighter that the player chooses; do not ask if there is only one.

    Args:
        flight: the flight.
        fighters: the fighters to choose from.
        place: the place of the decision in the order of play.
    """
    if len(fighters) == 1:
        return fighters[0]
    worst = doctrine.most_dangerous(flight, fighters)
    if flight.unwatched:
        return worst
    options = tuple([TARGETS[f.number - 1] for f in fighters])
    answer = yield flight.ask(place, options, FIGHTERS[worst.number - 1])
    return flight.state.wave.fighters[TARGETS.index(answer)]


# ---- evasive action


def evade(flight: QueenFlight) -> Flow[None]:
    """Let a bomber out of formation evade this wave, unless a chart forbids it."""
    state = flight.state
    if state.in_formation or evasion_is_forbidden(flight):
        return EMPTY_FLOW
    return _may_evade(flight)


def _may_evade(flight: QueenFlight) -> Flow[None]:
    """Ask the player whether the bomber evades."""
    answer = yield flight.ask(
        "wave.evade",
        ("evade", "steady"),
        "evade" if doctrine.should_evade(flight) else "steady",
    )
    if answer == "evade":
        flight.fact("wave.evades")
        flight.state.wave.evading = True


# ---- the attacks of a wave


def attacks(flight: QueenFlight) -> Flow[None]:
    """Resolve the first attack of a wave and the later attacks of fighters that return.

    Before each attack, men may change guns.
    """
    state = flight.state
    wave = state.wave
    for number in range(max(flight.const.attacks, *flight.const.attacks_of.values(), 0)):
        if number:
            if flight.journal:
                flight.phase("attack.successive", WAVES[state.battle.wave_now], number=number)
            yield from come_again(flight)
            yield from drive_off(flight, wave.driven_later)
        if wave.over():
            return
        if state.plane.bombs_aboard:
            yield from hazards.jettison(flight)
        yield from crew_moves.moves(flight, safe=False)
        yield from attack(flight)
        if wave.over():
            return


def attack(flight: QueenFlight) -> Flow[None]:
    """Resolve one attack: guns, fighters, damage, the passing shot, and departures."""
    state = flight.state
    shots = yield from gun_allocation.allocate(flight)
    state.battle.attacked = True
    gunnery.pilot_status(flight)
    yield from gunnery.fire(flight, shots)
    hitting = shells.german_fire(flight, shots)
    if hitting:
        yield from shells.damage(flight, shells.locate(flight, hitting))
    gun_allocation.passing_shot(flight, shots)
    shells.send_off(flight)


def come_again(flight: QueenFlight) -> Flow[None]:
    """Give every returning fighter a new position.

    The position is rolled. In a two-player game the German player may choose it instead.
    """
    state = flight.state
    two_player = flight.ruled["two_player"] == "on"
    taken: set[str] = set()
    for index, fighter in enumerate(state.wave.fighters):
        if fighter.gone:
            continue
        state.hand.fighter = index
        position = (yield from _german_choice(flight, taken)) if two_player else ""
        if position:
            flight.fact("attack.position_chosen", FIGHTERS[index], position=position)
            fighter.position, fighter.untouchable = position, False
        else:
            flight.roll("attack.new_position", FIGHTERS[index])
        taken.add(fighter.position)


def _german_choice(flight: QueenFlight, taken: set[str]) -> Flow[str]:
    """Ask the German player to choose a free position or to let the die decide.

    Returns:
        The position; empty if the die decides.
    """
    free = [place for place in flight.const.positions if place not in VERTICAL and place not in taken]
    answer = yield flight.ask("attack.position", (*free, "roll"), "roll", "german")
    return "" if answer == "roll" else answer.kind
