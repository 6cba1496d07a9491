"""Charts: sound SVG that says in words what it shows, with the figures behind."""

import re
from dataclasses import replace
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from combatbox.core.statistics import Bar, Chart, number, share
from combatbox.core.table_views import capital
from combatbox.games.queen.statistics import bands_of
from combatbox.library.book import SIMULATED
from combatbox.library.load import load
from combatbox.odds.stored_odds import read_stored
from combatbox.web.odds_page import CELL, chart, command, hundred, page, scale, tick
from combatbox.web.page_templates import render

BARS = [Bar("Kiel & back", 0.5, 0.4, 0.62, 1200), Bar("Paris", 0.25, 0.25, 0.25, 10)]


def parsed(text):
    return ElementTree.fromstring(text)


def test_a_chart_has_a_name_a_description_and_its_figures():
    text = chart(Chart("home", "Coming <home>", "Share of missions.", BARS, heading="Target"))
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
    figure = parsed(chart(Chart("c", "t", "a", BARS)))
    wide = [float(bar.get("width").rstrip("%")) for bar in figure.iter("rect")]
    assert wide == [62.5, 31.25]  # the axis ends at 80%
    ranges = [line for line in figure.iter("line") if line.get("class") == "cb-chart__range"]
    assert len(ranges) == 3  # a line with two ends; what is exact has none
    low, high = (float(ranges[0].get(name).rstrip("%")) for name in ("x1", "x2"))
    assert (low, high) == (50, 77.5)
    assert low < wide[0] < high


def test_a_chart_is_as_wide_as_its_page_and_nothing_in_it_is_scaled():
    svg = parsed(chart(Chart("c", "t", "a", BARS))).find("svg")
    assert svg.get("width") == "100%"
    assert svg.get("viewBox") is None
    bottom = max(float(part.get("y")) + float(part.get("height", 0)) for part in svg.iter() if part.get("y"))
    assert bottom < float(svg.get("height"))


@pytest.mark.parametrize(
    ("most", "shares", "marks"),
    [
        (0.0, True, [0, 0.01, 0.02, 0.03, 0.04, 0.05]), (0.05, True, [0, 0.01, 0.02, 0.03, 0.04, 0.05]), (0.62, True, [0, 0.2, 0.4, 0.6, 0.8]),
        (0.9, True, [0, 0.2, 0.4, 0.6, 0.8, 1]), (0.4, False, [0, 0.2, 0.4, 0.6, 0.8, 1]), (4.6, False, [0, 1, 2, 3, 4, 5]),
        (0.29, True, [0, 0.1, 0.2, 0.3]), (23.0, False, [0, 5, 10, 15, 20, 25]),
    ],
)  # fmt: skip
def test_axes_have_marks_at_round_numbers(most, shares, marks):
    assert scale(most, shares=shares) == marks


@pytest.mark.parametrize("number", [0, 1, 20, 37, 99, 100])
def test_a_hundred_signs_are_drawn_and_as_many_filled_as_there_are(number):
    svg = parsed(hundred(number, "in some of 100", "<path/>"))
    filled = {"in": 0, "out": 0}
    for area in svg.iter("rect"):
        kind = area.get("fill").removeprefix("url(#hundred-").removesuffix(")")
        filled[kind] += int(area.get("width")) * int(area.get("height")) // CELL**2
    assert filled == {"in": number, "out": 100 - number}


def test_numbers_are_no_shares():
    text = chart(Chart("c", "t", "a", [Bar("x", 1.5, 1.2, 1.8)], shares=False))
    assert "1.50" in text
    assert "150" not in text
    assert (share(0.1234), number(2.5)) == ("12.3%", "2.50")
    assert [tick(0.25, share), tick(0.125, share), tick(1.0, number), tick(0.5, number)] == ["25%", "12.5%", "1", "0.5"]


@pytest.mark.parametrize("key", ["queen", "twentyfive"])
def test_the_page_of_odds_shows_every_chart_once(key):
    book = load(key)
    shown = page(book)
    ids = [parsed(str(one)).get("id") for _, charts in shown["groups"] for one in charts]
    assert len(set(ids)) == len(ids)
    assert "ends" in ids
    ends = next(one for _, charts in shown["groups"] for one in charts if 'id="ends"' in str(one))
    words, found = parsed(str(ends)), next(item for item in read_stored(key) if item.found).found
    text = {
        "".join(row.find("th").itertext()): row.find("td").text
        for row in words.iter("tr")
        if row.find("td") is not None
    }
    survival, caption = found["mission_survival"], words.find("figcaption").text
    assert text[capital(book.game.survives)] == share(survival["exact"] or survival["value"])
    assert (f"it was {share(found['events']['survived']['value'])}." in caption) == bool(
        survival["exact"]
    )  # what was counted
    assert "do not add up to 100%" in caption
    assert not [
        label for label in text if "_" in label or re.search(r": [A-Z]", label)
    ]  # causes in words: `Lost: flak destroys ...`
    assert "compare-home" in ids
    assert len(shown["orders"]) == len(read_stored(key))
    if key == "queen":
        assert {"home-by-band", "home-by-target", "killed", "compare-target"} <= set(ids)
        assert bands_of(book.const) == [(1, 5), (6, 10), (11, 25)]
        assert command(read_stored(key)[1]).endswith("--player random --sensible abort")


def test_the_page_of_odds_names_those_of_other_tables():
    book = load("twentyfive")
    titles = [item.title for item in read_stored("twentyfive")]
    assert page(book)["stale"] == []
    changed = replace(book, digests={**book.digests, SIMULATED: "0" * 16})
    assert page(changed)["stale"] == titles
    game = SimpleNamespace(key=book.key, title=book.title)
    shown = render("odds.md.j2", **page(changed), game=game, live=None)
    assert f"The odds of the earlier ones still shown are: {', '.join(titles)}." in shown
    assert "other tables by now" not in render("odds.md.j2", **page(book), game=game, live=None)


@pytest.mark.parametrize(("game", "has_interval"), [("twentyfive", False), ("superfort", True)])
def test_only_a_simulated_chance_of_a_tour_has_an_interval(game, has_interval):
    tour = page(load(game))["tour"]
    assert bool(tour.between) == has_interval
