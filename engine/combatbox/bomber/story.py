"""The narration of a bomber's missions, event by event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from combatbox.bomber.effects import battle, crew, damage
from combatbox.bomber.effects.mission import base_and_dice, bombs_explode, per_cent, plane_ends
from combatbox.bomber.enums import AIMS, FIGHTERS, VERTICAL, WING_OF, BomberNarration, placed
from combatbox.bomber.record import is_broken
from combatbox.core.effects import Condition, Declared, Effect, VocabularyTerm
from combatbox.core.events import Consult, Event, Phase, Roll
from combatbox.core.log_state import LogState, changes_of, effect_number, tree
from combatbox.core.narration import Detail, NarrationLine
from combatbox.core.phrases import join_words, number, plural, signed
from combatbox.core.table_views import capital
from combatbox.core.tables import Row, Table

State = Mapping[str, Any]  # values of every kind of field
"""The flat state of a log after an event."""


def tell(event: Event, state: State, words: BomberNarration) -> Iterator[NarrationLine]:
    """Yield the narration of a roll, of a chart or of the start of a campaign.

    All other events are narrated with sentences that the game's data states for each place in the order of play.

    Args:
        event: the event.
        state: the flat state after the event.
        words: names and wording of the game.
    """
    if event["kind"] == "roll":
        yield tell_roll(event, state, words)
        yield from marks_of_burst(event, state, words)
    elif event["kind"] == "consult":
        yield from _consult(event, state, words)
    elif event["place"] == "campaign.start" and event["kind"] == "phase":
        yield from _begins(event, state, words)


def _begins(event: Phase, state: State, words: BomberNarration) -> Iterator[NarrationLine]:
    """Yield a line for the bomber and one for each man at the start of a campaign."""
    left = event["data"]["of"] - event["data"]["completed"]
    yield NarrationLine(0, f"{state['bomber'] or 'A new bomber'} and her crew: {plural(left, 'mission')} to fly")
    for role, man in tree(state, "men").items():
        missions = man["missions"] - 1
        past = f", {plural(missions, 'mission')} behind him" if missions else ""
        yield NarrationLine(1, f"{capital(words.say(role))}: {man['rank']} {man['name']}{past}.")


# ---- rolls


def tell_roll(event: Roll, state: State, words: BomberNarration) -> NarrationLine:
    """Return the line that narrates a roll, with the outcome and the modifiers that applied."""
    return worded(event, outcome_of(event, state, words), state, words)


def worded(event: Roll, outcome: str, state: State, words: BomberNarration) -> NarrationLine:
    """Return the line that narrates a roll, with the given text for the outcome.

    Args:
        event: the roll.
        outcome: the text for the result of the roll.
        state: the flat state after the roll.
        words: names and wording of the game.
    """
    dice = tuple(event["dice"])
    modified = any(add for _, add in event["modifiers"])
    read_as_digits = event["natural"] != sum(dice)
    net = event["net"] if modified or (len(dice) > 1 and not read_as_digits) else None
    text, bare = f"{outcome}{_modifiers_text(event, words)}.", f"{outcome}."
    deep = _table(event, words).info.deep
    detail = Detail("" if net is None else str(net), dice=dice) if outcome == NEXT_DIE else None
    return NarrationLine(2 if deep else 1, text, _label(event, state, words), dice, net, bare=bare, detail=detail)


def _table(event: Roll | Consult, words: BomberNarration) -> Table:
    """Return the printed table of a roll, even if the roll is on a nested die."""
    return words.tables[words.rows[event["row"]].table]


def _is_of_place(event: Roll) -> bool:
    """Return True if the place calls for the roll, False if a row led to it."""
    return bool(event["rule"])


def _label(event: Roll, state: State, words: BomberNarration) -> str:
    """Return the text at the beginning of the line that narrates a roll.

    The place or the table determines it. If they do not, it is the man or gun that rolls, or the title of the table.
    """
    who, table = event["who"], _table(event, words)
    place = words.places[event["place"]] if _is_of_place(event) else None
    about = place.about if place else words.const.rolled_for_each.get(table.id, "")
    if about == "fighter":
        return fighter_called(state, who, words)
    if about == "man":
        return capital(named(state, who, words))
    if about == "type":
        return capital(words.say(str(state[f"{_path_of(state, who)}.type"])))
    if about in ("gun", "nth") and who:
        return capital(words.say(f"{about}_{who}"))
    if table.id == words.const.wing_table and (side := side_before(state)):
        return capital(words.say(WING_OF[side]))
    label = _die(event, words) or (place.told if place else "") or table.info.told
    if event["place"] == "attack.areas" and _hitting(state_before(state)) > 1:
        return f"{label} of the {fighter_called(state, who, words)}"
    return label or (capital(words.say(who)) if who else table.title)


def state_before(state: State) -> State:
    """Return the flat state before an event, or the state itself if no other is known."""
    return state.before if isinstance(state, LogState) else state


def side_before(state: State) -> str:
    """Return the side of the wing that an event strikes; the changes of a roll may already hold the next wing."""
    return str(state_before(state).get("side", ""))


def _hitting(state: State) -> int:
    """Return the number of fighters that hit in the present attack; after its last shell they may be gone."""
    fighters = tree(state, "waves").get(str(state.get("wave_now")), {}).get("fighters", {}).values()
    return sum(fighter["hit"] and not fighter["gone"] for fighter in fighters)


def _die(event: Roll, words: BomberNarration) -> str:
    """Return the name of a nested die; empty for a roll on a printed table.

    The name comes from the game's word list. If the list has no name for the die, the result is the area of the row;
    it is empty if the roll is for somebody in particular.
    """
    if event["table"] in words.tables:
        return ""
    stem = event["table"]
    known = words.say(stem)
    if known != stem.replace("_", " "):
        return capital(known)
    return "" if event["who"] else capital(words.rows[stem].area)


def named(state: State, role: str, words: BomberNarration) -> str:
    """Return a man's role, rank and name: `tail gunner Sgt. Ann Smith`.

    If he has no name, only his role is returned.
    """
    name = state.get(f"men.{role}.name")
    return f"{words.say(role)} {state[f'men.{role}.rank']} {name}" if name else words.say(role)


NEXT_DIE = "another die decides"
"""The text for a row that consists only of the rows of a nested die."""


def outcome_of(event: Roll, state: State, words: BomberNarration) -> str:
    """Return the text for the result of a roll.

    The functions in `OUTCOMES` write the text for some places in the order of play.

    Args:
        event: the roll.
        state: the flat state after the roll.
        words: names and wording of the game.
    """
    if event["gives"] == ["again"]:
        return "does not count and is thrown again"
    row = words.rows[event["row"]]
    special = OUTCOMES.get(event["place"])
    on_inner_die = row.table != event["table"]  # on a second die
    if special and _is_of_place(event) and not on_inner_die:
        text = special(event, state, words)
        if text:
            return text
    outcome = effects_text(event, state, words)
    if not outcome:
        return _area(row) or NEXT_DIE
    if all(component.is_a(battle.no_effect) for effect in row.effects for component in effect.components()):
        return outcome
    name = name_before(event, words)
    return f"{name} – {outcome}" if name else outcome  # a colon stands before both


def name_before(event: Roll, words: BomberNarration) -> str:
    """Return the name of a row, for printing it before the effects of the row.

    The result is empty for a nested roll, and for a row whose effects already include the name in their wording.
    """
    row = words.rows[event["row"]]
    return "" if row.table != event["table"] or row.says_area else _area(row)


def effects_text(
    event: Roll | Consult, state: State, words: BomberNarration, effects: Sequence[Effect] | None = None
) -> str:
    """Return the text of effects by what they have changed, by default of all effects of the row that an event reached.

    Tables to roll on are omitted, because the next lines show them. If the bombs explode, nothing else counts.
    """
    told = list(words.rows[event["row"]].effects if effects is None else effects)
    if state.get("lost") == bombs_explode.name:
        told = [effect for effect in told if effect.is_a(bombs_explode)] or told
    texts = (
        _in_state(effect, event, state, words, told[number:].count(effect))
        for number, effect in enumerate(told, 1)
        if not effect.is_a(battle.roll_on)
    )
    return "; ".join(filter(None, texts))


def _in_state(effect: Effect, event: Roll | Consult, state: State, words: BomberNarration, later: int) -> str:
    """Return the short wording of an effect; `later` is how often the same effect follows in its row."""
    for piece in effect.components():
        text_of = next((text_of for declared, text_of in IN_STATE.items() if piece.is_a(declared)), None)
        if text_of and (text := text_of(piece, event, state, words)) is not None:
            return text
    return effect.short_words(words.say) + "".join(
        _count(piece, event, state, words, later) for piece in effect.components()
    )


def _count(piece: VocabularyTerm, event: Roll | Consult, state: State, words: BomberNarration, later: int) -> str:
    """Return which of how many hits an effect was, and what happens at the last: `, the second of five`."""
    if piece.is_a(crew.oxygen_hit):
        path, most, end = f"oxygen_hits.{piece['station']}", words.const.oxygen_hits, "it is out"
    elif piece.is_a(damage.part_hit) or piece.is_a(damage.root_hit):
        side = piece.arguments.get("side", "")
        name = "_".join(filter(None, (side_before(state) if side == "this" else side, piece.parameters()[0])))
        part = words.const.all_parts[name]
        path, most, end = f"plane.{name}", part.limit, part.facts.at_limit
    else:
        return ""
    number = state.get(path, 0) - later
    if all(changed != path for changed, _, _ in event["changes"]):
        number += 1  # the hit is beyond the last, or a check comes before it
    if number < 2 or number > most:
        return ", out already" if number > most else ""
    return f", the {ORDINALS[number]}{f': {end}' if number == most else f' of {words.say(str(most))}'}"


ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""Which of the hits on a part a hit is."""


def _marked(piece: VocabularyTerm, event: Roll | Consult, state: State, words: BomberNarration) -> str | None:
    """Return the text for a fighter that several hits destroy, or that is hit after it has fired and passed."""
    changes = {steps[-1]: new for steps, _, new in changes_of(event)}
    ended = changes.get("damage") == "destroyed"
    if ended and piece.is_a(battle.marked):
        return words.say("marked_destroyed")
    return words.say(f"passing_{'destroyed' if ended else piece['marker']}") if "passing_shot" in changes else None


def _all_killed(piece: VocabularyTerm, event: Roll | Consult, state: State, words: BomberNarration) -> str | None:
    """Return the text for the men in a compartment who are killed, by name."""
    dead = [named(state, steps[1], words) for steps, _, new in changes_of(event) if steps[-1] == "dead" and new]
    if not dead:
        return f"nobody is in the {words.say(piece['section'])}"
    return f"the {join_words(dead)} {'is' if len(dead) == 1 else 'are'} killed"


def marks_of_burst(event: Roll, state: State, words: BomberNarration) -> Iterator[NarrationLine]:
    """Yield a line with the damage that a burst inside the plane has done after one of its rolls, if any."""
    if (
        state_before(state).get("bursting")
        and event["place"] != "flak.burst_area"
        and (damage := damage_of(event, words))
    ):
        yield NarrationLine(2, f"The burst also leaves: {damage}.")


def damage_of(event: Event, words: BomberNarration) -> str:
    """Return a text for the damage that an event has done, and the fires that it has lit."""
    changes = [change for change in changes_of(event) if change[2] and change[0] != ("plane", "burst_inside")]
    texts = [text for steps, old, new in changes if is_broken(steps) for text in broken(steps, old, new, words)]
    texts += [f"fire in the {words.say(place)}" for steps, _, new in changes if steps == ("fires",) for place in new]
    return "; ".join(texts)


def broken(steps: tuple[str, ...], old: Any, new: Any, words: BomberNarration) -> list[str]:  # values of any field
    """Return notes for a change that shows damage: `engine 3 out`, `rudder hit (2)`.

    Args:
        steps: the steps of the path that changed.
        old: the value before the change.
        new: the value after the change.
        words: names and wording of the game.

    Raises:
        LookupError: the path does not lead to a field that records damage.
    """
    say = words.say
    match steps:
        case ("leaking_tanks",):
            return [f"{say(tank)} tank leaks" for tank in new[len(old or ()) :]]
        case ("engines", index, field):
            return [f"engine {int(index) + 1} {'leaks oil' if field == 'stop_by' else field}"]
        case ("guns", gun, field):
            return [f"{say(f'gun_{gun}')} {field}"]
        case ("oxygen_hits", station):
            return [f"{say(station)}'s oxygen {'out' if new == words.const.oxygen_hits else f'hit ({new})'}"]
        case ("heat_out", station):
            return [f"{say(station)}'s heat out"]
        case (_, name):
            part = words.const.all_parts[name]
            at_limit = f": {part.facts.at_limit}" if part.counted and new == part.limit else ""
            return [f"{part.called(say)} hit ({new}){at_limit}" if part.counted else part.called(say)]
    raise LookupError(f"{'.'.join(steps)}: the replay has no note for this field; add a case to `broken`.")


def _wounded(piece: VocabularyTerm, event: Roll | Consult, state: State, words: BomberNarration) -> str | None:
    """Return who is wounded by a hit on a station, if he is not its regular man: the man there now, or nobody."""
    station = piece["station"]
    occupant = str(state.get(f"stations.{station}", station))
    if occupant == station:
        return None
    there = f"{words.say(station)}'s station"
    return f"{words.say(occupant)} wounded at the {there}" if occupant else f"nobody is at the {there}"


def _trapped(piece: VocabularyTerm, event: Roll | Consult, state: State, words: BomberNarration) -> str | None:
    """Return the text for a turret that traps nobody, because nobody is in it."""
    if state.get(f"stations.{piece['station']}"):
        return None
    row = words.rows[event["row"]]
    parts = [p for effect in row.effects for p in effect.components() if p.is_a(damage.part_out)]
    return "; ".join([*(words.const.all_parts[part["part"]].called(words.say) for part in parts), "nobody is in it"])


def _extinguished(piece: VocabularyTerm, event: Roll | Consult, state: State, words: BomberNarration) -> str | None:
    """Return the text for a fire that is out, with the engine that has burned if it is feathered by this."""
    feathered = any(steps[-1] == "feathered" for steps, _, _ in changes_of(event))
    return f"{piece.words(words.say)}, and the engine is out and feathered" if feathered else None


def _leaks(piece: VocabularyTerm, event: Roll | Consult, state: State, words: BomberNarration) -> str | None:
    """Return the text for a leaking tank, with the fuel that is left if no other tank leaks."""
    leaks = f"{piece['tank']} tank leaks"
    another = any(path == "leaking_tanks" and len(new) > 1 for path, _, new in event["changes"])
    known = state.get("fuel_turn") or state.get("fuel_zone")
    return f"{leaks}, with {fuel_left(state, words)}" if known and not another else leaks


def fuel_left(state: State, words: BomberNarration) -> str:
    """Describe the fuel limit that is in force, in turns, in zones or in both: `fuel for two more turns`."""
    until, zone = state.get("fuel_turn", 0), state.get("fuel_zone", 0)
    turns, zones = until - state["turn"], zone - state["zones_entered"]
    if until and zone and min(turns, zones) > 0:
        return f"{_fuel_for(turns, 'turn', words)}, and for {counted(zones, 'more zone', words)} at most"
    return _fuel_for(turns, "turn", words) if until and not (zone and zones <= 0) else _fuel_for(zones, "zone", words)


def _fuel_for(number: int, unit: str, words: BomberNarration) -> str:
    return f"fuel for {counted(number, f'more {unit}', words)}" if number > 0 else f"no fuel beyond this {unit}"


def counted(number: int, noun: str, words: BomberNarration) -> str:
    """Return a number of things in words: `one more turn`, `two shells`."""
    return f"{words.say(str(number))} {noun}{'' if number == 1 else 's'}"


Outcome = Callable[[Roll, State, BomberNarration], str]
"""Returns the text for the result of a roll; empty for the usual text."""

InState = Callable[[VocabularyTerm, Roll | Consult, State, BomberNarration], str | None]
"""Returns the text of an effect by what it has changed; None for the usual text."""


def _waves(piece: VocabularyTerm, event: Roll | Consult, state: State, words: BomberNarration) -> str | None:
    number = effect_number(event, battle.waves)
    return counted(number, "wave", words) if number else "none come"


def _shell_count(piece: VocabularyTerm, event: Roll | Consult, state: State, words: BomberNarration) -> str | None:
    return f"{counted(effect_number(event, battle.shells), 'shell', words)} struck home"


def _driven(piece: VocabularyTerm, event: Roll | Consult, state: State, words: BomberNarration) -> str | None:
    later = f", {words.say(str(piece['later']))} before each later attack" if piece["later"] else ""
    return f"can drive off {words.say(str(piece['first']))} now{later}" if piece["first"] else "drives nobody off"


def _ends(piece: VocabularyTerm, event: Roll | Consult, state: State, words: BomberNarration) -> str | None:
    """Return the text for the fate of the plane in a landing: empty if what follows makes it worse."""
    if event["place"] == "down.crash" or piece["fate"] != "wrecked" == state.get("plane.fate"):
        return words.say("plane_lost")
    glides = all(state.get(f"engines.{number}.out") for number in range(4))
    worse = glides or state.get("plane.burst_inside") or state.get("plane.landing_gear_out")
    return "" if worse and event["place"] == "landing.land" and piece["fate"] in ("safe", "repairable") else None


IN_STATE: Mapping[Declared[Effect], InState] = {
    battle.waves: _waves,
    battle.driven_off: _driven,
    battle.shells: _shell_count,
    battle.marked: _marked,
    battle.destroyed: _marked,
    battle.compartment_killed: _all_killed,
    battle.every_result: lambda _piece, event, _state, words: damage_of(event, words),
    bombs_explode: lambda _piece, _event, state, _words: None if state.get("lost") == bombs_explode.name else "",
    crew.wound: _wounded,
    crew.fire_out: _extinguished,
    damage.man_trapped: _trapped,
    damage.fuel_leak: _leaks,
    damage.fuel_limit: lambda _piece, _event, state, words: fuel_left(state, words),
    plane_ends: _ends,
}


def _area(row: Row) -> str:
    """Return the part of the plane that a row names.

    It begins with a lower-case letter, unless it is a proper name.
    """
    area = row.area
    return area[0].lower() + area[1:] if area[1:2].islower() or area.startswith("A ") else area


def _has(event: Roll, declared: Declared[Effect], words: BomberNarration) -> bool:
    """Return True if the row that a roll reached has this effect."""
    return any(effect.is_a(declared) for effect in words.rows[event["row"]].effects)


def _shoots(event: Roll, state: State, words: BomberNarration) -> str:
    return f"{'hits' if _has(event, battle.hit, words) else 'misses'} the {fighter_called(state, aimed_at(state, event['who']), words)}"


def _comes(event: Roll, state: State, words: BomberNarration) -> str:
    coming = [effect for effect in words.rows[event["row"]].effects if effect.is_a(battle.fighter_comes)]
    if not coming:
        unforeseen = any(steps[-1] == "random_event" and new for steps, _, new in changes_of(event))
        return "something unforeseen" if unforeseen else "the other bombers drive them off"
    return join_words([placed(words.say, fighter["type"], fighter["position"]) for fighter in coming])


def _shells(event: Roll, state: State, words: BomberNarration) -> str:
    return effects_text(event, state, words) if _has(event, battle.shells, words) else ""


def _strikes(event: Roll, state: State, words: BomberNarration) -> str:
    effect = next(iter(words.rows[event["row"]].effects), None)
    if effect and effect.is_a(battle.no_effect):
        return "does no harm"
    return f"strikes the {words.say(effect['section'])}" if effect and effect.is_a(battle.section_hit) else ""


def _comes_again(event: Roll, state: State, words: BomberNarration) -> str:
    position = words.rows[event["row"]].effects[0].parameters()[0]
    where = words.say(position)
    return f"comes again in a {where.lower()}" if position in VERTICAL else f"comes again from {where}"


def _wounds(event: Roll, state: State, words: BomberNarration) -> str:
    """Return the text for a wound that earlier wounds make worse (BL-4 a); empty if they do not."""
    row = words.rows[event["row"]]
    changed = {steps[-1] for steps, _, new in changes_of(event) if steps[0] == "men" and new is True}
    printed = {effect.name for effect in row.effects}
    if "dead" in changed and "killed" not in printed:
        return f"{_wound(row)}, with his other wounds the end of him"
    if "serious" in changed and "serious_wound" not in printed:
        return f"{_wound(row)}, as bad by now as a serious one; no more duties, cannot bail out"
    return ""


def _wound(row: Row) -> str:
    """Return the name of a wound: `light wound`."""
    return row.effects[0].name.replace("_", " ")


def _jumps(event: Roll, state: State, words: BomberNarration) -> str:
    """Return the text for an accident in a jump, of which another die decides; empty for a jump that is decided."""
    area = _area(words.rows[event["row"]])
    return f"{area}; {NEXT_DIE}" if area and not event["gives"] else ""


def _accuracy(event: Roll, state: State, words: BomberNarration) -> str:
    amount = next(effect["amount"] for effect in words.rows[event["row"]].effects if effect.is_a(per_cent))
    amount = str(amount).upper() if event["gives"] else base_and_dice(amount)[0] + event["net"]
    return f"{amount}% of the bombs {words.say('within_the_circle')}"


OUTCOMES: dict[str, Outcome] = {
    "wave.fighters": _comes,
    "wave.fighters_again": _comes,
    "guns.fire": _shoots,
    "guns.hard": _shoots,
    "guns.spray": lambda event, _state, words: "a fighter is hit" if _has(event, battle.roll_on, words) else "",
    "attack.fire": lambda event, _state, words: "hits" if _has(event, battle.hit, words) else "misses",
    "attack.shells": _shells,
    "attack.areas": _strikes,
    "attack.new_position": _comes_again,
    "flak.to_hit": lambda event, _state, words: "a hit" if _has(event, battle.hit, words) else "wide",
    "flak.effect": _shells,
    "flak.area": _strikes,
    "flak.burst_area": _strikes,
    "bombs.accuracy": _accuracy,
    "damage.wound": _wounds,
    "damage.crash_wound": _wounds,
    "down.jump": _jumps,
    "landing.jumps": _jumps,
}


def reasons(modifiers: Iterable[tuple[str, int]], words: BomberNarration) -> list[str]:
    """Return the modifiers that applied as text: `+1 for the zone`; those with the same words are added up."""
    sums = Counter[str]()
    for code, add in modifiers:
        sums[modifier_words(code, words)] += add
    return [f"{signed(add)} {text}" for text, add in sums.items() if add]


def _modifiers_text(event: Roll, words: BomberNarration) -> str:
    """Return the modifiers that applied, in parentheses, and why a roll counts as more than their sum."""
    counted = reasons(event["modifiers"], words)
    natural, net = event["natural"], event["net"]
    if net > natural + sum(add for _, add in event["modifiers"]):
        counts = "counts in full" if net == natural else f"counts as {number(net)} at least"
        counted.append(f"a natural {natural} {'always hits' if _has(event, battle.hit, words) else counts}")
    return f" ({', '.join(counted)})" if counted else ""


def modifier_words(code: str, words: BomberNarration) -> str:
    """Return the short wording of a modifier, from its code in the log."""
    modifier = words.modifiers.get(code)
    return modifier.short_words(words.say) if modifier else words.say(code)


def aimed_at(state: State, gun: str) -> str:
    """Return the name of the fighter at which a gun is aimed, as in decisions: `f2`.

    The result is empty for a gun that aims at a position or has no target.
    """
    option = AIMS.get(str(state.get(f"aimed.{gun}", "")))
    return FIGHTERS[int(option.args[0])] if option else ""


def _path_of(state: State, who: str) -> str:
    """Return the path in the flat state of a fighter, which is named as in decisions: `f2`."""
    return f"waves.{max(int(state.get('wave_now', 0)), 0)}.fighters.{FIGHTERS.index(who)}"


def position_of(state: State, who: str) -> str:
    """Return the position of a fighter.

    Args:
        state: the flat state.
        who: the name of the fighter in decisions, such as `f2`.
    """
    return str(state[f"{_path_of(state, who)}.position"])


def fighter_called(state: State, who: str, words: BomberNarration) -> str:
    """Return the type and position of a fighter: `FW 190 at 12 High`.

    Args:
        state: the flat state of the log.
        who: the name of the fighter in decisions, such as `f2`.
        words: names and wording of the game.
    """
    path = _path_of(state, who) if who in FIGHTERS else ""
    if f"{path}.type" not in state:
        return "fighter"
    return placed(words.say, str(state[f"{path}.type"]), str(state[f"{path}.position"]))


# ---- charts


UNTOLD = ("guns.needs",)
"""Places whose charts are not narrated, because they only prepare the next roll."""


def _consult(event: Consult, state: State, words: BomberNarration) -> Iterator[NarrationLine]:
    row, table = words.rows[event["row"]], _table(event, words)
    text = effects_text(event, state, words)
    if event["place"] not in UNTOLD and text:
        who = table.info.told or (capital(words.say(event["who"])) if event["who"] else table.title)
        why = f" ({_reason(row.when, event['who'], state, words)})" if row.when else ""
        rolled = ", no roll" if table.notation.count and row not in table.first else ""
        yield NarrationLine(2 if table.info.deep else 1, f"{who}: {text}{why}{rolled}.")


def _reason(when: Condition, who: str, state: State, words: BomberNarration) -> str:
    """Return why a row applies; of several reasons that a man may have, those that he has."""
    parts = [
        piece.words(words.say) for piece in when.components() if state.get(f"men.{who}.{OF_MEN.get(piece.name, '')}")
    ]
    return join_words(parts) or when.words(words.say)


OF_MEN = {"serious_wound": "serious", "trapped": "trapped"}
"""The field of a man that a condition reads."""


# ---- fighters


def fighter_at(state: State, aim: str, words: BomberNarration) -> str:
    """Return the type and position of the fighter at which a gun is aimed: `FW 190 at 12 High`.

    Args:
        state: the flat state.
        aim: the gun's target in the log, such as `f2`; a key of `AIMS`.
        words: names and wording of the game.
    """
    return fighter_called(state, FIGHTERS[int(AIMS[aim].args[0])], words)
