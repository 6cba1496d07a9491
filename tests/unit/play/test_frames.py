"""What a page draws a game with: the stage and the frames as they come, and what a decision is about in the drawing."""

from __future__ import annotations

from typing import Any

import pytest
from tests.replayed_frames import decode

from combatbox.core.scene import EventFollower
from combatbox.library.load import load
from combatbox.play import frames
from combatbox.play.controller import GameController
from combatbox.play.narrate import narration_context


def begun(game: str, seed: str, **order: Any) -> tuple[GameController, dict[str, Any]]:
    desk = GameController(load(game))
    return desk, desk.begin(seed=seed, **order)


@pytest.mark.parametrize(
    ("game", "seed"), [("queen", "1"), ("superfort", "1"), ("twentyfive", "1"), ("skirmish", "11")]
)
def test_what_is_drawn_piece_by_piece_is_what_a_replay_of_the_whole_shows(game, seed):
    desk, seen = begun(game, seed)
    pieces: list[list[dict[str, Any]]] = []
    since = 0
    while True:
        drawn = desk.drawn(since)
        assert drawn is not None
        assert drawn["first"] == since + 1
        pieces.append(drawn["frames"])
        since = seen["events"]
        if seen["over"] or len(pieces) == 12:
            break
        seen = desk.answer(seen["asked"]["default"])
    book, session = desk.book, desk.session
    assert book.game.show
    scene = EventFollower(book.game.show, narration_context(book), session.rulebook).scene(session.journal.events)
    assert sum(map(len, pieces)) == len(session.journal.events)
    number = 0
    for piece in pieces:
        for upto in range(1, len(piece) + 1):
            number += 1
            plain = {key: value for key, value in decode(piece, upto).items() if value}
            assert plain == {key: value for key, value in frames.frame_data(scene, number).items() if value}


def test_what_can_be_chosen_is_lit_where_it_is_drawn():
    desk, seen = begun("queen", "first-mission/153")
    lit: set[str] = set()
    while not seen["over"]:
        drawn, asked = desk.drawn(seen["events"]), seen["asked"]
        assert drawn
        frame = decode(drawn["frames"], 1)
        assert list(drawn["touched"]["options"]) == [option["text"] for option in asked["options"]]
        for option in asked["options"]:
            touched = drawn["touched"]["options"][option["text"]]
            if option["kind"] == "fighter":
                assert touched[0] == option["text"]
                assert touched[0] in frame["f"]
                assert all("/crew-" in man for man in touched[1:]), "the man who would fire"
            lit.update(touched)
        if asked["kind"] == "aim":
            (gun,) = drawn["touched"]["asks"]
            assert drawn["stage"]["planes"][0]["parts"][gun.partition("/")[2]] == desk.book.say(f"gun_{asked['who']}")
        seen = desk.answer(asked["default"])
    assert "own/crew-left-waist" in lit  # who may change his station sits there
    assert {"f1", "f2", "f3"} <= lit


def test_a_move_on_the_table_top_says_how_far_it_may_be_dragged():
    desk, seen = begun("skirmish", "11")
    drawn = desk.drawn()
    assert drawn
    assert drawn["touched"]["reach"] is None  # nothing stands on the table yet
    seen = desk.answer(seen["asked"]["default"])
    drawn = desk.drawn(seen["events"])
    assert drawn
    reach, stand = drawn["touched"]["reach"], decode(drawn["frames"], 1)["m"]["leader"]
    assert reach["start"] == tuple(stand[:3])
    assert seen["asked"]["question"].count(f"{reach['length'] // reach['inch']} inches") == 1
    assert 0 < reach["straight"] < reach["length"]
    assert drawn["touched"]["options"][seen["asked"]["default"]] == []  # all of them are of the one that is dragged


def test_the_second_player_is_drawn_what_is_theirs_to_see():
    desk, seen = begun("queen", "13", mission=6, rulings={"two_player": "on"})
    assert seen["turn"] == "bomber's player"
    while not seen["across"]:
        seen = desk.answer(seen["asked"]["default"])
    assert seen["across"] == seen["turn"] == desk.session.opponent.name
    drawn = desk.drawn()
    assert drawn
    assert not drawn["stage"]["grids"], "the mission chart is hidden"
    assert [panel["title"] for panel in drawn["stage"]["panels"]] == ["Engines and fuel", "Flight"]
    frame = decode(drawn["frames"], len(drawn["frames"]))
    assert frame["f"], "his fighters"
    assert not frame.get("e"), "no man is named"
    assert not any(part.startswith(("own/gun", "own/crew")) for part in frame.get("p", ()))
    assert not any("crew/" in sentence["of"] or "gun/" in sentence["of"] for sentence in desk.speak())
    pictured = "\n".join("".join(text for text, _style in line) for line in desk.picture())
    assert pictured == "\n".join(map(str, desk.session.opponent.view.picture(desk.session.flight, desk.words)))
    assert pictured != "\n".join(map(str, desk.book.game.board.picture(desk.session.flight, desk.words)))


def test_the_picture_follows_another_decision_after_an_undo() -> None:
    desk, seen = begun("queen", "1")
    for _ in range(12):
        seen = desk.answer(seen["asked"]["default"])
        desk.drawn()  # followed so far
    seen = desk.back_to(1)
    for _ in range(4):
        seen = desk.answer(seen["asked"]["options"][-1]["text"])
    again = GameController(load("queen"))
    again.load(desk.save())
    drawn, anew = desk.drawn(), again.drawn()
    assert drawn
    assert anew
    assert {**drawn, "shape": anew["shape"]} == anew


@pytest.mark.parametrize(
    ("game", "mission", "seed", "wholes"), [("queen", 1, "1", 1), ("skirmish", 1, "11", 1), ("skirmish", 3, "11", 2)]
)
def test_a_new_drawing_is_sent_whole_and_a_known_one_only_in_its_changes(game, mission, seed, wholes):
    """New fighters need a new drawing; a new turn on the track does not."""
    desk, seen = begun(game, seed, mission=mission)
    up, stage, steps = 0, dict[str, Any](), {True: 0, False: 0}
    while not seen["over"]:
        drawn = desk.drawn(seen["events"], up)
        assert drawn
        assert ("planes" in drawn["stage"]) == (drawn["shape"] != up)
        stage, up = {**stage, **drawn["stage"]}, drawn["shape"]
        whole = desk.drawn(seen["events"])
        assert whole
        assert stage == whole["stage"]
        steps["planes" in drawn["stage"]] += 1
        seen = desk.answer(seen["asked"]["default"])
    assert steps[True] == wholes
    assert steps[False] > 0


@pytest.mark.parametrize("game", ["queen", "superfort"])
def test_the_next_mission_of_a_tour_is_drawn_without_the_hits_of_the_last(game: str) -> None:
    desk, seen = begun(game, "7", run="tour")
    if seen["asked"]["place"] != "campaign.fly_on":
        seen = desk.auto("mission")
    assert seen["asked"]["place"] == "campaign.fly_on"
    assert seen["stretches"] == [], "none of them begins between two missions"
    drawn = desk.drawn(seen["events"])
    assert drawn
    assert drawn["frames"][0]["h"], "the last mission is in sight until the next one is prepared"
    struck = next(part for part in drawn["stage"]["lists"] if part["key"] == "hits")["lines"]
    seen = desk.answer(seen["asked"]["default"])
    drawn = desk.drawn(seen["events"])
    assert drawn
    assert not drawn["frames"][0].get("h")
    assert next(part for part in drawn["stage"]["lists"] if part["key"] == "hits")["lines"] == [*struck, "Mission 2:"]


def test_hits_say_their_mission_even_if_the_first_one_had_none() -> None:
    desk, seen = begun("queen", "2", run="tour")
    while seen["asked"]["place"] != "campaign.fly_on":
        seen = desk.auto("mission")

    def hits() -> list[str]:
        drawn = desk.drawn(seen["events"])
        assert drawn
        return next(part for part in drawn["stage"]["lists"] if part["key"] == "hits")["lines"]

    assert not hits()
    seen = desk.answer(seen["asked"]["default"])
    assert hits() == ["Mission 2:"]
