"""Charts: sound SVG that says in words what it shows, with the figures behind."""

import re
from xml.etree import ElementTree

import pytest

from combatbox.library.load import load
from combatbox.odds.stored import read_stored
from combatbox.web.charts import LABELS, Bar, chart, number, scale, share, tick
from combatbox.web.odds import bands, command, page

BARS = [Bar("Kiel & back", 0.5, 0.4, 0.62, 1200), Bar("Paris", 0.25, 0.25, 0.25, 10)]


def parsed(text):
    return ElementTree.fromstring(text)


def test_a_chart_has_a_name_a_description_and_its_figures():
    text = chart("home", "Coming <home>", "Share of missions.", BARS, heading="Target")
    figure = parsed(text)
    svg = figure.find("svg")
    assert svg.get("role") == "img"
    assert svg.get("aria-labelledby") == "home-title home-desc"
    assert svg.find("title").text == "Coming <home>"
    assert svg.find("desc").text == "Share of missions. Kiel & back 50.0%; Paris 25.0%."
    cells = [[cell.text for cell in row] for row in figure.iter("tr")]
    assert cells == [
        ["Target", "Value", "95% interval", "Missions"],
        ["Kiel & back", "50.0%", "40.0% to 62.0%", "1,200"],
        ["Paris", "25.0%", "exact", "10"],
    ]
    assert not re.search(r"fill=|stroke=|style=", text)  # colours are those of the page


def test_bars_are_as_long_as_their_values_and_intervals_stand_where_they_should():
    figure = parsed(chart("c", "t", "a", BARS))
    wide = [float(bar.get("width")) for bar in figure.iter("rect")]
    assert wide[0] == pytest.approx(2 * wide[1])
    ranges = [path.get("d") for path in figure.iter("path")]
    assert len(ranges) == 1  # what is exact has none
    low, high = (float(x) for x in re.findall(r"M([\d.]+) [\d.]+v8", ranges[0]))
    assert low < LABELS + wide[0] < high


@pytest.mark.parametrize(
    ("most", "shares", "end"),
    [(0.0, True, 0.05), (0.62, True, 0.8), (0.9, True, 1.0), (0.4, False, 1.0), (4.6, False, 5.0)],
)
def test_axes_end_at_round_numbers(most, shares, end):
    assert scale(most, shares=shares) == end


def test_numbers_are_no_shares():
    text = chart("c", "t", "a", [Bar("x", 1.5, 1.2, 1.8)], shares=False)
    assert "1.50" in text
    assert "150" not in text
    assert (share(0.1234), number(2.5)) == ("12.3%", "2.50")
    assert [tick(0.25, share), tick(0.125, share), tick(1.0, number), tick(0.5, number)] == ["25%", "12.5%", "1", "0.5"]


@pytest.mark.parametrize("key", ["queen", "twentyfive"])
def test_the_page_of_odds_shows_every_chart_once(key):
    book = load(key)
    shown = page(book)
    ids = [parsed(str(one)).get("id") for group in shown["groups"] for one in group.charts]
    assert len(set(ids)) == len(ids)
    assert "ends" in ids
    assert "compare-home" in ids
    assert len(shown["orders"]) == len(read_stored(key))
    if key == "queen":
        assert {"home-by-band", "home-by-target", "killed", "compare-target"} <= set(ids)
        assert bands(book) == [(1, 5), (6, 10), (11, 25)]
        assert command(read_stored(key)[1]).endswith("--player random --sensible abort")
