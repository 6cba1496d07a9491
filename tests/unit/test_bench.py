"""Figures of `make bench` beside those of before: the machine is taken out of the comparison."""

from __future__ import annotations

from tests.bench import MEMORY, SLOWER, Figure, compared, table, times_as_fast


def test_twice_the_missions_on_a_machine_twice_as_fast_is_nothing_gained():
    assert times_as_fast("missions a second", Figure(100, 10), Figure(200, 20)) == 1
    assert times_as_fast("missions a second", Figure(100, 10), Figure(300, 20)) == 1.5


def test_half_the_time_on_a_machine_twice_as_fast_is_nothing_gained():
    assert times_as_fast("start-up, ms", Figure(100, 10), Figure(50, 20)) == 1
    assert times_as_fast("build, s", Figure(90, 10), Figure(30, 10)) == 3


def test_what_is_no_speed_has_no_ratio_and_what_is_new_or_gone_is_reported():
    assert times_as_fast("--jobs 2 adds to the work, %", Figure(16, 10), Figure(4, 10)) is None
    lines = list(compared({"gone, s": Figure(1, 1)}, {"new, s": Figure(2, 1)}))[1:]
    assert [line.split() for line in lines] == [["gone,", "s", "1.0", "-"], ["new,", "s", "-", "2.0"]]


def test_a_figure_of_a_throttled_page_stands_beside_its_budget():
    names = f"play: queen, throttled 1: {MEMORY}", f"play: queen, throttled {SLOWER}: {MEMORY}"
    lines = list(table({name: Figure(198, 16) for name in names}))[1:]
    assert [line.removeprefix(name).split() for line, name in zip(lines, names, strict=True)] == [
        ["198.0", "16.0"],
        ["198.0", "250", "16.0"],
    ]
