"""`combatbox play`: in a pipe and on a terminal."""

from __future__ import annotations

import os
import re
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from combatbox.cli import main
from combatbox.cli.common import faces_typed
from combatbox.cli.console import Output, fold
from combatbox.cli.interactive import Table
from combatbox.core.dice import Throw
from combatbox.core.errors import CombatBoxError
from combatbox.core.events import snapshot
from combatbox.core.game import Setup
from combatbox.library.atomic_files import write_atomically
from combatbox.library.load import load
from combatbox.library.player_files import PlayerFile, read_log, read_save
from combatbox.play.controller import GameController
from combatbox.play.session import Session
from combatbox.prose.sentences import sentences_of

from .terminal import Terminal


def run(*args, typed=""):
    return CliRunner().invoke(main, ["play", *args], input=typed)


def test_numbers_ids_and_enter_answer(tmp_path):
    log = tmp_path / "log.jsonl"
    done = run("queen", "--seed", "5", "--mission", "12", "--log", str(log), typed="\n2\nF4\n\nauto mission\n")
    assert done.exit_code == 0, done.output
    assert [a["taken"] for a in read_log(log).events if a["kind"] == "choice"][:4] == ["done", "f2", "f4", "f1"]
    assert f"The log is in {log}." in done.output


def test_an_invalid_answer_is_explained_and_asked_for_again():
    done = run("queen", "--seed", "5", "--mission", "12", typed="9\ndoen\nq\n\n")
    assert "'9' is neither an option nor a command" in done.output
    assert "did you mean done" in done.output
    assert "Not saved." not in done.output  # Nothing was decided, so nothing is asked.


def test_undo_log_look_and_an_unknown_stretch():
    done = run("queen", "--seed", "5", "--mission", "12", typed="u\n1\nu\nlog 2\nlook\nauto week\nq\n")
    assert done.exit_code == 0
    assert "There is nothing to undo." in done.output
    assert "Undone; 1 so far." in done.output
    assert "unknown phase 'week'" in done.output
    assert done.output.count("England 1 - >2>") == 2


def test_it_saves_at_every_decision_and_goes_on(tmp_path):
    save, log = tmp_path / "seven.save", tmp_path / "log.jsonl"
    done = run("queen", "--seed", "5", "--mission", "12", "--save", str(save), typed="1\n2\n")
    assert done.exit_code == 2
    assert "the input ended before the game was over; it is saved in" in done.output
    done = run("queen", "--resume", str(save), "--log", str(log), typed="u\nauto mission\n")
    assert done.exit_code == 0, done.output
    found = read_log(log)
    assert found.header["undone"] == 1
    assert [a["taken"] for a in found.events if a["kind"] == "choice"][:2] == ["done", "f1"]
    again = run("queen", "--resume", str(save))
    assert again.exit_code == 0
    assert "the end" in again.output


def _fill_the_disk(monkeypatch: pytest.MonkeyPatch, full: Path) -> None:
    """Make every save in a folder fail."""

    def write(path: Path, data: bytes) -> None:
        if path.parent == full:
            raise CombatBoxError(f"{path}: cannot be written: No space left on device")
        write_atomically(path, data)

    monkeypatch.setattr("combatbox.library.player_files.write_atomically", write)


def test_a_game_that_cannot_be_saved_is_not_said_to_be_saved_when_the_input_ends(tmp_path, monkeypatch):
    _fill_the_disk(monkeypatch, tmp_path)
    done = run("queen", "--seed", "5", "--save", str(tmp_path / "a.save"), typed="1\n2\n")
    assert done.exit_code == 2
    assert "it is saved in" not in done.output
    assert "the input ended before the game was over; it is not saved in" in done.output


def test_whoever_leaves_a_game_that_cannot_be_saved_is_asked_for_another_file(tmp_path, monkeypatch):
    _fill_the_disk(monkeypatch, tmp_path)
    other = tmp_path / "other" / "b.save"
    other.parent.mkdir()
    done = run("queen", "--seed", "5", "--save", str(tmp_path / "a.save"), typed=f"1\nq\n{other}\n")
    assert done.exit_code == 0, done.output
    assert read_save(other)["answers"]
    assert f"--resume {other}" in done.output
    assert "a.save: cannot be written: No space left on device" in done.output
    assert f"--resume {tmp_path}/a.save" not in done.output


def test_saving_by_command_and_on_leaving(tmp_path):
    done = run("queen", "--seed", "5", typed=f"s\ns {tmp_path}/a.save\nq\n")
    assert "Name a file to save to" in done.output
    assert "Continue with: combatbox play queen --resume" in done.output
    done = run("queen", "--seed", "5", typed=f"\nq\n{tmp_path}/b.save\n")
    assert (tmp_path / "b.save").is_file()
    done = run("queen", "--seed", "5", typed="\nq\n\n")
    assert "Not saved." in done.output
    done = run("queen", "--seed", "5", typed="s /proc/nowhere/x.save\nq\n")
    assert "cannot be written" in done.output


def test_faces_are_asked_for_again_after_a_slip_which_is_explained():
    typed = iter(["7", "", "1 2 3", " 4,5 "])
    asked, text = [], []
    wanted = Throw(2, "T-TAB-WING", "Lucky Lady")
    assert faces_typed(wanted, "", lambda prompt: asked.append(prompt) or next(typed), text.append) == (4, 5)
    assert asked == ["T-TAB-WING, Lucky Lady: throw 2 dice: "] * 4
    assert text == [
        "'7' is not a throw; type faces 1 to 6, for example 3,4",
        "'' is not a throw; type faces 1 to 6, for example 3,4",
        "got 3 dice; 2 needed",
    ]


def test_one_die_is_asked_for_without_a_name_or_with_the_player_who_throws():
    asked = []
    for player in ("", "Germans"):
        faces_typed(Throw(1, "T", ""), player, lambda prompt: asked.append(prompt) or "6", print)
    assert asked == ["T: throw 1 die: ", "Germans, T: throw 1 die: "]


def test_real_dice_are_asked_for_and_can_be_left():
    done = run("twentyfive", "--manual", typed="7\n1 2\nq\n")
    assert done.exit_code == 0
    assert "throw" in done.output
    assert "is not a throw" in done.output


def test_a_tour_of_twentyfive_asks_whether_to_fly_on():
    done = run("twentyfive", "--run", "tour", "--seed", "1", typed="\nstand_down\n")
    assert done.exit_code == 0
    assert "Mission 1 is done. Fly the next one now?" in done.output
    assert "centre" in done.output


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("queen", "--mission", "26"), "--mission: must be between 1 and 25 (got 26)"),
        (("queen", "--seed", "1", "--manual"), "choose one"),
        (("queen", "--run", "war"), "unknown run of queen 'war'"),
        (("queen", "--name", ""), "1 to 40"),
        (("queun",), "did you mean queen"),
    ],
)
def test_wrong_orders_are_refused(args, message):
    done = run(*args)
    assert done.exit_code == 2
    assert message in done.output


def test_resume_takes_nothing_that_the_save_holds(tmp_path):
    save = tmp_path / "x.save"
    run("queen", "--seed", "5", "--save", str(save), typed="q\n")
    done = run("queen", "--resume", str(save), "--seed", "6", "--ruling", "Q-X1=on")
    assert done.exit_code == 2
    assert "--seed and --ruling: leave them out" in done.output
    save.write_text("{}")
    assert "is not the save of a game in progress" in run("queen", "--resume", str(save)).output


def test_on_a_terminal_the_screen_is_redrawn(tmp_path):
    at = Terminal("queen", "--seed", "5", "--mission", "12", "--save", str(tmp_path / "t.save"), columns=100, rows=45)
    seen = at.until(b"Who changes his station?")
    at.type("\n")
    seen += at.until(b"at whom?")
    assert b"\x1b[?1049h" in seen  # The alternate screen of the terminal.
    assert b"\x1b[1;35mf1 Me 109 12 Low" in seen
    at.type("auto mission\n")
    seen += at.until(b"the end")
    at.type("u\n")
    seen += at.until(b"Undone; 1 so far.")
    assert b"Debriefing" not in seen[seen.rindex(b"just now") :]  # An undone event is not shown.
    at.type("q\n")
    assert b"\x1b[?1049l" in at.until(b"Continue with: combatbox play queen --resume")
    assert at.ends() == 0


# ---- help, stretches, the end


def test_help_undo_and_the_doctrine_are_announced_at_the_start():
    first = run("queen", "--seed", "5", "--mission", "12", typed="q\n").output.partition("Who changes")[0]
    assert "Type ? for help, u to undo, auto to give the usual answers, q to leave." in first


def test_help_gives_the_rule_in_its_own_sentences_and_its_rulings_in_words():
    done = run("queen", "--seed", "5", "--mission", "12", typed="\n?\nauto\n?\nq\n\n").output
    assert "Rule Q6.3a-1: Choosing a target for each gun" in done
    assert "M-1 Defensive fire" in done
    assert "wave, turn, zone, mission" in done
    assert "For each gun that can fire, choose one fighter that it bears on, or let it be silent." in done
    assert "Choose whether another man takes over the station of one who is out of action." in done
    assert "Ruling Q-R42 (stand_ins=guns_only): A stand-in makes good the loss at the guns" in done


@pytest.mark.parametrize("game", ["queen", "twentyfive"])
def test_every_rule_that_grants_a_decision_has_its_sentences(game):
    book = load(game)
    asked = {place.rule for place in book.places.values() if place.question}
    assert asked
    assert [key for key, stated in sentences_of(book, asked, book.chosen({})).items() if not stated] == []


@pytest.mark.parametrize("game", ["queen", "twentyfive"])
def test_q72_1_t101_auto_mission_in_a_tour_ends_with_the_mission(game):
    done = run(game, "--run", "tour", "--seed", "1", typed="auto mission\nq\n\n" if game == "queen" else "q\n\n")
    session = Session(load(game), run="tour", seed="1", setup=Setup())
    while session.advance().kind != "fly_on":
        session.auto_play_span("mission")
    assert session.decision.kind == "fly_on"
    assert snapshot(session.flight.state)["mission"] == 1
    for stretch in ("", "mission"):
        with pytest.raises(
            CombatBoxError, match="this decision is between two missions; answer it, or use `auto tour`"
        ):
            session.auto_play_span(stretch)
    assert session.decision.kind == "fly_on"
    assert re.search(r"Fly the next (mission|one) now\?", done.output)
    assert "Mission 2 of" not in done.output


# ---- saving


def test_a_save_is_not_written_over_unasked(tmp_path):
    save, other = tmp_path / "x.save", tmp_path / "notes.txt"
    run("queen", "--seed", "5", "--mission", "12", "--save", str(save), typed="1\nq\n")
    other.write_text("mine")
    before = save.read_bytes()
    done = run("queen", "--seed", "6", "--save", str(save), typed="1\nq\n")
    assert done.exit_code == 2
    assert (
        "has another game: queen, mission 12, at guns.aim; name another file, or continue it with --resume"
        in done.output
    )
    done = run("queen", "--seed", "6", typed=f"1\ns {save}\ns {other}\nq\n{save}\n\n")
    assert done.output.count("has another game") == 2
    assert "the file exists already" in done.output
    assert "Not saved." in done.output
    assert (save.read_bytes(), other.read_text()) == (before, "mine")


def test_a_second_game_at_the_same_save_is_reported(tmp_path):
    save = tmp_path / "x.save"
    run("queen", "--seed", "5", "--mission", "12", "--save", str(save), typed="1\nq\n")
    first = PlayerFile(save, own=True)
    done = run("queen", "--resume", str(save), typed="1\nq\n")
    assert (done.exit_code, "is open in another window" in done.output) == (2, True)
    first.close()
    assert run("queen", "--resume", str(save), typed="q\n").exit_code == 0


def test_a_save_written_by_another_program_is_reported_and_not_overwritten(tmp_path, monkeypatch):
    save = tmp_path / "x.save"
    real = Session.answer

    def answered(session, taken, **how):
        save.write_text("of somebody else")
        return real(session, taken, **how)

    monkeypatch.setattr(Session, "answer", answered)
    done = run("queen", "--seed", "5", "--mission", "12", "--save", str(save), typed="1\nq\n\n")
    assert done.exit_code == 0, done.output
    assert "was changed by another game or program; what this command has written is in" in done.output
    assert save.read_text() == "of somebody else"
    assert read_save(tmp_path / "x-2.save")["answers"]


def test_a_save_that_fails_is_reported_and_the_game_goes_on(tmp_path):
    folder = tmp_path / "gone"
    save, log = folder / "x.save", tmp_path / "x.jsonl"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        _fill_the_disk(patch, folder)
        done = run(
            "queen", "--seed", "5", "--mission", "12", "--save", str(save), "--log", str(log), typed="auto mission\n"
        )
    assert done.exit_code == 0, done.output
    assert "Not saved: " in done.output
    assert log.is_file()


NASTY = ["9" * 5000, "\0", "s a\0b", "log " + "9" * 5000, "log -1", "auto " + "9" * 5000, "s " + "x" * 5000,
         "s ~nobody-lives-here/x", "s .", "s pipe", "s pipe/x", "\x1b[2J", "¹", "٣٣", "s \t"]  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("typed", NASTY, ids=[repr(text[:12]) for text in NASTY])
def test_nothing_that_is_typed_ends_the_game(tmp_path, monkeypatch, typed):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")  # Not a device: a program that does not check would replace it with a file.
    done = run("queen", "--seed", "5", "--mission", "12", typed=f"{typed}\n1\nu\nq\n")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 0, done.output
    assert "Undone; 1 so far." in done.output
    assert Path("pipe").is_fifo()
    assert max(map(len, done.output.replace(typed, "").splitlines())) < 250


def test_bytes_that_are_no_text_do_not_end_the_game_either():
    done = CliRunner().invoke(main, ["play", "queen", "--seed", "5"], input=b"\xff\xfe\ns \xff\nq\n")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("path", ["a\0b", "/proc/nowhere/x", "~nobody-lives-here/x", "x" * 5000, "pipe", "."])
def test_a_bad_path_on_leaving_is_reported_and_asked_for_again(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    good = tmp_path / "good.save"
    done = run("queen", "--seed", "5", "--mission", "12", typed=f"1\nq\n{path}\n{good}\n")
    assert done.exit_code == 0, done.output
    assert done.output.count("Save in which file?") == 2
    assert len(read_save(good)["answers"]) == 1


def test_dice_of_5000_digits_are_reported_in_short():
    done = run("twentyfive", "--manual", typed=f"{'9' * 5000}\n{'1' * 5000}\nq\n")
    assert done.exit_code == 0, done.output
    assert all(len(line) < 200 for line in done.output.replace("9" * 5000, "").replace("1" * 5000, "").splitlines())


# ---- lines


@pytest.mark.parametrize("width", [20, 33, 50, 80])
def test_lines_are_folded_at_words(width):
    text = "    Nose gun and ball turret guns at the Me 109 at 12 Low; top turret guns at the Me 109 at 9 High."
    folded = fold(text, width)
    assert all(len(part) <= width for part in folded)
    assert " ".join(part.strip() for part in folded) == text.strip()
    assert all(part.startswith("      ") for part in folded[1:])


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (50, 30), (50, 60), (36, 24), (120, 50)])
def test_in_a_window_of_any_size_nothing_is_cut_within_a_word_and_the_top_stays(columns, rows, monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO())
    out = Output(width=columns, height=rows, force_terminal=True, file=StringIO(), color_system=None)
    table = Table(out, load("queen"), full=True)
    session = Session(load("queen"), seed="5", setup=Setup(12))
    table.controller.start(session)
    for _ in range(12):
        table.show()
        shown = out.file.getvalue().rpartition("\x1b[H")[2].split("\n")
        assert max(map(len, shown)) <= columns
        if columns >= 50:
            assert len(shown) <= rows, "the top has scrolled away"
        out.file.truncate(0)
        out.file.seek(0)
        table.controller.answer(session.decision.default)


def test_a_name_is_asked_for_in_lines_as_wide_as_the_window(monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO())
    out = Output(width=36, height=30, force_terminal=True, file=StringIO(), color_system=None)
    table = Table(out, load("queen"), full=True)
    assert table.controller.begin(run="tour", seed="5")["asked"]["kind"] == "name_crew"
    assert table.controller.answer("own")["asked"]["kind"] == "name_bomber"
    table.show()
    shown = out.file.getvalue()
    assert max(map(len, shown.rpartition("\x1b[H")[2].splitlines())) <= 36
    assert "Type a name of your own, or press\n  Enter for:\n" in shown
    name = table.session.decision.default
    assert " " in name
    assert shown.endswith(f">  1  {name}\n")  # The id of the option is the name, so it is not printed.


def test_at_the_end_the_story_can_be_read_back_page_by_page():
    at = Terminal("queen", "--seed", "5", "--mission", "12", rows=24)
    at.until(b"Who changes his station?")
    at.type("\n")
    at.until(b"at whom?")
    at.type("auto mission\n")
    at.until(b"the end")
    at.until(b"log to read the account")
    at.type("log\n")
    at.until(b"Briefing")
    at.until(b"more lines: Enter to read on")
    at.type("\n")
    at.until(b"more lines: Enter to read on")
    at.type("q\n")
    at.until(b"log to read the account")
    at.type("\n")
    assert at.ends() == 0


@pytest.mark.sample(1)
@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)], ids=["ctrl-c", "ctrl-d"])
def test_ctrl_c_and_ctrl_d_at_a_terminal_ask_where_to_save(tmp_path, key, code):
    save = tmp_path / "kept.save"
    at = Terminal("queen", "--seed", "5", "--mission", "12")
    at.until(b"Who changes his station?")
    at.type("\n")
    at.until(b"at whom?")
    at.type("1\n")
    at.until(b"Top turret guns")
    at.until(b"> ")
    at.type(key)
    at.until(b"Save in which file?")
    at.type(f"{save}\n")
    at.until(b"Saved. Continue with: combatbox play queen --resume")
    assert at.ends() == code
    assert len(read_save(save)["answers"]) == 2


@pytest.mark.thorough
def test_a_terminal_is_asked_before_a_save_is_written_over(tmp_path):
    save = tmp_path / "x.save"
    run("queen", "--seed", "5", "--mission", "12", "--save", str(save), typed="1\nq\n")
    before = save.read_bytes()
    at = Terminal("queen", "--seed", "6", "--mission", "12", "--save", str(save))
    at.until(b"Replace it?")
    at.type("\n")
    at.until(b"the file was not replaced")
    assert at.ends() == 2
    assert save.read_bytes() == before
    at = Terminal("queen", "--seed", "6", "--mission", "12", "--save", str(save))
    at.until(b"Replace it?")
    at.type("y\n")
    at.until(b"? help")
    at.type("q\n")
    at.until(b"Saved.")
    assert at.ends() == 0
    assert read_save(save)["header"]["dice"] == "seed 6"


@pytest.mark.parametrize("place", ["cover.bracket", "guns.aim", "landing.land"])
def test_auto_to_a_place_stops_where_play_has_come_to_it(place):
    session = Session(load("queen"), seed="5", setup=Setup(12))
    session.advance()
    before = len(session.journal.events)
    session.auto_to(place)
    came = [event["place"] for event in session.journal.events[before:]]
    asked = session.decision.place if session.decision else ""
    assert place in (*came, asked)
    session.undo()
    assert len(session.answers) == 0, "all of it is one step back"


def test_auto_to_an_unknown_place_is_reported_with_the_nearest():
    done = run("queen", "--seed", "5", "--mission", "12", typed="auto to cover.brackt\nq\n\n")
    assert "unknown place in the order of play 'cover.brackt'; did you mean cover.bracket" in done.output


def test_the_help_names_places_of_the_game_that_is_played():
    done = run("skirmish", "--seed", "5", typed="?\nq\n\n")
    output = " ".join(done.output.split())
    named = output.partition("reaches a place: ")[2].partition(", ...")[0].split(", ")
    assert len(named) == 3
    assert set(named) <= set(load("skirmish").places)


def test_a_game_left_at_a_throw_goes_on_at_it(tmp_path):
    save, log = tmp_path / "m.save", tmp_path / "m.jsonl"
    done = run("skirmish", "--manual", "--save", str(save), typed="\n\nq\n")
    prompt = done.output.splitlines()[-2]
    assert prompt.endswith("die: q")
    done = run("skirmish", "--resume", str(save), "--log", str(log), typed="1\nq\n")
    assert done.exit_code == 0, done.output
    assert f"{prompt.removesuffix('q')}1" in done.output


def test_who_looks_at_a_game_sees_its_account_and_picture(tmp_path):
    save = tmp_path / "seven.save"
    played = run("queen", "--seed", "5", "--mission", "12", "--save", str(save), typed="auto zone\nq\n")
    done = run("queen", "--resume", str(save), "--moved", "look")
    assert done.exit_code == 0, done.output
    told = done.output.splitlines()
    assert any("Briefing" in line for line in told)
    assert set(told) <= set(played.output.splitlines())


def test_a_game_with_real_dice_for_some_tables_goes_on_with_them_at_the_terminal(tmp_path):
    save, desk = tmp_path / "mixed.save", GameController(load("queen"))
    table = desk.begin(seed="1", dice="own")["dice"]["table"]
    wanted = desk.begin(seed="1", dice="mixed", by_hand=[table])["dice"]
    save.write_text(desk.save(), encoding="utf-8")
    done = run("queen", "--resume", str(save), typed=f"{'1' * wanted['count']}\nauto mission\nq\n")
    assert done.exit_code == 0, done.output
    assert set(re.findall(r"^(\S+?)[,:].* throw \d di", done.output, re.MULTILINE)) <= {table}
    assert read_save(save)["header"]["dice"] == desk.session.header["dice"]
    assert read_save(save)["answers"]


def test_always_answers_a_question_that_repeats_until_something_changes():
    asked = load("superfort").places["crew.move"].question
    usual, always = (
        run("superfort", "--seed", "1", typed=f"auto to crew.move\n{answer}\n" + "\n" * 12 + "q\n\n").output
        for answer in ("done", "always done")
    )
    assert usual.count(asked) > always.count(asked) >= 1


def test_always_is_refused_where_it_means_nothing():
    done = run("queen", "--seed", "1", "--mission", "12", typed="auto to guns.aim\nalways\nq\n\n")
    assert "This question does not repeat" in done.output
    done = run("superfort", "--seed", "1", typed="auto to crew.move\nalways dnoe\nq\n\n")
    assert "'dnoe' is not an option; did you mean done" in done.output
