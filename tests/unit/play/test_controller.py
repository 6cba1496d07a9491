"""A desk: dice of one's own, steps taken back and put back, lines that lead on, games as an address, a drawing in sentences."""

import gc
import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter as Counted
from functools import cache
from inspect import signature
from types import SimpleNamespace

import pytest
from tests.replayed_frames import decode

from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError, DiceError, LogError, UnknownName
from combatbox.core.events import faces_of
from combatbox.games import GAMES
from combatbox.library.export import book_text
from combatbox.library.load import load as loaded
from combatbox.play.controller import GameController
from combatbox.play.rpc import LONGEST, RpcDispatcher
from combatbox.play.saves import MAX_SHARED_BYTES, parse_shared

KEYS = list(GAMES)
SOME = 40
"""Steps of a game with dice by hand: each flies it again from its start."""

load = cache(loaded)


def to_the_end(desk, seen, faces=None, most=10_000):
    """A run to its end by the defaults, with faces where dice are wanted, or until a number of steps are done."""
    while not seen["over"] and (most := most - 1):
        if seen["dice"]:
            seen = desk.throw([next(faces) for _ in range(seen["dice"]["count"])])
        else:
            seen = desk.answer(seen["asked"]["default"])
    return seen


def some_way(desk, seen, steps):
    """A few decisions by the defaults; what was seen on the way."""
    way = [seen]
    while len(way) <= steps and not seen["over"]:
        seen = desk.answer(seen["asked"]["default"])
        way.append(seen)
    return way


def bare(seen):
    """What stays the same however a state was come to."""
    return {name: seen[name] for name in ("over", "asked", "events", "answers", "stretches", "dice")}


# ---- dice by hand


@pytest.mark.parametrize("key", KEYS)
def test_own_dice_that_fall_as_the_seed_has_them_give_the_same_events(key):
    seeded, own = GameController(load(key)), GameController(load(key))
    to_the_end(seeded, seeded.begin(seed="by hand"))
    faces = faces_of(seeded.session.journal.events)
    seen = own.begin(seed="by hand", dice="own")
    assert seen["asked"] or seen["dice"]["title"]
    to_the_end(own, seen, iter(faces), SOME)
    flown = own.session.journal.events[:-1]  # what the last of them changed is still to come
    assert len(flown) >= 7
    assert flown == seeded.session.journal.events[: len(flown)]
    assert own.session.header["dice"] == "manual"


def test_of_mixed_dice_the_seed_throws_those_that_are_not_by_hand():
    book = load("queen")
    seeded, mixed = GameController(book), GameController(book)
    to_the_end(seeded, seeded.begin(seed="mixed"))
    by_hand = ["G-4", "B-1"]
    seen, thrown = mixed.begin(seed="mixed", dice="mixed", by_hand=by_hand), 0
    dice = SeededDice("mixed")
    stream = iter(dice.throw(600, "", ""))
    faces = []
    while not seen["over"]:
        if seen["dice"]:
            assert seen["dice"]["table"] in by_hand
            thrown += 1
            before = len(mixed.session.faces)
            faces += [next(stream) for _ in range(before + seen["dice"]["count"] - len(faces))]
            seen = mixed.throw(faces[before:])
        else:
            seen = mixed.answer(seen["asked"]["default"])
    assert thrown
    assert mixed.session.journal.events == seeded.session.journal.events
    again = GameController(book)
    again.load(mixed.save())
    assert again.session.journal.events == mixed.session.journal.events


def test_a_throw_is_undone_and_entered_again():
    desk = GameController(load("queen"))
    first = desk.begin(seed="", dice="own")
    second = desk.throw([1])
    assert second["dice"] != first["dice"] or second["asked"]
    back = desk.undo()
    assert bare(back) == bare(first)
    desk.throw([6])
    assert desk.session.faces == [6]


@pytest.mark.parametrize("faces", [[7], [0], [1, 2], [], ["1"], [True]])
def test_faces_that_cannot_be_are_refused_and_the_dice_still_wanted(faces):
    desk = GameController(load("queen"))
    seen = desk.begin(seed="", dice="own")
    with pytest.raises(DiceError):
        desk.throw(faces)
    assert bare(desk.seen()) == bare(seen)


def test_nothing_is_thrown_where_a_decision_waits():
    desk = GameController(load("queen"))
    desk.begin(seed="1")
    with pytest.raises(DiceError, match="not waiting for entered dice"):
        desk.throw([1])


# ---- taking back


@pytest.mark.parametrize("key", ["queen", "skirmish"])
def test_what_is_taken_back_in_any_size_is_put_back_whole(key):
    desk = GameController(load(key))
    way = some_way(desk, desk.begin(seed="5", run="tour" if key == "queen" else "mission"), 30)
    for size in ("choice", "turn", "mission"):
        back = desk.undo(size)
        assert back["answers"] < way[-1]["answers"]
        assert back["can"]["redo"]
        again = desk.redo()
        assert bare(again) == bare(way[-1])
        assert again["undone"] == way[-1]["undone"]


def test_a_turn_is_taken_back_to_its_first_choice():
    desk = GameController(load("skirmish"))
    seen = desk.begin(seed="5")
    turns = {}
    while len(turns) < 4:
        turns.setdefault(desk.session.spans()["turn"], len(desk.session.answers))
        now = desk.session.spans()["turn"]
        seen = desk.answer(seen["asked"]["default"])
    assert len(desk.session.answers) > turns[now]
    assert desk.undo("turn")["answers"] == turns[now]
    assert desk.undo("turn")["answers"] < turns[now]


def test_a_mission_of_a_tour_is_taken_back_to_its_start_and_then_the_one_before():
    desk = GameController(load("queen"))
    seen = desk.begin(seed="9", run="tour")
    while desk.session.mission < 3:
        seen = desk.answer(seen["asked"]["default"])
    some_way(desk, seen, 2)
    starts = [closed.answers for closed in desk.session.closed]
    assert desk.undo("mission")["answers"] == starts[1]
    assert desk.undo("mission")["answers"] == starts[0]


@pytest.mark.parametrize("key", KEYS)
def test_every_line_leads_back_to_where_it_stood(key):
    desk = GameController(load(key))
    seen = desk.begin(seed="11")
    account = seen["account"]
    while not seen["over"]:
        seen = desk.answer(seen["asked"]["default"])
        account = [*account[: seen["account_from"]], *seen["account"]]
    assert [line["line"] for line in account] == desk.seen()["lines"] + [line["line"] for line in account]
    events = desk.session.journal.events
    marked = [line for line in account if line["links"]]
    assert marked
    for line in account[:: max(1, len(account) // 6)]:
        back = desk.back_to(line["answers"])
        assert back["answers"] == line["answers"]
        assert desk.session.journal.events[: line["event"] - 1] == events[: line["event"] - 1] or back["over"]
        desk.redo()
    assert desk.session.journal.events == events


def test_no_more_answers_are_stored_than_there_are():
    desk = GameController(load("queen"))
    desk.begin(seed="3")
    for answers in (-1, 1):
        with pytest.raises(CombatBoxError, match="must be between 0 and"):
            desk.back_to(answers)
    with pytest.raises(UnknownName):
        desk.undo("week")


# ---- shared games


@pytest.mark.parametrize("key", KEYS)
def test_a_shared_game_is_the_same_game(key):
    desk, again = GameController(load(key)), GameController(load(key))
    way = some_way(desk, desk.begin(seed="share me"), 12)
    text = desk.share()
    assert text.startswith(f"{key}.")
    assert bare(again.open_share(text)) == bare(way[-1])
    assert again.session.answers == desk.session.answers
    assert to_the_end(again, again.seen())["events"] == to_the_end(desk, desk.seen())["events"]
    assert again.log() == desk.log()


def test_a_game_with_own_dice_is_shared_with_their_faces():
    desk, again = GameController(load("twentyfive")), GameController(load("twentyfive"))
    to_the_end(desk, desk.begin(seed="", dice="own"), iter([1, 2, 3, 4, 5, 6] * 200))
    again.open_share(desk.share())
    assert again.log() == desk.log()


def test_a_tour_gone_on_with_is_shared_from_its_start():
    desk, again = GameController(load("queen")), GameController(load("queen"))
    seen = desk.begin(seed="9", run="tour")
    while desk.session.mission < 3:
        seen = desk.answer(seen["asked"]["default"])
    desk.load(desk.save())
    again.open_share(desk.share())
    assert again.session.journal.events == desk.session.journal.events


def _bent(**changes):
    desk = GameController(load("queen"))
    some_way(desk, desk.begin(seed="1"), 3)
    game, _, written = desk.share().partition(".")
    data = json.loads(zlib.decompress(urlsafe_b64decode(written + "==")))
    data.update(changes)
    return f"{game}.{urlsafe_b64encode(zlib.compress(json.dumps(data).encode())).decode()}"


@pytest.mark.parametrize(
    "text",
    [
        "", "queen", "queen.", "queen.AAAA", "queen.!!!!", "queen." + "A" * 30_000,
        "queen." + urlsafe_b64encode(zlib.compress(b" " * (MAX_SHARED_BYTES + 10) + b"{}")).decode(),
        "queen." + urlsafe_b64encode(zlib.compress(b"[" * 5000)).decode(),
    ],
)  # fmt: skip
def test_a_text_that_is_no_shared_game_is_refused(text):
    with pytest.raises(LogError):
        parse_shared(text)


@pytest.mark.parametrize(
    "changes",
    [{"f": 2}, {"b": "x"}, {"k": []}, {"a": [[0, 99]]}, {"a": [["x", 1]]}, {"x": "7"}, {"r": "no such run"},
     {"o": {"no_such": "ruling"}}, {"s": {"mission": 99, "names": {}}}, {"s": {"mission": 1, "names": {"crew": 5}}},
     {"more": 1}, {"k": ["abort", "no such option"]}],
)  # fmt: skip
def test_a_shared_game_that_cannot_be_flown_is_refused_in_a_sentence(changes):
    with pytest.raises(CombatBoxError) as error:
        GameController(load("queen")).open_share(_bent(**changes))
    assert "\n" not in str(error.value)


# ---- what there is to choose from, and the drawing in sentences


@pytest.mark.parametrize("key", KEYS)
def test_every_name_that_is_described_can_be_given(key):
    desk = GameController(load(key))
    account = desk.describe()
    names = {}
    for number, one in enumerate(account["names"]):
        into, *below = one["key"].split(".")
        if below:
            names.setdefault(into, {})[below[0]] = f"Name {number}"
        else:
            names[into] = f"Name {number}"
    desk.begin(seed="1", names=names)
    flown = json.dumps(desk.session.journal.events)
    assert all(f"Name {number}" in flown for number in range(len(account["names"])))


def test_scenarios_have_titles_and_missions_of_a_tour_have_numbers():
    assert len(set(GameController(load("skirmish")).describe()["titles"])) == 3
    assert GameController(load("queen")).describe()["titles"] == []


def test_optional_rules_are_distinguished_from_rulings():
    rulings = GameController(load("queen")).describe()["rulings"]
    assert rulings["spray_fire"]["optional"]
    assert not rulings["abort"]["optional"]


@pytest.mark.parametrize("key", KEYS)
def test_all_that_is_drawn_has_a_sentence(key):
    desk = GameController(load(key))
    seen = desk.begin(seed="2")
    for now in some_way(desk, seen, 8):
        drawn, account = desk.drawn(now["events"]), desk.speak()
        frame = decode(drawn["frames"], 1) if drawn and not now["over"] else None
        said = {one["of"] for one in account}
        for one in account:
            assert one["text"][0].isupper() or not one["text"][0].isalpha()
            assert one["text"].endswith((".", "!", "?"))
        if frame and now is desk.seen():
            assert set(frame["f"]) <= said
            assert set(frame["p"]) <= said
            assert {key for key, value in frame["n"].items() if value and value != "–"} <= said
            assert set(frame["e"]) - {key for key, man in frame["e"].items() if not man} <= said


def words_in(text):
    return set(re.findall(r"[a-z0-9:]+", text.lower()))


@pytest.mark.parametrize("key", KEYS)
def test_a_mission_is_played_by_sentences_alone(key):
    """A player who sees no drawing: he reads the question, the options, what happened and the sentences of the board."""
    desk = GameController(load(key))
    seen = desk.begin(seed="read aloud")
    while not seen["over"]:
        board = {one["of"]: one["text"] for one in desk.speak()}
        lines = [line["text"] for line in seen["account"]]
        assert all(lines), "something happened without a word"
        drawn = desk.drawn(seen["events"])
        frame = decode(drawn["frames"], 1) if drawn else {}
        for part in ("f", "p", "e"):  # fighters, what is not as new, men in their seats
            assert not [name for name, value in frame.get(part, {}).items() if value and not board.get(name)]
        assert {name for name in board if name.startswith("fighter/")} <= {*frame.get("f", ()), *frame.get("n", ())}
        account = seen["asked"]
        options = {one["text"]: one["words"] for one in account["options"]}
        assert account["question"]
        assert all(options.values())
        assert len(set(options.values())) == len(options), "two options sound alike"
        heard = words_in(" ".join([*board.values(), *lines]))
        fitting = max(options, key=lambda one: len(words_in(options[one]) & heard), default=account["default"])
        seen = desk.answer(account["default"] if account["open"] else fitting)
    assert seen["account"][-1]["text"]


# ---- the record


def leaves(thing):
    """The values at the ends of nested fields that a sheet has something to write for."""
    if isinstance(thing, list | tuple):  # of several of one kind those alone that have more than their number
        each = [leaves(one) for one in thing]
        return [
            leaf
            for one, got in zip(thing, each, strict=True)
            if len(got) > 1 or not isinstance(one, dict)
            for leaf in got
        ]
    if isinstance(thing, dict):
        return [leaf for one in thing.values() for leaf in leaves(one)]
    return [thing] if thing not in (None, "", False) else []


@pytest.mark.parametrize("key", KEYS)
def test_the_record_has_every_field_that_the_papers_are_filled_from(key):
    desk = GameController(load(key))
    seen = desk.begin(seed="3")
    while not seen["over"]:
        with pytest.raises(CombatBoxError, match="filled at its end"):
            desk.record()
        seen = desk.auto("mission")
    session = desk.session
    forms = desk.book.game.forms(session.journal.events, session.journal.header, session.rulebook)
    tables = desk.record()
    cells = [cell for table in tables for row in table["rows"] for cell in row]
    account = [one for cell in cells for one in re.split("[,;] ", cell)]
    several = [one for value in forms.values() if isinstance(value, list) for one in value]
    words = desk.book.game.form_words
    once = {name: value for name, value in forms.items() if value not in several and words.get(name) != ""}
    missing = Counted(str(leaf) for leaf in leaves(once) if isinstance(leaf, int) and leaf is not True) - Counted(
        account
    )
    assert not missing
    assert sum(map(bool, account)) >= len(leaves(once))
    names = {row[0] for table in tables if not table["columns"] for row in table["rows"]}
    names |= {name for table in tables for name in (table["sheet"], table["title"], *table["columns"])}
    raw = {name for name in names if "_" in name or name[:1].islower()}
    assert not raw
    assert len(tables) < 12


def test_a_mission_that_is_no_stretch_of_play_can_be_decided_to_its_end_as_a_run_and_a_tour_is_not_offered_whole():
    desk = GameController(load("skirmish"))
    assert "mission" not in (seen := desk.begin(seed="3"))["stretches"]
    assert desk.auto(seen["run"])["over"]
    desk = GameController(load("queen"))
    assert [desk.begin(seed="3", run=run)["run"] for run in ("mission", "tour")] == ["", ""]


def test_a_tour_is_a_few_tables_for_each_mission_and_the_record_of_all():
    desk = GameController(load("queen"))
    seen = desk.begin(seed="2", run="tour")
    while not seen["over"]:
        seen = desk.auto("tour")
    tables = desk.record()
    missions = [table for table in tables if table["sheet"].startswith("Mission ")]
    flown = len({table["sheet"] for table in missions})
    assert flown > 2
    assert len(missions) <= 6 * flown
    record = next(table for table in tables if (table["sheet"], table["title"]) == ("Tour", "Missions"))
    assert [row[0] for row in record["rows"]] == [str(number) for number in range(1, flown + 1)]
    assert all(any(row[number] for row in table["rows"]) for table in tables for number in range(len(table["columns"])))


# ---- the counter


def asked(counter, method, **args):
    return json.loads(counter.answer(json.dumps({"method": method, "args": args})))


@pytest.fixture(scope="module")
def counter():
    made = RpcDispatcher()
    asked(made, "open", book=book_text(load("queen")))
    return made


def test_an_open_book_is_not_scanned_for_garbage_in_the_middle_of_a_step(counter):
    gc.unfreeze()
    asked(counter, "open", book=book_text(load("queen")))
    table = counter.controller.book.tables["B-1"]
    assert gc.is_tracked(table)
    assert not any(one is table for one in gc.get_objects())


def test_a_game_is_played_over_the_counter(counter):
    seen = asked(counter, "begin", seed="1")["value"]
    while not seen["over"]:
        seen = asked(counter, "answer", taken=seen["asked"]["default"])["value"]
    desk = GameController(load("queen"))
    to_the_end(desk, desk.begin(seed="1"))
    assert asked(counter, "log")["value"] == desk.log()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "1", '{"method": "seen"}', '{"method": 1, "args": {}}', '{"method": "seen", "args": []}',
     '{"method": "session", "args": {}}', '{"method": "__init__", "args": {"book": {}}}', '{"method": "seen", "args": {"x": 1}}',
     '{"method": "answer", "args": {}}', '{"method": "answer", "args": {"taken": 5}}', '{"method": "back_to", "args": {"answers": true}}',
     '{"method": "begin", "args": {"seed": "1", "rulings": {"no_such": "one"}}}', '{"method": "throw", "args": {"faces": [{}]}}',
     '{"method": "begin", "args": {"seed": "1", "rulings": {"abort": []}}}', '{"method": "begin", "args": {"seed": "1", "names": {"crew": 1}}}',
     '{"method": "begin", "args": {"seed": "1", "dice": "mixed", "by_hand": [[]]}}', '{"method": "load", "args": {"text": "{}"}}',
     '{"method": "open", "args": {"book": "{}"}}', '{"method": "scene", "args": {"event": 99999}}', "[" * 100_000],
)  # fmt: skip
def test_what_a_page_may_not_ask_is_refused_in_one_sentence(counter, text):
    answer = json.loads(counter.answer(text))
    assert set(answer) == {"error"}
    assert answer["error"]["message"]
    assert "\n" not in answer["error"]["message"]


def test_nothing_too_long_is_read(counter):
    assert "the maximum is" in json.loads(counter.answer(" " * (LONGEST + 1)))["error"]["message"]


CALLED = (
    "advise answer auto back_to become_tour begin begin_again begin_day charts describe drawn finish_under fly_on load log next_evening odds_begin "
    "odds_fly open_share par picture record redo save seen set_up share speak take_over take_routine throw tour tour_book tour_wall undo"
)
"""All that a page may call; a name is added on purpose."""


def test_nothing_else_may_be_called(counter):
    offered = [name for name in dir(GameController) if getattr(getattr(GameController, name), "is_offered", False)]
    assert offered == CALLED.split()
    for name in {*dir(GameController), "open_book"} - {*offered}:
        assert asked(counter, name)["error"]["message"] == f"unknown method {name!r}"


@pytest.mark.parametrize("name", CALLED.split())
def test_the_signature_of_a_method_says_what_a_page_must_send(counter, name):
    parameters = list(signature(getattr(GameController, name)).parameters.values())[1:]
    needed = [each.name for each in parameters if each.default is each.empty]
    if needed:
        assert asked(counter, name)["error"]["message"] == f"{name}: {needed[0]} is missing"
    for each in parameters:
        assert asked(counter, name, **{each.name: object.__name__ if "str" not in str(each.annotation) else 1})["error"]
    assert asked(counter, name, self=1)["error"]["message"] == f"{name}: unknown argument 'self'"


# ---- decisions that are answered by themselves


def flown(key, seed, *, routine=False, hold=False):
    """A mission by the defaults: what was asked, what was answered without asking, and its log."""
    desk, asked, spared = GameController(load(key)), [], []
    desk.take_routine(routine)
    seen = desk.begin(seed=seed)
    while not seen["over"]:
        spared += seen["by_itself"]
        asked.append(seen["asked"]["place"])
        seen = desk.answer(seen["asked"]["default"], hold=hold and seen["asked"]["repeated"])
    return asked, spared + seen["by_itself"], desk.log()


@pytest.mark.parametrize(("key", "place"), [("queen", "crew.change_guns"), ("superfort", "pressure.before_combat")])
def test_routine_decisions_are_answered_by_their_default_and_logged_like_any(key, place):
    asked, none, log = flown(key, "1")
    fewer, spared, same = flown(key, "1", routine=True)
    assert same == log
    assert none == []
    assert len(spared) == asked.count(place) > 3
    assert fewer == [at for at in asked if at != place]
    assert all(one["question"] and one["words"] for one in spared)


def test_a_controller_asks_everything_unless_told_otherwise():
    assert "crew.change_guns" in flown("queen", "1")[0]


def test_a_routine_decision_is_asked_once_in_a_lesson():
    desk, asked = GameController(load("queen")), []
    desk.take_routine(True, once=True)
    seen = desk.begin(seed="1")
    while not seen["over"]:
        asked.append(seen["asked"]["place"])
        seen = desk.answer(seen["asked"]["default"])
    assert asked.count("crew.change_guns") == 1
    assert desk.log() == flown("queen", "1")[2]


def test_an_undo_takes_back_what_was_answered_by_itself_with_the_answer_before_it():
    desk = GameController(load("superfort"))
    desk.take_routine(True)
    before = desk.begin(seed="1")
    seen = desk.answer(before["asked"]["default"])
    while not seen["by_itself"]:
        before = seen
        seen = desk.answer(seen["asked"]["default"])
    back = desk.undo()
    assert bare(back) == bare(before)
    assert back["by_itself"] == []
    assert bare(desk.redo()) == bare(seen)


def test_what_was_answered_by_itself_can_be_decided_after_all():
    desk = GameController(load("superfort"))
    desk.take_routine(True)
    seen = desk.begin(seed="1")
    while not seen["by_itself"]:
        seen = desk.answer(seen["asked"]["default"])
    seen = desk.back_to(seen["by_itself"][0]["answers"])
    assert seen["asked"]["place"] == "pressure.before_combat"
    seen = desk.answer("give_up")
    assert any("oxygen" in line["text"].lower() for line in seen["account"])


def test_an_answer_that_holds_is_given_again_until_the_condition_changes():
    desk = GameController(load("superfort"))
    seen = desk.begin(seed="1")
    while seen["asked"]["place"] != "crew.move":
        seen = desk.answer(seen["asked"]["default"])
    condition = desk.book.game.board.condition(desk.session.flight.state)
    seen = desk.answer("done", hold=True)
    moves = 0
    while not seen["over"]:
        moves += sum(one["question"] == "Who changes his place?" for one in seen["by_itself"])
        if seen["asked"]["place"] == "crew.move":
            assert desk.book.game.board.condition(desk.session.flight.state) != condition
            break
        seen = desk.answer(seen["asked"]["default"])
    assert moves > 3


def test_an_answer_holds_only_where_the_same_is_asked_again_and_again():
    desk = GameController(load("queen"))
    seen = desk.begin(seed="0")
    while seen["asked"]["place"] != "guns.aim":
        seen = desk.answer(seen["asked"]["default"])
    assert not seen["asked"]["repeated"]
    seen = desk.answer("hold", hold=True)
    assert seen["by_itself"] == []


@pytest.mark.parametrize("key", ["queen", "superfort"])
def test_routine_and_repeated_decisions_are_places_of_the_game_and_routine_ones_may_hold(key):
    book = load(key)
    board = book.game.board
    assert board.routine | board.repeated <= set(book.places)
    assert board.routine <= board.repeated


def test_a_request_for_routine_needs_true_or_false():
    counter = RpcDispatcher()
    counter.answer(json.dumps({"method": "open", "args": {"book": book_text(load("twentyfive"))}}))
    said = json.loads(counter.answer(json.dumps({"method": "take_routine", "args": {"on": "yes"}})))
    assert said["error"]["message"] == "take_routine: on must be true or false (got 'yes')"
    assert json.loads(counter.answer(json.dumps({"method": "take_routine", "args": {"on": True}}))) == {
        "value": {"on": True}
    }


def test_bombs_are_kept_without_asking_until_the_condition_or_the_usual_answer_changes():
    desk = GameController(load("queen"))
    desk.begin(seed="1")
    flight = desk.session.flight
    asked = flight.ask("bombs.jettison", ("keep", "jettison"), "keep")
    coming_down = flight.ask("bombs.jettison", ("keep", "jettison"), "jettison")
    desk._session = SimpleNamespace(flight=flight, decision=asked, opponent=None, answer=lambda taken: None)
    desk._answered_by_itself = dict
    desk.answer("keep", hold=True)
    assert desk._own_answer(asked) == "keep"
    assert desk._own_answer(coming_down) == ""
    assert desk._own_answer(asked) == ""
    desk.answer("keep", hold=True)
    flight.state.engines[0].out = True
    assert desk._own_answer(asked) == ""
