"""The path of a German fighter is the one that the ruling asks for, found without trying every path."""

import random

import pytest

from combatbox.core.decisions import RandomPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.game import Setup, fly
from combatbox.games.skirmish import search
from combatbox.games.skirmish.constants import StepSizes
from combatbox.games.skirmish.search import german_plan

from .conftest import bomber, brute, german
from .tabletop import diamond

COARSE = StepSizes(1000, 15, 500)


def any_table(chance):
    bombers = diamond(chance.uniform(14, 46), chance.uniform(12, 100), chance.choice([0, 0, 0, 30, 320, 90]))
    for plane in bombers:
        if chance.random() < 0.3:
            plane.damage = chance.randint(1, 4)
            plane.x += chance.randint(-3000, 3000)
            plane.y -= chance.randint(0, 4000)
            plane.heading = chance.randrange(360)
    near = chance.choice(bombers)
    away = chance.choice([3, 8, 14, 25])
    x = min(60, max(0, near.x / 1000 + chance.uniform(-away, away)))
    y = min(108, max(0, near.y / 1000 + chance.uniform(-away, away)))
    return bombers[: chance.choice([1, 4, 4])], german(x, y, chance.randrange(360))


@pytest.mark.sample(30)
@pytest.mark.rule("S-601", "S-A10", "S-A28")
@pytest.mark.parametrize("number", range(150))
def test_the_search_finds_what_trying_every_path_finds(m, number):
    chance = random.Random(f"search/{number}")
    bombers, plane = any_table(chance)
    length = chance.choice([8000, 12000, 14000, 14000, 20000])
    plan = german_plan(m, plane, length, bombers, COARSE)
    assert plan == brute(m, plane, length, bombers, COARSE)


@pytest.mark.parametrize(("lengths", "longest"), [((8000, 14000, 20000), search.MOST), ((30000,), 30000)])
def test_moves_of_usual_lengths_share_their_steps(m, monkeypatch, lengths, longest):
    asked = set()

    def strides(heading, step, most, of=search.strides):
        asked.add(most)
        return of(heading, step, most)

    monkeypatch.setattr(search, "strides", strides)
    for length in lengths:
        german_plan(m, german(30, 50, 0), length, diamond(30, 60, 0), COARSE)
    assert asked == {longest}


OTHERS = [
    {"german_targets": "any"}, {"guns_at_end": "yes"}, {"fighter_arc": "narrow"}, {"fighter_arc": "half"},
    {"turn_place": "before_end"}, {"turn_place": "at_minimum"}, {"model_size": "small"},
    {"german_targets": "any", "guns_at_end": "yes", "arc_point": "centre"},
]  # fmt: skip


@pytest.mark.sample(19)
@pytest.mark.rule("S-601", "S-A32", "S-A33", "S-A35", "S-A37", "S-A38")
@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("rulings", OTHERS, ids=lambda rulings: " ".join(f"{k}={v}" for k, v in rulings.items()))
def test_the_search_follows_the_other_readings_too(table, rulings, number):
    chance = random.Random(f"others/{number}")
    bombers, plane = any_table(chance)
    length = chance.choice([8000, 12000, 14000, 14000, 20000])
    _, m = table(rulings=rulings)
    assert german_plan(m, plane, length, bombers, COARSE) == brute(m, plane, length, bombers, COARSE)


@pytest.mark.parametrize("number", range(3))
def test_with_the_steps_of_play_as_well(m, number):
    chance = random.Random(f"fine/{number}")
    bombers, plane = any_table(chance)
    assert german_plan(m, plane, 14000, bombers) == brute(m, plane, 14000, bombers, m.german)


def test_a_fighter_that_meets_a_bomber_attacks_from_dead_ahead(m):
    plan = german_plan(m, german(30, 60, 180), 14000, [bomber(30, 45)])
    assert plan.ahead


HEADINGS = 360
KINDS = 8
"""More than the step sizes, reaches and arcs with which a game asks for one heading."""


def test_caches_do_not_grow_with_the_missions(book):
    for number in range(50):
        rulebook, player = book.rulebook(), RandomPlayer(f"caches/{number}")
        fly(book.game, rulebook, SeededDice(f"caches/{number}"), setup=Setup(number % 3 + 1), player=player)
    caches = {name: function.cache_info() for name, function in vars(search).items() if hasattr(function, "cache_info")}
    assert caches
    assert all(info.currsize <= KINDS * HEADINGS for info in caches.values()), caches
