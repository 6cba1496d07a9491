"""A log of Queen of the Skies told in plain English, event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from combatbox.bomber.effects.battle import DrivenOff, FighterComes, Hit, NoEffect, RollOn
from combatbox.bomber.effects.mission import BombsExplode
from combatbox.bomber.terms import placed
from combatbox.core.events import Event
from combatbox.core.game import Line, Words
from combatbox.core.tables import Row
from combatbox.core.wording import capital, effect_words, listed, signed

State = Mapping[str, Any]


def tell(event: Event, state: State, words: Words) -> Iterator[Line]:
    """An event as lines of plain English. `state` is the flat state after the event."""
    kind = event["kind"]
    if kind == "phase":
        teller = PHASES.get(event["name"])
        if teller:
            yield teller(event, state, words)
    elif kind == "roll":
        yield _roll(event, state, words)
    elif kind == "consult":
        yield from _consult(event, state, words)
    elif kind == "fact":
        text = _fact(event, state, words)
        if text:
            yield Line(DEPTHS.get(event["name"], 2), text)
    elif kind == "choice":
        text = CHOICES.get((event["decision"], event["taken"]), "")
        if text:
            yield Line(2, text)


# ---- phases


def _mission(event: Event, state: State, words: Words) -> Line:
    data = event["data"]
    return Line(0, f"Mission {data['number']} of {data['of']}: {event['who']}")


def _turn(event: Event, state: State, words: Words) -> Line:
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


def _wave(event: Event, state: State, words: Words) -> Line:
    number = event["data"]["fighters"]
    return Line(1, f"{capital(event['who'])}: {words.say(str(number))} fighter{'s' if number > 1 else ''}")


def _bail_out(event: Event, state: State, words: Words) -> Line:
    over = words.say(f"terrain_{event['data']['over']}")
    return Line(1, f"The crew bails out over {over}")


def _plain(text: str, depth: int = 1) -> Callable[[Event, State, Words], Line]:
    return lambda event, state, words: Line(depth, text)


PHASES: dict[str, Callable[[Event, State, Words], Line]] = {
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

LABELS = {
    "G-1": "Target",
    "G-2": "Target",
    "G-3": "Target",
    "G-4": "Formation",
    "G-4-SQUADRON": "Squadron",
    "G-5": "Fighter cover",
    "B-1": "Fighters",
    "B-2": "Fighters",
    "M-4": "The escort",
    "B-7": "Event",
    "O-2": "Amount of flak",
    "O-3": "Shot",
    "O-4": "Effect",
    "O-5": "Shell",
    "B-5": "Shell",
    "O-6": "Aim",
    "O-7": "Accuracy",
    "G-9": "The landing",
    "G-10": "The ditching",
    "G-9-GEAR": "Without landing gear",
    "G-10-EXPLOSION": "Bombs aboard",
    "G-11-DOWN": "The plane",
    "BL-4-SURVIVAL": "{who}",
    "BL-5-RECOVERY": "{who}",
}
"""Who or what a line of a table is about; else whoever rolled, else the table's title."""

DEEP = ("M-1", "M-1-HARD", "M-2", "M-3", "M-5", "B-4", "B-5", "B-6", "O-4", "O-5", "BL-3", "BL-4", "M-6")
"""Tables whose rolls stand a step further in."""


def _roll(event: Event, state: State, words: Words) -> Line:
    table = event["table"].partition("/")[0]
    dice = tuple(event["dice"])
    digits = table in ("B-3", "G-3")
    modified = any(add for _, add in event["modifiers"])
    net = event["net"] if modified or (len(dice) > 1 and not digits) else None
    deep = table in DEEP or table.startswith(("P-", "BL-1", "BL-2"))
    outcome = _outcome(table, event, state, words)
    text, bare = f"{outcome}{_because(event, words)}.", f"{outcome}."
    return Line(2 if deep else 1, text, _label(table, event, state, words), dice, net, bare=bare)


def _label(table: str, event: Event, state: State, words: Words) -> str:
    who = event["who"]
    if table in ("M-1", "M-1-HARD", "M-5", "M-2", "M-5-REPAIR", "B-7-COLD") and who:
        return capital(words.say(f"gun_{who}"))
    if table in ("M-3", "M-6", "B-4"):
        return _fighter(state, who, words)
    if table == "B-6":
        return capital(words.say(str(state[f"{_place(state, who)}.type"])))
    if table == "O-1":
        return "Weather over the target" if event["column"] == "target" else "Weather over the base"
    if table in LABELS:
        return LABELS[table].format(who=capital(words.say(who)))
    return capital(words.say(who)) if who else words.titles.get(table, table)


NEXT = "the next die says what"


def _outcome(table: str, event: Event, state: State, words: Words) -> str:
    """What the row says, in words that suit its table."""
    if event["gives"] == ["again"]:
        return "does not count and is thrown again"
    row = words.rows[event["row"]]
    special = OUTCOMES.get(table)
    if special and "/" not in event["table"]:
        found = special(event, state, words)
        if found:
            return found
    area = _area(row) if "/" not in event["table"] else ""
    if not row.effects:
        return area or _area(row) or NEXT
    if all(isinstance(effect, NoEffect) for effect in row.effects):
        return "no effect"
    outcome = _told(row, words)
    if not outcome:
        return area or _area(row) or NEXT
    return f"{area}: {outcome}" if area and not _same(area, outcome) else outcome


def _told(row: Row, words: Words) -> str:
    """What a row does, without the references to the tables that the next lines show anyway."""
    return "; ".join(effect.brief(words.say) for effect in row.effects if not isinstance(effect, RollOn))


def _same(area: str, outcome: str) -> bool:
    """An outcome says no more than the name of its row: `engine out`, `the engine is out`."""
    plain = outcome.lower().replace("the ", "").replace(" is ", " ")
    return area.lower() == plain or area.lower() in outcome.lower()


def _area(row: Row) -> str:
    """What part of the plane a row names, in lower case unless it is a name."""
    area = row.area
    return area[0].lower() + area[1:] if area[1:2].islower() else area


def _waves(event: Event, state: State, words: Words) -> str:
    number = int(event["gives"][0].split()[1])
    return "none come" if not number else f"{words.say(str(number))} wave{'s' if number > 1 else ''}"


def _comes(event: Event, state: State, words: Words) -> str:
    found = [e for e in words.rows[event["row"]].effects if isinstance(e, FighterComes)]
    if not found:
        place = f"waves.{int(event['who'].split()[1]) - 1}.random_event" if event["who"] else ""
        return "something unforeseen" if state.get(place) else "the other bombers drive them off"
    return listed([placed(words.say, e.type, e.position) for e in found])


def _driven(event: Event, state: State, words: Words) -> str:
    effect = next(e for e in words.rows[event["row"]].effects if isinstance(e, DrivenOff))
    if not effect.first:
        return "drives nobody off"
    later = f", {words.say(str(effect.later))} before each later attack" if effect.later else ""
    return f"can drive off {words.say(str(effect.first))} now{later}"


def _shoots(event: Event, state: State, words: Words) -> str:
    hit = any(isinstance(e, Hit) for e in words.rows[event["row"]].effects)
    aim = str(state.get(f"aimed.{event['who']}", "")).removeprefix("passing ")
    return f"{'hits' if hit else 'misses'} the {_fighter(state, aim, words)}"


def _sprays(event: Event, state: State, words: Words) -> str:
    return "a fighter is hit" if any(isinstance(e, RollOn) for e in words.rows[event["row"]].effects) else ""


def _attacks(event: Event, state: State, words: Words) -> str:
    return "hits" if any(isinstance(e, Hit) for e in words.rows[event["row"]].effects) else "misses"


def _shells(event: Event, state: State, words: Words) -> str:
    if not event["gives"][0].startswith("shells"):
        return ""
    number = int(event["gives"][0].split()[1])
    return f"{words.say(str(number))} shell{'s' if number > 1 else ''} struck home"


def _strikes(event: Event, state: State, words: Words) -> str:
    gives = event["gives"]
    if gives == ["no_effect"]:
        return "does no harm"
    if gives and gives[0].startswith("section "):
        return f"strikes the {words.say(gives[0].removeprefix('section '))}"
    return ""


def _again(event: Event, state: State, words: Words) -> str:
    position = state[f"{_place(state, event['who'])}.position"]
    return f"comes again from {words.say(str(position))}"


def _flak_shot(event: Event, state: State, words: Words) -> str:
    return "a hit" if event["gives"] == ["hit"] else "wide"


def _wounds(event: Event, state: State, words: Words) -> str:
    """A wound that is more than it looks, for the wounds that the man has already (BL-4 a)."""
    row = words.rows[event["row"]]
    changed = {path.rpartition(".")[2] for path, _, new in event["changes"] if path.startswith("men.") and new is True}
    told = {effect.name for effect in row.effects}
    if "dead" in changed and "killed" not in told:
        return f"{_wound(row)}, with his other wounds the end of him"
    if "serious" in changed and "serious_wound" not in told:
        return f"{_wound(row)}, as bad by now as a serious one: no more duties, cannot bail out"
    return ""


def _wound(row: Row) -> str:
    """`light wound`."""
    return row.effects[0].name.replace("_", " ")


def _accuracy(event: Event, state: State, words: Words) -> str:
    if not event["gives"] or not event["gives"][0].startswith("per_cent"):
        return f"{state['per_cent']}% of the bombs within the circle"
    return f"{event['gives'][0].split()[1].upper()}% of the bombs within the circle"


OUTCOMES: dict[str, Callable[[Event, State, Words], str]] = {
    "B-1": _waves,
    "B-2": _waves,
    "B-3": _comes,
    "M-4": _driven,
    "M-1": _shoots,
    "M-1-HARD": _shoots,
    "M-3": _attacks,
    "M-5": _sprays,
    "B-4": _shells,
    "O-4": _shells,
    "B-5": _strikes,
    "O-5": _strikes,
    "B-6": _again,
    "O-3": _flak_shot,
    "O-7": _accuracy,
    "BL-4": _wounds,
}


def _because(event: Event, words: Words) -> str:
    """The modifiers that counted, in words."""
    counted = [f"{signed(add)} {modifier_words(code, words)}" for code, add in event["modifiers"] if add]
    return f" ({', '.join(counted)})" if counted else ""


def modifier_words(code: str, words: Words) -> str:
    """What a modifier of the log is called, in short."""
    found = words.modifiers.get(code)
    return found.brief(words.say) if found else words.say(code)


def _place(state: State, who: str) -> str:
    """Where the flat state keeps the fighter that decisions call `f2`."""
    return f"waves.{max(int(state.get('wave_now', 0)), 0)}.fighters.{int(who[1:]) - 1}"


def _fighter(state: State, who: str, words: Words) -> str:
    """`FW 190 at 12 High`."""
    place = _place(state, who) if who[:1] == "f" and who[1:].isdigit() else ""
    if f"{place}.type" not in state:
        return "fighter"
    return placed(words.say, str(state[f"{place}.type"]), str(state[f"{place}.position"]))


# ---- charts


def _consult(event: Event, state: State, words: Words) -> Iterator[Line]:
    table, row = event["table"], words.rows[event["row"]]
    if table == "G-11":
        below = listed([words.say(f"terrain_{letter}") for letter in str(state["terrain"]).split("-")])
        yield Line(1, f"Below lies {below}.")
    elif table == "B-3-EXTRA":
        yield Line(1, f"{row.area}: {effect_words(row, words.say)} joins them.")
    elif table == "R-7-1":
        yield Line(1, f"{capital(words.say(str(state['result'])))}.")
    elif table == "R-7-3-BOMBING":
        yield Line(1, f"The bombing rates as {effect_words(row, words.say).lower()}.")
    elif table not in ("M-1-NEEDS", "BL-1-TANKS", "BL-1-TANKS-ZONES") and _told(row, words):
        who = f"{capital(words.say(event['who']))}: " if event["who"] else f"{words.titles.get(table, table)}: "
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


def _allocated(event: Event, state: State, words: Words) -> str:
    by: dict[str, list[str]] = {}
    for gun, aim in event["data"]["guns"].items():
        by.setdefault(aim, []).append(words.say(f"gun_{gun}"))
    if not by:
        return "No gun fires."
    return f"{capital('; '.join(_aims(aim, guns, state, words) for aim, guns in by.items()))}."


def _aims(aim: str, guns: list[str], state: State, words: Words) -> str:
    if aim.startswith("passing "):
        return f"{listed(guns)} wait for the {_fighter(state, aim.removeprefix('passing '), words)} to pass"
    whom = f"at the {_fighter(state, aim, words)}" if aim[0] == "f" else f"sprayed over {words.say(aim)}"
    return f"{listed(guns)} {whom}"


FACTS: dict[str, Callable[[Event, State, Words], str]] = {
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


def _fact(event: Event, state: State, words: Words) -> str:
    teller = FACTS.get(event["name"])
    return teller(event, state, words) if teller else ""


CHOICES = {
    ("rabbits_foot", "again"): "You spend a rabbit's foot, and the roll is made again.",
    ("heat", "stay"): "You stay up in the cold.",
    ("evade", "steady"): "You hold a steady course.",
}
