"""The charts and sheets of a game's odds, for the site's page of odds and the command `odds`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from combatbox.core.statistics import Chart, Group, bar, share
from combatbox.odds.simulation import stored_survival
from combatbox.play.batch import SURVIVED, event_words
from combatbox.play.book import Book

Odds = Mapping[str, Any]
"""The odds of a game as plain data, as returned by `odds_of`."""


def groups_of(book: Book, odds: Odds) -> list[Group]:
    """Return all charts and sheets of a simulation, in the order of display."""
    return [*_own(book, odds, "before"), _ends(book, odds), *_own(book, odds, "after")]


def _own(book: Book, odds: Odds, when: Literal["before", "after"]) -> Sequence[Group]:
    """Return the groups that the game defines for display before, or after, the chart of how missions end."""
    figures, counted = book.game.figures, odds.get("figures")
    if figures is None or not counted:
        return ()
    shown = figures.before if when == "before" else figures.after
    return shown(book.const, book.say, counted)


def _ends(book: Book, odds: Odds) -> Group:
    """Return the chart of how missions end.

    Tally keys that the game shows in charts of its own are omitted.
    """
    events, figures = odds["events"], book.game.figures
    apart = figures.apart(book.const) if figures else ()
    survival = odds["mission_survival"]
    shown = {key: survival if key == SURVIVED else figure for key, figure in events.items() if key not in apart}
    bars = [bar(event_words(book, key), figure) for key, figure in shown.items()]
    about = f"Share of {odds['missions']:,} missions. Lines overlap, for one mission may count in several: they do not add up to 100%."
    if SURVIVED in shown and survival.get("exact") is not None:
        about += (
            f" That {book.game.survives} is worked out exactly from the tables; of the missions flown it was"
            f" {share(events[SURVIVED]['value'])}."
        )
    elif SURVIVED in shown and stored_survival(book):
        about += f" That {book.game.survives} is simulated as well: it is worked out for the game's own tables alone."
    ordered = sorted(bars, key=lambda one: -one.value)
    return Group("How missions end", (Chart("ends", "How often each thing happens", about, ordered, heading="What"),))
