"""The log of a campaign: narration, record, summary and tally.

The missions of the campaign are narrated by `story`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from combatbox.bomber import campaign, record, story
from combatbox.bomber.careers import Campaign
from combatbox.bomber.composite_record import composite
from combatbox.bomber.enums import BomberRulebook
from combatbox.bomber.state import State
from combatbox.core.events import Event, Header, Phase
from combatbox.core.log_state import tree, with_states
from combatbox.core.narration import NarrationContext, NarrationLine
from combatbox.core.table_views import capital, plural


def summary(state: State) -> dict[str, Any]:  # JSON
    """Return the outcome of a mission, or the state of a campaign, as JSON."""
    return record.summary(state) if state.campaign is None else dict(campaign.summary(state))


def tally(state: State) -> Iterator[str]:
    """Yield the tally keys of a mission or a campaign.

    A campaign that is complete has the key `survived` if only one bomber flew in it.
    """
    if state.campaign is None:
        yield from record.tally(state)
    else:
        yield from tally_campaign(state.campaign)


def tally_campaign(campaign: Campaign) -> Iterator[str]:
    """Yield the tally keys of a campaign."""
    yield f"campaign {campaign.result or 'going on'}"
    if len(campaign.services) == 1 and campaign.result:
        yield "survived"


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
        "mission_chart": charts[-1] if charts else record.Chart(book).done(header),
        "mission_charts": charts,
        "campaign": header["run"] == "tour",
        "composite": composite(events, header, book),
    }


def mission_charts(events: list[Event], header: Header, book: BomberRulebook) -> list[dict[str, Any]]:  # JSON
    """Return the filled-in chart of each mission."""
    charts = []
    chart: record.Chart | None = None
    for event, state in with_states(events):
        if event["kind"] == "phase" and event["name"] == "mission":
            chart = record.Chart(book)
        elif event["kind"] == "fact" and event["name"] == "record" and chart:
            charts.append(chart.done(header))
            chart = None
        if chart:
            chart.take(event, state)
    return [*charts, chart.done(header)] if chart else charts


# ---- narration


def tell(event: Event, state: story.State, words: NarrationContext) -> Iterator[NarrationLine]:
    """Yield the narration of an event.

    This module narrates the start of a campaign; `story` narrates all other events.

    Args:
        event: the event.
        state: the flat state after the event.
        words: names and wording of the game.
    """
    if event["kind"] == "phase" and event["place"] == "campaign.start":
        yield from _begins(event, state, words)
    else:
        yield from story.tell(event, state, words)


def _begins(event: Phase, state: story.State, words: NarrationContext) -> Iterator[NarrationLine]:
    """Yield a line for the bomber and one for each man at the start of a campaign."""
    left = event["data"]["of"] - event["data"]["completed"]
    yield NarrationLine(0, f"{state['bomber'] or 'A new bomber'} and her crew: {plural(left, 'mission')} to fly")
    for role, man in tree(state, "men").items():
        missions = man["missions"] - 1
        past = f", {plural(missions, 'mission')} behind him" if missions else ""
        yield NarrationLine(1, f"{capital(words.say(role))}: {man['rank']} {man['name']}{past}.")
