"""What player aids say: all that they refer to, and nothing of errata and of options that are off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from tests import aid_turns

from combatbox.core.table_views import TableView
from combatbox.library.book import code
from combatbox.library.load import load
from combatbox.press import fonts, reference
from combatbox.press.catalogue import Section
from combatbox.press.shop import Shop, open_shop
from combatbox.press.style import PAPERS
from combatbox.prose.chapters import every_part

from . import built
from .texts import in_one_line, texts

GAMES = ("twentyfive", "queen", "superfort", "skirmish")
OPTIONS = {
    "twentyfive": [{}],
    "queen": [{}, {"random_events": "on"}, {"spray_fire": "on"}, {"pilot_status": "on"}],
    "superfort": [{}],
    "skirmish": [{}, {"turret": "on"}],
}
WAYS = [(game, tuple(options.items())) for game in GAMES for options in OPTIONS[game]]


@cache
def shop(game: str, rulings: tuple[tuple[str, str], ...] = ()) -> Shop:
    return open_shop(load(game), dict(rulings))


def faces(opened: Shop) -> list[Section]:
    (product,) = (one for one in opened.products if one.kind == "aids")
    return opened.catalogue.faces(opened.book, opened.context.rules, product)


def words_of(view: TableView) -> Iterator[str]:
    yield view.used
    for row in view.rows:
        yield from (row.area, *row.cells)
    for modifier in view.modifiers:
        yield from (modifier.words, modifier.amount)
    yield from view.notes


def named(words: str, opened: Shop) -> set[str]:
    """The ids of tables, rules and rulings in words, and of tables that are quoted by their titles."""
    book = opened.book
    ids = {*book.tables, *book.rulings, *book.rules}
    titles = {table.title: name for name, table in opened.context.rules.tables.items()}
    found = {part for part in re.findall(r"[A-Za-z][\w.]*(?:-[\w.]+)*", words) if part.rstrip(".") in ids}
    return {part.rstrip(".") for part in found} | {titles[t] for t in re.findall("“([^”]+)”", words) if t in titles}


@pytest.mark.parametrize(("game", "rulings"), WAYS)
def test_whatever_an_aid_refers_to_is_on_the_aids(game: str, rulings: tuple[tuple[str, str], ...]) -> None:
    opened = shop(game, rulings)
    views = [view for face in faces(opened) for view in face.tables]
    shown = {view.id for view in views}
    here = {name for name, table in opened.context.rules.tables.items() if table.id in shown}
    lost = {(view.id, name) for view in views for words in words_of(view) for name in named(words, opened)}
    assert {(table, name) for table, name in lost if name not in here} == set()


@pytest.mark.parametrize("loss", [r"engines? out\b.*\bformation\b.*\bturns", r"oxygen\b.*\bformation"])
@pytest.mark.parametrize("game", ["queen", "superfort", "b17g", "b24d", "foggia"])
def test_aids_say_when_lost_engines_or_oxygen_cost_the_formation(game: str, loss: str) -> None:
    notes = [note for face in faces(shop(game)) for view in face.tables for note in view.notes]
    assert any(re.search(loss, note) for note in notes)


@pytest.mark.parametrize(("game", "rulings"), WAYS)
def test_a_step_of_the_sequence_leads_to_an_aid_or_says_where_else(
    game: str, rulings: tuple[tuple[str, str], ...]
) -> None:
    opened = shop(game, rulings)
    here = opened.catalogue.faces_of(opened.book, opened.context.rules)
    for name in ("sequence", "rules"):
        for chapter in opened._chapters(name):
            for words in (part for part in every_part(chapter.blocks) if isinstance(part, str) and " " in part):
                for table in named(words, opened) & opened.book.tables.keys() - here.keys():
                    title = opened.book.tables[table].title
                    assert re.search(rf"(?:{re.escape(table)}|“{re.escape(title)}”) among the tables", words) or code(
                        table
                    ), words


@pytest.mark.parametrize("game", GAMES)
def test_sheets_of_rules_have_titles_and_the_number_of_the_aid_in_place_of_our_ids(game: str) -> None:
    opened = shop(game)
    ours = [name for name in opened.book.tables if not code(name)]
    aids = in_one_line(" ".join(texts(built.blank(game, "player-aids", "a4"))))
    for face in faces(opened):
        assert face.title in aids
    for sheet in ("sequence", "rules", "rules-summary"):
        text = in_one_line(" ".join(texts(built.blank(game, sheet, "a4"))))
        assert [name for name in ours if re.search(rf"(?<![\w-]){name}(?![\w-])", text)] == []
        for title, number in re.findall(r"“([^”]+)” on aid (\d)", text):
            titles = {fonts.quoted(view.title) for view in faces(opened)[int(number) - 1].tables}
            assert title in titles


@pytest.mark.parametrize("game", GAMES)
def test_the_letter_of_a_note_stands_beside_what_it_is_about(game: str) -> None:
    opened = shop(game)
    for section in (*opened.catalogue.sections(opened.book, opened.context.rules), *faces(opened)):
        for view in section.tables:
            letters = {
                letter
                for note in view.notes
                for letter in re.findall(r"\(([a-z])\)", note.split(" ", 2)[0] + note[:12])
            }
            text = [*(cell for row in view.rows for cell in row.cells), *(one.words for one in view.modifiers)]
            beside = {
                letter
                for words in text
                for run in re.findall(r"\(([a-z](?:, [a-z])*)\)$", words)
                for letter in run.split(", ")
            }
            assert letters == beside, view.id


@pytest.mark.parametrize(("game", "rulings"), WAYS)
def test_aids_have_no_errata_and_no_option_that_is_off(game: str, rulings: tuple[tuple[str, str], ...]) -> None:
    for face in faces(shop(game, rulings)):
        for view in face.tables:
            for words in words_of(view):
                assert not re.search(r"errat|is printed;|other option|under the option|without that option", words), (
                    words
                )


def test_tables_of_an_option_are_on_the_aids_with_the_option_alone() -> None:
    usual, events = (
        {v.id for f in faces(shop("queen", way)) for v in f.tables} for way in ((), (("random_events", "on"),))
    )
    assert events - usual >= {"B-7", "B-7-ENGINE", "B-7-COLD", "B-7-ACCIDENT", "B-7-WING"}
    assert "M-6" not in events
    rows = {row.id: row for face in faces(shop("queen")) for view in face.tables for row in view.rows}
    assert "No attackers" in rows["B-3/66"].cells[0]
    assert not {"M-5", "M-6"} & usual


def test_the_gazetteer_of_the_b29_is_on_its_aids() -> None:
    assert "T2-9" in shop("superfort").catalogue.faces_of(load("superfort"), shop("superfort").context.rules)


@pytest.mark.parametrize("game", GAMES)
def test_aids_say_in_words_what_a_modifier_is_and_which_die_counts(game: str) -> None:
    for face in faces(shop(game)):
        for view in face.tables:
            assert not any(one.amount in ("as given", "varies") for one in view.modifiers), view.id
            assert not any(row.roll.startswith("die ") for row in view.rows), view.id


def test_aids_of_the_b29_say_who_is_a_novice_and_what_rejoining_costs() -> None:
    book = load("superfort")
    text = in_one_line(" ".join(texts(built.blank("superfort", "player-aids", "a4"))))
    const = book.meta.constants
    assert f"With {book.say(str(const['novice']))} or fewer he is a novice" in text
    assert f"It costs {book.say(str(const['costs']['rejoin']))} box" in text


@pytest.mark.parametrize(
    ("game", "sheet", "sentence"),
    [
        ("queen", "sequence", "Roll for each gun, M-1, in any order; then for each hit, M-2."),
        ("queen", "sequence", "Locate each shell, O-5, and roll its damage before the next."),
        ("queen", "sequence", "Roll for a lone diver, too."),
        ("queen", "sequence", "Who won? R-7-1."),
        ("queen", "rules-summary", "waiting for a passing shot mark theirs off when they fire."),
        ("queen", "rules-summary", "weather and cover stay as they are"),
        ("queen", "rules-summary", "do nothing if nobody alive is there"),
        ("queen", "rules-summary", "the rolls of the waves on B-3 into the boxes below"),
        ("queen", "start-here", "each hit goes on to O-4"),
        ("queen", "player-aids", "66 No attackers, out of formation roll again"),
        ("queen", "player-aids", "in the first turn out and back in a zone over land at 10,000 feet"),
        (
            "queen",
            "player-aids",
            "from the second zone after the loss on, unless you leave the formation for 10,000 feet",
        ),
        ("queen", "player-aids", "all shells of a fighter before any damage"),
        ("queen", "player-aids", "The wing on the attacking side is the starboard one"),
        ("queen", "player-aids", "cancels every other shell of its fighter"),
        ("queen", "player-aids", "the two cheek guns never fire together"),
        ("queen", "player-aids", "fire a passing shot after its attack"),
        ("queen", "player-aids", "without a dead man’s, the next turn is at 10,000 feet"),
        ("queen", "player-aids", "With one engine left, come down after 1 more zone"),
        ("queen", "player-aids", "What the result of G-9 adds"),
        ("queen", "start-here", "Choose all targets, cross off bursts, then roll a die each."),
        ("queen", "start-here", "a plane lost or beyond repair is theirs"),
        ("queen", "start-here", "a small card is a fighter"),
        ("queen", "sequence", "See to oxygen, heat and light flak."),
        ("foggia", "rules", "On a table with D66, such as B-3,"),
        ("foggia", "rules", "A mission to Germany, Austria or Hungary counts as two"),
        ("queen", "player-aids", "The next turn is one zone nearer home"),
        ("queen", "player-aids", "the way out and the way home are counted separately"),
        ("queen", "player-aids", "the next turn is at 10,000 feet, out of formation"),
        ("queen", "player-aids", "A dead man needs no oxygen. If his outlet works"),
        ("queen", "player-aids", "With one engine left, what holds for two engines out still holds"),
        ("superfort", "start-here", "no dice for take-off and events"),
        ("superfort", "start-here", "flak only once"),
        ("superfort", "start-here", "D66: the first die gives the tens"),
        ("superfort", "start-here", "from zone 2 on climb a band a turn (low, medium, high)"),
        ("superfort", "start-here", "Roll a die for each turret, tail gun and cannon"),
        ("superfort", "start-here", "R5-5 says how close it passes"),
        ("superfort", "player-aids", "One man may fire several turrets, all at the same fighter"),
        ("superfort", "player-aids", "the CFC gunner at both upper ones"),
        ("superfort", "player-aids", "Out of formation every fighter comes again"),
        ("superfort", "player-aids", "A fighter comes a third and last time only when"),
        (
            "superfort",
            "player-aids",
            "take 2 turns for this zone and each later one, but one to turn round over the target",
        ),
        ("superfort", "player-aids", "From medium you reach the next zone, from high the one after it"),
        ("superfort", "player-aids", "A fire that goes on in the Nose or in Nav/Radio drives everybody out at once"),
        ("superfort", "player-aids", "after that of the loss and 1 more"),
        ("superfort", "player-aids", "To abort, turn the B-29’s counter round. That takes another turn in the zone"),
        ("superfort", "player-aids", "A mission that you bombed on is credited"),
        ("superfort", "player-aids", "A B-29 beyond repair counts as lost"),
        ("skirmish", "start-here", "that costs an engine (one damage point)"),
        ("skirmish", "start-here", "always the whole length"),
        ("skirmish", "start-here", "What leaves the table is out of the game"),
        ("skirmish", "scenarios", "Inches to the middle from the left edge"),
        ("skirmish", "quick-reference", "those without damage all make the move of the first of them"),
        ("skirmish", "quick-reference", "No bomber left that can bomb?"),
        ("skirmish", "quick-reference", "to the nearest point of a fuselage or to the middle of a fighter"),
        ("skirmish", "quick-reference", "enter side by side, the first on the left"),
        ("skirmish", "battle-log", "a hit shortens what is left of the move and every later one"),
        ("skirmish", "quick-reference", "has a throw at each fighter on which it bears"),
        ("skirmish", "quick-reference", "by number, each for the closest bomber"),
        ("skirmish", "quick-reference", "where they stop and where their move ends"),
        ("skirmish", "paper-models", "halfway from nose to tail"),
        ("queen", "player-aids", "Hits on a station fall on the man who is there now"),
        ("queen", "player-aids", "as soon as the wave that cost you the engine is over"),
        ("queen", "player-aids", "nearer home, slow or not"),
        ("queen", "player-aids", "at any time while the bomb bay doors work"),
        ("queen", "player-aids", "once a zone but zone 1"),
        ("foggia", "player-aids", "kept as you turn round"),
        ("superfort", "player-aids", "with the whole B-29 without pressure"),
        ("superfort", "player-aids", "only when its second attack has hit you"),
        ("superfort", "player-aids", "not in the base square, where the last zone’s counts"),
        ("twentyfive", "start-here", "in three passes"),
        ("twentyfive", "start-here", "another hit on it does nothing"),
        ("twentyfive", "start-here", "the next one starts with three whole bombers"),
        ("twentyfive", "fighter-attack", "T target: 1–2 left"),
    ],
)
def test_papers_state_what_a_player_had_to_guess(game: str, sheet: str, sentence: str) -> None:
    assert sentence in in_one_line(" ".join(texts(built.blank(game, sheet, "a4"))))


def test_fighter_cards_have_no_modifier_that_the_aids_leave_out() -> None:
    on_aids = {modifier.words for face in faces(shop("queen")) for view in face.tables for modifier in view.modifiers}
    left_out = {
        view.words
        for name in ("M-2", "M-3")
        for view in load("queen").view(load("queen").tables[name]).modifiers
        if view.words not in on_aids
    }
    text = in_one_line(" ".join(texts(built.blank("queen", "fighter-cards", "a4")))).casefold()
    assert left_out
    assert not [words for words in left_out if words.casefold() in text]


def test_the_gazetteer_on_the_aids_has_the_flak_and_the_searchlights_of_each_target() -> None:
    book = load("superfort")
    notes = [
        note for face in faces(shop("superfort")) for view in face.tables if view.id == "T2-9" for note in view.notes
    ]
    for row in book.tables["T2-9"].rows:
        words = "; ".join(effect.short_words(book.say) for effect in row.effects)
        (others,) = [note for note in notes if note.startswith("All others: ")]
        named = [
            note for note in notes if re.search(rf"[:,d] {re.escape(book.say(row.key))}[,. ]", note) and "flak" in note
        ]
        assert words.casefold() in (named[0] if named else others).casefold(), row.key


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_all_faces_have_one_orientation(game: str, paper: str) -> None:
    laid = reference.faces(PAPERS[paper], faces(shop(game)))
    pages = [page for _, found in laid for page in found]
    assert len({page.frame.width for page in pages}) == 1


def test_a_mission_of_queen_turns_few_sheets_of_its_aids() -> None:
    """The mean was 11.8 before tables that are rolled on together were moved to faces beside each other."""
    assert aid_turns.turns(aid_turns.lookups(load("queen"), 15), aid_turns.faces_of(shop("queen"))) < 7


def test_a_turn_is_counted_when_the_other_side_of_a_sheet_is_needed() -> None:
    faces = ["A", "B", "C", "D"]  # C is behind A, D behind B
    assert aid_turns.turns([["A", "B", "A"]], faces) == 0
    assert aid_turns.turns([["A", "C", "A"], ["D"]], faces) == 1.5
    assert aid_turns.turns([["A", "X", "B"]], faces) == 0, "X is on no aid"


def test_aids_of_skirmish_have_no_table_that_only_repeats_the_die() -> None:
    """The dice for waves are a sentence on the sheet of scenarios."""
    views = [view for face in faces(shop("skirmish")) for view in face.tables]
    assert not [view.id for view in views if any(words.startswith("The wave has a") for words in words_of(view))]
