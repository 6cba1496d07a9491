"""A log of a bomber's missions told in plain English, event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from combatbox.bomber.asking import AIMS, FIGHTERS
from combatbox.bomber.effects.battle import DrivenOff, FighterComes, Hit, NoEffect, RollOn, SectionHit, Shells, Waves
from combatbox.bomber.effects.mission import BombsExplode, PerCent
from combatbox.bomber.terms import VERTICAL, letters_of, placed
from combatbox.core.account import effects_of, number_given
from combatbox.core.effects import Effect
from combatbox.core.events import Consult, Event, Fact, Phase, Roll, way
from combatbox.core.game import Line, Words
from combatbox.core.tables import Row, Table
from combatbox.core.wording import capital, effect_words, listed, signed

State = Mapping[str, Any]


def tell(event: Event, state: State, words: Words) -> Iterator[Line]:
    """An event as lines of plain English. `state` is the flat state after the event."""
    if event["kind"] == "phase":
        teller = PHASES.get(event["name"])
        if teller:
            yield teller(event, state, words)
    elif event["kind"] == "roll":
        yield _roll(event, state, words)
    elif event["kind"] == "consult":
        yield from _consult(event, state, words)
    elif event["kind"] == "fact":
        text = _fact(event, state, words)
        if text:
            yield Line(DEPTHS.get(event["name"], 2), text)
    else:
        text = CHOICES.get((event["decision"], event["taken"]), "")
        if text:
            yield Line(2, text)


# ---- phases


def _mission(event: Phase, state: State, words: Words) -> Line:
    data = event["data"]
    return Line(0, f"Mission {data['number']} of {data['of']}: {event['who']}")


def _turn(event: Phase, state: State, words: Words) -> Line:
    data = event["data"]
    home = words.const["home_zone"]
    if data["turning"]:
        where = f"over zone {data['zone']}, turning for home"
    elif data["zone"] == home:
        where = "take-off from England" if data["turn"] == 1 else "back over England"
    else:
        bound = "outward bound" if data["leg"] == "out" else "homeward bound"
        goal = f", {words.say(state['city'])}" if data["zone"] == state.get("target_zone") else ""
        where = f"zone {data['zone']}{goal}, {bound}"
    return Line(0, f"Turn {data['turn']}: {where}")


def _wave(event: Phase, state: State, words: Words) -> Line:
    number = event["data"]["fighters"]
    return Line(1, f"{capital(event['who'])}: {words.say(str(number))} fighter{'s' if number > 1 else ''}")


def _bail_out(event: Phase, state: State, words: Words) -> Line:
    over = words.say(f"terrain_{event['data']['over']}")
    return Line(1, f"The crew bails out over {over}")


def _plain(text: str, depth: int = 1) -> Callable[[Phase, State, Words], Line]:
    return lambda event, state, words: Line(depth, text)


PHASES: dict[str, Callable[[Phase, State, Words], Line]] = {
    "mission": _mission,
    "briefing": _plain("Briefing"),
    "turn": _turn,
    "wave": _wave,
    "successive_attack": _plain("They come again"),
    "random_event": _plain("Something unforeseen"),
    "light_flak": _plain("Light flak from the ground"),
    "flak": _plain("Flak over the target"),
    "bomb_run": _plain("The bomb run"),
    "landing": _plain("Landing"),
    "crash_landing": _plain("Crash-landing"),
    "ditching": _plain("Ditching"),
    "bail_out": _bail_out,
    "debriefing": _plain("Debriefing", 0),
}


# ---- rolls


def _roll(event: Roll, state: State, words: Words) -> Line:
    dice = tuple(event["dice"])
    modified = any(add for _, add in event["modifiers"])
    read_as_digits = event["natural"] != sum(dice)
    net = event["net"] if modified or (len(dice) > 1 and not read_as_digits) else None
    outcome = _outcome(event, state, words)
    text, bare = f"{outcome}{_because(event, words)}.", f"{outcome}."
    deep = _table(event, words).info.deep
    return Line(2 if deep else 1, text, _label(event, state, words), dice, net, bare=bare)


def _table(event: Roll | Consult, words: Words) -> Table:
    """The table of a roll, without the die within it."""
    return words.tables[words.rows[event["row"]].table]


def _at_home(event: Roll) -> bool:
    """The roll is that of its place, and not one that another row has led to."""
    return bool(event["rule"])


def _label(event: Roll, state: State, words: Words) -> str:
    """Who or what a line is about: as the place or the table has it, else whoever rolled, else the table's title."""
    who, table = event["who"], _table(event, words)
    place = words.places[event["place"]] if _at_home(event) else None
    about = place.about if place else words.const["rolled_for_each"].get(table.id, "")
    if about == "fighter":
        return _fighter(state, who, words)
    if about == "man":
        return capital(named(state, who, words))
    if about == "type":
        return capital(words.say(str(state[f"{_place(state, who)}.type"])))
    if about in ("gun", "nth") and who:
        return capital(words.say(f"{about}_{who}"))
    told = _die(event, words) or (place.told if place else "") or table.info.told
    return told or (capital(words.say(who)) if who else table.title)


def _die(event: Roll, words: Words) -> str:
    """The die within a row: as the game's words call it by the row, else by the row's area where nobody rolls it."""
    if event["table"] in words.tables:
        return ""
    stem = event["table"]
    known = words.say(stem)
    if known != stem.replace("_", " "):
        return capital(known)
    return "" if event["who"] else capital(words.rows[stem].area)


def named(state: State, role: str, words: Words) -> str:
    """A man by his post, and by rank and name where he has one: `tail gunner Sgt. Ann Smith`."""
    name = state.get(f"men.{role}.name")
    return f"{words.say(role)} {state[f'men.{role}.rank']} {name}" if name else words.say(role)


def _next(row: Row, words: Words) -> str:
    """The results among which another die decides: `jumps clear or killed, as the next die says`."""
    inner = row.then.rows if row.then else ()
    each = dict.fromkeys(_told(one, words) or _area(one) for one in inner)
    *first, last = [text for text in each if text] or [""]
    return f"{', '.join(first)} or {last}, as the next die says" if first else "another die decides"


def _outcome(event: Roll, state: State, words: Words) -> str:
    """What the row says, in words that suit the place."""
    if event["gives"] == ["again"]:
        return "does not count and is thrown again"
    row = words.rows[event["row"]]
    special = OUTCOMES.get(event["place"]) if _at_home(event) else None
    inside = row.table != event["table"]  # on a second die
    if special and not inside:
        found = special(event, state, words)
        if found:
            return found
    outcome = _told(row, words)
    if not outcome:
        return _area(row) or _next(row, words)
    if all(isinstance(piece, NoEffect) for effect in row.effects for piece in effect.made_of()):
        return outcome
    name = name_before(event, words)
    return f"{name} – {outcome}" if name else outcome  # a colon stands before both


def name_before(event: Roll, words: Words) -> str:
    """The name of a row that stands before what it does: none on a second die, or where the effects say it themselves."""
    row = words.rows[event["row"]]
    return "" if row.table != event["table"] or row.says_area else _area(row)


def _told(row: Row, words: Words) -> str:
    """What a row does, without the references to the tables that the next lines show anyway."""
    return "; ".join(_briefly(effect, words) for effect in row.effects if not isinstance(effect, RollOn))


def _briefly(effect: Effect, words: Words) -> str:
    return _struck(effect.number, words) if isinstance(effect, Shells) else effect.brief(words.say)


def _struck(number: int, words: Words) -> str:
    return f"{words.say(str(number))} shell{'s' if number > 1 else ''} struck home"


def _area(row: Row) -> str:
    """What part of the plane a row names, in lower case unless it is a name."""
    area = row.area
    return area[0].lower() + area[1:] if area[1:2].islower() or area.startswith("A ") else area


def _waves(event: Roll, state: State, words: Words) -> str:
    number = number_given(event, Waves)
    return "none come" if not number else f"{words.say(str(number))} wave{'s' if number > 1 else ''}"


def _comes(event: Roll, state: State, words: Words) -> str:
    found = [e for e in words.rows[event["row"]].effects if isinstance(e, FighterComes)]
    if not found:
        unforeseen = any(way(path)[-1] == "random_event" and new for path, _, new in event["changes"])
        return "something unforeseen" if unforeseen else "the other bombers drive them off"
    return listed([placed(words.say, e.type, e.position) for e in found])


def _driven(event: Roll, state: State, words: Words) -> str:
    effect = next(e for e in words.rows[event["row"]].effects if isinstance(e, DrivenOff))
    if not effect.first:
        return "drives nobody off"
    later = f", {words.say(str(effect.later))} before each later attack" if effect.later else ""
    return f"can drive off {words.say(str(effect.first))} now{later}"


def _shoots(event: Roll, state: State, words: Words) -> str:
    hit = any(isinstance(e, Hit) for e in words.rows[event["row"]].effects)
    return f"{'hits' if hit else 'misses'} the {_fighter(state, aimed_at(state, event['who']), words)}"


def _sprays(event: Roll, state: State, words: Words) -> str:
    return "a fighter is hit" if any(isinstance(e, RollOn) for e in words.rows[event["row"]].effects) else ""


def _attacks(event: Roll, state: State, words: Words) -> str:
    return "hits" if any(isinstance(e, Hit) for e in words.rows[event["row"]].effects) else "misses"


def _shells(event: Roll, state: State, words: Words) -> str:
    if not any(isinstance(effect, Shells) for effect in words.rows[event["row"]].effects):
        return ""
    return _struck(number_given(event, Shells), words)


def _strikes(event: Roll, state: State, words: Words) -> str:
    effect = next(iter(words.rows[event["row"]].effects), None)
    if isinstance(effect, NoEffect):
        return "does no harm"
    return f"strikes the {words.say(effect.section)}" if isinstance(effect, SectionHit) else ""


def _again(event: Roll, state: State, words: Words) -> str:
    position = position_of(state, event["who"])
    return f"comes again {'in a' if position in VERTICAL else 'from'} {words.say(position)}"


def _flak_shot(event: Roll, state: State, words: Words) -> str:
    return "a hit" if any(isinstance(e, Hit) for e in words.rows[event["row"]].effects) else "wide"


def _wounds(event: Roll, state: State, words: Words) -> str:
    """A wound that is more than it looks, for the wounds that the man has already (BL-4 a)."""
    row = words.rows[event["row"]]
    changed = {way(path)[-1] for path, _, new in event["changes"] if way(path)[0] == "men" and new is True}
    told = {effect.name for effect in row.effects}
    if "dead" in changed and "killed" not in told:
        return f"{_wound(row)}, with his other wounds the end of him"
    if "serious" in changed and "serious_wound" not in told:
        return f"{_wound(row)}, as bad by now as a serious one; no more duties, cannot bail out"
    return ""


def _wound(row: Row) -> str:
    """`light wound`."""
    return row.effects[0].name.replace("_", " ")


def _accuracy(event: Roll, state: State, words: Words) -> str:
    effect = next((e for e in effects_of(event, words.rows) if isinstance(e, PerCent)), None)
    amount = str(effect.amount).upper() if effect else state["per_cent"]
    return f"{amount}% of the bombs {words.say('within_the_circle')}"


OUTCOMES: dict[str, Callable[[Roll, State, Words], str]] = {
    "waves.number": _waves,
    "waves.number_over_target": _waves,
    "wave.fighters": _comes,
    "wave.fighters_again": _comes,
    "cover.bracket": _driven,
    "guns.fire": _shoots,
    "guns.hard": _shoots,
    "attack.fire": _attacks,
    "guns.spray": _sprays,
    "attack.shells": _shells,
    "flak.effect": _shells,
    "attack.areas": _strikes,
    "flak.area": _strikes,
    "flak.burst_area": _strikes,
    "attack.new_position": _again,
    "flak.to_hit": _flak_shot,
    "bombs.accuracy": _accuracy,
    "damage.wound": _wounds,
    "damage.crash_wound": _wounds,
}


def _because(event: Roll, words: Words) -> str:
    """The modifiers that counted, in words."""
    counted = [f"{signed(add)} {modifier_words(code, words)}" for code, add in event["modifiers"] if add]
    return f" ({', '.join(counted)})" if counted else ""


def modifier_words(code: str, words: Words) -> str:
    """What a modifier of the log is called, in short."""
    found = words.modifiers.get(code)
    return found.brief(words.say) if found else words.say(code)


def aimed_at(state: State, gun: str) -> str:
    """What decisions call the fighter at which a gun's counter points, `f2`; empty for a position or nobody."""
    option = AIMS.get(str(state.get(f"aimed.{gun}", "")))
    return FIGHTERS[int(option.args[0])] if option else ""


def _place(state: State, who: str) -> str:
    """Where the flat state keeps the fighter that decisions call `f2`."""
    return f"waves.{max(int(state.get('wave_now', 0)), 0)}.fighters.{FIGHTERS.index(who)}"


def position_of(state: State, who: str) -> str:
    """Where the fighter attacks from that decisions call `f2`."""
    return str(state[f"{_place(state, who)}.position"])


def _fighter(state: State, who: str, words: Words) -> str:
    """`FW 190 at 12 High`."""
    place = _place(state, who) if who in FIGHTERS else ""
    if f"{place}.type" not in state:
        return "fighter"
    return placed(words.say, str(state[f"{place}.type"]), str(state[f"{place}.position"]))


# ---- charts


UNTOLD = ("guns.needs", "damage.further_tank")
"""Places whose charts only prepare the next roll, or say what the line before has said."""


def _consult(event: Consult, state: State, words: Words) -> Iterator[Line]:
    place, row = event["place"], words.rows[event["row"]]
    if place == "zone.below":
        below = listed([words.say(f"terrain_{letter}") for letter in letters_of(words.const, str(state["terrain"]))])
        yield Line(1, f"Below lies {below}.")
    elif place == "wave.extra_fighter":
        yield Line(1, f"{row.area}: {effect_words(row, words.say)} joins them.")
    elif place == "debriefing.result":
        yield Line(1, f"{capital(words.say(str(state['result'])))}.")
    elif place == "debriefing.bombing":
        yield Line(1, f"The bombing rates as {effect_words(row, words.say).lower()}.")
    elif place not in UNTOLD and _told(row, words):
        table = _table(event, words)
        who = f"{table.info.told or (capital(words.say(event['who'])) if event['who'] else table.title)}: "
        if any(isinstance(effect, BombsExplode) for effect in row.effects):
            row = _bombs_or_not(row, state)
        why = f" ({row.when.words(words.say)})" if row.when else ""
        yield Line(1, f"{who}{_told(row, words)}{why}, no roll.")


def _bombs_or_not(row: Row, state: State) -> Row:
    """What is left to tell of a burst in the bomb bay: the end with the bombs aboard, else all but that."""
    exploded = state.get("lost") == BombsExplode.name
    return replace(row, effects=tuple(e for e in row.effects if isinstance(e, BombsExplode) == exploded))


# ---- facts and choices

DEPTHS = {"allocated": 2, "wave_over": 1, "leaves_formation": 1, "descends": 1, "aborts": 1, "bombs_away": 1}


def _allocated(event: Fact, state: State, words: Words) -> str:
    by: dict[str, list[str]] = {}
    for gun, aim in event["data"]["guns"].items():
        by.setdefault(aim, []).append(words.say(f"gun_{gun}"))
    if not by:
        return "No gun fires."
    return f"{capital('; '.join(_aims(aim, guns, state, words) for aim, guns in by.items()))}."


def _aims(aim: str, guns: list[str], state: State, words: Words) -> str:
    option = AIMS.get(aim)
    if option is None:
        return f"{listed(guns)} sprayed over {words.say(aim).lower() if aim in VERTICAL else words.say(aim)}"
    fighter = fighter_at(state, aim, words)
    return (
        f"{listed(guns)} wait for the {fighter} to pass"
        if option.kind == "passing"
        else f"{listed(guns)} at the {fighter}"
    )


def fighter_at(state: State, aim: str, words: Words) -> str:
    """`FW 190 at 12 High`, of the fighter at which a gun is aimed as its counter shows it."""
    return _fighter(state, FIGHTERS[int(AIMS[aim].args[0])], words)


FACTS: dict[str, Callable[[Fact, State, Words], str]] = {
    "allocated": _allocated,
    "driven_off": lambda e, s, w: f"The {_fighter(s, e['who'], w)} is driven off.",
    "left": lambda e, s, w: f"The {_fighter(s, e['who'], w)} loses its way and leaves.",
    "rolled_again": lambda e, s, w: "Out of formation nobody drives them off: the wave is rolled again.",
    "evades": lambda e, s, w: "The pilot takes evasive action.",
    "no_passing_shot": lambda e, s, w: "The passing shot is lost.",
    "passing_shot": lambda e, s, w: "The fighter passes the tail guns.",
    "position_chosen": lambda e, s, w: f"The German player sends it in from {w.say(e['data']['position'])}.",
    "wave_over": lambda e, s, w: "The wave is over." if e["data"]["fought"] else "Nobody is left to attack.",
    "leaves_formation": lambda e, s, w: f"{s.get('bomber', 'The bomber')} falls out of formation.",
    "descends": lambda e, s, w: f"Down to {w.say('low_altitude')}.",
    "climbs": lambda e, s, w: f"Back up to {w.say('high_altitude')}.",
    "engines_out": lambda e, s, w: f"{capital(w.say(str(e['data']['number'])))} engines are out.",
    "engine_stopped": lambda e, s, w: f"{capital(e['who'])} has lost its oil and is stopped.",
    "no_engine": lambda e, s, w: "The last engine is out.",
    "range": lambda e, s, w: (
        "Guns, bursts, extinguishers and bombs go overboard to reach a zone further."
        if e["data"]["thrown_out"]
        else "One engine will carry her one zone more."
    ),
    "jettisons": lambda e, s, w: "The bombs are jettisoned.",
    "fights_fire": lambda e, s, w: (
        f"Oxygen burns in the {w.say(e['data']['where'])}; the {w.say(e['who'])} fights the fire."
    ),
    "nobody_fights": lambda e, s, w: f"Oxygen burns in the {w.say(e['data']['where'])}, and nobody can fight it.",
    "takes_controls": lambda e, s, w: f"The {w.say(e['who'])} takes the controls.",
    "nobody_to_fly": lambda e, s, w: "Nobody is fit to fly. The plane goes down with everyone aboard.",
    "relieved": lambda e, s, w: f"The {w.say(e['who'])} makes way, to the {w.say(e['data']['to'])}'s station.",
    "moves": lambda e, s, w: (
        f"The {w.say(e['who'])} {'is carried' if s.get('men.' + e['who'] + '.serious') else 'goes'} to the {w.say(e['data']['to'])}'s station"
        + (f", and the {w.say(e['data']['with_'])} is brought to his." if e["data"]["with_"] else ".")
    ),
    "passes_bursts": lambda e, s, w: (
        f"{capital(w.say(str(e['data']['number'])))} bursts go from the {w.say('gun_' + e['data']['giver'])} "
        f"to the {w.say('gun_' + e['data']['taker'])}."
    ),
    "out_of_range": lambda e, s, w: "She can go no further.",
    "aborts": lambda e, s, w: (
        "The mission must be aborted; she turns for home." if e["data"]["ordered"] else "You turn for home."
    ),
    "no_bomb_run": lambda e, s, w: (
        "The bomb doors are stuck: no bomb run." if e["data"]["aboard"] else "Without bombs there is no bomb run."
    ),
    "bombs_away": lambda e, s, w: "Bombs away.",
    "crushed": lambda e, s, w: f"The {w.say(e['who'])}, trapped in his turret, dies in the landing.",
    "beyond_repair": lambda e, s, w: "The burst inside has put her beyond repair.",
    "abandoned": lambda e, s, w: "With nobody left to land it the plane is lost.",
}


def _fact(event: Fact, state: State, words: Words) -> str:
    teller = FACTS.get(event["name"])
    return teller(event, state, words) if teller else ""


CHOICES = {
    ("rabbits_foot", "again"): "You spend a rabbit's foot, and the roll is made again.",
    ("heat", "stay"): "You stay up in the cold.",
    ("evade", "steady"): "You hold a steady course.",
}
