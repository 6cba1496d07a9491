"""The situation as a player sees it when making a decision.

It shows the bomber from above, its attackers, and the text of each option. This module neither changes the flight nor
rolls dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from combatbox.bomber.constants import JobFacts, PlanePart, silenced
from combatbox.bomber.crew_positions import compartment_of
from combatbox.bomber.drawing import comes_from, drawing_of
from combatbox.bomber.enums import FIGHTERS, BomberFlight, letters_of
from combatbox.bomber.gunnery import Shot, bearing, chance_to_hit
from combatbox.bomber.state import Engine, Fighter, Man, State
from combatbox.bomber.story import modifier_words
from combatbox.core.board import Board
from combatbox.core.decisions import Decision, Option
from combatbox.core.effects import WordFormatter
from combatbox.core.narration import NarrationContext
from combatbox.core.styled_text import Piece, Stretch, Style, Styled, joined, styled, wrapped
from combatbox.core.table_views import capital

WIDTH = 80
MIDDLE = 40
SIDE = (WIDTH - MIDDLE) // 2

# ---- the picture


def picture(flight: BomberFlight, words: NarrationContext, width: int = WIDTH, drawn: bool = True) -> list[Styled]:
    """Return a picture of the bomber with its attackers, crew and damage.

    If there are fewer columns than the drawing needs, the attackers are listed below the bomber. Without the drawing,
    the guns are listed as well.

    Args:
        flight: the flight.
        words: names and wording of the game.
        width: the maximum number of columns, at most `WIDTH`.
        drawn: False to omit the drawing of the bomber.
    """
    width = min(width, WIDTH)
    drawing = attacked(bomber(flight, words), flight.state, words, width) if drawn else []
    if not drawing:
        drawing = [*notes_lines("Guns", guns(flight), width), *attackers_lines(flight.state, words, width)]
    return [
        *situation(flight, words, width),
        *drawing,
        *notes_lines("Crew", crew_notes(flight, words), width),
        *notes_lines("Damage", damage_notes(flight, words), width),
    ]


def situation(flight: BomberFlight, words: NarrationContext, width: int) -> list[Styled]:
    """Return lines with the mission, the track, the weather and the formation."""
    state, say = flight.state, words.say
    target = f"{say(state.orders.city)} ({say(state.orders.target_type)})" if state.orders.city else "not known yet"
    first = f"Mission {state.orders.mission} of {flight.const.missions}   {state.bomber}   target {target}"
    bombs = (
        "bombs aboard" if state.plane.bombs_aboard else "bombs dropped" if state.outcome.bombs_dropped else "no bombs"
    )
    sky, place, air = surroundings(state, say)
    second = " (2nd here)" if state.track.turn_in_zone > 1 else ""
    return [
        *wrapped(first, width),
        *wrapped(styled(track(flight, words), f"  turn {state.track.turn}{second}"), width),
        *wrapped(joined("; ", [*sky, bombs, *air, ", ".join(filter(None, place))]), width - 1),
    ]


def surroundings(state: State, say: WordFormatter) -> tuple[list[Stretch], list[str], list[str]]:
    """Return where the bomber flies: its altitude and formation, its place in it, and the weather, cover and flak."""
    return (
        [
            say("high_altitude" if state.track.altitude == "high" else "low_altitude"),
            "in formation" if state.in_formation else Piece("OUT OF FORMATION", "bad"),
        ],
        [
            say(f"{state.orders.formation}_bomber") if state.orders.formation else "",
            f"{say(state.orders.squadron)} squadron" if state.orders.squadron else "",
        ],
        [
            f"weather {say(state.track.weather)}" if state.track.weather else "",
            f"cover {say(state.track.cover)}" if state.track.cover else "no cover",
            f"flak {say(state.battle.flak)}" if state.battle.flak and state.at_target else "",
        ],
    )


def below(flight: BomberFlight, words: NarrationContext) -> str:
    """Return the terrain below the bomber: `  over France`; empty if there is none."""
    under = ", ".join(words.say(f"terrain_{letter}") for letter in letters_of(flight.const, flight.state.track.terrain))
    return under and f"  over {under}"


def track(flight: BomberFlight, words: NarrationContext) -> Styled:
    """Return the zones up to the target, with the bomber's zone marked: `England 1 - >2> - 3 Lorient`."""
    state = flight.state
    arrow = ">" if state.track.leg == "out" else "<"
    far = max(state.orders.target_zone, state.track.zone)
    zones = [
        Piece(f"{arrow}{zone}{arrow}", "good") if zone == state.track.zone else str(zone)
        for zone in range(flight.const.home_zone, far + 1)
    ]
    there = f" {words.say(state.orders.city)}{below(flight, words)}"
    return styled(f"{capital(words.say('england'))} ", joined(" - ", zones), there)


# ---- the bomber


def bomber(flight: BomberFlight, words: NarrationContext) -> list[Styled]:
    """Return the drawing of the bomber from above, with the marks of its men, engines and guns."""
    state = flight.state
    outline, rows = drawing_of(words).outline, hull(state, words)
    for station, (row, column) in outline.seats.items():
        rows[row] = put(rows[row], column, seat(state, station, flight.const.crew))
    for name, at in outline.guns.items():
        rows[at.row] = put(rows[at.row], at.column, gun_label(flight, name, at.short))
    return rows


def hull(state: State, words: NarrationContext) -> list[Styled]:
    """Return the drawing of the bomber from above with the marks of its engines only."""
    outline = drawing_of(words).outline
    rows = [styled(row) for row in outline.lines]
    for engine, (row, column) in zip(state.engines, outline.engines, strict=True):
        rows[row] = put(rows[row], column, _engine_mark(engine))
    return rows


def _engine_mark(engine: Engine) -> Piece:
    """Return the mark of an engine: X if out, ! if burning or leaking oil, otherwise its number."""
    if engine.out:
        return Piece("X", "bad")
    return Piece("!", "warn") if engine.burning or engine.stop_by else Piece(str(engine.number))


def put(row: Styled, column: int, mark: Piece | Styled) -> Styled:
    """Return a row of the drawn bomber with a mark at a column.

    Args:
        row: the row.
        column: the column where the mark begins; -n for a mark that ends at column n.
        mark: the mark.
    """
    length = len(styled(mark))
    start = column if column >= 0 else 1 - column - length
    return styled(row[:start], mark, row[start + length :])[:MIDDLE]


def seat(state: State, station: str, crew: Mapping[str, JobFacts]) -> Piece:
    """Return the mark of the man at a station: the code of his role and a sign for his worst injury.

    The signs are ' for one light wound, " for several, ! for a serious one and * for frostbite. The mark of a station
    without a man is `††` if the man with that role is dead, otherwise `..`.
    """
    man = state.at(station)
    if man is None:
        return Piece("††", "bad") if state.men[station].dead else Piece("..", "faint")
    mark = "!" if man.serious else "*" if man.frostbitten else "'" if man.light == 1 else '"' if man.light else ""
    style: Style = "bad" if man.serious else "warn" if mark else ""
    return Piece(f"{crew[man.role].code}{mark}", style)


def guns(flight: BomberFlight) -> list[Styled]:
    """Return the label of every gun, with its full name."""
    return [gun_label(flight, name, name.replace("_", " ")) for name in flight.const.guns]


def gun_label(flight: BomberFlight, name: str, short: str) -> Styled:
    """Return the label of a gun: its name with its damage or, if bursts are counted, the number of bursts left.

    Args:
        flight: the flight.
        name: the name of the gun.
        short: the name to use in the label.
    """
    gun = flight.state.guns[name]
    counted = bool(flight.const.guns[name].bursts)
    trouble = (
        "GONE"
        if gun.thrown_out
        else "OUT"
        if gun.out or silenced(flight.const, flight.state.plane.parts, name)
        else "JAM"
        if gun.jammed
        else "EMPTY"
        if counted and not gun.bursts
        else ""
    )
    return joined(" ", [short, Piece(trouble, "bad") if trouble else str(gun.bursts) if counted else ""])


# ---- the attackers


def attacked(middle: Sequence[Styled], state: State, words: NarrationContext, width: int) -> list[Styled]:
    """Return the drawn bomber with its attackers around it or listed below it.

    Args:
        middle: the lines of the drawn bomber.
        state: the state.
        words: names and wording of the game.
        width: the maximum number of columns.

    Returns:
        The lines; empty if even the bomber is too wide.
    """
    if width >= WIDTH:
        return [Styled(), *surround_bomber(middle, attackers(state, words))]
    return [Styled(), *middle, *attackers_lines(state, words, width)] if width >= MIDDLE else []


def attackers_lines(state: State, words: NarrationContext, width: int) -> list[Styled]:
    """Return lines that list the fighters of the wave that are not gone."""
    fighters = [styled(Piece(fighter_words(fighter, words), "enemy")) for fighter in _attacking(state)]
    return notes_lines("Attackers", fighters, width)


SIDES = {"10:30": "left top", "12": "top", "1:30": "right top", "9": "left", "3": "right", "6": "bottom"}
VERTICAL = {"over": "12", "under": "6"}
"""The side of the drawing for an attack from directly above or below."""


def _attacking(state: State) -> Sequence[Fighter]:
    """Return the fighters of the current wave that are not gone."""
    return state.wave.attackers if 0 <= state.battle.wave_now < len(state.battle.waves) else ()


def attackers(state: State, words: NarrationContext) -> dict[str, list[Styled]]:
    """Return the fighters that are not gone, by their side of the drawing of the bomber."""
    shown: dict[str, list[Styled]] = {}
    for fighter in _attacking(state):
        origin = comes_from(words, fighter.position)
        clock = VERTICAL.get(origin.clock, origin.clock)
        side = SIDES[clock]
        text = fighter_words(fighter, words)
        if side not in ("top", "bottom"):  # the place says the clock already
            text = fighter_words(fighter, words, origin.level.capitalize())
            shown.setdefault(side, [styled(clock if ":" in clock else f"{clock} o'clock")])
        shown.setdefault(side, []).append(styled(Piece(text, "enemy")))
    return shown


def fighter_words(fighter: Fighter, words: NarrationContext, where: str = "") -> str:
    """Return a fighter's name with damage and pilot: `f2 Me 109 12 High`.

    Args:
        fighter: the fighter.
        words: names and wording of the game.
        where: the text for its position; empty to use the name of the position.
    """
    marks = [fighter.damage.upper()] if fighter.damage and fighter.damage != "destroyed" else []
    marks += [fighter.status] if fighter.status in ("green", "ace") else []
    name = f"{FIGHTERS[fighter.number - 1]} {words.say(fighter.type)} {where or words.say(fighter.position)}"
    return " ".join([name, *marks])


def surround_bomber(middle: Sequence[Styled], places: Mapping[str, Sequence[Styled]]) -> list[Styled]:
    """Return the drawn bomber with the fighters placed around it.

    Args:
        middle: the lines of the drawn bomber.
        places: the lines of the fighters, by side of the drawn bomber, as `attackers` returns them.
    """
    top, bottom = ([_centred(line) for line in places.get(place, ())] for place in ("top", "bottom"))
    height = len(middle)
    sides = {side: [Styled()] * height for side in ("left", "right")}
    for side, column in sides.items():
        high = [line for text in places.get(f"{side} top", ()) for line in wrapped(text, SIDE - 1)]
        level = [line for text in places.get(side, ()) for line in wrapped(text, SIDE - 1)]
        column[: len(high)] = high
        start = max(5, len(high) + 1)
        column[start : start + len(level)] = level
    grown = max(height, *(len(column) for column in sides.values()))
    rows = [*middle, *([styled(" " * MIDDLE)] * (grown - height))]
    for column in sides.values():
        column.extend([Styled()] * (grown - len(column)))
    return [
        *top,
        *(
            styled(left, " " * (SIDE - len(left)), row, " " * (SIDE - 1 - len(right)), right).rstrip()
            for left, row, right in zip(sides["left"], rows, sides["right"], strict=True)
        ),
        *bottom,
    ]


def _centred(line: Styled) -> Styled:
    return styled(" " * ((WIDTH - len(line)) // 2), line)


# ---- crew and damage


def man_words(man: Man, words: NarrationContext) -> str:
    """Return a man's rank, name and role: `Lieut. Harris, navigator`.

    If he has no name, only his role is returned.
    """
    job = words.say(man.role)
    return f"{man.rank} {man.name}, {job}" if man.name else job


def crew_notes(flight: BomberFlight, words: NarrationContext) -> list[Styled]:
    """Return notes on the men: wounds, frostbite, changes of station and kills."""
    state, say = flight.state, words.say
    notes: list[Styled] = []
    for man in state.men.values():
        about = [
            _kills(man.kills, flight.const.ace_kills),
            Piece("ace for a day" if man.ace_for_a_day else "", "good"),
            *(() if man.serious else _light(man.light)),
            Piece("SERIOUSLY WOUNDED" if man.serious and not man.dead else "", "bad"),
            Piece("frostbite" if man.frostbitten else "", "warn"),
            Piece("TRAPPED" if man.trapped else "", "bad"),
            Piece("silent for now" if man.silent or man.silent_next else "", "warn"),
            f"at the {say(man.station)}'s station" if man.station not in ("", man.role) else "",
            Piece(say(man.fate).upper() if man.fate else "DEAD" if man.dead else "", "bad" if man.dead else ""),
        ]
        if pieces := joined(", ", about).pieces:
            notes.append(styled(f"{man_words(man, words)} ", *pieces))
    if state.pilot_at_controls != flight.const.pilots[0] and not state.outcome.landed:
        notes.append(styled(f"{say(state.pilot_at_controls)} flies"))
    return notes


def _light(wounds: int) -> Iterator[Piece]:
    """Yield `light wound`, `two light wounds`, or nothing."""
    if wounds:
        yield Piece({1: "light wound", 2: "two light wounds"}.get(wounds, "light wounds"), "warn")


def _kills(kills: int, ace: int) -> Piece:
    """Return `1 kill`, `ace, 6 kills`, or nothing."""
    counted = f"{kills} kill{'s' if kills > 1 else ''}" if kills else ""
    return Piece(f"ace, {counted}", "good") if kills >= ace else Piece(counted)


def damage_notes(flight: BomberFlight, words: NarrationContext) -> list[Styled]:
    """Return notes on everything that is damaged or running out."""
    state, plane = flight.state, flight.state.plane
    notes: list[Stretch] = [
        *outer_damage(flight, words, inside=True),
        *(f"oxygen hit at the {words.say(station)}" for station in state.supply.oxygen_hits),
        *(f"heat out at the {words.say(station)}" for station in state.supply.heat_out),
    ]
    if state.supply.fuel_turn:
        notes.append(f"fuel until turn {state.supply.fuel_turn}")
    if state.supply.fuel_zone:
        notes.append(f"fuel for {max(state.supply.fuel_zone - state.track.zones_entered, 0)} more zones")
    if state.supply.range_zone > 0:
        notes.append(f"one engine: {max(state.supply.range_zone - state.track.zones_entered, 0)} more zones")
    if plane.extinguishers < flight.const.hand_extinguishers:
        notes.append(f"{plane.extinguishers} hand extinguishers left")
    return [styled(note) for note in notes]


def outer_damage(flight: BomberFlight, words: NarrationContext, *, inside: bool) -> list[Styled]:
    """Return notes on damaged engines, parts and tanks; unless `inside` is True, only on damage that attackers can see."""
    state, parts = flight.state, flight.const.all_parts
    damaged = [(parts[name], value) for name, value in state.plane.parts.items() if value]
    return [
        *(engine_words(engine, feathered=inside) for engine in state.engines if engine.out),
        *(styled(f"engine {engine.number} ", Piece("leaks oil", "warn")) for engine in state.engines if engine.stop_by),
        *(styled(part_words(p, value, words)) for p, value in damaged if inside or p.shows(value)),
        *(styled(f"{words.say(tank)} tank ", Piece("leaks", "warn")) for tank in state.supply.leaking_tanks),
    ]


def engine_words(engine: Engine, *, feathered: bool) -> Styled:
    """Return a description of an engine that is out or burning.

    Args:
        engine: the engine.
        feathered: True to mention a feathered propeller.
    """
    if engine.feathered and feathered and not engine.burning:
        return styled(f"engine {engine.number} out, feathered")
    return styled(f"engine {engine.number} ", Piece("BURNS" if engine.burning else "OUT", "bad"))


def part_words(part: PlanePart, value: int, words: NarrationContext) -> str:
    """Return a description of a damaged part: `port flap out`, `window hit 2 times`.

    Args:
        part: the part.
        value: True, or the number of hits on the part.
        words: names and wording of the game.
    """
    called = part.called(words.say)
    return f"{called} hit{f' {value} times' if value > 1 else ''}" if part.counted else called


def notes_lines(title: str, notes: Sequence[Styled], width: int) -> list[Styled]:
    """Return notes after a title, wrapped to the width: `Damage: ...`.

    Args:
        title: the title.
        notes: the notes; if there are none, no lines are returned.
        width: the maximum number of columns.
    """
    return wrapped(styled(f"{title}: ", joined("; ", notes)), width - 1, "  ") if notes else []


# ---- options

WAYS = {"land": "crash-land in", "ditch": "ditch in", "bail_out": "bail out over", "over": "over"}


def option(decision: Decision, option: str, flight: BomberFlight, words: NarrationContext) -> str:
    """Return a text that explains an option to the player.

    Args:
        decision: the decision.
        option: the option.
        flight: the flight.
        words: names and wording of the game.
    """
    state = flight.state
    said = option if decision.naming else flight.places[decision.place].options.get(option)
    if said:
        return said
    chosen = decision.option(option)
    if decision.kind == "aim":
        return _aim(decision.who, chosen, flight, words)
    if decision.kind == "first_gun":
        return _gun(option, words)
    if chosen.kind == "fighter":
        return fighter_words(_fighter(state, chosen), words)
    if decision.kind == "make_room":
        return f"to the {words.say(option)}'s station{'' if state.at(option) else ', which is free'}"
    if decision.kind in ("move_to", "carry_to") and option in flight.const.compartments:
        return f"into the {words.say(option)}, to no place of his own"
    if decision.kind in ("move_to", "oxygen", "warmth"):
        there = state.at(option)
        return f"to the {words.say(option)}'s station{f', where the {_state_of(there, words)} is' if there else ', which is free'}"
    if option in state.men:
        man = state.men[option]
        return _state_of(man, words, state.rooms.get(option) or compartment_of(flight, man.station))
    if decision.kind == "pass_bursts":
        number, giver, taker = (str(arg) for arg in chosen.args)
        left = state.guns[giver].bursts
        return f"{number} of the {left} bursts of the {_gun(giver, words)} to the {_gun(taker, words)}"
    if chosen.kind in WAYS:
        return f"{WAYS[chosen.kind]} {words.say(f'terrain_{chosen.args[0]}')}"
    return words.say(option)


def _aim(gun: str, chosen: Option, flight: BomberFlight, words: NarrationContext) -> str:
    state = flight.state
    if chosen.kind == "spray":
        position = str(chosen.args[0])
        there = [capital(FIGHTERS[f.number - 1]) for f in state.wave.attackers if f.position == position]
        cost = flight.const.burst_per_spray
        return f"spray {words.say(position)} for {cost} bursts: {', '.join(there)}"
    fighter, man = fighter_words(_fighter(state, chosen), words), _gunner(gun, chosen, flight)
    by = f", by the {words.say(man.role)}" if man and chosen.kind == "aim" else ""
    odds = _odds(gun, man, chosen, flight, words) if man else ""
    if chosen.kind == "passing":
        return f"wait for {capital(fighter)} and fire as it passes{odds}"
    return f"{fighter}{by}{odds}"


def _gunner(gun: str, chosen: Option, flight: BomberFlight) -> Man | None:
    """Return the man who would fire, or None.

    This is the man whom the option names, or the first man at a station of the gun who can fire.
    """
    state = flight.state
    if len(chosen.args) > 1:
        return state.men[str(chosen.args[1])]
    bears = bearing(flight, gun, int(chosen.args[0]))
    stations = flight.const.guns[gun].stations or (bears.men if bears else ())
    men = [man for station in stations if (man := state.at(station))]
    return next((man for man in men if man.fit and not man.silent), None)


def _odds(gun: str, man: Man, chosen: Option, flight: BomberFlight, words: NarrationContext) -> str:
    """Return the chance to hit, as the end of an option: `: hits 2 in 6 (ace)`.

    The reasons why it differs from the gun's usual chance are in parentheses.
    """
    bears = bearing(flight, gun, int(chosen.args[0]))
    if not bears and chosen.kind != "passing":
        return ""
    column, passing = bears.column if bears else "", chosen.kind == "passing"
    chance = chance_to_hit(flight, Shot(gun, man.role, int(chosen.args[0]), column, passing=passing))
    because = [chance.handicap.words(words.say)] if chance.handicap and not passing else []
    because += [modifier_words(code, words) for code in chance.modifiers]
    reasons = f" ({', '.join(because)})" if because else ""
    return f": hits {chance.faces} in {chance.of}{reasons}"


def _fighter(state: State, chosen: Option) -> Fighter:
    """Return the fighter that an option names."""
    return state.wave.fighters[int(chosen.args[0])]


def _gun(name: str, words: NarrationContext) -> str:
    return words.say(f"gun_{name}")


def _state_of(man: Man, words: NarrationContext, compartment: str = "") -> str:
    """Return a description of a man with his wounds and his compartment."""
    about = [
        words.say(compartment),
        "seriously wounded" if man.serious else "lightly wounded" if man.light else "",
        "frostbitten" if man.frostbitten else "",
    ]
    text = ", ".join(part for part in about if part)
    return f"{man_words(man, words)}{f' ({text})' if text else ''}"


def question(decision: Decision, flight: BomberFlight, words: NarrationContext) -> str:
    """Return the question of a decision, preceded by the name of the gun, fighter or man that it is about."""
    state, who = flight.state, decision.who
    if who in state.guns and decision.kind == "aim":
        gun = _gun(who, words)
        bursts = f", {state.guns[who].bursts} bursts" if flight.const.guns[who].bursts else ""
        return f"{capital(gun)}{bursts}: at whom?"
    if decision.kind == "position":
        about = f"{capital(words.say(who))}, {capital(fighter_words(state.attacker, words))}"
    elif who in FIGHTERS:
        about = capital(fighter_words(state.wave.fighters[FIGHTERS.index(who)], words))
    elif who in state.men:
        about = capital(man_words(state.men[who], words))
    else:
        return f"{words.say(who).capitalize()}: {decision.question}" if who else decision.question
    return f"{about}: {decision.question[:1].lower()}{decision.question[1:]}"


def spans(state: State) -> dict[str, object]:
    """Return a dict that identifies the current `wave`, `turn`, `zone` and `mission`.

    The value of a key changes when the next wave, turn, zone or mission begins. The key `wave` exists only during an
    attack.
    """
    wave = {"wave": (state.track.turn, state.battle.wave_now)} if state.battle.under_attack else {}
    return {
        **wave,
        "turn": state.track.turn,
        "zone": (state.track.zones_entered, state.track.leg),
        "mission": state.orders.mission,
    }


def overall_condition(state: State) -> object:
    """Return one value that combines the injuries, the damage, the formation and the leg of the flight.

    If the player lets an answer repeat, it is repeated while this value is unchanged.
    """
    plane, supply = state.plane, state.supply
    return (
        [
            (man.station, man.light, man.serious, man.dead, man.fate, man.frostbitten, man.trapped)
            for man in state.men.values()
        ],
        [(gun.out, gun.jammed, gun.thrown_out, not gun.bursts) for gun in state.guns.values()],
        [(engine.out, engine.burning, engine.stop_by) for engine in state.engines],
        dict(plane.parts),
        (list(supply.leaking_tanks), dict(supply.oxygen_hits), list(supply.heat_out)),
        (state.in_formation, state.track.leg),
    )


BOARD = Board(
    picture=picture,
    option=option,
    question=question,
    spans=spans,
    between=frozenset({"fly_on", "retire"}),
    only_names=frozenset({"name_crew"}),
    routine=frozenset({"crew.change_guns"}),
    repeated=frozenset({"crew.change_guns", "crew.move", "abort.abort", "bombs.jettison"}),
    condition=overall_condition,
)
"""The board of the bomber games."""
