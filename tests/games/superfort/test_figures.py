"""The figures of B-29 Superfortress agree with the functions that its rules are played by."""

from collections import Counter

import pytest
from b29rig import two
from tests.games.figures import of

from combatbox.core.phrases import signed
from combatbox.core.shapes import Area, Label
from combatbox.core.table_views import capital
from combatbox.games.superfort import attacks, fuel
from combatbox.games.superfort.drawings import COMPANY, RESISTANCE
from combatbox.library.load import load

BOOK = load("superfort")
FIGURES = BOOK.game.pages.drawings(BOOK.rulebook(), BOOK.say)
THROWS = [a + b for a in range(1, 7) for b in range(1, 7)]

CHANGES = {
    "As rolled": {},
    "−1: Evasive action this turn": {"evading": True},
    "−1: Green fighter pilot": {"status": "green"},
    "+1: Ace fighter pilot": {"status": "ace"},
    "−1: FCA on the fighter": {"fca": 1},
    "−2: FBOA on the fighter": {"fboa": 1},
    "+1: Two or more engines out": {"engines": 2},
}


@pytest.mark.rule("X5.4A", "F5.7B.2", "F7.2.2d")
@pytest.mark.parametrize("words", CHANGES)
@pytest.mark.parametrize(("column", "place"), [(0, "12_high"), (1, "6_low")])
def test_the_figure_of_aim_counts_the_throws_that_hit(b29, words, column, place):
    change, hits = dict(CHANGES[words]), 0
    assert sorted(CHANGES) == sorted(item.text for item in of(FIGURES["aim"], Label) if item.x == -300)
    for total, times in Counter(THROWS).items():
        r = b29(
            {"T5-9": two(total), "T5-10": two(7), "T5-11": two(7), "R5-5": two(9)}, evading=bool(change.get("evading"))
        )
        r.wave(("tony", place))
        for field in change.keys() - {"evading", "engines"}:
            setattr(r.fighter(1), field, change[field])
        for engine in r.state.engines[: change.get("engines", 0)]:
            engine.out = True
        r.fly(attacks.their_fire, [0])
        hits += times * r.fighter(1).hit
    (label,) = [item for item in of(FIGURES["aim"], Label) if item.text == words]
    numbers = sorted((item for item in of(FIGURES["aim"], Label) if item.y == label.y), key=lambda item: item.x)[1:]
    assert numbers[column].text == f"{100 * hits / 36:.0f}"


@pytest.mark.rule("F4.8C.3", "F4.8E.5")
def test_the_bars_of_company_are_the_levels_of_resistance_that_the_dice_give():
    table, figure = BOOK.tables["T5-1"], FIGURES["company"]
    added = {one.called: one for one in table.modifiers}
    bars = sorted({area.corners[0][1] for area in of(figure, Area) if area.corners[0][1] >= -300}, reverse=True)
    for name, y in zip(COMPANY, bars, strict=False):
        add = added[name].add if name else 0
        words = capital(added[name].when.words(BOOK.say)) if name else "In formation"
        assert (f"{words}, {signed(add)}" if add else words) in [item.text for item in of(figure, Label)]
        levels = Counter(table.at(roll + add, "").effects[0]["level"] for roll in THROWS)
        wide = {
            area.look: area.corners[1][0] - area.corners[0][0] for area in of(figure, Area) if area.corners[0][1] == y
        }
        expected = {look: levels[row.effects[0]["level"]] for row, look in zip(table.rows, RESISTANCE, strict=True)}
        assert set(wide) == {look for look, times in expected.items() if times}
        assert all(abs(wide[look] - 600 * expected[look] / 36) <= 1 for look in wide)


@pytest.mark.rule("F4.7B.1", "F4.7B.4")
def test_the_figure_of_turning_back_has_the_zones_and_the_fuel_of_a_turn(b29):
    labels = [item.text for item in of(FIGURES["turning"], Label)]
    r = b29(zone=BOOK.const.fighter_zones.first)
    costs = []
    for r.state.plane.bombs_aboard in (False, True):
        costs.append(fuel.zone_cost(r.flight))
    assert f"Fuel again: {costs[0]}, with bombs {costs[1]}." in labels
    assert [text for text in labels if text.isdigit()] == [str(zone) for zone in range(r.state.track.zone + 1)]
    (iwo,) = [area for area in of(FIGURES["turning"], Area) if area.look == "ground"]
    assert [
        item.text
        for item in of(FIGURES["turning"], Label)
        if iwo.corners[0][0] < item.x < iwo.corners[1][0] and item.y == 22
    ] == [str(BOOK.const.iwo_zone)]
