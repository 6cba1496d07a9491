"""Over the target: where bombs can fall, flak first, a throw for each engine, and who wins."""

from hypothesis import given
from hypothesis import strategies as st

from combatbox.games.skirmish.doctrine import ends_over_target, over_target
from combatbox.games.skirmish.geometry import ahead
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.paths import Path, reaches
from combatbox.library.load import load

from .conftest import bomber

M = measures(load("skirmish").rulebook())


def test_at_the_end_of_a_move_alone(m):
    assert ends_over_target(m, bomber(30, 92).place, Path(10000), 10000)
    assert not ends_over_target(m, bomber(30, 99).place, Path(10000), 10000)


@given(
    st.integers(20_000, 40_000), st.integers(85_000, 108_000), st.integers(0, 359), st.integers(3000, 9000),
    st.integers(-90, 90),
)  # fmt: skip
def test_it_is_the_first_place_on_the_way(x, y, heading, first, pivot):
    plane, path = bomber(x / 1000, y / 1000, heading), Path(first, pivot, 10000 - first) if pivot else Path(10000)
    left, right, near, far = M.target

    def over(flown):
        px, py, way = path.at(plane.x, plane.y, plane.heading, flown)
        ends = (ahead(px, py, way, M.nose), ahead(px, py, way, -M.nose))
        inside = all(left <= ex <= right and near <= ey <= far for ex, ey in ends)
        return inside and reaches(M, plane.place, path, flown)

    found = over_target(M, plane, path)
    assert found == -1 or over(found)
    assert not any(over(flown) for flown in range(0, 10001 if found < 0 else found, 7))
