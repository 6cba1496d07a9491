"""The search: real questions by keyboard, on a phone, from a folder, and with hostile input."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page
from tests.search_quality import found, place

from combatbox.games import GAMES
from combatbox.library.load import load, load_all

from .conftest import DESKTOP, PHONE, Opener, indexed
from .test_pages import violations

pytestmark = pytest.mark.browser

QUESTIONS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "questions.yaml").read_text(encoding="utf-8")
)["questions"]
FRESH: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "fresh_questions.yaml").read_text(encoding="utf-8")
)
ANSWERED = {
    "tuned": (41, 41),
    "untouched": (36, 40),
    "drawn": (38, 40),
    "players": (155, 160),
    "sealed": (34, 39),
    "strangers": (36, 38),
    "newcomers": (76, 79),
    "visitors": (78, 79),
    "guests": (70, 78),
    "first_timers": (34, 38),
    "passers_by": (21, 22),
    "held_rules": (33, 38),
    "held_newcomers": (24, 32),
    "held_sections": (60, 60),
}
"""How many questions of each set were answered by the first result, and by one of the first three."""
WING = "twentyfive/tables/t-tab-wing.html"


def ask(page: Page, words: str) -> list[str]:
    """Type into the search, opening it if needed; return the addresses of the results."""
    box = page.locator(".cb-search__input")
    if not box.count() or not box.is_visible():
        page.click(".cb-find")
        page.wait_for_selector(".cb-search__try, .cb-hit")
    box.fill(words)
    found: list[str] = page.eval_on_selector_all(".cb-hit", "links => links.map(link => link.href)")
    return found


# ---- the questions


def test_there_are_enough_questions_and_each_has_an_answer(site: Path) -> None:
    assert len(QUESTIONS) >= 60
    assert {one.get("from") for one in QUESTIONS} == {None, *GAMES}
    assert len({one["ask"] for one in QUESTIONS}) == len(QUESTIONS)
    for one in QUESTIONS:
        assert one["lands"], one["ask"]
        for wanted in one["lands"]:
            path, _, name = wanted.partition("#")
            html = (site / path).read_text(encoding="utf-8")
            assert not name or f'id="{name}"' in html, f"{one['ask']}: there is no {wanted}"


def test_every_question_finds_an_answer_among_the_first_three(site: Path) -> None:
    answers = zip(QUESTIONS, found(QUESTIONS, site), strict=True)
    assert {one["ask"]: urls for one, urls in answers if not set(urls) & set(one["lands"])} == {}


@pytest.mark.thorough
def test_the_box_shows_what_the_measure_without_a_browser_finds(visit: Opener, address: str, site: Path) -> None:
    questions = FRESH["untouched"][::5]
    pages = {game: visit(f"{game}/index.html").page for game in GAMES}
    shown = [[url.removeprefix(f"{address}/") for url in ask(pages[one["from"]], one["ask"])[:3]] for one in questions]
    assert shown == found(questions, site)
    assert {one["from"] for one in questions} == set(pages)


def test_every_section_is_found_by_its_printed_number_and_every_erratum_by_its_name(site: Path) -> None:
    asked = []
    for key in GAMES:
        named: dict[str, list[str]] = {}
        for rule in load(key).rules.values():
            if rule.erratum:
                named.setdefault(rule.erratum, []).append(rule.id)
            elif section := re.fullmatch(r"[A-Z]-?(\d+(?:\.\d+)?)([A-Za-z]?)\b.*", rule.id):
                for number in {section[1], section[1] + section[2]}:
                    named.setdefault(number, []).append(rule.id)
        asked += [{"ask": name, "from": key, "lands": ids} for name, ids in named.items()]
    assert {one["from"] for one in asked} == set(GAMES)
    assert {one["ask"]: urls for one, urls in zip(asked, found(asked, site), strict=True) if place(one, urls)} == {}


def test_notes_tables_and_sections_are_found_as_books_name_them(site: Path) -> None:
    wanted = [
        ("erratum 13", "queen", "Q-E13"),
        ("rulebook erratum 2", "queen", "Q-RE2"),
        ("ruling 7", "queen", "Q-R07"),
        ("BL-1 note e", "queen", "Q-BL1e-1"),
        ("note e of table BL-1", "queen", "Q-BL1e-1"),
        ("T 2-9", "superfort", "T2-9"),
        ("table 4-2", "superfort", "T4-2"),
        ("Table 4.2", "superfort", "T4-2"),
        ("§6.5", "superfort", "F6.5.1"),
        ("14.2 b", "queen", "Q14.2b-1"),
        ("what does section 14.2b say about strange guns", "queen", "Q14.2b-1"),
        ("4.7d", "queen", "F4.7D.1"),  # The section of another game, where this one has none of that number.
    ]
    answers = found([{"ask": asked, "from": game} for asked, game, _ in wanted], site)
    for (asked, game, rule), urls in zip(wanted, answers, strict=True):
        assert place({"from": "superfort" if rule == "F4.7D.1" else game, "lands": [rule]}, urls) == 0, asked


def test_missions_and_papers_are_found_by_name(site: Path) -> None:
    data = indexed(site)
    named = [doc for doc in data["docs"] if data["kinds"][doc[1]] in ("Mission", "Paper")]
    asked = [{"ask": doc[4], "from": data["games"][doc[0]][0]} for doc in named]
    missed = [doc[2] for doc, urls in zip(named, found(asked, site), strict=True) if doc[2] not in urls]
    assert named
    assert missed == []


def test_rules_and_pages_are_indexed_with_what_a_reader_sees(site: Path) -> None:
    data = indexed(site)
    texts = {doc[2]: doc[5] for doc in data["docs"]}
    assert [url for url, text in texts.items() if "scripts are switched off" in text] == []
    own = [doc for doc in data["docs"] if data["kinds"][doc[1]] == "Rule" and not data["games"][doc[0]][3]]
    assert [doc[2] for doc in own if not doc[5]] == []
    assert "index.html" in texts


FIRST_HITS = """names => names.map(name => {
    const box = document.querySelector(".cb-search__input");
    box.value = name;
    box.dispatchEvent(new Event("input", {bubbles: true}));
    const first = document.querySelector(".cb-hit");
    return [first.querySelector(".cb-hit__id").innerText, first.querySelector(".cb-hit__game").innerText];
})"""


@pytest.mark.thorough
def test_every_id_of_every_game_is_found_first(visit: Opener) -> None:
    for key in GAMES:
        book = load(key)
        page = visit(f"{key}/index.html").page
        ask(page, "")
        names = [*book.tables, *book.rules, *book.rulings]
        assert page.evaluate(FIRST_HITS, names) == [[name, book.meta.title] for name in names]


@pytest.mark.thorough
def test_the_game_of_the_page_comes_first_unless_another_is_named(visit: Opener, address: str) -> None:
    for game, question, wanted in (
        ("queen", "flak", "queen"),
        ("twentyfive", "flak", "twentyfive"),
        ("queen", "flak 25 and out", "twentyfive"),
        ("twentyfive", "flak queen of the skies", "queen"),
    ):
        first = ask(visit(f"{game}/index.html").page, question)[0]
        assert first.startswith(f"{address}/{wanted}/"), (game, question, first)


@pytest.mark.thorough
def test_hits_in_other_games_are_folded_and_unfold_at_a_press(visit: Opener, address: str) -> None:
    page = visit("queen/index.html").page
    own = ask(page, "flak")
    assert all(not url.startswith(f"{address}/{other}/") for url in own for other in load_all() if other != "queen")
    button = page.locator(".cb-search__more")
    count = int(button.inner_text().split()[0])
    assert button.inner_text() == f"{count} in other games"
    button.click()
    assert not button.is_visible()
    assert page.locator(".cb-hit").count() == len(own) + count
    assert page.evaluate("document.activeElement.className") == "cb-search__input"
    ask(page, "flak over the target")
    assert button.is_visible()
    ask(visit("index.html").page, "flak")
    assert ask(page, "T-603")[0].endswith("#t-603")  # An id of another game is not folded away.


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["", *GAMES])
def test_questions_to_try_are_of_the_game_and_find_something_of_it(visit: Opener, address: str, game: str) -> None:
    page = visit(f"{game}/index.html" if game else "index.html").page
    ask(page, "")
    for words in page.locator(".cb-search__try").all_inner_texts():
        assert ask(page, words)[0].startswith(f"{address}/{game}"), words


def test_fresh_questions_are_answered_as_often_as_they_were(site: Path) -> None:
    urls = iter(found([one for kind in ANSWERED for one in FRESH[kind]], site))
    places = {kind: [place(one, next(urls)) for one in FRESH[kind]] for kind in ANSWERED}
    counted = {kind: (at.count(0), sum(number < 3 for number in at)) for kind, at in places.items()}
    worse = {
        kind: seen
        for kind, seen in counted.items()
        if any(now < before for now, before in zip(seen, ANSWERED[kind], strict=True))
    }
    assert worse == {}


@pytest.mark.thorough
def test_a_game_can_be_chosen_and_stays_chosen_for_the_session(visit: Opener, address: str) -> None:
    page = visit("queen/index.html").page
    ask(page, "flak")
    page.locator(".cb-search__more").click()
    both = page.eval_on_selector_all(".cb-hit", "links => links.map(link => link.href)")
    assert {url.removeprefix(f"{address}/").split("/")[0] for url in both} >= {"twentyfive", "queen"}
    assert page.locator(".cb-search__games label").all_inner_texts() == [
        "All games", *(book.meta.title for book in load_all().values())
    ]  # fmt: skip
    page.get_by_role("radio", name="25 and Out").check()
    for url in page.eval_on_selector_all(".cb-hit", "links => links.map(link => link.href)"):
        assert url.startswith(f"{address}/twentyfive/")
    page.goto(f"{address}/queen/sequence.html")
    assert all(url.startswith(f"{address}/twentyfive/") for url in ask(page, "flak"))
    assert ask(page, "P-1") == [] or all("/twentyfive/" in url for url in ask(page, "P-1"))
    page.get_by_role("radio", name="All games").check()
    assert ask(page, "P-1")[0] == f"{address}/queen/tables/p-1.html"
    other = visit("queen/index.html").page  # This tab has its own session.
    assert ask(other, "flak") == [
        url for url in both if "/queen/" in url or url.count("/") < 4 or f"{address}/authors" in url
    ]


def test_the_game_is_chosen_by_keyboard_and_enter_goes_on(visit: Opener, address: str) -> None:
    page = visit("index.html").page
    ask(page, "flak")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.value") == ""
    names = [None, *load_all()]
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.value") == names[1]
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.value") == names[2]
    page.wait_for_function("() => document.activeElement.checked")
    first = page.locator(".cb-hit").first.get_attribute("href")
    assert first
    assert first.startswith(f"{address}/{names[2]}/")
    page.keyboard.press("Enter")
    page.wait_for_url(first)


@pytest.mark.thorough
def test_nothing_found_in_one_game_points_to_the_others(visit: Opener) -> None:
    page = visit("index.html").page
    ask(page, "")
    page.get_by_role("radio", name="25 and Out").check()
    assert ask(page, "qqqqzzzz") == []
    assert "all games" in page.locator(".cb-search__status").inner_text()


def test_a_slip_of_the_finger_is_forgiven(visit: Opener, address: str) -> None:
    page = visit("queen/index.html").page
    for slip, right in (("extinguisers", "extinguishers"), ("frostbit", "frostbite"), ("tialwheel", "tailwheel")):
        assert ask(page, slip)[0] in ask(page, right)[:3], slip


def test_the_search_says_what_it_searched_for_instead(visit: Opener) -> None:
    page = visit("twentyfive/index.html").page
    status = page.locator(".cb-search__status")
    for typed, wrong, meant in (
        ("when do I make captian", "captian", "captain"),
        ("spary fire", "spary", "spray"),
        ("plane looses pressure", "looses", "loses"),
    ):
        assert ask(page, f"{typed} ")
        assert status.inner_text().endswith(f"for {meant} instead of {wrong}")
        ask(page, typed.replace(wrong, meant))
        assert "instead" not in status.inner_text()


# ---- the filters


CHOSEN = """() => document.querySelector(".cb-search__games :checked").value"""


def test_the_filter_that_is_lit_is_the_one_whose_hits_are_shown(visit: Opener, address: str) -> None:
    page = visit("queen/index.html").page

    def shown() -> tuple[str, set[str]]:
        urls = page.eval_on_selector_all(".cb-hit", "links => links.map(link => link.href)")
        return page.evaluate(CHOSEN), {url.removeprefix(f"{address}/").split("/")[0] for url in urls} & {*GAMES}

    ask(page, "flak")
    assert shown() == ("queen", {"queen"})
    page.locator(".cb-search__more").click()
    lit, several = shown()
    assert lit == ""
    assert len(several) > 1
    ask(page, "flak over the target")
    assert shown() == ("queen", {"queen"})
    page.get_by_role("radio", name="All games").check()
    assert shown()[0] == ""
    assert len(shown()[1]) > 1
    page.get_by_role("radio", name="25 and Out").check()
    assert shown() == ("twentyfive", {"twentyfive"})


def test_the_filters_are_one_row_that_scrolls_on_a_phone(visit: Opener) -> None:
    page = visit("queen/index.html", size=PHONE).page
    ask(page, "flak")
    row = page.locator(".cb-search__games")
    tops = row.locator("label").evaluate_all("labels => labels.map(label => label.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    assert row.evaluate("e => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX === 'auto'")
    lit = row.locator("label:has(:checked)")
    box = lit.bounding_box()
    assert box
    assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# ---- the contents of a result, and its link


def test_a_result_shows_game_kind_id_and_the_words_found(visit: Opener) -> None:
    page = visit("index.html").page
    ask(page, "rubber rafts")
    hit = page.locator(".cb-hit", has_text="P-3")
    assert hit.locator(".cb-hit__game").first.inner_text() == "B-17: Queen of the Skies"
    assert hit.locator(".cb-hit__kind").first.inner_text() == "ROW"
    assert [mark.lower() for mark in hit.first.locator("mark").all_inner_texts()][:2] == ["rubber", "rafts"]


def test_a_result_leads_to_the_row_and_the_paragraph_which_are_lit(visit: Opener) -> None:
    page = visit("queen/index.html").page
    ask(page, "rubber rafts unusable")
    page.locator(".cb-hit[href$='#p-3-4']").click()
    page.wait_for_url("**/p-3.html#p-3-4")
    assert page.locator("tr:target").evaluate(LIT)
    ask(page, "Q14.2c")
    page.keyboard.press("Enter")
    page.wait_for_url("**/10-crew.html#q14-2c")
    assert page.locator("p:has(> .cb-rule:target)").evaluate(LIT)
    ask(page, "Q14.2a")  # The target is on the same page: the search closes.
    page.keyboard.press("Enter")
    page.wait_for_url("**/10-crew.html#q14-2a")
    assert not page.locator(".cb-search").is_visible()
    assert page.locator("#q14-2a").evaluate("e => e.getBoundingClientRect().top") < DESKTOP["height"]


LIT = "e => getComputedStyle(e).backgroundColor !== getComputedStyle(document.body).backgroundColor"


def test_typed_text_is_never_inserted_as_markup(visit: Opener) -> None:
    watch = visit("index.html")
    for words in (
        '<img src=x onerror="window.hit=1">wing',
        '<b>wing</b> & "x"',
        "((((",
        "\\",
        "__proto__",
        "constructor",
    ):
        ask(watch.page, words)
    assert watch.page.evaluate("window.hit") is None
    assert watch.page.locator(".cb-search__list img, .cb-search__list b").count() == 0
    assert watch.troubles == []


def test_a_search_without_results_is_reported(visit: Opener) -> None:
    page = visit("index.html").page
    assert ask(page, "qqqqzzzz") == []
    assert "Nothing found" in page.locator(".cb-search__status").inner_text()


def test_a_link_can_carry_a_question(visit: Opener) -> None:
    page = visit("index.html?q=rubber+rafts").page
    page.wait_for_selector(".cb-hit")
    assert page.locator(".cb-search__input").input_value() == "rubber rafts"


# ---- keyboard, phone and screen reader


def test_the_search_can_be_used_by_keyboard_only(visit: Opener) -> None:
    page = visit(WING).page
    page.locator(".cb-find").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".cb-search__try")
    page.keyboard.type("flak")
    page.wait_for_selector(".cb-hit")
    box = page.locator(".cb-search__input")
    assert box.get_attribute("role") == "combobox"
    assert box.get_attribute("aria-expanded") == "true"
    seen = [box.get_attribute("aria-activedescendant")]
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
        seen.append(box.get_attribute("aria-activedescendant"))
    assert seen == ["cb-hit-0", "cb-hit-1", "cb-hit-2", "cb-hit-1"]
    assert page.locator("[aria-selected=true]").get_attribute("id") == "cb-hit-1"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.locator("[aria-selected=true]").get_attribute("id") == page.locator(".cb-hit").last.get_attribute("id")
    page.keyboard.press("Escape")
    page.locator(".cb-search").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.matches('.cb-find')")


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["/", "s", "f", "Control+k"])
def test_a_key_opens_the_search_but_not_while_something_is_typed(visit: Opener, key: str) -> None:
    page = visit("about.html").page
    page.keyboard.press(key)
    page.wait_for_selector(".cb-search__try")
    page.keyboard.type("s/f")
    assert page.locator(".cb-search__input").input_value() == "s/f"


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_the_search_open_and_asked(visit: Opener, size: dict[str, int], scheme: str) -> None:
    page = visit("twentyfive/index.html", size=size, scheme=scheme).page
    ask(page, "")
    assert violations(page) == []
    ask(page, "wing")
    assert violations(page) == []
    box = page.locator(".cb-search").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]


# ---- size


def test_search_and_index_are_fetched_when_the_search_is_opened_and_not_before(visit: Opener, address: str) -> None:
    page = visit().page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/{WING}")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "search" in url] == []
    ask(page, "wing")
    assert [re.sub(r".*/assets/", "", url) for url in asked if "search" in url] == ["js/search.js", "search/index.js"]
