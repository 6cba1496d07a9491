"""Medals: the rule of each once true and once false, further awards, and the mistakes in a file with their lines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from combatbox.core.errors import DataError
from combatbox.library.load import load
from combatbox.library.medals import read_medals
from combatbox.play.medals import RULES, Deed, Fact, Medal, awards
from combatbox.press.bomber_tour import Flown, _deed

MEDALS = [(game, medal) for game in ("queen", "superfort", "foggia") for medal in read_medals(load(game))]
each_medal = pytest.mark.parametrize(("game", "medal"), MEDALS, ids=[f"{game}-{medal.title}" for game, medal in MEDALS])

FILE = "medals:\n  - title: Cross\n    words: For {kills} fighters.\n    source: ours\n"


def fulfilling(medal: Medal, less: int = 0) -> Deed:
    """Return a mission with exactly the numbers that a medal's rule needs, or with fewer."""
    rule = next(getattr(medal, name) for name in RULES if getattr(medal, name))
    return {fact: number - less for fact, number in rule.items()}


def station_for(medal: Medal) -> str:
    return medal.stations[0] if medal.stations else "tail_gunner"


@each_medal
def test_a_medal_is_awarded_when_its_rule_is_reached_and_not_before(game: str, medal: Medal) -> None:
    (award,) = awards([medal], station_for(medal), [fulfilling(medal)])
    assert award.count == 1
    assert award.title == medal.title
    assert "{" not in award.reason
    assert awards([medal], station_for(medal), [fulfilling(medal, 1)]) == []
    if medal.stations:
        assert awards([medal], "tail_gunner", [fulfilling(medal)]) == []


@each_medal
def test_a_mission_rule_does_not_add_up_missions(game: str, medal: Medal) -> None:
    if medal.in_one_mission:
        parts: list[Deed] = [{fact: number} for fact, number in fulfilling(medal).items()]
        assert len(parts) == 1 or awards([medal], station_for(medal), parts) == []


def test_further_awards_are_devices_of_the_first() -> None:
    air = Medal("Air Medal", "For {missions} missions.", "ours", each={"missions": 5}, again="oak-leaf cluster")
    mission: Deed = {"missions": 1}
    titles = {count: [award.title for award in awards([air], "pilot", [mission] * count)] for count in (4, 5, 10, 15)}
    assert titles == {
        4: [],
        5: ["Air Medal"],
        10: ["Air Medal with oak-leaf cluster"],
        15: ["Air Medal with 2 oak-leaf clusters"],
    }
    once = replace(air, again="")
    assert [award.title for award in awards([once], "pilot", [mission] * 15)] == ["Air Medal"]


def test_two_rules_of_one_title_give_one_medal() -> None:
    cross = Medal("Cross", "For {kills} fighters.", "ours", when={"kills": 5}, again="star")
    tour = replace(cross, words="For a tour.", when={"missions": 1})
    (award,) = awards([cross, tour], "pilot", [{"kills": 5, "missions": 1}])
    assert (award.title, award.reason) == ("Cross with star", "For 5 fighters. For a tour.")


def test_every_fact_is_read_from_a_mission() -> None:
    man = {"light": 1, "serious": False, "fate": ""}
    assert set(_deed(Flown(), "pilot", man, 1)) == set(get_args(Fact))


def titles(game: str, role: str, man: dict[str, object], *, at_sea: bool = False, **state: object) -> list[str]:
    """Return the medals of one mission that a man flew with two engines out and these values of the state."""
    flown = Flown(state, out=(1, 2), at_sea=at_sea)
    deed = _deed(flown, role, {"light": 0, "serious": False, "fate": "", **man}, 1)
    return [award.title for award in awards(read_medals(load(game)), role, [deed])]


@pytest.mark.parametrize("game", ["queen", "superfort", "foggia"])
def test_the_man_at_the_controls_is_honoured_for_bringing_her_home(game: str) -> None:
    home = {"pilot_at_controls": "copilot", "plane.fate": "safe"}
    assert titles(game, "copilot", {}, **home) == ["Distinguished Flying Cross"]
    assert titles(game, "pilot", {"serious": True}, **home) == ["Purple Heart"]
    assert "Distinguished Service Cross" in titles(game, "copilot", {"light": 1}, **home)


@pytest.mark.parametrize("fate", ["killed", "went_down", "lost_at_sea", "died_of_wounds"])
def test_who_dies_in_action_has_the_purple_heart(fate: str) -> None:
    assert titles("queen", "pilot", {"fate": fate}) == ["Purple Heart"]


def test_the_winged_boot_is_for_evaders_and_not_for_men_out_of_the_sea() -> None:
    assert titles("queen", "pilot", {"fate": "returned"}) == ["Winged Boot"]
    assert titles("queen", "pilot", {"fate": "returned"}, at_sea=True) == []


@pytest.mark.parametrize(
    ("rest", "problem"),
    [
        ("", ":2: Cross: has 0 rules; give it exactly one of each, when, in_one_mission"),
        ("    when: {kills: 5}\n    each: {kills: 5}\n", ": Cross: has 2 rules"),
        ("    when: {kils: 5}\n", ":5: medals.0.when.kils: 'kils' is not a known word; did you mean kills"),
        ("    when: {kills: 0}\n", ":5: medals.0.when.kills: must be at least 1 (got 0)"),
        ("    each: {kills: 5, wounds: 1}\n", ":5: Cross: counts 2 facts; `each` takes one"),
        ("    when: {kills: 5}\n    stations: [pilto]\n", ":6: unknown station 'pilto'"),
        (
            "    when: {kills: 5}\n    ribbon: [pink]\n",
            ":6: medals.0.ribbon.0: 'pink' is not a known word; known: blue",
        ),
        ("    whne: {kills: 5}\n", ":5: medals.0.whne: unknown key; did you mean when"),
    ],
)
def test_a_mistake_is_reported_with_its_line(rest: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "medals.yaml"
    path.write_text(FILE + rest, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_medals(replace(load("queen"), medals=path))
    assert problem in str(caught.value)


def test_the_words_of_a_medal_name_only_facts(tmp_path: Path) -> None:
    path = tmp_path / "medals.yaml"
    path.write_text(FILE.replace("{kills}", "{kills.real}") + "    when: {kills: 5}\n", encoding="utf-8")
    medals = read_medals(replace(load("queen"), medals=path))
    assert awards(medals, "pilot", [{"kills": 5}])[0].reason == "For {kills.real} fighters."
    path.write_text(FILE.replace("{kills}", "{victories}") + "    when: {kills: 5}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r":3: \{victories\} is not a fact"):
        read_medals(replace(load("queen"), medals=path))


def test_a_variant_has_the_medals_of_its_game_or_its_own() -> None:
    assert load("b17g").medals == load("queen").medals
    assert load("foggia").medals not in (None, load("queen").medals)
    assert load("twentyfive").medals is None
