"""The record of a bomber's mission or campaign: summary, tally, Mission Chart and Composite Mission Record (2.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from combatbox.bomber import campaign
from combatbox.bomber.conditions import landing_damage
from combatbox.bomber.constants import BomberConstants
from combatbox.bomber.enums import WING_OF, WINGS, BomberFlight, BomberRulebook
from combatbox.bomber.setup import new_state
from combatbox.bomber.state import Campaign, Plane, State
from combatbox.core.dice import SeededDice
from combatbox.core.events import Event, Header, Roll, set_at_path
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.log_state import LogState, changes_of, is_fact, is_phase, with_states


def mission_summary(state: State) -> dict[str, Any]:  # JSON
    """Return the outcome of a mission as JSON."""
    return {
        "result": state.outcome.result,
        "bomber": state.bomber,
        "target": state.orders.city,
        "target_type": state.orders.target_type,
        "turns": state.track.turn,
        "aim": state.outcome.aim_result,
        "per_cent": state.outcome.per_cent,
        "aborted": state.track.aborting,
        "counts": state.outcome.counts,
        "in_formation": state.in_formation,
        "landed": state.outcome.landed,
        "down_in_zone": state.track.zone,
        "plane": state.plane.fate,
        "lost": state.due.lost,
        "engines_out": state.engines_out(),
        "rabbits_feet": state.rabbits_feet,
        "crew": crew(state),
    }


def crew(state: State) -> dict[str, Any]:  # JSON
    """Return the wounds, the fate and the kills of each man, by role."""
    return {
        man.role: {
            "light": man.light,
            "serious": man.serious,
            "frostbitten": man.frostbitten,
            "fate": man.fate,
            "kills": man.kills,
        }
        for man in state.men.values()
    }


GONE = (
    "killed",
    "went_down",
    "died_of_wounds",
    "lost_at_sea",
    "captured",
    "captured_at_sea",
    "died_in_camp",
    "invalided",
)
"""The fates after which a man never flies again; those at sea and in a camp are of the B-29 alone."""


def bomber_came_home(state: State) -> bool:
    """Return True if the bomber landed in England and will fly again."""
    return state.outcome.landed == "england" and state.plane.fate in ("", "safe", "repairable")


def mission_tally(state: State) -> Iterator[str]:
    """Yield the tally keys under which the odds count a mission.

    These are the result, the fate of the plane, the bombing, and one key for every man lost.
    """
    yield state.outcome.result
    if bomber_came_home(state):
        yield "survived"
    else:
        yield f"plane lost: {_cause(state)}"
    if state.outcome.bombs_dropped:
        yield "bombs dropped"
        if state.outcome.aim_result == "on_target":
            yield "on target"
    if state.track.aborting:
        yield "aborted"
    if state.track.out_of_formation:
        yield "out of formation"
    gone = [man for man in state.men.values() if man.fate in GONE]
    yield "crewman lost" if gone else "whole crew fit again"
    for man in gone:
        yield f"{man.role} lost"


def _cause(state: State) -> str:
    """Return how a plane was lost, in one or two words."""
    if state.due.lost:
        return state.due.lost.replace("_", " ")
    if state.outcome.landed == "england":
        return "beyond repair"
    if state.outcome.landed == "abandoned":
        return "bailed out"
    return {"sea": "ditched", "continent": "crash-landed"}.get(state.outcome.landed, state.outcome.landed)


def summary(state: State) -> dict[str, Any]:  # JSON
    """Return the outcome of a mission, or the state of a campaign, as JSON."""
    return mission_summary(state) if state.campaign is None else dict(campaign.campaign_summary(state))


def tally(state: State) -> Iterator[str]:
    """Yield the tally keys of a mission or a campaign.

    A campaign that is complete has the key `survived` if only one bomber flew in it.
    """
    if state.campaign is None:
        yield from mission_tally(state)
    else:
        yield from tally_campaign(state.campaign)


def tally_campaign(campaign: Campaign) -> Iterator[str]:
    """Yield the tally keys of a campaign."""
    yield f"campaign {campaign.result or 'going on'}"
    if len(campaign.services) == 1 and campaign.result:
        yield "survived"


# ---- the fold of a log: what its records, replays and books count alike


def section_struck(event: Event, state: LogState, const: BomberConstants) -> str:
    """Return the section whose damage an event rolls, because a shell has struck it; empty for any other event."""
    if event["kind"] != "roll" or event["gives"][:1] == ["again"]:
        return ""
    if event["table"] == const.wing_table:  # the changes of a roll may already hold the next wing that is hit
        return event["who"] if event["who"] in WINGS else WING_OF.get(state.before.get("side", ""), "port_wing")
    return next((section for section, facts in const.compartments.items() if facts.table == event["table"]), "")


def shot_down(event: Event, state: LogState) -> tuple[list[str], list[str]]:
    """Return the types of the fighters that an event destroys, and the roles of the men who are credited with them."""
    types: list[str] = []
    roles: list[str] = []
    for steps, old, new in changes_of(event):
        match steps:
            case ("waves", wave, "fighters", fighter, "damage") if new == "destroyed":
                types.append(str(state.before.get(f"waves.{wave}.fighters.{fighter}.type", "")))
            case ("men", role, "kills") if old is not None and new and new > old:
                roles += [role] * (new - old)
    return types, roles


# ---- the Mission Chart


FORM_WORDS = {
    "campaign": "",
    "end": "",
    "mission_charts": "Mission",
    "mission_logs": "Mission",
    "composite": "Tour",
    "rows": "Missions",
    "bomber_mission": "Her mission",
    "low": "Flew low",
    "net_modifiers": "Net modifier, zone",
    "per_cent": "% on target",
    "plane": "Her state",
    "light": "Light wounds",
    "serious": "Serious wounds",
    "kills_now": "This mission",
    "used": "Bursts fired",
    "boxes": "Bursts",
    "counts": "Counted",
    "aim": "Bomb run",
    "uncounted": "Not counted",
    "out": "Out",
    "cover": "Fighter cover",
    "waves": "Fighter waves",
}
"""The labels that readers see for the fields of the sheets.

`campaign` has no label, because a log's record already shows it.
"""


NO_WAVE = "-"
"""The entry in the wave rolls for a turn without a wave."""


class Chart:
    """A Mission Chart that is filled in event by event."""

    def __init__(self, book: BomberRulebook) -> None:
        self.book = book
        self.state = LogState()
        self.waves: dict[str, dict[str, list[str]]] = {"out": {}, "back": {}}
        self.net: dict[str, int] = {}
        self.cover: dict[str, dict[str, str]] = {"out": {}, "back": {}}
        self.hits: list[list[str]] = []
        self.damage: dict[str, Any] = {}  # values of every kind of field
        self.landing: dict[str, list[list[Any]]] = {}  # code and number, as JSON
        self.kills: Counter[str] = Counter()
        self.moves: dict[str, list[str]] = {}
        self.low = self.alone = False
        self.end = ""
        self.landings = landings(book.constants)

    def take(self, event: Event, state: LogState) -> None:
        """Process one event.

        Args:
            event: the event.
            state: the flat state after the event.
        """
        self.state = state
        self._coming_down(event)
        for steps, old, new in changes_of(event):
            match steps:
                case ("men", role, "station") if old and new:
                    self.moves.setdefault(role, []).append(new)
                case ("bail_out" | "lost",) if new:
                    self.end = str(event.get("row", ""))
                case _ if is_broken(steps) and new:
                    self.damage[".".join(steps)] = new
                case _ if is_broken(steps):
                    self.damage.pop(".".join(steps), None)
        if event["kind"] == "fact" and event["name"] == "out_of_range":
            self.end = event["place"]
        self.kills.update(shot_down(event, state)[1])
        if section := section_struck(event, state, self.book.constants):
            self.hits.append([state["leg"], str(state["zone"]), section])
        self.low = self.low or self.state.get("altitude") == "low"
        self.alone = self.alone or bool(self.state.get("out_of_formation"))
        if event["kind"] == "roll":
            self._roll(event)
        elif event["kind"] == "consult" and event["place"] == "zone.cover":
            self._cover()

    def _roll(self, event: Roll) -> None:
        place, zone, leg = event["place"], str(self.state["zone"]), self.state["leg"]
        if place in WAVE_ROLLS:
            self.net.setdefault(zone, sum(add for _, add in event["modifiers"]))
            self.waves[leg].setdefault(zone, [])
            if event["gives"] == ["waves 0"]:
                self.waves[leg][zone].append(NO_WAVE)
        elif place in FIGHTER_ROLLS and event["gives"][:1] != ["again"]:
            self.waves[leg].setdefault(zone, []).append("".join(map(str, event["dice"])))
        elif place == "zone.cover":
            self._cover()

    def _coming_down(self, event: Event) -> None:
        """Record the modifiers of both landing tables, before the plane lands.

        For the table that is rolled on, these are the modifiers of the roll; for the other table, those that would
        apply.
        """
        rolled = event["table"] if event["kind"] == "roll" and event["table"] in self.landings.values() else ""
        if not rolled and not (is_phase(event, "bail_out")):
            return
        flight = self._flight(self.state.before)
        for table in self.landings.values():
            adds = (
                event["modifiers"]
                if event["kind"] == "roll" and table == rolled
                else flight.modifiers(flight.tables[table])
            )
            self.landing[table] = [list(m) for m in adds]

    def _cover(self) -> None:
        self.cover[self.state["leg"]][str(self.state["zone"])] = str(self.state.get("cover", ""))[:1].upper()

    def done(self, header: Header) -> dict[str, Any]:  # JSON
        """Return the filled-in chart.

        Returns:
            The fields of the chart, among them:
            `waves`: the rolls on B-3 by leg and zone, with `-` for a turn without a wave.
            `hits`: the leg, zone and section of each shell that was looked up in the damage tables.
            `damage`: the state of each damaged part by path, in the order of the damage.
            `landing`: the modifiers of the roll for a landing on `land` and on `water`. For the landing that was not
            made, they are the modifiers that would have applied when the plane came down. If the plane was lost before
            that, they are the modifiers that its damage causes.
            `crew`: for each role, the entries for the man. His `moves` are the stations to which he went, including his
            own if he returned.
            `end`: the zone and leg where the flight ended and, for a bomber that was lost, the `row` of the table that
            caused it, or the place in the order of play if it had no fuel or engine left.
        """
        state, guns = self.state, self.book.constants.guns
        return {
            "bomber": state.get("bomber", ""),
            "mission": state.get("mission", 1),
            "bomber_mission": state.get("bomber_missions", 1),
            "target": {"city": state.get("city", ""), "type": state.get("target_type", "")},
            "formation": state.get("formation", ""),
            "squadron": state.get("squadron", ""),
            "out_of_formation": self.alone,
            "low": self.low,
            "waves": self.waves,
            "net_modifiers": self.net,
            "cover": self.cover,
            "weather": {"target": state.get("target_weather", ""), "base": state.get("base_weather", "")},
            "bomb_run": {"result": state.get("aim_result", ""), "per_cent": state.get("per_cent", -1)},
            "ammunition": {
                gun: {"boxes": facts.bursts, "used": facts.bursts - state.get(f"guns.{gun}.bursts", 0)}
                for gun, facts in guns.items()
            },
            "crew": {role: self._man(role) for role in self.book.constants.crew},
            "damage": dict(self.damage),
            "hits": list(self.hits),
            "landing": {kind: self._landing(table) for kind, table in self.landings.items()},
            "landed": state.get("landed", ""),
            "end": {"row": self.end, "zone": state.get("zone", 0), "leg": state.get("leg", "")},
            "plane": state.get("plane.fate", ""),
            "result": state.get("result", ""),
        }

    def _man(self, role: str) -> dict[str, Any]:  # JSON
        """Return the entries for a man; `kills` is his total, `kills_now` the number on this mission."""
        keys = ("name", "rank", "light", "serious", "frostbitten", "fate")
        line = {key: self.state.get(f"men.{role}.{key}") for key in keys}
        line["moves"] = list(self.moves.get(role, ()))
        return {**line, "kills": self.state.get(f"men.{role}.kills", 0), "kills_now": self.kills[role]}

    def _landing(self, table: str) -> list[list[Any]]:  # code and number, as JSON
        rolled = self.landing.get(table)
        return (
            rolled if rolled is not None else [list(m) for m in landing_damage(self._flight(self.state), table).items()]
        )

    def _flight(self, known: Mapping[str, Any]) -> BomberFlight:  # values of every kind of field
        """Return a flight in a state of the log, to evaluate conditions of tables."""
        state = new_state(self.book, Setup(known.get("mission", 1)))
        for path, value in known.items():
            if path.partition(".")[0] in ASKED:
                set_at_path(state, path, value)
        return Flight(self.book, SeededDice(""), state)


WAVE_ROLLS = ("waves.number", "waves.number_over_target")
FIGHTER_ROLLS = ("wave.fighters", "wave.fighters_again")
"""The places in the order of play where the fighters of a wave are rolled."""


def landings(const: BomberConstants) -> dict[str, str]:
    """Return the id of the table for each kind of landing: on `land` and on `water`."""
    return dict(zip(("land", "water"), const.landing_tables, strict=True))


BREAKS: Mapping[str, tuple[str, ...]] = {
    "engines": ("out", "burning", "stop_by"),
    "guns": ("out", "jammed"),
    "oxygen_hits": (),
    "heat_out": (),
    "leaking_tanks": (),
}
"""The fields of the state that record damage, besides the parts of the plane.

Each has the names of the fields within it that record damage; it has none if every value in it records damage.
"""

OF_PLANE = frozenset(field.name for field in fields(Plane) if field.name != "parts")
"""The fields of the plane other than its parts."""


def is_broken(steps: tuple[str, ...]) -> bool:
    """Return True if a path of the flat state leads to a field that records damage.

    Args:
        steps: the steps of the path.
    """
    kind, last = steps[0], steps[-1]
    if kind == "plane":
        return last not in OF_PLANE
    return kind in BREAKS and (not BREAKS[kind] or last in BREAKS[kind])


ASKED = (
    "plane",
    "men",
    "engines",
    "out_of_formation",
    "zones_entered",
    "diving_until",
    "abandoned",
    "mayday",
    "weather",
    "zone",
)
"""The fields of the state that the conditions of a landing read."""


# ---- the sheets of a log: its Mission Charts, and the Composite Mission Record (2.8)


def forms(events: list[Event], header: Header, book: BomberRulebook) -> dict[str, Any]:  # JSON
    """Return the filled-in sheets: the chart of each mission and the composite record.

    Returns:
        A dict with these keys, among others:
        `mission_chart`: the chart of the last mission.
        `campaign`: True if this is the log of a campaign; the log of a single mission has no use for the composite
        record.
    """
    charts = mission_charts(events, header, book)
    return {
        "mission_chart": charts[-1] if charts else Chart(book).done(header),
        "mission_charts": charts,
        "campaign": header["run"] == "tour",
        "composite": composite(events, header, book),
    }


def mission_charts(events: list[Event], header: Header, book: BomberRulebook) -> list[dict[str, Any]]:  # JSON
    """Return the filled-in chart of each mission."""
    charts = []
    chart: Chart | None = None
    for event, state in with_states(events):
        if is_phase(event, "mission"):
            chart = Chart(book)
        elif is_fact(event, "record") and chart:
            charts.append(chart.done(header))
            chart = None
        if chart:
            chart.take(event, state)
    return [*charts, chart.done(header)] if chart else charts


# ---- the composite record, filled in from the log only

Row = dict[str, Any]
"""A line of the record, as JSON."""


def composite(events: list[Event], header: Header, book: BomberRulebook) -> dict[str, list[Row]]:
    """Return the composite record of a log, as lines of two kinds.

    A line is a dict for one mission. Its keys are `mission` (the number of the mission) and `flown` (True if the
    mission was flown). If it was flown, the line also has, among others:
    `new_bomber`: True if the bomber is not the bomber of the previous line in `rows`, or if there is none.
    `per_cent`: the percentage of bombs on target; None if no bombs were dropped.
    `bomber_fate`: the fate of the bomber; empty if it flies on.
    `crew`: a dict for each man, by role. Its `new` is True if he is not the man of the previous line in `rows`, `kills`
    lists the types of the fighters that he destroyed on this mission, and `fate` is the code of his fate (section 17.0).

    Args:
        events: the log's events.
        header: the log's header, whose set-up may contain earlier lines.
        book: the rulebook of the game.

    Returns:
        A dict with two keys: `rows` has a line for each mission of the campaign, and `uncounted` has a line for each
        aborted mission that does not count.
    """
    builder = _RecordBuilder(book)
    for event, state in with_states(events):
        builder.take(event, state)
    builder.close()
    last = book.constants.missions
    blank = {number: {"mission": number, "flown": False} for number in range(1, last + 1)}
    carried = {row["mission"]: row for row in header["setup"]["names"].get("record", ())}
    rows = {**blank, **carried, **{row["mission"]: row for row in builder.rows if row["counts"]}}
    return {
        "rows": [rows[number] for number in sorted(rows)],
        "uncounted": [row for row in builder.rows if not row["counts"]],
    }


class _RecordBuilder:
    """Builds a line for each mission that the log enters in the record."""

    def __init__(self, book: BomberRulebook) -> None:
        self.const = book.constants
        self.theirs = book.constants.sides[1]
        self.state: Mapping[str, Any] = {}  # values of every kind of field
        self.rows: list[Row] = []
        self.kills: dict[str, list[str]] = {}
        self.open = False

    def take(self, event: Event, state: LogState) -> None:
        """Process one event, in the order of the log.

        Args:
            event: the event.
            state: the flat state after the event.
        """
        self.state = state.before
        if is_phase(event, "mission"):
            self.kills, self.open = {}, True
        elif is_fact(event, "record"):
            self.close()
        elif is_fact(event, "goes_home") and self.rows:
            self.rows[-1]["crew"][event["who"]]["fate"] = self.const.fates["sent_home"]
        self.state = state
        if self.open:
            types, roles = shot_down(event, state)
            for role in roles:
                self.kills.setdefault(role, []).extend(types)

    def close(self) -> None:
        """Add the line of a mission that has ended."""
        if self.open and self.state.get("result"):
            self.rows.append(self._row())
        self.open = False

    def _row(self) -> Row:
        state, before = self.state, next((row for row in reversed(self.rows) if row["counts"]), None)
        bomber, result = state["bomber"], state["result"]
        fate = state.get("plane.fate", "")
        if result == self.theirs and fate not in self.const.beyond_repair:
            fate = "irreparable"  # a burst inside, safely landed
        return {
            "mission": state["mission"],
            "flown": True,
            "counts": state.get("counts", True),
            "bomber": bomber,
            "new_bomber": before is None or before["bomber"] != bomber,
            "target": state.get("city", ""),
            "type": state.get("target_type", ""),
            "aim": state.get("aim_result", ""),
            "per_cent": state["per_cent"] if state.get("bombs_dropped") else None,
            "result": result,
            "bomber_fate": fate if result == self.theirs else "",
            "crew": {role: self._cell(role, before) for role in self.const.crew},
        }

    def _cell(self, role: str, before: Row | None) -> Row:
        man = {key: self.state.get(f"men.{role}.{key}", "") for key in ("name", "rank", "missions", "kills", "fate")}
        return {
            "name": man["name"],
            "rank": man["rank"],
            "new": before is None or before["crew"][role]["name"] != man["name"],
            "missions": man["missions"],
            "kills": self.kills.get(role, []),
            "ace": man["kills"] >= self.const.ace_kills,
            "fate": self.const.fates.get(man["fate"], ""),
        }
