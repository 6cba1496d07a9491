"""The picture at the head of `engine/README.md`: one roll of a real mission, from the flow to a line of the account.

`python -m combatbox_dev.way_in` flies the mission, notes which of the functions below are entered, in which order and
with what, and draws them; a test fails if the picture is outdated.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from html import escape
from inspect import getdoc, unwrap
from pathlib import Path
from types import FrameType
from typing import Any

from combatbox.api import fly, load
from combatbox.bomber.effects.battle import cover_is
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal, Roll
from combatbox.core.flight import GameFlight
from combatbox.games.queen.flow import roll_cover
from combatbox.library.paths import root
from combatbox.play.narrate import narrate_events

PLACE, SEED, MISSION = "zone.cover", "1943", 7
STOPS: tuple[Callable[..., Any], ...] = (
    roll_cover, GameFlight.roll, SeededDice.throw, Journal.add, cover_is.function, narrate_events,
)  # fmt: skip
"""The functions that a reader is led through, in the order in which a roll enters them."""
WIDTH, TOP, STEP, BOX = 720, 12, 66, 44
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#1d2733}.m{font-weight:600}.d{fill:#4a5866}.v{font-family:monospace;fill:#8a3b12}"
    "rect{fill:#f3f0e7;stroke:#8d8672}path{fill:none;stroke:#8d8672;stroke-width:1.5}"
)


def picture() -> str:
    """Fly the mission and return the picture as SVG.

    Raises:
        LookupError: the roll enters the functions in another order.
    """
    entered, event, line = traced()
    if entered != list(STOPS):
        raise LookupError(f"a roll enters {[stop.__qualname__ for stop in entered]}; mend STOPS and engine/README.md")
    change = event["changes"][0]
    passed = (
        repr(PLACE), f"{event['table']}", f"{event['dice']}", f"{event['row']}: {', '.join(event['gives'])}",
        f"{change[0]} = {change[2]!r}", line,
    )  # fmt: skip
    rows = "".join(_stop(number, stop, value) for number, (stop, value) in enumerate(zip(STOPS, passed, strict=True)))
    height = TOP * 2 + STEP * len(STOPS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="t">'
        f'<title id="t">One roll through {len(STOPS)} modules</title><style>{STYLE}</style>'
        f'<rect width="{WIDTH}" height="{height}" style="fill:#fff;stroke:none"/>{rows}</svg>\n'
    )


def _stop(number: int, stop: Callable[..., Any], value: str) -> str:
    """Return the box of a function, and below it the arrow with what it passes on."""
    y, function = TOP + number * STEP, unwrap(stop)
    module = function.__module__.removeprefix("combatbox.").replace(".", "/")
    about = (getdoc(function) or "").splitlines()[0]
    return (
        f'<rect x="{TOP}" y="{y}" width="{WIDTH - 2 * TOP}" height="{BOX}" rx="4"/>'
        f'<text x="24" y="{y + 18}"><tspan class="m">{module}.py</tspan> <tspan class="d">{function.__qualname__}</tspan></text>'
        f'<text class="d" x="24" y="{y + 36}">{escape(about)}</text>'
        f'<path d="M36 {y + BOX}v{STEP - BOX}m-4 -6l4 6l4 -6"/>'
        f'<text class="v" x="50" y="{y + BOX + 15}">{escape(value)}</text>'
    )


def traced() -> tuple[list[Callable[..., Any]], Roll, str]:
    """Fly the mission and return the functions that its first roll for cover enters, its event, and its line."""
    book = load("queen")
    codes = {unwrap(stop).__code__: stop for stop in STOPS}
    entered: list[Callable[..., Any]] = []

    def note(frame: FrameType, kind: str, _: object) -> None:
        stop = codes.get(frame.f_code) if kind == "call" else None
        if stop and stop not in entered and (entered or stop is STOPS[0]):
            entered.append(stop)

    sys.setprofile(note)
    try:
        log = fly(book, seed=SEED, mission=MISSION)
        told = list(narrate_events(book, log.events))
    finally:
        sys.setprofile(None)
    return next(
        (entered, event, lines[0].shown) for event, lines in told if event["kind"] == "roll" and event["place"] == PLACE
    )


def path() -> Path:
    """Return the file of the picture."""
    return root() / "engine" / "one-roll.svg"


if __name__ == "__main__":
    path().write_text(picture(), encoding="utf-8", newline="\n")
