"""What hand-written pages may call: every number in a sentence comes from a table or a constant."""

import re

import pytest

from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.library.load import load
from combatbox.web.page_notes import rule_paragraphs
from combatbox.web.prose_functions import Prose
from combatbox.web.site import Site
from combatbox.web.site_files import Download
from combatbox.web.written_pages import replace_calls

GUN = """\
id: D-GUN
title: Gun
shape: to_hit
dice: 1d6
clamp: [1, 6]
source: {kind: rulebook, section: gun}
columns: {near: Near, far: Far}
hit: [{mark: hit}]
miss: [{mark: miss}]
modifiers:
  - {when: alarmed, add: -3, source: x}
  - {when: {hotter_than: 4}, add: 1, source: x}
floors: [{natural: 6, net: 6, source: x}]
rows:
  - {key: still, hits: [5-6, 6]}
  - {key: moving, hits: [6, null]}
"""


@pytest.fixture
def site(drill):
    drill.write("d-gun", GUN)
    drill.edit(
        "d-one",
        "rows:",
        "clamp: [1, 6]\nmodifiers: [{when: alarmed, add: -3}, {when: {hotter_than: 2}, add: -1}]\nrows:",
    )
    drill.edit(
        "game",
        "missions: 3",
        "missions: 3, crew: {a: 1, b: 2}, zones: [2, 3, 4], one: [7], veteran: {first: 2, last: 3}, deep: {far: 5}",
    )
    book = drill.load()
    return Site({book.key: book})


@pytest.fixture
def rendered(site):
    """The text of a page that makes a call."""

    def render(text, path="drill/page.md"):
        return replace_calls(site, path, text, [])

    return render


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ('hits("D-GUN", "still", "near")', "5–6"),
        ('hits("D-GUN", "still", "far")', "6"),
        ('floor("D-GUN")', "6"),
        ('mod("D-GUN", "alarmed")', "−3"),
        ('mod("D-GUN", "hotter_than 4")', "+1"),
        ('mod("D-GUN", "alarmed", "D-ONE")', "−3"),
        ('limit("D-GUN", "hotter_than")', "4"),
        ('limit("D-GUN", "hotter_than") | word', "four"),
        ('say("blue")', "sky blue"),
        ('const("missions")', "3"),
        ('const("zones")', "2, 3 and 4"),
        ('const("one")', "7"),
        ('const("veteran")', "2 to 3"),
        ('const("deep.far")', "5"),
        ('word("missions")', "three"),
        ('word("zones")', "three"),
        ('word("crew")', "two"),
    ],
)
def test_a_call_gives_what_the_data_holds(rendered, call, text):
    assert rendered(f"{{{{ {call} }}}}") == text


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        ('hits("D-GUN", "flying", "near")', "row of D-GUN 'flying'"),
        ('hits("D-GUN", "still")', "column of D-GUN"),
        ('floor("D-ONE")', "D-ONE: has no natural roll"),
        ('mod("D-GUN", "hotter_than 9")', "modifier of D-GUN 'hotter_than 9'"),
        ('limit("D-ONE", "alarmed")', "condition with a number of D-ONE 'alarmed'"),
        ('say("red")', "word 'red'"),
        ('const("crew")', "constant crew is a mapping of a, b; name one of these keys"),
        ('const("deep.near")', "constant 'deep.near'"),
        ('word("nothing")', "constant 'nothing'"),
    ],
)
def test_a_call_for_what_is_not_there_names_page_and_fault(rendered, call, fault):
    with pytest.raises(CombatBoxError) as caught:
        rendered(f"{{{{ {call} }}}}")
    assert str(caught.value).startswith("site/drill/page.md: ")
    assert fault in str(caught.value)


def test_an_amount_that_two_tables_must_share_is_held_against_both(drill, site):
    prose = Prose(site, site.books["drill"], "drill/page.md", [])
    assert prose.mod("D-GUN", "alarmed", "D-ONE") == "−3"
    drill.edit("d-one", "add: -3", "add: -2")
    bent = drill.load()
    with pytest.raises(CombatBoxError, match=r"alarmed is −3, −2 on D-GUN, D-ONE"):
        Prose(Site({"drill": bent}), bent, "drill/page.md", []).mod("D-GUN", "alarmed", "D-ONE")


def test_every_page_may_ask_what_is_flown_and_printed(site, rendered):
    asked = '{% if flown("drill", "first") %}\nFlown.\n{% else %}\nNot yet.\n{% endif %}\n'
    assert rendered(asked) == rendered(asked, "index.md") == "Not yet.\n"
    site.books["drill"].scripts["first"] = "somewhere"
    site.downloads = {"drill": [Download("print/drill/mission-chart-a4.pdf", "Mission chart", "PDF")]}
    assert rendered(asked) == "Flown.\n"
    assert rendered('{{ printed("drill") }} {{ printed("other") }} {{ flown("other", "first") }}') == "True False False"
    assert rendered('{{ printed("drill", "chart") }} {{ printed("drill", "cards") }}') == "True False"


def test_a_page_above_the_games_has_no_tables(rendered):
    with pytest.raises(CombatBoxError, match="'mod' is undefined"):
        rendered('{{ mod("D-GUN", "alarmed") }}', "index.md")


def test_names_are_looked_up_in_the_book_at_hand(site):
    with pytest.raises(UnknownName, match="table of drill"):
        Prose(site, site.books["drill"], "drill/page.md", []).floor("P-1")


def test_a_page_may_ask_for_a_figure_and_a_widget_that_its_game_has():
    book = load("skirmish")
    whole = Site({"skirmish": book})
    slots = []
    prose = Prose(whole, book, "skirmish/rules/5-gunners.md", slots)
    assert 'data-cb-slot="0"' in prose.figure("guns")
    assert slots[0].startswith('<figure class="cb-fig cb-fig--top">')
    assert '<title id="fig-guns-t">The guns of a bomber.' in slots[0]
    prose.widget("aim", 3)
    assert 'data-widget="aim" data-start="3"' in slots[1]
    prose.widget("aim")
    ids = [re.search(r'<section class="cb-try" id="([^"]+)"', text)[1] for text in slots[1:]]
    assert ids == ["aim-1", "aim-2"]
    for call in (prose.figure, prose.widget):
        with pytest.raises(UnknownName, match="nothing-such"):
            call("nothing-such")


def test_a_game_without_figures_and_widgets_refuses_them_all(site):
    (book,) = site.books.values()
    prose = Prose(site, book, f"{book.key}/rules/x.md", [])
    for call in (prose.figure, prose.widget):
        with pytest.raises(UnknownName):
            call("guns")


def test_html_of_figures_and_widgets_has_no_blank_line_that_would_end_its_block():
    book = load("skirmish")
    slots = []
    prose = Prose(Site({"skirmish": book}), book, "skirmish/rules/4-fire.md", slots)
    for name in book.game.pages.drawings(book.rulebook(), book.say):
        prose.figure(name)
    prose.widget("aim")
    assert len(slots) > 10
    assert not any("\n\n" in text for text in slots)


def test_a_preview_of_a_rule_says_its_own_part_of_a_paragraph_and_marks_side_by_side_share_theirs():
    def mark(name):
        return f'<span class="cb-rule" id="{name}"><a href="#{name}">{name}</a></span>'

    flag = '<span class="cb-optional">Optional</span> '
    html = (
        f"<p>{mark('a')} Roll <b>one</b> die. {mark('b')} Then two.</p>"
        f"<ul><li>{mark('c')} {flag}{mark('d')} Land.</li><li>{mark('e')} {mark('f')} {flag}Swim.</li></ul>"
    )
    assert rule_paragraphs(html) == {
        "a": "<p>Roll <b>one</b> die.</p>", "b": "<p>Then two.</p>",
        "c": f"{flag}Land.", "d": "Land.", "e": "Swim.", "f": f"{flag}Swim.",
    }  # fmt: skip
