"""What a replay shows agrees with the mission it shows: every example of every game, step by step and in the end."""

import json
import re
from dataclasses import replace
from functools import cache, cached_property
from itertools import combinations

import markdown
import pytest
from tests.replayed_frames import decode

from combatbox.bomber.scene import broken
from combatbox.core.log_state import state_after
from combatbox.core.scene import Art, Attacker, EventFollower, Field, Frame, Plane, Scene
from combatbox.core.table_views import capital
from combatbox.library import paths
from combatbox.library.load import load, load_all
from combatbox.library.replay import read_script, replay_script
from combatbox.play import frames
from combatbox.play.controller import GameController
from combatbox.play.narrate import narrate, narration_context
from combatbox.web import art
from combatbox.web.examples import Mission, missions, names
from combatbox.web.pages import example_page
from combatbox.web.replays import ReplayViews, scene_of, with_minus
from combatbox.web.site import Site
from combatbox.web.site_files import json_in_page
from combatbox.web.views import Places, Views

BOOKS = load_all()


@cache
def flown_of(key):
    """Every example of a game, flown, by its name: once, and not before a test asks."""
    return {mission.name: mission for mission in missions(BOOKS[key])}


class Example:
    """An example by its name, with its flight and what there is to see of it when they are asked for."""

    def __init__(self, book, name):
        self.book, self.name = book, name

    @property
    def flown(self):
        return flown_of(self.book.key)[self.name].flown

    @cached_property
    def scene(self):
        return scene_of(self.book, self.flown)


EXAMPLES = [(book, Example(book, name)) for book in BOOKS.values() for name in names(book)]
QUEEN = [(book, mission) for book, mission in EXAMPLES if book.key == "queen"]


def name(value):
    return getattr(value, "name", getattr(value, "key", None))


every = pytest.mark.parametrize(("book", "mission"), EXAMPLES, ids=name)
every_queen = pytest.mark.parametrize(("book", "mission"), QUEEN, ids=name)


def seen(book, mission):
    return ReplayViews(Views(book, Places(), f"{book.key}/examples/{mission.name}.html")).replay(mission.flown)


def filled(frame):
    return {key: value for key, value in frame.items() if value}


def test_there_are_examples_to_look_at():
    assert {book.key for book, _ in EXAMPLES} == {key for key, book in BOOKS.items() if book.scripts or book.seeds}
    assert len(QUEEN) > 20


@pytest.mark.sample(5)
@every
def test_the_differences_put_together_are_the_frames(book, mission):
    replay = seen(book, mission)
    steps = json.loads(replay.player.data)
    shown = [step.event for phase in replay.phases for step in phase.steps]
    scene = mission.scene
    assert len(steps) == replay.player.steps == len(shown)
    for n, event in enumerate(shown, 1):
        upto = event if n < len(shown) else len(scene.frames)
        assert filled(decode(steps, n)) == filled(frames.frame_data(scene, upto))


@pytest.mark.sample(30)
@every
def test_what_is_marked_is_in_the_drawing(book, mission):
    scene = mission.scene
    arts = [plane.art for plane in scene.planes[:1]]  # none on a table top, which is drawn from the models
    files = [file for art_ in arts for file in (art_.plan, art_.plan_marks, art_.side, art_.side_marks)]
    drawn = set(re.findall(r'data-part="([^"]+)"', "".join(art.embed_drawing(file) for file in files)))
    planes = {plane.key for plane in scene.planes}
    stops = {stop.key for track in scene.tracks for stop in track.stops}
    entries = {entry.key for panel in scene.panels for entry in panel.entries}
    entries |= {f"{row.key}/{column.key}" for grid in scene.grids for row in grid.rows for column in grid.columns}
    sizes = {item.key: len(item.lines) for item in scene.lists}
    for frame in scene.frames[1:]:
        for plane, part in [*frame.parts, *frame.hits, *frame.struck, *frame.seats]:
            assert plane in planes
            assert part in drawn
        for shot in frame.shots:
            assert shot.attacker in {attacker.key for attacker in frame.attackers}
            assert shot.part in drawn | {""}
        assert frame.stop in stops
        assert set(frame.notes) <= entries
        assert all(written <= sizes[key] for key, written in frame.lines.items())
    assert scene.frames[-1].lines == sizes


@pytest.mark.sample(30)
@every
def test_fighters_stand_apart_and_within_the_picture(book, mission):
    scene = mission.scene
    boxes = {plane.key: frames.Box(plane.art.around) for plane in scene.planes}
    for number in range(1, len(scene.frames) + 1):
        placed = frames.frame_data(scene, number)["f"].values()
        for one, other in combinations(placed, 2):
            assert one[1] != other[1] or abs(one[2] - other[2]) + abs(one[3] - other[3]) >= 30
            assert one[1] != other[1] or (one[5], one[6]) != (other[5], other[6])
        for _type, plane, x, y, *_ in placed:
            assert boxes[plane].left <= x <= boxes[plane].right
            assert boxes[plane].top <= y <= boxes[plane].bottom


@pytest.mark.parametrize("key", [key for key, book in BOOKS.items() if book.drawing is not None])
def test_places_and_fields_of_fire_lie_about_the_middle_of_each_drawing(key):
    shown = BOOKS[key].drawing.art
    width = float(re.search(r'viewBox="0 0 (\d+)', paths.drawing(shown.plan).read_text(encoding="utf-8"))[1])
    places = frames.plan_positions(shown)
    for left, right in (("under", "over"), ("9", "3"), ("10:30", "1:30"), ("7:30", "4:30"), ("12", "6")):
        assert places[left][0] + places[right][0] == width
        assert places[left][1] == places[right][1] or left == "12"
    bears = (("over", "high"), ("under", "low"))
    plane = Plane("own", "", shown, fields={"gun": Field(bears, "")})
    circles = re.findall(r"M(\d+) \d+a24", frames.fields(plane)["gun"][0])
    assert sum(int(x) + 24 for x in circles) == width


@every_queen
def test_the_end_of_a_mission_of_queen_is_the_state_of_the_engine(book, mission):
    events, summary = mission.flown.journal.events, mission.flown.summary
    last, state = mission.scene.frames[-1], state_after(events)
    out = [
        key for key, value in last.notes.items() if key.startswith("engine/") and value.startswith(("out", "burning"))
    ]
    assert len(out) == summary["engines_out"]
    for role, text in summary["crew"].items():
        note = last.notes[f"crew/{role}"]
        assert ("light wound" in note) == bool(text["light"] and not text["serious"] and not state[f"men.{role}.dead"])
        assert ("serious wound" in note) == (text["serious"] and not state[f"men.{role}.dead"])
        assert ("frostbite" in note) == text["frostbitten"]
        assert not text["fate"] or book.say(text["fate"]) in note
        assert ("kill" in note.replace("killed", "")) == bool(text["kills"])
    for gun, facts in book.meta.constants["guns"].items():
        assert facts["bursts"] - last.boxes[f"gun/{gun}"] == state[f"guns.{gun}.bursts"]
    assert last.notes["turn"] == str(summary["turns"])


@every_queen
def test_the_sheet_of_queen_fills_into_the_mission_chart(book, mission):
    journal = mission.flown.journal
    chart = book.game.forms(journal.events, journal.header, book.rulebook())["mission_chart"]
    scene = mission.scene
    last = scene.frames[-1]
    for gun, boxes in chart["ammunition"].items():
        assert last.boxes[f"gun/{gun}"] == boxes["used"]
    assert last.lines["hits"] == sum(last.hits.values()) == len(chart["hits"])
    noted = next(item.lines for item in scene.lists if item.key == "damage")
    for path, value in chart["damage"].items():
        assert {capital(text) for text in broken(tuple(path.split(".")), None, value, narration_context(book))} <= set(
            noted
        )
    rolled = {
        e["table"]: e["modifiers"] for e in journal.events if e["kind"] == "roll" and e["table"] in ("G-9", "G-10")
    }
    assert last.lines["landing"] == sum(bool(add) for modifiers in rolled.values() for _, add in modifiers)
    for leg in ("out", "back"):
        for zone, found in chart["waves"][leg].items():
            assert last.notes[f"{leg}/{zone}"].replace("–", "-") == (" ".join(found) or "-")


@every_queen
def test_the_hits_shown_are_the_shells_that_struck(book, mission):
    const = book.meta.constants
    tables = {facts["table"] for facts in const["compartments"].values()} | {const["wing_table"]}
    rolled = [
        e
        for e in mission.flown.journal.events
        if e["kind"] == "roll" and e["table"] in tables and e["gives"] != ["again"]
    ]
    last = mission.scene.frames[-1]
    assert sum(last.hits.values()) == last.lines["hits"] == len(rolled)


@every_queen
def test_fighters_shown_going_down_are_the_kills_of_the_log(book, mission):
    shown = [a for frame in mission.scene.frames for a in frame.attackers if a.state == "down"]
    changes = [c for event in mission.flown.journal.events for c in event["changes"]]
    assert len(shown) == sum(path.endswith(".why") and new == "destroyed" for path, _, new in changes)


def test_the_hits_are_seen_on_both_wings_and_in_every_compartment():
    found = {part for book, mission in QUEEN for _, part in mission.scene.frames[-1].hits}
    assert found == {"nose", "cockpit", "bomb-bay", "radio-room", "waist", "tail", "wing-left", "wing-right"}


def test_a_damaged_fighter_is_called_by_the_letters_on_its_marker():
    text = [a.words for book, mission in QUEEN for frame in mission.scene.frames for a in frame.attackers]
    assert any("FCA" in words for words in text)
    assert any("FBOA" in words for words in text)
    assert not any(re.search("fca|fboa", words) for words in text)


def test_guns_fire_and_hit_and_are_fired_at():
    shots = [shot for book, mission in EXAMPLES for frame in mission.scene.frames for shot in frame.shots]
    assert {(shot.ours, shot.hit) for shot in shots} == {(True, True), (True, False), (False, True), (False, False)}


@pytest.mark.parametrize(("book", "mission"), [pair for pair in EXAMPLES if pair[0].key == "twentyfive"], ids=name)
def test_the_end_of_a_mission_of_twentyfive_is_its_summary(book, mission):
    last, summary = mission.scene.frames[-1], mission.flown.summary
    for place, bomber in summary["bombers"].items():
        engines = [part for (plane, part), state in last.parts.items() if plane == place and part.startswith("engine")]
        assert len(engines) == bomber["left_wing_out"] + bomber["right_wing_out"] + bomber["flak_out"]
        assert sum(int(part[-1]) < 3 for part in engines) >= bomber["left_wing_out"]
        hurt = [part for (plane, part), state in last.parts.items() if plane == place and part.startswith("crew")]
        assert len(hurt) == len(bomber["crew_out"])
    gone = [n for n, text in summary["fighters"].items() if text["gone"]]
    assert [n for n in summary["fighters"] if last.notes[f"fighter/{n}"].startswith("gone")] == gone


def test_names_cannot_leave_the_script_element():
    attacker = Attacker("f1", "me109", "own", "12", "high", "1", "</script><b>&")
    scene = Scene(
        (Plane("own", "x", Art("", "", "", "", "0 0 400 300", "0 0 400 200")),),
        (),
        (),
        "",
        (),
        (),
        (),
        (Frame(attackers=[attacker]),),
    )
    text = json_in_page(frames.changes(scene, [1]))
    assert "<" not in text
    assert json.loads(text)[0]["f"]["f1"][-1] == "</script><b>&"


# ---- the account


def test_a_step_names_its_modifiers_once_and_says_them_on_a_terminal():
    book, mission = next((book, one) for book, one in QUEEN if one.name == "miss-cue")
    steps = [step for phase in seen(book, mission).phases for step in phase.steps]
    modified = [step for step in steps if any(amount != "0" for _, amount in step.modifiers)]
    assert len(modified) > 5
    assert [step.words for step in modified if "(−" in step.words or "(+" in step.words] == []
    lines = [line.shown for line in narrate(book, mission.flown.journal.events)]
    assert sum("(−" in line or "(+" in line for line in lines) >= len(modified)


def test_numbers_below_zero_have_one_sign():
    assert with_minus("by -2, so -3 and 3-4, t-1 or 10 - 2") == "by −2, so −3 and 3-4, t-1 or 10 - 2"


def test_a_bomber_without_a_leak_is_not_said_to_be_short_of_fuel():
    notes = {mission.scene.frames[-1].notes["fuel"] for book, mission in QUEEN}
    assert "no leak" in notes
    assert all(note == "no leak" or note.startswith("leaks") or "turn" in note or "zone" in note for note in notes), (
        notes
    )


@pytest.mark.rule("Q5.1a-1")
def test_the_name_of_a_bomber_is_text_on_a_page_and_no_markup():
    book = BOOKS["queen"]
    odd = "</script><b>[x](javascript:1)</b>"
    script = read_script(book.scripts["miss-cue"])
    steps = [replace(step, after={}) for step in script.steps]  # what it promises names Miss Cue
    flown = replay_script(book, replace(script, names={"bomber": odd}, steps=steps, summary={}))
    page = example_page(Site({"queen": book}), book, 0, Mission("miss-cue", flown)).text
    body = page.partition("---\n")[2].partition("---\n")[2]
    assert "&lt;/script&gt;&lt;b&gt;" in body
    assert "</script><b>" not in body
    html = markdown.markdown(body, extensions=["md_in_html", "attr_list"])
    assert "javascript:1)</b>" not in html
    assert 'href="javascript' not in html


@pytest.mark.parametrize("name", ["first-mission", "clean-victory", "three-kills"])
def test_who_is_coming_in_is_said_before_there_is_a_place_to_draw_them(name):
    key = "superfort" if name == "three-kills" else "queen"
    scene = scene_of(BOOKS[key], flown_of(key)[name].flown)
    coming = [frame for frame in scene.frames if frame.coming]
    assert coming
    assert all(not frame.attackers for frame in coming)
    assert all(re.fullmatch(r"coming in: .*\w", frame.coming) for frame in coming)
    assert not scene.frames[-1].coming


def test_several_of_a_type_are_counted():
    scene = scene_of(BOOKS["queen"], flown_of("queen")["clean-victory"].flown)
    assert "coming in: 4 × Me 109" in [frame.coming for frame in scene.frames]


def test_nothing_says_which_plane_is_yours_before_its_dice_have_fallen():
    mission = next(mission for book, mission in EXAMPLES if book.key == "twentyfive")
    frames_of = mission.scene.frames
    before = [frame for frame in frames_of if not frame.own]
    after = frames_of[len(before) :]
    assert before
    assert after
    assert all(caption.endswith("not rolled yet") for frame in before for caption in frame.captions.values())
    assert all("our" in frame.captions[frame.own] for frame in after)
    assert all(re.match("Left|Centre|Right", caption) for frame in after for caption in frame.captions.values())


def test_no_wingman_is_called_by_a_side_on_which_he_does_not_fly():
    desk, book, places = GameController(load("twentyfive")), load("twentyfive"), set()
    for seed in "12345678":
        desk.begin(seed=seed)
        scene = EventFollower(book.game.show, narration_context(book), desk.session.rulebook).scene(
            desk.session.journal.events
        )
        frame = scene.frames[-1]
        places.add(frame.own)
        for place, caption in frame.captions.items():
            assert not [side for side in ("left", "right") if side in caption.lower() and side != place], caption
    assert places == {"left", "centre", "right"}


def test_a_bomber_without_a_scratch_is_undamaged_yours_too():
    mission = next(mission for book, mission in EXAMPLES if book.key == "twentyfive")
    frame = next(frame for frame in mission.scene.frames if frame.own)
    assert frame.notes[f"bomber/{frame.own}"] == "undamaged"
