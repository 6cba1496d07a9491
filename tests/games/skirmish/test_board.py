"""The table top in text, what options give, and a game played at the table."""

import pytest

from combatbox.core.game import Setup
from combatbox.core.styled_text import Piece
from combatbox.games.skirmish.board import option, picture
from combatbox.games.skirmish.doctrine import escort_plans
from combatbox.games.skirmish.effects import inches_on_ruler
from combatbox.games.skirmish.paths import Path
from combatbox.play.narrate import narration_context
from combatbox.play.session import Session

from .conftest import bomber, escort, german, move_decision
from .tabletop import diamond


@pytest.mark.rule("S-206", "S-514")
def test_the_table_is_drawn_and_damage_shown_as_smoke(table, book):
    flight, _ = table(bomber(30, 60, damage=2), german(10, 90, 135), escort(50, 20, 315))
    lines = picture(flight, narration_context(book))
    assert max(map(len, lines)) <= 80
    drawn = "\n".join(map(str, lines))
    assert "B↑" in drawn
    assert "G↘" in drawn
    assert "E↖" in drawn
    assert "#####" in drawn
    leader, enemy, _ = lines[-3:]
    assert str(leader).startswith("Leader")
    assert leader.pieces[-1] == Piece("**", "warn")
    assert [piece.style for piece in enemy.pieces] == ["enemy"]
    assert len(picture(flight, narration_context(book), drawn=False)) == 4


def test_an_option_says_what_it_gives(table, book):
    plane, enemy = escort(20, 20), german(22, 30, 90)
    flight, m = table(plane, enemy, *diamond(30, 60))
    plans = escort_plans(m, flight.state, plane, 3)
    decision = move_decision(flight, m, plane, 14000, [plan.path for plan in plans], "escorts")
    said = [option(decision, text, flight, narration_context(book)) for text in decision.options]
    assert plans[0].target == "german1"
    assert "fires at German 1 after" in said[0]
    assert all(
        words.startswith(("straight on, ", f"{abs(plan.path.pivot)} degrees "))
        for words, plan in zip(said, plans, strict=False)
    )


@pytest.mark.rule("S-613")
@pytest.mark.parametrize(
    ("plane", "path", "words"),
    [
        (bomber(30, 40), Path(8000), "straight on, 8 inches"),
        (bomber(30, 40), Path(9000, -15, 1000), "15 degrees left after 9 inches, then 1 inch"),
        (bomber(30, 40), Path(3500, 20), "20 degrees right after 3.5 inches, at the end"),
        (bomber(30, 90), Path(4000), "straight on, 4 inches; ends in reach of the flak"),
        (bomber(30, 98), Path(8000), "straight on, 8 inches; over the target on the way"),
        (bomber(30, 106), Path(10000), "straight on, 10 inches; over the target on the way; leaves the table"),
        (bomber(3, 40, -90), Path(8000), "straight on, 8 inches; leaves the table"),
    ],
)
def test_a_move_is_said_without_notation(table, book, plane, path, words):
    flight, m = table(plane)
    decision = move_decision(flight, m, plane, path.total, [path], plane.key)
    assert option(decision, path.words, flight, narration_context(book)) == words


@pytest.mark.rule("S-642", "S-644")
@pytest.mark.parametrize(
    ("alarmed", "friendly", "guns"), [(True, "true", "1 gun"), (False, "true", ""), (True, "false", "")]
)
def test_a_move_says_whose_fire_it_ends_in(table, book, alarmed, friendly, guns):
    plane = escort(30, 46, 180)
    flight, m = table(bomber(30, 38), plane, rulings={"friendly_fire": friendly})
    flight.state.alarmed = alarmed
    account = option(
        move_decision(flight, m, plane, 4000, [Path(4000)], "escorts"), "4", flight, narration_context(book)
    )
    assert (
        account == f"straight on, 4 inches; nobody to fire at{f'; ends where {guns} would fire at it' if guns else ''}"
    )


def test_a_bomber_that_is_asked_alone_is_named_once(table):
    plane = bomber(30, 40, key="last", damage=1)
    flight, m = table(plane)
    assert move_decision(flight, m, plane, 8000, [Path(8000)], "last").question == "It flies 8 inches. Which way?"
    formation = move_decision(flight, m, plane, 8000, [Path(8000)], "formation")
    assert formation.question == "Last flies 8 inches. Which way?"


def test_a_game_is_played_by_typing_moves_and_undone(book):
    session = Session(book, seed="9", setup=Setup(2))
    session.advance()
    assert session.decision.kind == "deploy"
    session.answer("30,16 25,12.4 35,12.4 30,8.8")
    session.answer("10,12 50,12")
    while session.decision.kind != "move" or session.decision.who != "escorts":
        session.answer(session.decision.default)
    session.answer("7 l20")
    assert session.answers[-1].taken == "7 L20 7"
    taken = len(session.answers)
    session.auto(lambda s: s.flight.state.turn < 3)
    assert len(session.answers) > taken


@pytest.fixture
def call():
    from click.testing import CliRunner

    from combatbox.cli import main

    return lambda *words, stdin=None: CliRunner().invoke(main, [str(word) for word in words], input=stdin)


@pytest.mark.rule("S-810")
def test_a_scenario_and_an_option_are_named_on_the_command_line(call):
    shown = call("fly", "skirmish", "--scenario", 1, "--option", "turret", "--seed", 5)
    assert shown.exit_code == 0
    assert shown.output.startswith("Scenario 1: 4 bomb hits win")
    refused = call("fly", "skirmish", "--option", "bomb_at")
    assert refused.exit_code == 2
    assert "unknown option of skirmish 'bomb_at'; known: turret" in refused.output


def test_moves_are_typed_at_the_table_and_a_wrong_one_is_reported(call):
    typed = "30,30 1,1 2,2 3,3\n\n20,17 40,17\n3 R91 7\n4 r10\nq\n"
    shown = call("play", "skirmish", "--scenario", 2, "--seed", 3, stdin=typed).output
    assert "not wholly within" in shown
    assert "Type a move as LEG, TURN, LEG" in shown
    assert "The escorts" in shown


@pytest.mark.parametrize(
    ("units", "words"),
    [(13250, "13¼"), (6000, "6"), (500, "½"), (0, "0"), (2750, "2¾"), (2340, "about 2.3"), (900, "about 0.9")],
)
def test_options_give_lengths_as_a_ruler_has_them_and_never_with_two_decimals(units, words):
    assert inches_on_ruler(units) == words
