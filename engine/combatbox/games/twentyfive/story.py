"""The summary, narration and record sheets of a log of 25 and Out.

Narration and sheets are computed from the events only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.core.events import Event, Fact, Header, Roll
from combatbox.core.log_state import LogState, is_fact, is_phase, tree, with_states
from combatbox.core.phrases import join_words
from combatbox.core.statistics import Measure
from combatbox.core.table_views import capital
from combatbox.core.tables import Row
from combatbox.games.twentyfive import effects
from combatbox.games.twentyfive.constants import TwentyfiveNarration, TwentyfiveRulebook
from combatbox.games.twentyfive.state import PLACES, State

Flat = Mapping[str, Any]  # values of every kind of field
"""The flat state of a log."""

Json = dict[str, Any]
"""Nested JSON."""


MARKS = ("name", "left_wing_out", "right_wing_out", "flak_out", "crew_out", "lost")
"""The fields of a bomber that the record sheets show."""


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
            place: {key: getattr(bomber, key) for key in (*MARKS, "cause")} for place, bomber in state.bombers.items()
        },
        "fighters": {
            str(fighter.number): {"gone": fighter.gone, "cause": fighter.cause, "pass": fighter.left_in}
            for fighter in state.fighters
        },
    }


def tally(state: State) -> Iterator[str]:
    """Yield the tally keys under which the odds count a mission.

    The keys stand for survival or the way in which the bomber was lost, for an attack by fighters, and for the loss of
    a wingman.
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
        "wingmen",
        "wingmen lost",
        lambda state: sum(b.lost for b in state.bombers.values() if b is not state.own),
        share=False,
        good=-1,
    ),
)
"""The measures by which the adviser compares options."""


# ---- narration


def values(event: Event, state: Flat, words: TwentyfiveNarration) -> Json:
    """Return values for the sentences of places: the bomber that the event is about, and the guns that bear on it."""
    bearing = event["place"] == "guns.bearing"
    return {
        "plane": plane_name(str(state.get("burst.target", "")), state, words),
        "guns": _guns(words.rows[event["row"]], state["burst.guns"], words) if bearing else "",  # type: ignore[typeddict-item]
    }


def plane_name(place: str, state: Flat, words: TwentyfiveNarration) -> str:
    """Return the name of a bomber by its place, with its own name if it has one: `Centre (Your B-17)`."""
    name, own = str(state.get(f"bombers.{place}.name") or ""), place == state.get("position")
    names = ["" if name in words.const.names.wingmen else name, "yours" if own and "your" not in name.lower() else ""]
    added = ", ".join(filter(None, names))
    return f"{capital(words.say(place))} ({added})" if added else capital(words.say(place))


def _guns(row: Row, firing: list[str], words: TwentyfiveNarration) -> str:
    """Return a text with the guns that can fire, and those that bear but have no gunner."""
    bearing = [gun for effect in row.effects if effect.is_a(effects.guns_bear) for gun in effect["guns"]]
    silent = [words.say(gun) for gun in bearing if gun not in firing]
    fire = f"{join_words([words.say(gun) for gun in firing])} can fire" if firing else "no gun can fire"
    return f"{fire}; {join_words(silent)} {'has' if len(silent) == 1 else 'have'} no gunner" if silent else fire


# ---- record sheets


FORM_WORDS = {
    "own": "Your bomber",
    "number": "Mission",
    "position": "Position dice",
    "place": "Flies",
    "fighters": "Fighters",
    "attacks": "Fighter attack",
    "lines": "Passes",
    "id": "Approach dice",
    "fire": "Bombers fire",
    "effect": "Effect",
    "fighter_fire": "Fighter fires",
    "fighter_effect": "Its effect",
    "flak": "Flak barrage",
    "damage": "Flak damage",
    "left_in": "Left in pass",
    "mark": "Hit",
}
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
        if is_phase(event, "mission"):
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
        elif is_phase(event, "approach"):
            _approach(attacks, missions[-1], state)
        elif event["kind"] == "roll":
            _record_roll(event, missions[-1], attacks, state)
        elif is_fact(event, "completed", "lost"):
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
        line[DICE[place]] += dice
        if place == "pass.area":
            line["approach"] = [state["burst.target"], state["burst.direction"], state["burst.area"]]


DICE = {
    **dict.fromkeys(("pass.target", "pass.direction", "pass.area"), "id"),
    "guns.fire": "fire",
    "guns.effect": "effect",
    "pass.fire": "fighter_fire",
    **dict.fromkeys(("pass.wing", "pass.crew"), "fighter_effect"),
}
"""The entry of a line of the Fighter Attack Record Sheet for the dice of each place."""


def _close(mission: Json, attacks: list[Json], event: Fact, state: Flat) -> None:
    mission["result"], mission["rank"] = event["name"], state["rank"]
    if not attacks or attacks[-1]["mission"] != mission["number"]:
        return
    attack = attacks[-1]
    attack["flak"], attack["damage"] = mission["flak"], mission["damage"]
    attack["bombers"] = {place: {key: state[f"bombers.{place}.{key}"] for key in MARKS} for place in PLACES}
    fighters = len(tree(state, "fighters"))
    attack["fighters"] = {
        str(state[f"fighters.{i}.number"]): {key: state[f"fighters.{i}.{key}"] for key in ("gone", "mark", "left_in")}
        for i in range(fighters)
    }
