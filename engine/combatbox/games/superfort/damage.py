"""Damage by its tables (section 7): a hit in a section, and what follows from it."""

from __future__ import annotations

from combatbox.bomber.asking import Down
from combatbox.bomber.terms import table_of
from combatbox.core.decisions import Flow
from combatbox.games.superfort.state import SuperfortFlight


def strike(flight: SuperfortFlight, section: str) -> None:
    """One hit in a section, `nose` or `port_wing`, on the table of that section."""
    if section.endswith("_wing"):
        flight.state.hand.side = section.removesuffix("_wing")
    flight.roll("damage.section", section, table=table_of(flight.const, section))


def settle(flight: SuperfortFlight) -> Flow[None]:
    """What a hit or an event leaves to be settled: fires, the loss of engines, who flies, an order to bail out.

    Raises Down when the flight is over.
    """
    if flight.state.due.lost or flight.state.due.bail_out:
        raise Down
    return
    yield


def leave_zone(flight: SuperfortFlight) -> Flow[None]:
    """What falls due when a zone is left behind: an engine stopped for its oil, a range that is flown out."""
    return
    yield
