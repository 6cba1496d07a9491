"""What the search says of a table, and by which questions it finds."""

import json
import re

import pytest

from combatbox.core.errors import DataError
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.load import load, load_all
from combatbox.library.schema import SearchModel
from combatbox.library.yaml12 import parse_yaml
from combatbox.web.page_templates import macros
from combatbox.web.search import (
    Asking,
    Entry,
    page_entries,
    part_entries,
    questions_of,
    script,
    stated_rules,
    table_entries,
)
from combatbox.web.views import Places, Views


def entry_text(key):
    book = load("queen")
    views = Views(book, Places(), "queen/index.html")
    return next(iter(table_entries(views.table(book.tables[key]), Places()))).text


def test_a_table_is_introduced_by_its_use_and_its_dice():
    assert entry_text("B-4").startswith("Buff card: after M-3. 2D6 per fighter that hits. 12 / 1:30 / 10:30. ")


def test_the_heading_of_a_single_column_is_no_word_to_find():
    assert entry_text("G-1") == "Green card: before each mission of the campaign up to mission 5. 1D6"


def test_a_rule_is_found_by_the_headings_above_it():
    mark = '<span class="cb-rule" id="{0}"><a>x</a></span>'
    html = (
        '<h1 id="t">9. Heat</h1>' + mark.format("q1") + '<h2 id="o">Oxygen<a class="headerlink" href="#o">#</a></h2>'
        + mark.format("q2") + '<h2 id="c">Cold</h2>' + mark.format("q3")
    )  # fmt: skip
    assert {name: rule.above for name, rule in stated_rules(html).items()} == {
        "q1": "9. Heat",
        "q2": "9. Heat Oxygen",
        "q3": "9. Heat Cold",
    }


def test_rules_whose_marks_are_adjacent_are_shown_with_the_same_text():
    mark = '<p><span class="cb-rule" id="{0}"><a>x</a></span>'
    html = f'{mark.format("q1")} <span class="cb-rule" id="q2"><a>y</a></span> Roll again.</p>{mark.format("q3")} Stop.</p>'
    assert {name: rule.text for name, rule in stated_rules(html).items()} == {
        "q1": "Roll again.",
        "q2": "Roll again.",
        "q3": "Stop.",
    }


@pytest.mark.parametrize("hidden", ["noscript", "template", "dialog", "script", "style", "svg"])
def test_text_that_no_reader_sees_at_once_is_not_searched(hidden):
    html = f'<h1 id="play">Play</h1><{hidden}><p>Scripts are switched off.</p></{hidden}><p>Dice fall.</p>'
    assert [entry.text for entry in page_entries("queen", "queen/play.html", "Play", html)] == ["Dice fall."]


def test_a_page_whose_title_has_no_anchor_is_found_as_well():
    html = '<h1>Games for one</h1><p>Free.</p><h2 id="pick">Pick</h2><h3>A game</h3><p>Short.</p>'
    assert [(entry.url, entry.title, entry.text) for entry in page_entries("", "index.html", "Home", html)] == [
        ("index.html", "Games for one", "Free."),
        ("index.html#pick", "Pick (Home)", "A game Short."),
    ]


def test_a_paper_is_found_by_its_name():
    paper = {"title": "Mission Chart", "about": "One sheet a mission.", "links": [("a.pdf", "A4")], "picture": ""}
    html = str(macros("_macros.html.j2").papers([paper]))
    assert list(part_entries("queen", "queen/downloads.html", html)) == [
        Entry("queen", "Paper", "queen/downloads.html#mission-chart", "", "Mission Chart", "One sheet a mission.")
    ]


ASKED = parse_yaml("questions:\n  T-1: [why, who]\n  T-2: [when]\n", "questions.yaml")


def test_a_question_for_what_is_not_there_is_reported_with_its_line():
    problems = []
    assert questions_of(ASKED, {"T-1", "T-3"}, problems, strict=True) == {"T-1": ["why", "who"]}
    assert [str(problem) for problem in problems] == [
        "questions.yaml:3: unknown id or page 'T-2'; did you mean T-3 or T-1?"
    ]


def test_a_game_with_an_overlay_may_lack_what_its_questions_ask_for():
    problems = []
    assert questions_of(ASKED, {"T-1"}, problems, strict=False) == {"T-1": ["why", "who"]}
    assert problems == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("- T-1", "questions.yaml:1: must be a mapping (got ['T-1'])"),
        ("questions:\n  T-1: []\n", "questions.yaml:2: questions.T-1: must have at least 1 item (got 0)"),
        ("questions:\n  T-1: ['']\n", "questions.yaml:2: questions.T-1.0: must have at least 1 character (got 0)"),
        ("questions:\n  T-1: why\n", "questions.yaml:2: questions.T-1: must be a list (got 'why')"),
    ],
)
def test_a_file_of_questions_of_another_shape_is_reported_with_its_line(text, problem):
    problems = []
    assert questions_of(parse_yaml(text, "questions.yaml"), {"T-1"}, problems, strict=True) == {}
    assert [str(each) for each in problems] == [problem]


def entries(*games):
    return [
        Entry(game, "Page", f"{game}/sequence.html" if game else "about.html", "", "A page", "")
        for game in ("", *games)
    ]


def some_books(*keys, overlay=None):
    """Books of games without the project's variants, whose questions name entries that no test makes."""
    books = load_all(overlay)
    return {key: books[key] for key in (*GAMES, *keys)}


def files(folder, **texts):
    """A folder of prose in which a game is asked for by these questions."""
    (folder / "site").mkdir()
    (folder / "site" / "search.yaml").write_bytes((paths.root() / "site" / "search.yaml").read_bytes())
    for game, text in texts.items():
        (folder / "site" / game).mkdir()
        (folder / "site" / game / "questions.yaml").write_text(text, encoding="utf-8")
    return folder / "site"


def test_questions_stand_beside_the_chapters_and_a_game_may_have_none(tmp_path, monkeypatch):
    prose, books = files(tmp_path, twentyfive="questions:\n  sequence.html: [what comes next]\n"), some_books()
    monkeypatch.setattr(paths, "home", lambda key: paths.Home(tmp_path, tmp_path, prose / key, None))
    asking = Asking.read(prose, books, entries(*books))
    assert asking.questions == {"twentyfive": {"sequence.html": ["what comes next"]}}


def test_a_variant_is_asked_for_like_its_parent(tmp_path, monkeypatch):
    overlay = tmp_path / "mine"
    (overlay / "harder").mkdir(parents=True)
    (overlay / "harder" / "game.yaml").write_text("like: twentyfive\nkey: harder\ntitle: Harder\n", encoding="utf-8")
    books = some_books("harder", overlay=overlay)
    prose = files(tmp_path, twentyfive="questions:\n  sequence.html: [what comes next]\n")
    monkeypatch.setattr(paths, "home", lambda key: paths.Home(tmp_path, tmp_path, prose / key, None))
    asking = Asking.read(prose, books, entries(*books))
    assert asking.questions["harder"] == asking.questions["twentyfive"] == {"sequence.html": ["what comes next"]}


def test_a_variant_has_questions_of_its_own_for_what_it_changes(tmp_path, monkeypatch):
    overlay = tmp_path / "mine"
    (overlay / "harder" / "site").mkdir(parents=True)
    (overlay / "harder" / "game.yaml").write_text("like: twentyfive\nkey: harder\ntitle: Harder\n", encoding="utf-8")
    own = overlay / "harder" / "site" / "questions.yaml"
    own.write_text("questions:\n  sequence.html: [what is harder]\n", encoding="utf-8")
    books = some_books("harder", overlay=overlay)
    prose = files(tmp_path, twentyfive="questions:\n  sequence.html: [what comes next]\n")
    monkeypatch.setattr(paths, "home", lambda key: paths.Home(tmp_path, tmp_path, prose / key, None))
    asking = Asking.read(prose, books, entries(*books))
    assert asking.questions["harder"] == {"sequence.html": ["what comes next", "what is harder"]}
    assert asking.questions["twentyfive"] == {"sequence.html": ["what comes next"]}
    own.write_text("questions:\n  sequenc.html: [what is harder]\n", encoding="utf-8")
    with pytest.raises(DataError, match=re.escape("questions.yaml:2: unknown id or page 'sequenc.html'")):
        Asking.read(prose, books, entries(*books))


def test_all_problems_of_all_files_are_reported_at_once(tmp_path, monkeypatch):
    prose = files(tmp_path, queen="questions:\n  Q99: [why]\n", twentyfive="question: {}\n")
    words = (prose / "search.yaml").read_text(encoding="utf-8")
    (prose / "search.yaml").write_text(words.replace("  queen: [", "  quen: ["), encoding="utf-8")
    books = some_books()
    monkeypatch.setattr(paths, "home", lambda key: paths.Home(tmp_path, tmp_path, prose / key, None))
    with pytest.raises(DataError) as caught:
        Asking.read(prose, books, entries(*books))
    message = str(caught.value)
    assert re.search(r"search.yaml:\d+: unknown game 'quen'; did you mean queen", message)
    assert re.search(r"queen/questions.yaml:2: unknown id or page 'Q99'", message)
    assert re.search(r"twentyfive/questions.yaml:1: question: unknown key; did you mean questions?", message)


def test_a_variant_has_papers_and_pages_of_its_own_and_shares_what_is_the_same_elsewhere():
    books = load_all()
    variant = next(book for book in books.values() if book.meta.like)
    parts = [
        ("Rule", "rules.html#a"),
        ("Paper", "downloads.html#chart"),
        ("Page", "play.html"),
        ("Page", "rules.html#b"),
    ]
    both = [
        Entry(game, kind, f"{game}/{url}", "", url, "")
        for game in (variant.meta.like, variant.key)
        for kind, url in parts
    ]
    asking = Asking(SearchModel(names={}, skip=[], examples={}, slips={}, same=[], terms={}), {})
    found = json.loads(script(both, books, asking).removeprefix("window.cbFind=").removesuffix(";"))
    own = [url for _, _, url, *_ in found["docs"] if url.startswith(f"{variant.key}/")]
    assert own == [f"{variant.key}/downloads.html#chart", f"{variant.key}/play.html"]
