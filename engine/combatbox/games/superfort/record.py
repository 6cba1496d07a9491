"""The record of a B-29's mission: its summary, its tally keys and its filled sheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from combatbox.bomber import record
from combatbox.bomber.record import composite, tally_campaign
from combatbox.core.events import Event, Header, Roll
from combatbox.core.log_state import LogState, is_phase, parse_effects, state_after, tree, with_states
from combatbox.games.superfort import setup
from combatbox.games.superfort.state import State, SuperfortRulebook

Json = dict[str, Any]
"""Nested JSON."""


def summary(state: State) -> Json:
    """Return the result of a mission, or the standing or result of a tour."""
    return dict(setup.tour_summary(state)) if state.campaign else mission_summary(state)


def mission_summary(state: State) -> Json:
    """Return the result of a mission."""
    orders, sortie, outcome, fuel = state.orders, state.sortie, state.outcome, state.fuel
    return {
        "result": outcome.result,
        "counts": outcome.counts,
        "bomber": state.bomber,
        "target": {"city": orders.city, "site": sortie.site, "type": orders.target_type, "zone": orders.target_zone},
        "time": sortie.time,
        "altitude": sortie.band,
        "turns": state.track.turn,
        "aim": outcome.aim_result,
        "per_cent": outcome.per_cent,
        "aborted": state.track.aborting,
        "flown": not state.ending.scrubbed,
        "landed": outcome.landed,
        "down_in_zone": state.track.zone,
        "lost_to": state.ending.lost_to,
        "plane": state.plane.fate,
        "fuel": {"began": fuel.boxes_at_start, "burnt": fuel.boxes_used, "left": fuel.boxes},
        "off_course": state.navigation.strayed,
        "engines_out": state.engines_out(),
        "crew": record.crew(state),
    }


# ---- odds


def came_through(state: State) -> bool:
    """Return True if the B-29 was not lost."""
    return state.outcome.result != "japanese"


def tally(state: State) -> Iterator[str]:
    """Yield the tally keys under which the odds count a mission or a tour.

    `survived` is among them if the B-29 was not lost; in a tour, if the first B-29 was never replaced.
    """
    if state.campaign:
        yield from tally_campaign(state.campaign)
        return
    yield state.outcome.result
    if state.ending.scrubbed:
        yield "take-off given up"
    if came_through(state):
        yield "survived"
    else:
        yield f"lost: {state.ending.lost_to}"
    yield from _course_of_it(state)
    for fate in dict.fromkeys(man.fate for man in state.men.values()):
        if fate in record.GONE:
            yield f"somebody {fate}"


def _course_of_it(state: State) -> Iterator[str]:
    """Yield the tally keys for the events of the flight."""
    if state.track.aborting:
        yield "aborted"
    if state.outcome.aim_result:
        yield state.outcome.aim_result.replace("_", " ")
    if state.navigation.strayed:
        yield "off course"
    if state.outcome.landed == "iwo":
        yield "landed at Iwo Jima"


# ---- sheets


FORM_WORDS = {
    **record.FORM_WORDS,
    "band": "Altitude",
    "briefed": "Resistance briefed",
    "takeoff": "Takes off by",
    "landing_time": "Lands by",
    "boxes_at_start": "Fuel boxes at start",
    "internal": "Fuel left, internal",
    "fwd_boxes": "Fuel left, forward bay",
    "aft_boxes": "Fuel left, aft bay",
    "early": "Assembles early",
    "boxes_left": "Fuel boxes left",
    "guns": "Guns that work",
    "target_damage": "Cities burned, %",
    "aim_result": "Bomb run",
}


def forms(events: list[Event], header: Header, book: SuperfortRulebook) -> Json:
    """Return the data of the filled sheets: Mission Logs, Campaign Log and Target Damage.

    Returns:
        A dict with these keys, among others:
        `mission_log`: the latest Mission Log.
        `campaign`: True for a tour, because only a tour fills in the campaign record.
        `ratings`: the ratings of the tour's last B-29 and of all bombing of the tour; a rating is empty until it is
        known.
    """
    logs = mission_logs(events, book)
    state = state_after(events)
    campaign = tree(state, "campaign")
    return {
        "mission_log": logs[-1] if logs else {},
        "mission_logs": logs,
        "campaign": header["run"] == "tour",
        "composite": composite(events, header, book),
        "target_damage": campaign.get("burned", {}),
        "ratings": {"survival": _last_rating(campaign), "bombing": str(campaign.get("bombing", ""))},
    }


def _last_rating(campaign: Json) -> str:
    """Return the survival rating of the B-29 whose service ended last, or an empty string."""
    services = campaign.get("services") or {}  # an empty list before the first is over
    rated = [service["rating"] for service in services.values() if "rating" in service]
    return str(rated[-1]) if rated else ""


def mission_logs(events: list[Event], book: SuperfortRulebook) -> list[Json]:
    """Return, for each mission, the data of its filled Mission Log Sheet."""
    logs: list[Json] = []
    log: Log | None = None
    for event, state in with_states(events):
        if is_phase(event, "mission"):
            log = Log(book, state)
        if log:
            log.take(event)
            if event["kind"] == "fact" and event["place"] == "debriefing.credit":
                logs.append(log.done())
    return logs


NOTED = {"zone.weather": "weather", "course.determined": "course", "combat.resistance": "resistance"}
"""The name under which the result of a roll is recorded for a zone, by the place of the roll."""


class Log:
    """A Mission Log Sheet (1.6) that is filled in event by event.

    Attributes:
        state: the flat state, which the caller updates after each event.
        zones: the entries of the zones flown, in order.
        hits: the ids of the rows that were rolled for hits on sections.
        landing: the modifiers of the landing or ditching.
        alone: True if the bomber flew out of formation beyond the assembly zone by day.
    """

    def __init__(self, book: SuperfortRulebook, state: LogState) -> None:
        self.book, self.state = book, state
        self.zones: list[Json] = []
        self.hits: list[str] = []
        self.landing: list[list[str | int]] = []
        self.alone = False

    def take(self, event: Event) -> None:
        """Process the next event."""
        place = event.get("place", "")
        if event["kind"] == "phase" and place == "zone.turn":
            data = event["data"]
            self.alone = self.alone or self._out_of_formation(data["zone"])
            if not self.zones or (self.zones[-1]["zone"], self.zones[-1]["leg"]) != (data["zone"], data["leg"]):
                self.zones.append({"zone": data["zone"], "leg": data["leg"], "turns": 0, "course": "", "weather": ""})
            self.zones[-1]["turns"] += 1
        elif event["kind"] == "roll":
            self._roll(event, place)
        elif event["kind"] == "fact" and place == "fuel.paid" and self.zones:
            self.zones[-1]["boxes_left"] = event["data"]["left"]

    def _out_of_formation(self, zone: int) -> bool:
        """Return True if the bomber flies out of formation by day, beyond the assembly zone."""
        state, zones = self.state, self.book.constants.assembly
        assembly = zones.first if state.get("early") else zones.last
        return bool(zone > assembly and state.get("time") == "day" and state.get("out_of_formation"))

    def _roll(self, event: Roll, place: str) -> None:
        word = NOTED.get(place)
        if word and self.zones and (parameters := parse_effects(event).get(word)):
            self.zones[-1][word] = parameters[0]
        elif place == "damage.section":
            self.hits.append(event["row"])
        elif place in ("landing.land", "down.ditch"):
            self.landing = [list(modifier) for modifier in event["modifiers"]]

    def done(self) -> Json:
        """Return the data of the filled sheet."""
        state, const = self.state, self.book.constants
        keys = (
            "mission",
            "bomber",
            "city",
            "site",
            "target_type",
            "target_zone",
            "time",
            "band",
            "formation",
            "squadron",
            "briefed",
            "escort",
            "takeoff",
            "landing_time",
            "boxes_at_start",
            "internal",
            "fwd_boxes",
            "aft_boxes",
            "visibility",
            "aim_result",
            "per_cent",
            "landed",
            "sea",
            "result",
            "counts",
            "assembled",
            "early",
            "pressure_lost",
        )
        return {
            **{key: state.get(key, "") for key in keys},
            "end": {key: state.get(key, "") for key in ("lost_to", "zone", "leg")},
            "guns": {gun: not state.get(f"guns.{gun}.thrown_out", False) for gun in const.guns},
            "crew": {role: self._man(role) for role in const.crew},
            "engines": [bool(state.get(f"engines.{number}.out")) for number in range(4)],
            "parts": {part: value for part, value in self._parts() if value},
            "zones": self.zones,
            "out_of_formation": self.alone,
            "leaks": [cabin for cabin in const.compartments if f"compromised.{cabin}" in state],
            "hits": self.hits,
            "landing": self.landing,
            "plane": state.get("plane.fate", ""),
        }

    def _man(self, role: str) -> Json:
        keys = ("name", "rank", "missions", "light", "serious", "frostbitten", "fate", "kills")
        man = {key: self.state.get(f"men.{role}.{key}") for key in keys}
        return {**man, "oxygen": self.state.get(f"oxygen_hits.{role}", 0)}

    def _parts(self) -> Iterator[tuple[str, int]]:
        own = ("bombs_aboard", "thrown_out", "extinguishers", "fate")
        for part, value in tree(self.state, "plane").items():
            if part not in own:
                yield part, value
