"""The narration of a bomber's missions, event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from combatbox.bomber.decision_options import AIMS, FIGHTERS
from combatbox.bomber.effects import battle
from combatbox.bomber.effects.mission import bombs_explode, per_cent
from combatbox.bomber.enums import VERTICAL, BomberNarration, placed
from combatbox.core.account import effect_number, effects_of
from combatbox.core.effects import Effect
from combatbox.core.events import Consult, Event, Roll
from combatbox.core.log_state import changes_of
from combatbox.core.narration import Detail, NarrationLine
from combatbox.core.phrases import signed
from combatbox.core.table_views import capital
from combatbox.core.tables import Row, Table

State = Mapping[str, Any]  # values of every kind of field
"""The flat state of a log after an event."""

Brief = Callable[[Effect], str]
"""Returns the wording of an effect for an account."""


def tell(event: Event, state: State, words: BomberNarration) -> Iterator[NarrationLine]:
    """Yield the narration of a roll or of a chart.

    All other events are narrated with sentences that the game's data states for each place in the order of play.

    Args:
        event: the event.
        state: the flat state after the event.
        words: names and wording of the game.
    """
    if event["kind"] == "roll":
        yield tell_roll(event, state, words)
    elif event["kind"] == "consult":
        yield from _consult(event, state, words)


# ---- rolls


def tell_roll(event: Roll, state: State, words: BomberNarration) -> NarrationLine:
    """Return the line that narrates a roll, with the outcome and the modifiers that applied."""
    return worded(event, outcome_of(event, state, words), state, words)


def worded(event: Roll, outcome: str, state: State, words: BomberNarration, *, reasoned: bool = True) -> NarrationLine:
    """Return the line that narrates a roll, with the given text for the outcome.

    Args:
        event: the roll.
        outcome: the text for the result of the roll.
        state: the flat state after the roll.
        words: names and wording of the game.
        reasoned: True to list the modifiers that applied.
    """
    dice = tuple(event["dice"])
    modified = any(add for _, add in event["modifiers"])
    read_as_digits = event["natural"] != sum(dice)
    net = event["net"] if modified or (len(dice) > 1 and not read_as_digits) else None
    text, bare = f"{outcome}{_modifiers_text(event, words) if reasoned else ''}.", f"{outcome}."
    deep = _table(event, words).info.deep
    detail = Detail(dice=dice) if outcome == NEXT_DIE else None
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
    label = _die(event, words) or (place.told if place else "") or table.info.told
    return label or (capital(words.say(who)) if who else table.title)


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


def outcome_of(event: Roll, state: State, words: BomberNarration, brief: Brief | None = None) -> str:
    """Return the text for the result of a roll.

    The functions in `OUTCOMES` write the text for some places in the order of play.

    Args:
        event: the roll.
        state: the flat state after the roll.
        words: names and wording of the game.
        brief: the function that returns the short text of an effect; by default `briefly`.
    """
    if event["gives"] == ["again"]:
        return "does not count and is thrown again"
    row = words.rows[event["row"]]
    special = OUTCOMES.get(event["place"]) if _is_of_place(event) else None
    on_inner_die = row.table != event["table"]  # on a second die
    if special and not on_inner_die:
        text = special(event, state, words)
        if text:
            return text
    outcome = _effects_text(row, words, brief)
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


def _effects_text(row: Row, words: BomberNarration, brief: Brief | None = None) -> str:
    """Return the text of a row's effects.

    Tables to roll on are omitted, because the next lines show them.
    """
    effects = [effect for effect in row.effects if not effect.is_a(battle.roll_on)]
    return "; ".join(text for effect in effects if (text := brief(effect) if brief else briefly(effect, words)))


def briefly(effect: Effect, words: BomberNarration) -> str:
    """Return the short wording of an effect, which does not depend on the state."""
    return _shell_count(effect["number"], words) if effect.is_a(battle.shells) else effect.short_words(words.say)


def _shell_count(number: int, words: BomberNarration) -> str:
    return f"{words.say(str(number))} shell{'s' if number > 1 else ''} struck home"


def _area(row: Row) -> str:
    """Return the part of the plane that a row names.

    It begins with a lower-case letter, unless it is a proper name.
    """
    area = row.area
    return area[0].lower() + area[1:] if area[1:2].islower() or area.startswith("A ") else area


def _hit(event: Roll, words: BomberNarration) -> bool:
    """Return True if a roll of fire hits."""
    return any(effect.is_a(battle.hit) for effect in words.rows[event["row"]].effects)


def _shoots(event: Roll, state: State, words: BomberNarration) -> str:
    return f"{'hits' if _hit(event, words) else 'misses'} the {fighter_called(state, aimed_at(state, event['who']), words)}"


def _attacks(event: Roll, state: State, words: BomberNarration) -> str:
    return "hits" if _hit(event, words) else "misses"


def _shells(event: Roll, state: State, words: BomberNarration) -> str:
    if not any(effect.is_a(battle.shells) for effect in words.rows[event["row"]].effects):
        return ""
    return _shell_count(effect_number(event, battle.shells), words)


def _strikes(event: Roll, state: State, words: BomberNarration) -> str:
    effect = next(iter(words.rows[event["row"]].effects), None)
    if effect and effect.is_a(battle.no_effect):
        return "does no harm"
    return f"strikes the {words.say(effect['section'])}" if effect and effect.is_a(battle.section_hit) else ""


def _comes_again(event: Roll, state: State, words: BomberNarration) -> str:
    position = position_of(state, event["who"])
    return f"comes again {'in a' if position in VERTICAL else 'from'} {words.say(position)}"


def _flak_shot(event: Roll, state: State, words: BomberNarration) -> str:
    return "a hit" if _hit(event, words) else "wide"


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


def _accuracy(event: Roll, state: State, words: BomberNarration) -> str:
    effect = next((e for e in effects_of(event, words.rows) if e.is_a(per_cent)), None)
    amount = str(effect["amount"]).upper() if effect else state["per_cent"]
    return f"{amount}% of the bombs {words.say('within_the_circle')}"


OUTCOMES: dict[str, Callable[[Roll, State, BomberNarration], str]] = {
    "guns.fire": _shoots,
    "guns.hard": _shoots,
    "attack.fire": _attacks,
    "attack.shells": _shells,
    "flak.effect": _shells,
    "attack.areas": _strikes,
    "flak.area": _strikes,
    "flak.burst_area": _strikes,
    "attack.new_position": _comes_again,
    "flak.to_hit": _flak_shot,
    "bombs.accuracy": _accuracy,
    "damage.wound": _wounds,
    "damage.crash_wound": _wounds,
}


def reasons(modifiers: Iterable[tuple[str, int]], words: BomberNarration) -> list[str]:
    """Return the modifiers that applied as text: `+1 for the zone`."""
    return [f"{signed(add)} {modifier_words(code, words)}" for code, add in modifiers if add]


def _modifiers_text(event: Roll, words: BomberNarration) -> str:
    """Return the modifiers that applied, in parentheses."""
    counted = reasons(event["modifiers"], words)
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
    place, row = event["place"], words.rows[event["row"]]
    if place not in UNTOLD and _effects_text(row, words):
        table = _table(event, words)
        who = f"{table.info.told or (capital(words.say(event['who'])) if event['who'] else table.title)}: "
        if any(effect.is_a(bombs_explode) for effect in row.effects):
            row = _bombs_or_not(row, state)
        why = f" ({row.when.words(words.say)})" if row.when else ""
        yield NarrationLine(2 if table.info.deep else 1, f"{who}{_effects_text(row, words)}{why}, no roll.")


def _bombs_or_not(row: Row, state: State) -> Row:
    """Return a row without the results of a burst in the bomb bay that did not occur.

    Only the explosion remains if the bombs were aboard, otherwise only the other results.
    """
    exploded = state.get("lost") == bombs_explode.name
    return replace(row, effects=tuple(e for e in row.effects if e.is_a(bombs_explode) == exploded))


# ---- fighters


def fighter_at(state: State, aim: str, words: BomberNarration) -> str:
    """Return the type and position of the fighter at which a gun is aimed: `FW 190 at 12 High`.

    Args:
        state: the flat state.
        aim: the gun's target in the log, such as `f2`; a key of `AIMS`.
        words: names and wording of the game.
    """
    return fighter_called(state, FIGHTERS[int(AIMS[aim].args[0])], words)
