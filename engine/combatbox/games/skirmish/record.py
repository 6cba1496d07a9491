"""The battle log of a game, compiled from its events (S-206)."""

from __future__ import annotations

from typing import Any

from combatbox.core.events import Event, Fact, Header, Phase, Roll
from combatbox.core.log_state import changes_of, effect_number, parse_effects, with_states
from combatbox.games.skirmish import effects
from combatbox.games.skirmish.constants import SkirmishRulebook
from combatbox.games.skirmish.state import Shot
from combatbox.games.skirmish.story import shot_in

ARRIVAL, ENTRY, ALTITUDE = "S-TAB-ARRIVAL", "S-TAB-ENTRY", "S-TAB-ALTITUDE"
COMBAT, FLAK, BOMB = "S-TAB-COMBAT", "S-TAB-AA", "S-TAB-BOMB"
GONE = ("destroyed", "exited")


FORM_WORDS = {
    "parts": "",
    "needed": "Hits needed",
    "hits": "Bomb hits",
    "turret": "Top turrets",
    "waves": "Wave",
    "sections": "Arrivals, wave",
    "out": "Fate",
    "bombed": "Bombs gone",
    "thrown": "Arrival dice",
    "hour_dice": "Entry dice",
    "altitude_die": "Altitude die",
    "at": "Target",
    "gives": "Hits",
    "down": "Shot down",
}
"""The labels of the fields of the battle log; the label of `parts` is empty."""


Json = dict[str, Any]
"""Nested JSON."""


def forms(events: list[Event], header: Header, book: SkirmishRulebook) -> Json:
    """Return the data of the battle log.

    Returns:
        A dict with these keys, among others:
        `hits`: the total number of bomb hits.
        `waves`: a dict for each wave, with an entry for each aircraft by its key.
        `sections`: a dict for each wave, with the dice of each section for arrival, entry and altitude, and the
        altitude die of the escorts if they have one (S-A09).
        `turns`: an entry for each turn, with its number (`turn`), its `wave` and its `shots`.

    An aircraft has the keys `type`, `damage`, `bombed` (True if it dropped its bombs), `out` (the way it left the
    table) and `turn` (the turn in which it left). A shot has the keys `fires` (the attacker), `gun`, `at` (the
    target), `dice`, `gives` (the number of engine or bomb hits) and `down` (True if the target is shot down).
    """
    form: Json = {"scenario": 0, "needed": 0, "hits": 0, "result": "", "turret": book.ruled["turret"] == "on"}
    form |= {"parts": _parts(book), "waves": [], "sections": [], "turns": []}
    for event, state in with_states(events):
        if event["kind"] == "phase":
            _take_phase(form, event)
        _take_changes(form, event)
        if event["kind"] == "roll" and event["place"] == "deployment.altitude":
            form["sections"][-1][event["who"]] = {
                "altitude_die": event["dice"][0],
                "altitude": parse_effects(event)[effects.altitude_is.name][0],
            }
        elif event["kind"] == "roll" and form["turns"]:
            _take_roll(form, event, shot_in(state.before))
        elif event["kind"] == "fact":
            _take_fact(form, event)
    return form


def _parts(book: SkirmishRulebook) -> dict[str, str]:
    """Return, for each section of the printed sheet, the vocabulary key of what the section records."""
    rows = book.tables["S-TAB-SHEET-BATTLE"].rows
    return {row.key: effect["what"] for row in rows for effect in row.effects if effect.is_a(effects.writes)}


def _take_phase(form: Json, event: Phase) -> None:
    """Start the entries of a wave or a turn."""
    name, data = event["name"], event["data"]
    if name == "game":
        form |= {"scenario": data["scenario"], "needed": data["needed"]}
    elif name in ("wave", "deployment"):
        form["waves"].append({})
        form["sections"].append({})
    elif name == "turn":
        form["turns"].append({"turn": data["number"], "wave": len(form["waves"]), "shots": []})


def _take_changes(form: Json, event: Event) -> None:
    """Record damage, bombs dropped, losses and hits on the target."""
    for steps, _old, new in changes_of(event):
        match steps:
            case ("planes", key, "damage" | "out" | "bombed" | "type" as what) if new is not None:
                plane = form["waves"][-1].setdefault(key, {})
                plane[what] = new
                if what == "out" and new in GONE:
                    plane["turn"] = form["turns"][-1]["turn"]
            case ("hits" | "result" as what,) if new is not None:
                form[what] = new


def _take_roll(form: Json, event: Roll, shot: Shot) -> None:
    """Record a shot, or the arrival rolls of a section."""
    turn, dice, table, who = form["turns"][-1], list(event["dice"]), event["table"], event["who"]
    if table == ARRIVAL:
        form["sections"][-1].setdefault(who, {"thrown": []})["thrown"] += dice
    elif table == ENTRY:
        form["sections"][-1].setdefault(who, {})["hour_dice"] = dice  # no arrival dice if one die brings all sections
    elif table == ALTITUDE:
        form["sections"][-1][who] |= {"altitude_die": dice[0], "turn": turn["turn"]}
    elif table in (COMBAT, FLAK, BOMB):
        fires, gun, at = _sides(table, who, shot)
        kind = effects.bomb_hits if table == BOMB else effects.engine_hits
        gives = effect_number(event, kind) if event["gives"] else 0
        turn["shots"].append({"fires": fires, "gun": gun, "at": at, "dice": dice, "gives": gives, "down": False})


def _sides(table: str, who: str, shot: Shot) -> tuple[str, str, str]:
    """Return the attacker, its gun, and the target."""
    return (who, "bombs", "target") if table == BOMB else (shot.attacker, shot.gun, shot.target)


def _take_fact(form: Json, event: Fact) -> None:
    """Record the altitude of a section that enters, or the shot that destroyed an aircraft.

    That shot is the last one that damaged the aircraft.
    """
    if event["name"] == "enters":
        form["sections"][-1][event["who"]]["altitude"] = event["data"]["altitude"]
    elif event["name"] == "destroyed":
        shots = [shot for shot in form["turns"][-1]["shots"] if shot["at"] == event["who"] and shot["gives"]]
        shots[-1]["down"] = True
