"""Prose gives shares that the stored odds have found, and links that open a scenario."""

import json
import re
from base64 import urlsafe_b64decode

import pytest

from combatbox.core.errors import UnknownName
from combatbox.library.load import load
from combatbox.library.scenarios import read_scenario
from combatbox.odds.stored_odds import read_stored
from combatbox.prose.table_values import Values


def test_a_share_is_given_in_whole_per_cent_or_said_to_be_missing():
    values = Values(load("skirmish"))
    doctrine = next(item for item in read_stored("skirmish") if item.id == "doctrine")
    won = doctrine.found["figures"]["by_scenario"]["1"]["won"]["value"]
    assert values.simulated("doctrine", "by_scenario", "1", "won") == f"{won:.0%}"
    assert values.simulated("doctrine", "by_scenario", "9", "won") == "not flown yet"


def test_an_order_that_there_is_not_is_an_error():
    with pytest.raises(UnknownName, match="order of odds"):
        Values(load("skirmish")).simulated("nobody", "won")


def test_the_link_to_a_scenario_holds_what_is_played():
    book = load("skirmish")
    page, text = re.findall('href="([^"]+)"', Values(book).scenario("five-evenings", "link"))[0].split("#scenario=")
    assert page == "play.html"
    scenario = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    assert scenario == book.as_played(read_scenario(book, "five-evenings"))
