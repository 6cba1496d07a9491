"""The outline of where a rule holds: its corners lie on the edge, parts stay apart, nothing is cut off."""

from combatbox.games.skirmish.drawings import outlines

BOX = (-1000, 1000, -1000, 1000)


def disc(x, y):
    return x * x + y * y <= 900 * 900


def test_the_corners_of_a_disc_lie_on_its_edge():
    (corners,) = outlines(disc, BOX, 50)
    assert len(corners) > 60
    for x, y in corners:
        assert disc(x, y)
        assert not disc(x + (2 if x > 0 else -2), y + (2 if y > 0 else -2))
    assert max(y for _, y in corners) == 900
    assert min(y for _, y in corners) == -900


def test_a_rectangle_keeps_its_flat_ends_though_they_lie_between_two_rows():
    (corners,) = outlines(lambda x, y: -333 <= x <= 444 and -777 <= y <= 555, BOX, 100)
    assert {(-333, -777), (444, -777), (-333, 555), (444, 555)} <= set(corners)
    assert all(x in (-333, 444) for x, _ in corners)


def test_what_reaches_to_the_edge_of_the_window_ends_there():
    (corners,) = outlines(lambda x, y: True, (0, 730, 0, 950), 100)
    assert {(0, 0), (730, 0), (0, 950), (730, 950)} <= set(corners)


def test_two_parts_have_two_outlines():
    found = outlines(lambda x, y: abs(x) > 300 and disc(x, y), BOX, 50)
    assert len(found) == 2
    assert sorted(min(x for x, _ in part) > 0 for part in found) == [False, True]


def test_a_part_that_parts_goes_on_as_two():
    """A horseshoe: one below, two above."""
    found = outlines(lambda x, y: disc(x, y) and (abs(x) > 200 or y < 0), BOX, 50)
    assert len(found) == 3
    area = sum(abs(shoelace(part)) for part in found)
    whole = sum(disc(x, y) and (abs(x) > 200 or y < 0) for x in range(-1000, 1000, 10) for y in range(-1000, 1000, 10))
    assert abs(area / 100 - whole) < 0.06 * whole


def test_where_it_holds_nowhere_there_is_nothing():
    assert outlines(lambda x, y: False, BOX, 50) == []


def shoelace(corners):
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2
