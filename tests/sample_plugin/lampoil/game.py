"""The flight out to the light, what its log records, and the game as the engine sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.core.board import Board, Highlight
from combatbox.core.decisions import Flow
from combatbox.core.events import Event, Header
from combatbox.core.game import Game, GamePages, vocabulary_index
from combatbox.core.narration import NarrationContext, NarrationLine
from combatbox.core.styled_text import Piece, Styled, styled
from combatbox.core.tables import Rulebook
from lampoil.parts import Boat, LampOil, down, drums_lost, ice_grows, layers, sky_is, under


def fly_out(flight: LampOil) -> Flow[None]:
    """Stretch by stretch to the light, until the boat is down."""
    boat = flight.state
    for stretch in flight.const["stretches"]:
        flight.phase("flight.stretch", name_of=stretch)
        boat.stretch = stretch
        yield from cross(flight)
        if not boat.down:
            flight.roll("flight.engine")
        if boat.down:
            break
    else:
        flight.roll("flight.swell")
    flight.fact("flight.down", how=boat.down, drums=boat.drums)


def cross(flight: LampOil) -> Flow[None]:
    """The sky of a stretch, and low or high through what is in it."""
    flight.roll("flight.sky")
    if flight.state.sky == "clear":
        return
    height = yield flight.ask("flight.height", ("low", "high"), "low")
    flight.roll("flight.low" if height == "low" else "flight.high")
    if height == "low" and flight.rulings["L-A1"] == "melts" and flight.state.ice:
        flight.fact("flight.melts")
        flight.state.ice = 0


def summary(boat: Boat) -> dict[str, Any]:
    """How the flight ended; oil counts at the jetty alone."""
    return {"down": boat.down, "drums": boat.drums if boat.down == "jetty" else 0, "ice": boat.ice}


def tally(boat: Boat) -> Iterator[str]:
    """`survived`, and where the boat came down."""
    if boat.down in ("jetty", "adrift"):
        yield "survived"
    yield boat.down


def tell(event: Event, state: Mapping[str, Any], words: NarrationContext) -> Iterator[NarrationLine]:
    """An event in plain English."""
    if event["kind"] == "phase":
        yield NarrationLine(0, f"Over the {words.say(event['data']['name_of'])}")
    elif event["kind"] == "roll":
        text = "; ".join(effect.words(words.say) for effect in words.rows[event["row"]].effects) or "nothing happens"
        yield NarrationLine(1, f"{text}.", words.title(event["table"]), tuple(event["dice"]), event["net"])
    elif event["kind"] == "choice":
        yield NarrationLine(1, f"You go {event['taken']}.")
    elif event["kind"] == "fact" and event["name"] == "melts":
        yield NarrationLine(1, "The ice melts off the wings.")
    elif event["kind"] == "fact":
        yield NarrationLine(
            0, f"{words.say(event['data']['how']).capitalize()}. Drums aboard: {event['data']['drums']}."
        )


def forms(events: list[Event], header: Header, book: Rulebook) -> dict[str, Any]:
    """The flight log: a line for each stretch with its dice, and how it ended."""
    form: dict[str, Any] = {"lines": {}, "down": "", "drums": 0}
    line: dict[str, Any] = {}
    for event in events:
        if event["kind"] == "phase":
            line = form["lines"].setdefault(event["data"]["name_of"], {})
        elif event["kind"] == "roll":
            line[event["table"]] = event["net"]
        elif event["kind"] == "choice":
            line["height"] = event["taken"]
        elif event["kind"] == "fact" and event["name"] == "down":
            form |= {"down": event["data"]["how"], "drums": event["data"]["drums"]}
    return form


def picture(flight: LampOil, words: NarrationContext, width: int = 80, drawn: bool = True) -> list[Styled]:
    """The boat as its pilot sees it."""
    boat = flight.state
    sky = Piece(words.say(boat.sky), "bad" if boat.sky == "squall" else "")
    return [styled(f"{words.say(boat.stretch).capitalize()}: ", sky, f"   drums {boat.drums}   ice {boat.ice}")]


GAME = Game(
    key="lampoil",
    effects=vocabulary_index(sky_is, ice_grows, down, drums_lost),
    conditions=vocabulary_index(under),
    quantities=vocabulary_index(layers),
    new_state=lambda book, setup: Boat(book.constants["drums"]),
    runs={"mission": fly_out},
    summary=summary,
    tally=tally,
    tell=tell,
    forms=forms,
    survives="boat and pilot are safe",
    board=Board(picture=picture, spans=lambda boat: {"stretch": boat.stretch}),
    pages=GamePages(
        happenings={
            one.name: one
            for one in (
                Highlight(
                    "delivered", "the oil reaches the light", ("LO-8",), lambda mission: mission.summary["drums"] > 0
                ),
                Highlight(
                    "wrecked",
                    "the boat is wrecked",
                    ("LO-7",),
                    lambda mission: mission.summary["down"] in ("wave", "swell"),
                ),
                Highlight(
                    "adrift",
                    "the engine leaves the boat adrift",
                    ("LO-6",),
                    lambda mission: mission.summary["down"] == "adrift",
                ),
            )
        },
    ),
)
