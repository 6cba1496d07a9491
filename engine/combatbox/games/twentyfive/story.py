"""The summary, narration and record sheets of a log of 25 and Out.

Narration and sheets are computed from the events only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.core.events import Consult, Event, Fact, Header, Phase, Reached, Roll
from combatbox.core.log_state import LogState, tree, with_states
from combatbox.core.narration import NarrationLine
from combatbox.core.statistics import Measure
from combatbox.core.table_views import join_words
from combatbox.core.tables import Row
from combatbox.games.twentyfive import effects
from combatbox.games.twentyfive.constants import TwentyfiveNarration, TwentyfiveRulebook
from combatbox.games.twentyfive.state import PLACES, Place, State

Flat = Mapping[str, Any]  # values of every kind of field
"""The flat state of a log."""

Json = dict[str, Any]
"""Nested JSON."""


def summary(state: State) -> Json:
    """Return the result of a run as JSON."""
    return {
        "result": state.result,
        "tour": state.tour or "going on",
        "missions_completed": state.completed,
        "rank": state.rank,
        "position": state.position,
        "attacked": state.attacked,
        "bombers": {
            place: {
                "name": bomber.name,
                "left_wing_out": bomber.left_wing_out,
                "right_wing_out": bomber.right_wing_out,
                "flak_out": bomber.flak_out,
                "crew_out": list(bomber.crew_out),
                "lost": bomber.lost,
                "cause": bomber.cause,
            }
            for place, bomber in state.bombers.items()
        },
        "fighters": {
            str(fighter.number): {"gone": fighter.gone, "cause": fighter.cause, "pass": fighter.left_in}
            for fighter in state.fighters
        },
    }


def tally(state: State) -> Iterator[str]:
    """Yield the tally keys under which the odds count a mission.

    They are `survived` or how the bomber was lost, whether fighters attacked, and whether a wingman was lost.
    """
    own = state.own
    if not own.lost:
        yield "survived"
    else:
        yield f"lost: {own.cause}"
    if state.attacked:
        yield "attacked"
        yield "attacked and survived" if not own.lost else "attacked and lost"
    for bomber in state.bombers.values():
        if bomber.lost and bomber is not own:
            yield "a wingman lost"
            break


MEASURES = (
    Measure("home", "your bomber home", lambda state: int(not state.own.lost)),
    Measure(
        "wingmen", "wingmen lost", lambda state: sum(b.lost for b in state.bombers.values() if b is not state.own),
        share=False, good=-1,
    ),
)  # fmt: skip
"""The measures by which the adviser compares options."""


# ---- narration


def tell(event: Event, state: Flat, words: TwentyfiveNarration) -> Iterator[NarrationLine]:
    """Narrate an event.

    Args:
        event: the event.
        state: the flat state after the event.
        words: the names and vocabulary of the game.
    """
    if event["kind"] == "phase":
        yield from _tell_phase(event)
    elif event["kind"] == "roll":
        yield _tell_roll(event, state, words)
    elif event["kind"] == "consult":
        yield from _tell_consult(event, state, words)
    elif event["kind"] == "fact":
        yield NarrationLine(2 if event["name"] == "dead_wing" else 1, _tell_fact(event, state, words))
    else:
        yield NarrationLine(1, "You go on flying." if event["taken"] == "fly_on" else "You stand down for now.")


def _tell_phase(event: Phase) -> Iterator[NarrationLine]:
    name, data = event["name"], event["data"]
    if name == "mission":
        yield NarrationLine(0, f"Mission {data['number']} of {data['of']}")
    elif name == "position":
        yield NarrationLine(1, "Taking position in the element")
    elif name == "fighters":
        yield NarrationLine(1, "Watching for fighters")
    elif name == "pass":
        yield NarrationLine(1, f"Pass {data['name_of_pass']}")
    elif name == "approach":
        yield NarrationLine(1, f"{_capital(event['who'])} comes in")
    elif name == "flak":
        yield NarrationLine(1, "Flak over the target")
    elif name == "debriefing":
        yield NarrationLine(1, "Debriefing")


def _tell_roll(event: Roll, state: Flat, words: TwentyfiveNarration) -> NarrationLine:
    outcome = _outcome(event, words)
    place, who = event["place"], _capital(words.say(event["who"]))
    total = event["natural"] if len(event["dice"]) > 1 and place == "guns.effect" else None
    if place == "pass.target":
        picked = state["burst.target"]
        who, outcome = "", f"it picks {_name(state, picked, words)}, {_at(picked, words)} of the element"
    elif place in ("pass.direction", "pass.area"):
        who, outcome = "", f"it {'attacks' if place == 'pass.direction' else 'aims'} {outcome}"
    elif place == "position.dice":
        who = ""
        if state.get("position"):
            outcome = f"{state['own_name']} flies {_at(state['position'], words)}"
    elif place == "pass.fire":
        who = f"{who} fires"
    text = f"{outcome}{_hit_remark(event, state, words)}."
    return NarrationLine(
        2, text if who else _capital(text), who, tuple(event["dice"]), total, _colours(place, state, words)
    )


def _hit_remark(event: Roll, state: Flat, words: TwentyfiveNarration) -> str:
    """Return a remark on a hit if the wing is now dead or the hit has no further effect."""
    changed = {path for path, _, _ in event["changes"]}
    area, place = state.get("burst.area", ""), state.get("burst.target", "")
    if event["place"] == "pass.wing":
        if f"bombers.{place}.{area}_out" not in changed:
            return f", but the {words.say(area)} was dead already"
        if state[f"bombers.{place}.{area}_out"] == words.const.engines_per_wing:
            return f"; the {words.say(area)} is dead"
    elif event["place"] == "pass.crew" and f"bombers.{place}.crew_out" not in changed:
        return ", but that position was hit before"
    return ""


DICE = {"pass.target": "target", "pass.direction": "direction", "pass.area": "area"}
"""The field of `ApproachColours` for each die of an approach, by place."""


def _colours(place: str, state: Flat, words: TwentyfiveNarration) -> tuple[str, ...]:
    """Return the colours of the dice at a place; empty if the colours do not matter."""
    places, approach = words.const.colours, words.const.approach_colours
    if place == "position.dice":
        return tuple(places[position] for position in PLACES)
    if place == "flak.to_hit":
        target: Place = state["burst.target"]
        return (places[target],)
    return (getattr(approach, DICE[place]),) if place in DICE else ()


def _tell_consult(event: Consult, state: Flat, words: TwentyfiveNarration) -> Iterator[NarrationLine]:
    row = words.rows[event["row"]]
    name = _name(state, state["burst.target"], words)
    if event["place"] == "guns.bearing":
        yield NarrationLine(2, f"{name}: {_guns(row, state['burst.guns'], words)}.")
    elif event["place"] == "tour.rank":
        yield from _tell_rank(event, words)
    else:
        why = row.when.words(words.say) if row.when else words.say(row.key)
        yield NarrationLine(2, f"{name}: {why}; {_outcome(event, words)}.")


def _guns(row: Row, firing: list[str], words: TwentyfiveNarration) -> str:
    """Return a text with the guns that can fire, and those that bear but have no gunner."""
    bearing = [gun for effect in row.effects if effect.is_a(effects.guns_bear) for gun in effect["guns"]]
    silent = [words.say(gun) for gun in bearing if gun not in firing]
    fire = f"{join_words([words.say(gun) for gun in firing])} can fire" if firing else "no gun can fire"
    return f"{fire}; {join_words(silent)} {'has' if len(silent) == 1 else 'have'} no gunner" if silent else fire


def _tell_rank(event: Consult, words: TwentyfiveNarration) -> Iterator[NarrationLine]:
    """Yield a line with the rank if it is new."""
    before = next((old for path, old, _ in event["changes"] if path == "rank"), None)
    changed = any(path == "rank" for path, _, _ in event["changes"])
    if changed and not before:
        yield NarrationLine(1, f"You hold the rank of {_outcome(event, words)}.")
    elif changed:
        yield NarrationLine(1, f"You are promoted to {_outcome(event, words)}.")


def _tell_fact(event: Fact, state: Flat, words: TwentyfiveNarration) -> str:
    data = event["data"]
    if event["name"] == "dead_wing":
        return f"{_capital(event['who'])} finds no engine left on the {words.say(data['area'])} and does not fire."
    if event["name"] == "completed":
        of = words.const.missions
        return f"{event['who']} drops its bombs and comes home. Missions completed: {data['completed']} of {of}."
    if event["name"] == "lost":
        return f"{event['who']} does not come back: {words.say(data['cause'])}. The tour is lost."
    return f"The tour is laid aside after mission {data['completed']}."


def _outcome(event: Reached, words: TwentyfiveNarration) -> str:
    """Return the text of the effects of the row that was reached."""
    return "; ".join(effect.words(words.say) for effect in words.rows[event["row"]].effects)


def _name(state: Flat, place: str, words: TwentyfiveNarration) -> str:
    return str(state.get(f"bombers.{place}.name") or f"the {words.say(place)} bomber")


def _at(place: str, words: TwentyfiveNarration) -> str:
    return f"in the {words.say(place)}" if place == "centre" else f"on the {words.say(place)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- record sheets


FORM_WORDS = {
    "own": "Your bomber", "number": "Mission", "position": "Position dice", "place": "Flies", "fighters": "Fighters", "attacks": "Fighter attack",
    "lines": "Passes", "id": "Approach dice", "fire": "Bombers fire", "effect": "Effect", "fighter_fire": "Fighter fires",
    "fighter_effect": "Its effect", "flak": "Flak barrage", "damage": "Flak damage", "left_in": "Left in pass", "mark": "Hit",
}  # fmt: skip
"""The labels of the fields of the sheets."""


def forms(events: list[Event], header: Header, book: TwentyfiveRulebook) -> Json:
    """Return the data of the two record sheets.

    Returns:
        A dict with these keys:
        `own`: the name of the player's bomber.
        `missions`: for each mission, a line of the Mission Record Sheet, with the dice for position, fighters, flak and
        damage.
        `attacks`: for each mission with an attack, a Fighter Attack Record Sheet, with the dice of each pass, the marks
        on bombers and fighters, and the dice for flak.
    """
    missions: list[Json] = []
    attacks: list[Json] = []
    state = LogState()
    for event, state in with_states(events):
        if event["kind"] == "phase" and event["name"] == "mission":
            missions.append(
                {
                    "number": event["data"]["number"],
                    "position": [],
                    "place": "",
                    "fighters": [],
                    "flak": {},
                    "damage": {},
                    "result": "",
                    "rank": "",
                }
            )
        elif event["kind"] == "phase" and event["name"] == "approach":
            _approach(attacks, missions[-1], state)
        elif event["kind"] == "roll":
            _record_roll(event, missions[-1], attacks, state)
        elif event["kind"] == "fact" and event["name"] in ("completed", "lost"):
            _close(missions[-1], attacks, event, state)
        elif event["kind"] == "consult" and event["place"] == "tour.rank" and missions:
            missions[-1]["rank"] = state["rank"]
    return {
        "own": state.get("own_name", ""),
        "missions": missions,
        "attacks": attacks,
    }


def _approach(attacks: list[Json], mission: Json, state: Flat) -> None:
    if not attacks or attacks[-1]["mission"] != mission["number"]:
        attacks.append(
            {
                "mission": mission["number"],
                "place": mission["place"],
                "lines": {},
                "bombers": {},
                "fighters": {},
                "flak": {},
                "damage": {},
            }
        )
    attacks[-1]["lines"][f"{state['burst.fighter']}{state['burst.pass_name']}"] = {
        "id": [],
        "fire": [],
        "effect": [],
        "fighter_fire": [],
        "fighter_effect": [],
        "approach": [],
    }


def _record_roll(event: Roll, mission: Json, attacks: list[Json], state: Flat) -> None:
    place, dice = event["place"], event["dice"]
    if place == "position.dice":
        mission["position"], mission["place"] = dice, state.get("position", "")
    elif place == "fighters.attack":
        mission["fighters"] = dice
    elif place == "flak.to_hit":
        mission["flak"][state["burst.target"]] = dice[0]
    elif place == "flak.damage":
        mission["damage"][state["burst.target"]] = dice[0]
    else:
        line = attacks[-1]["lines"][f"{state['burst.fighter']}{state['burst.pass_name']}"]
        _record_line(line, place, dice, state)


def _record_line(line: Json, place: str, dice: list[int], state: Flat) -> None:
    if place in DICE:
        line["id"] += dice
        if place == "pass.area":
            line["approach"] = [state["burst.target"], state["burst.direction"], state["burst.area"]]
    elif place == "guns.fire":
        line["fire"] += dice
    elif place == "guns.effect":
        line["effect"] += dice
    elif place == "pass.fire":
        line["fighter_fire"] += dice
    else:
        line["fighter_effect"] += dice


def _close(mission: Json, attacks: list[Json], event: Fact, state: Flat) -> None:
    mission["result"], mission["rank"] = event["name"], state["rank"]
    if not attacks or attacks[-1]["mission"] != mission["number"]:
        return
    attack = attacks[-1]
    attack["flak"], attack["damage"] = mission["flak"], mission["damage"]
    attack["bombers"] = {
        place: {
            key: state[f"bombers.{place}.{key}"]
            for key in ("name", "left_wing_out", "right_wing_out", "flak_out", "crew_out", "lost")
        }
        for place in PLACES
    }
    fighters = len(tree(state, "fighters"))
    attack["fighters"] = {
        str(state[f"fighters.{i}.number"]): {key: state[f"fighters.{i}.{key}"] for key in ("gone", "mark", "left_in")}
        for i in range(fighters)
    }
