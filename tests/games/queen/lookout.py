"""What must hold of a whole mission, looked at as its log is written: who drowns, freezes, moves, climbs and lands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.core.events import Choice, Consult, Event, Fact, Phase, Roll

SEATS = ("pilot", "copilot")


class Lookout:
    """Told of each event before it changes anything. `doctrine`: the player is sensible, and takes what helps."""

    def __init__(self, book: Any, doctrine: bool = False) -> None:
        self.book, self.doctrine = book, doctrine
        self.call_went_out = False
        self.rolled_in_the_sea: set[str] = set()
        self.offered: dict[str, int] = {}
        self.could_not_move = False
        self.fire_fighters: set[str] = set()

    def see(self, state: Any, event: Event) -> None:
        """One event."""
        looker = getattr(self, f"_{event['kind']}", None)
        if looker:
            looker(state, event)

    def _phase(self, state: Any, data: Phase) -> None:
        if data["name"] == "bail_out":
            self.call_went_out = self._at_the_set(state)
        elif data["name"] == "turn":
            self.could_not_move = state.plane.parts["intercom_out"] and state.battle.attacked

    def _at_the_set(self, state: Any) -> bool:
        """The set is whole and its own operator at it, fit."""
        operator = state.men["radio_operator"]
        return operator.station == "radio_operator" and operator.fit and not state.plane.parts["radio_out"]

    def _choice(self, state: Any, data: Choice) -> None:
        if data["decision"] in ("oxygen", "warmth"):
            self.offered[data["who"]] = state.track.turn
        elif data["decision"] == "move":
            self.offered.update(dict.fromkeys(data["options"], state.track.turn))
        elif data["decision"] == "fight_fire":
            self.fire_fighters = set(data["options"])
        elif data["decision"] == "come_down" and self.doctrine and data["taken"] == "bail_out sea":
            assert state.in_formation or self._at_the_set(state), "into the sea with no call for help"

    def _roll(self, state: Any, data: Roll) -> None:
        if data["table"] == "G-8":
            self.rolled_in_the_sea.add(data["who"])
        elif data["table"] == "BL-5":
            self._freezes(state, state.men[data["who"]])
        elif data["table"] == "G-9" and state.outcome.landed == "england":
            assert any(man.fit and not man.trapped for man in state.men.values()), "nobody can reach the controls"
            assert state.men[state.pilot_at_controls].fit, "whoever flew has gone"

    def _consult(self, state: Any, data: Consult) -> None:
        if data["table"] == "G-8":
            asked = self.call_went_out or state.in_formation
            assert not asked, f"{data['who']} drowns unasked"
            self.rolled_in_the_sea.add(data["who"])

    def _fact(self, state: Any, data: Fact) -> None:
        if (data["name"], data["rule"]) == ("leaves_formation", "Q12.1-2"):
            self._loses_formation_for_oxygen(state)
        looker = getattr(self, f"_{data['name']}", None)
        if looker:
            looker(state, state.men.get(data["who"]), data["data"])

    # ---- heat and oxygen

    def _oxygen(self, state: Any, station: str) -> bool:
        hits = self.book.constants.oxygen_hits
        return not state.plane.parts["oxygen_system_out"] and state.supply.oxygen_hits.get(station, 0) < hits

    def _keeps(self, state: Any, station: str) -> bool:
        return self._oxygen(state, station) and station not in state.supply.heat_out

    def _stuck(self, state: Any) -> set[str]:
        """The stations that nobody gets into or out of."""
        crew = self.book.constants.crew.items()
        return {station for station, job in crew if job.locked_by and state.plane.parts[job.locked_by]}

    def _free_of(self, state: Any, man: Any) -> list[str]:
        """Free stations, none of them a stuck turret or, for a fit man, a pilot's seat."""
        stuck = self._stuck(state)
        closed = stuck if man.serious else {*stuck, *SEATS}
        return [station for station, role in state.stations.items() if not role and station not in closed]

    def _free(self, state: Any, man: Any) -> list[str]:
        """Those of them with heat and oxygen."""
        return [station for station in self._free_of(state, man) if self._keeps(state, station)]

    def _bound(self, state: Any, man: Any) -> bool:
        return not man.serious and (man.role in SEATS or man.role == state.pilot_at_controls)

    def _freezes(self, state: Any, man: Any) -> None:
        """A roll for frostbite: no warm station was free, or he could not move, or the player left him there."""
        if self.could_not_move or man.trapped or self._bound(state, man) or not self._free(state, man):
            return
        assert not self.doctrine, f"{man.role} freezes beside {self._free(state, man)}"
        assert self.offered.get(man.role, 0) >= state.track.turn - 1, (
            f"nobody offered {man.role} {self._free(state, man)}"
        )

    def _loses_formation_for_oxygen(self, state: Any) -> None:
        """Somebody could not be helped, or the player did not help him."""
        needy = [man for man in state.aboard if not self._oxygen(state, man.station)]
        free = {man.role: self._with_oxygen(state, man) for man in needy}
        if self.could_not_move:
            return
        if self.doctrine:
            enough = all(free.values()) and len({s for many in free.values() for s in many}) >= len(needy)
            assert not enough, f"the formation is lost beside {free}"
        for role, stations in free.items():
            assert not stations or self.offered.get(role, 0) >= state.track.turn - 1, (
                f"nobody offered {role} {stations}"
            )

    def _with_oxygen(self, state: Any, man: Any) -> list[str]:
        """Free stations with oxygen to which he may go; for a seriously wounded man they have heat as well."""
        if man.trapped or self._bound(state, man):
            return []
        works = self._keeps if man.serious else self._oxygen
        return [station for station in self._free_of(state, man) if works(state, station)]

    def _climbs(self, state: Any, nobody: Any, data: Mapping[str, Any]) -> None:
        assert state.track.low_why == "oxygen"
        assert state.engines_out() < self.book.constants.engines_out_slow, "held down by its engines"
        for man in state.aboard:
            assert self._keeps(state, man.station), f"climbs with the {man.role} at {man.station}"

    # ---- moves

    def _moves(self, state: Any, man: Any, data: Mapping[str, Any]) -> None:
        old, new = man.station, data["to"]
        other = state.men.get(data["with_"])
        assert not any(one.trapped for one in (man, other) if one), "a trapped man moves"
        assert not (state.plane.parts["intercom_out"] and (state.battle.attacked or state.battle.under_attack)), (
            "moves without the intercom"
        )
        assert new not in self._stuck(state), "into a stuck turret"
        if self._bound(state, man):
            assert {old, new} <= set(SEATS), f"the {man.role} leaves the controls"
        if state.track.altitude == "high":
            for moved, station in ((man, new), (other, old)):
                if moved and moved.serious:
                    assert self._keeps(state, station), f"the {moved.role} is carried to {station}"
            if other and other.fit and not self._keeps(state, old):
                assert not self._free(state, other), f"the {other.role} is sent to {old}"

    def _relieved(self, state: Any, man: Any, data: Mapping[str, Any]) -> None:
        if state.track.altitude == "high" and not self._keeps(state, data["to"]):
            assert not self._free(state, man), f"the {man.role} is sent to {data['to']}"

    def _fights_fire(self, state: Any, man: Any, data: Mapping[str, Any]) -> None:
        """All were asked who may, and nobody else: men of that compartment, or of the next manned on either side."""
        assert self.fire_fighters in (self._may_fight(state, data["where"]), set())
        assert self.fire_fighters or {man.role} == self._may_fight(state, data["where"])
        self.fire_fighters = set()

    def _may_fight(self, state: Any, where: str) -> set[str]:
        manned = [name for name, facts in self.book.constants.compartments.items() if facts.stations]
        able = {compartment: self._able(state, compartment) for compartment in manned}
        if able[where]:
            return set(able[where])
        here = manned.index(where)
        sides = (manned[:here][::-1], manned[here + 1 :])
        return {role for side in sides for role in next((able[place] for place in side if able[place]), [])}

    def _able(self, state: Any, compartment: str) -> list[str]:
        pilots_fit = all(state.men[role].fit for role in SEATS)
        crew = self.book.constants.crew
        return [
            man.role
            for man in state.aboard
            if crew[man.station].compartment == compartment and man.fit and not man.trapped
            and man.role != "pilot" and (man.role != "copilot" or pilots_fit) and man.role != state.pilot_at_controls
        ]  # fmt: skip

    # ---- the end

    def end(self, state: Any, summary: Mapping[str, Any], tally: list[str], chart: Mapping[str, Any]) -> None:
        """The mission is over: nobody drowned unasked, and every account of the plane says the same."""
        drowned = {man.role for man in state.men.values() if man.fate == "lost_at_sea"}
        assert state.outcome.landed == "sea" or drowned <= self.rolled_in_the_sea, drowned - self.rolled_in_the_sea
        beyond = state.plane.fate in self.book.constants.beyond_repair
        assert beyond == (state.outcome.result == "german_air_defence"), (state.plane.fate, state.outcome.result)
        assert beyond == ("survived" not in tally), (state.plane.fate, tally)
        assert (summary["plane"], summary["result"]) == (chart["plane"], chart["result"])
        if state.plane.parts["burst_inside"]:
            assert beyond, "a plane flies on after a burst inside it"
