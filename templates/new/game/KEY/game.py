"""The sequence of play, what a log tells of it, and the game as Combat Box sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.core.decisions import Flow
from combatbox.core.events import Event, Header
from combatbox.core.game import Game, Line, Words, by_name
from combatbox.core.tables import Rulebook

from KEY.parts import Aircraft, Hit, Lost, Sortie


def fly_mission(flight: Sortie) -> Flow[None]:
    """Stage by stage, until the aircraft is home or lost. What is rolled and asked where, `places.yaml` says."""
    aircraft = flight.state
    for stage in flight.const["stages"]:
        flight.phase("flight.stage", name_of=stage)
        aircraft.stage = stage
        answer = yield flight.ask("flight.turn_back", ("fly_on", "turn_back"), "fly_on")
        if answer == "turn_back":
            break
        flight.roll("flight.fire")
        aircraft.lost = aircraft.lost or aircraft.hits >= flight.const["hits"]
        if aircraft.lost:
            break
    flight.fact("flight.end", lost=aircraft.lost, hits=aircraft.hits)


def summary(aircraft: Aircraft) -> dict[str, Any]:
    """How the mission ended."""
    return {"lost": aircraft.lost, "hits": aircraft.hits, "reached": aircraft.stage}


def tally(aircraft: Aircraft) -> Iterator[str]:
    """What the odds count."""
    yield "lost" if aircraft.lost else "survived"


def tell(event: Event, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    """An event in plain English."""
    if event["kind"] == "phase":
        yield Line(0, f"{words.say(event['data']['name_of']).capitalize()}.")
    elif event["kind"] == "roll":
        told = "; ".join(effect.words(words.say) for effect in words.rows[event["row"]].effects) or "nothing"
        yield Line(1, f"{told}.", words.title(event["table"]), tuple(event["dice"]), event["net"])
    elif event["kind"] == "choice":
        yield Line(1, f"You {words.say(event['taken'])}.")
    elif event["kind"] == "fact":
        yield Line(0, "The aircraft is lost." if event["data"]["lost"] else "The aircraft is home.")


def forms(events: list[Event], header: Header, book: Rulebook) -> dict[str, Any]:
    """The record sheet: what was rolled at each stage."""
    form: dict[str, Any] = {}
    stage = ""
    for event in events:
        if event["kind"] == "phase":
            stage = event["data"]["name_of"]
        elif event["kind"] == "roll":
            form[stage] = event["net"]
    return form


GAME = Game(
    key="KEY",
    effects=by_name(Hit, Lost),
    conditions={},
    quantities={},
    new_state=lambda book, setup: Aircraft(),
    runs={"mission": fly_mission},
    summary=summary,
    tally=tally,
    tell=tell,
    forms=forms,
    options=lambda _constants: {"turn_back": ("fly_on", "turn_back")},
    survives="the aircraft comes home",
)
