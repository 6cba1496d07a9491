"""What must hold of random legal play of Queen of the Skies: its part of `combatbox_dev.fuzz`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from invariants import LEANS, WORSE, check, check_end, check_event
from lookout import Lookout

from combatbox.bomber import record
from combatbox.bomber.setup import Names
from combatbox.core.events import Event
from combatbox.core.game import Setup
from combatbox.core.log_state import state_after
from combatbox.core.tables import Rulebook
from combatbox.library.book import Book
from combatbox_dev.fuzz import Fuzz, Trial


def rulings(book: Book, number: int) -> dict[str, str]:
    """Every other mission under any options at all, the rest with every optional rule."""
    chance = random.Random(f"rulings/{number}")
    if number % 2:
        return {r.id: chance.choice(list(r.options)) for r in book.rulings.values() if len(r.options) > 1}
    return {f"Q-X{n}": "on" for n in (1, 2, 3, 4)}


def setup(book: Book, number: int) -> Setup[Names]:
    """Mission after mission, with a rabbit's foot in every other."""
    return Setup(number % book.missions + 1, Names(rabbits_feet=number % 2))


class Watching:
    """Looks at the state and at what is done at every event, and keeps a lookout for what only shows in the end."""

    def __init__(self, book: Rulebook, doctrine: bool) -> None:
        self.book, self.lookout = book, Lookout(book, doctrine)

    def __call__(self, state: Any, event: Event) -> None:
        """Before the event changes anything."""
        check(state, self.book)
        check_event(state, event, self.book)
        self.lookout.see(state, event)


def fuzz(book: Book) -> Fuzz:
    """Missions of Queen of the Skies and all that must hold of them."""
    return Fuzz(
        book, word="legal", rulings=rulings, setup=setup, worse=WORSE, leans=LEANS,
        watch=Watching, ends=ends, outcome=lambda state: state.outcome.landed,
    )  # fmt: skip


def ends(trial: Trial) -> None:
    """A mission is over: it has a result, the same in every account of it, and its log keeps to the rules."""
    events = trial.journal.events
    check_end(trial.state)
    account(trial)
    guns_and_moves(trial.journal.header["rulings"], events)
    check_turns(trial.rulebook, events)
    check_aborts(events)
    what_is_used_is_paid(trial.rulebook, events)


def account(trial: Trial) -> None:
    """What the mission came to: the same in every account of it."""
    chart = record.forms(trial.journal.events, trial.journal.header, trial.rulebook)["mission_chart"]
    trial.watch.lookout.end(trial.state, record.summary(trial.state), list(record.tally(trial.state)), chart)


def what_is_used_is_paid(book: Rulebook, events: list[Event]) -> None:
    """Bursts, extinguishers and bombs: each burst fired, passed or thrown out, each try at a fire, each bomb load once."""
    const = book.constants
    due = {f"guns.{name}.bursts": gun.bursts for name, gun in const.guns.items()}
    due["plane.extinguishers"] = const.hand_extinguishers
    for event in events:
        place, data = event["place"], event.get("data", {})
        if place == "guns.allocated":
            for gun, aim in data["guns"].items():
                shots = 0 if aim.startswith("passing") else const.burst_per_shot
                due[f"guns.{gun}.bursts"] -= const.burst_per_spray if aim in const.positions else shots
        elif place == "guns.passing_shot":
            due[f"guns.{event['who']}.bursts"] -= const.burst_per_shot
        elif place == "crew.passes_bursts":
            due[f"guns.{data['giver']}.bursts"] -= data["number"]
            due[f"guns.{data['taker']}.bursts"] += data["number"]
        elif place == "engines.overboard":
            due = dict.fromkeys(due, 0)
        elif place == "fire.attempt" and event["kind"] == "roll" and event["gives"] != ["again"]:
            due["plane.extinguishers"] -= 1
        gone = [old and not new for path, old, new in event["changes"] if path == "plane.bombs_aboard"]
        assert gone in ([], [True], [None]), f"event {event['n']}: the bombs are aboard again"
    left = {path: value for path, value in state_after(events).items() if path in due}
    assert left == due, {path: (left[path], due[path]) for path in due if left[path] != due[path]}


# ---- turns and aborting, from the log alone


def engines_out(state: Mapping[str, Any]) -> int:
    """How many engines are out."""
    return sum(bool(state[f"engines.{index}.out"]) for index in range(4))


def check_turns(book: Rulebook, events: list[Event]) -> None:
    """Zones and turns: nobody turns round over the target without its flak, or flies where the rules turn him back."""
    at_once = book.rulings["Q-R79"] == "at_once"
    flak, state = 0, dict[str, Any]()
    for event, state, _after in walk(events):
        if event["kind"] == "phase" and event["name"] == "flak":  # its rolls may be made again with a rabbit's foot
            flak += 1
        elif event["kind"] == "roll" and event["table"] == "B-1":
            alone = state["out_of_formation"] or state["zones_entered"] < state["diving_until"]
            assert alone or not state["plane.bombs_aboard"] or not engines_out(state), "heavy, and in formation"
        elif event["kind"] == "phase" and event["name"] == "turn" and state["turn"]:
            report = event["data"]
            if report["turning"]:
                assert flak == 1, f"the flak of the target {flak} times before turning round"
            elif report["zone"] > state["zone"] and report["leg"] == "out":
                assert engines_out(state) < 2, "outward with two engines out"
            elif report["zone"] == state["zone"] and at_once:
                assert slow(state), "a second turn in a zone without cause"
    bent = any(state[f"engines.{index}.unfeathered"] for index in range(4))
    burst = state["plane.burst_inside"] or any("bombs_explode" in event.get("gives", ()) for event in events)
    assert not state["two_turns"] or bent or burst, "slow by an engine that runs"


def slow(state: Mapping[str, Any]) -> bool:
    """Something there is that slows the bomber."""
    navigator = state["men.navigator.serious"] or state["men.navigator.dead"] or state["plane.navigator_equipment_out"]
    return bool(
        state["two_turns"]
        or engines_out(state) > 1
        or (engines_out(state) and state["plane.bombs_aboard"])
        or (navigator and state["zone"] % 2)
    )


MISHAPS = {"engine": "engines", "two_engines_out": "engines", "out_of_formation": "formation"}
"""Causes of R-8-0 that a random event may bring about as well, and what the enemy must then have done."""


def check_aborts(events: list[Event]) -> None:
    """An abort that counts names a cause, and the log holds what the enemy did before to bring it about."""
    by_enemy: dict[str, bool] = {"engines": False, "formation": False, "shells": False}
    random_event, shot = False, set[str]()
    for event in events:
        table = event.get("table", "")
        if event["kind"] == "phase":
            random_event = event["name"] == "random_event"
        for path, old, new in event["changes"]:
            if path.startswith("engines.") and path.endswith(".out") and old is not None:
                (shot.add if new and table != "B-7-ENGINE" else shot.discard)(path)
            elif path == "failed_engine" and old and not new:  # it starts again, or the enemy has hit it as well
                engine = f"engines.{old - 1}.out"
                if (engine, True, False) not in event["changes"]:
                    shot.add(engine)
        by_enemy["engines"] = bool(shot)
        by_enemy["shells"] |= table.startswith(("P-", "BL-1", "BL-2", "R-19-2")) and not random_event
        if "out_of_formation" in event.get("gives", ()):
            by_enemy["formation"] |= not random_event
        elif event.get("name") == "leaves_formation":
            by_enemy["formation"] |= bool(shot) or event["rule"] not in ("Q10.1-1", "Q10.2-1", "Q13.0-1")
        elif event.get("name") == "aborts":
            counted = ("counts", True, False) not in event["changes"]
            causes = event["data"]["causes"]
            assert counted == bool(causes), (counted, causes)
            for cause in causes:
                assert by_enemy[MISHAPS.get(cause, "shells")], f"{cause}, and the enemy had no part in it"


# ---- guns, fighters and moves


def walk(events: list[Event]) -> Iterator[tuple[Event, dict[str, Any], Event | None]]:
    """Each event with the flat state before it and the event after it."""
    state: dict[str, Any] = {}
    for event, after in zip(events, [*events[1:], None], strict=True):
        yield event, state, after
        for path, _old, new in event["changes"]:
            state[path] = new


def guns_and_moves(rulings: dict[str, str], events: list[Event]) -> None:
    """What a log must hold of cover, walking hits, changes of guns, the order of hits, bombs and rabbits' feet."""
    stretch = Stretch(rulings.get("Q-R20") == "salvo")
    bracketed = False
    for event, state, after in walk(events):
        where = f"event {event['n']}"
        if event["kind"] == "phase" and event["name"] == "wave":
            bracketed = False
        bracketed |= event.get("table") == "M-4"
        if event["kind"] == "roll":
            walking_hits_count_once(event, state, where)
            assert any_roll_may_be_made_again(event, state, after), f"{where}: no rabbit's foot was offered"
        elif event.get("name") == "wave_over" and event["data"]["fought"] and state["cover"]:
            assert bracketed, f"{where}: this wave had no roll on M-4"
        stretch.step(event, state, where)


def walking_hits_count_once(event: Event, state: dict[str, Any], where: str) -> None:
    """The second walking hits of an attack change nothing."""
    if event["table"] == "B-5" and "".join(event["gives"]).startswith("walking_hits") and state.get("walking"):
        changed = [path for path, _old, new in event["changes"] if path == "walking" and new]
        assert not changed, f"{where}: the second walking hits replace the first"


def any_roll_may_be_made_again(event: Event, state: dict[str, Any], after: Event | None) -> bool:
    """Who has a rabbit's foot is asked after every roll that stands."""
    if not state.get("rabbits_feet") or event["gives"] == ["again"]:
        return True
    return after is not None and after.get("decision") == "rabbits_foot"


@dataclass
class Stretch:
    """What has been offered since the last attack, wave or flak, and the hits of the attack in hand.

    move_due: somebody must be asked whether men change stations before play goes on. jettison: the bombs were
    offered. hits: the guns that hit, by fighter. first: the gun last named to count first.
    """

    salvo: bool
    move_due: bool = False
    jettison: bool = False
    aims: dict[str, str] = field(default_factory=dict)
    hits: dict[str, list[str]] = field(default_factory=dict)
    first: str = ""

    def step(self, event: Event, state: dict[str, Any], where: str) -> None:
        """One event further."""
        name = event.get("name", "")
        if event["kind"] == "choice":
            self.chosen(event, state, where)
        elif event["kind"] == "roll":
            self.rolled(event, state, where)
        elif name in ("turn", "wave", "flak", "bomb_run"):
            self.move_offered(state, where)
            self.jettison, self.move_due = False, name == "wave"
        elif name in ("successive_attack", "light_flak", "landing"):
            self.jettison, self.move_due = False, name == "successive_attack"
        elif name == "wave_over":
            self.move_due = event["data"]["fought"]
        elif name == "allocated":
            self.move_offered(state, where)
            self.bombs_offered(state, where)
            self.jettison, self.aims, self.hits, self.first = False, event["data"]["guns"], {}, ""

    def chosen(self, event: Event, state: dict[str, Any], where: str) -> None:
        """A choice: whether to move, to jettison, which hit comes first."""
        if event["decision"] == "move":
            self.move_due = False
        elif event["decision"] == "jettison":
            self.jettison = True
        elif event["decision"] == "first_gun":
            self.first = event["taken"]
        elif event["decision"] == "abort":
            self.move_offered(state, where)

    def rolled(self, event: Event, state: dict[str, Any], where: str) -> None:
        """A roll: flak and landings must not catch the bombs unasked; two hits on one fighter are in the order wished."""
        table, gun = event["table"], event["who"]
        if table == "O-3":
            self.bombs_offered(state, where)
            self.move_due = True
        elif table in ("G-9", "G-10") and event["net"] <= 0:  # which may set them off
            self.bombs_offered(state, where, landing=True)
        elif table in ("M-1", "M-1-HARD"):
            rivals = self.hits.setdefault(self.aims[gun], [])
            if gun in rivals:  # thrown again with a rabbit's foot
                rivals.remove(gun)
            if event["gives"] == ["hit"]:
                rivals.append(gun)
        elif table == "M-2" and gun in (rivals := self.hits.get(self.aims.get(gun, ""), [])):
            assert len(rivals) < 2 or self.first == gun, f"{where}: nobody chose that {gun} comes before {rivals}"
            rivals.remove(gun)

    def move_offered(self, state: dict[str, Any], where: str) -> None:
        """With the intercom whole and two fit men at the waist guns somebody was asked about changing stations."""
        men = [state[f"stations.{side}_waist_gunner"] for side in ("port", "starboard")]
        down = [
            m for m in men if not m or state[f"men.{m}.serious"] or state[f"men.{m}.dead"] or state[f"men.{m}.fate"]
        ]
        able = not down and not state["plane.intercom_out"] and state["pilot_at_controls"] not in men
        assert not (self.move_due and able), f"{where}: nobody could change guns"

    def bombs_offered(self, state: dict[str, Any], where: str, landing: bool = False) -> None:
        """Out of formation, and before a landing, the bombs could go, if they can go at all."""
        alone = landing or state["out_of_formation"] or state["zones_entered"] < state["diving_until"]
        stuck = state["plane.bomb_doors_out"] and not self.salvo
        due = alone and state["plane.bombs_aboard"] and not stuck
        assert self.jettison or not due, f"{where}: the bombs could not go"
